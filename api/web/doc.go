// Package web has the pages for people: a welcome at /, how often each game can be won
// at /win-rates, each game, each deal, the campaigns that count them, /docs, which shows
// the OpenAPI document and lets one try each call, and /convert, which takes deals and
// solutions from one program to another.
//
// A page is a struct with what the page says, which package api fills, and a template of
// the same name under pages/, which goes into the frame that all pages share:
//
//	web.Send(w, r, http.StatusOK, web.Welcome{Games: …})
//
//	frame.html   the head, the way from page to page, the foot
//	parts.html   what several pages have
//	welcome.html "title", "content" and, where there are any, "styles" and "scripts"
//
// views.go has the structs of deals and of the plain pages, counts.go those of what was
// counted; frame.go puts page and frame together, words.go writes numbers, web.go serves
// files.
//
// The deal page is a program of several modules: position.js applies moves, table.js
// draws, player.js steps, hand.js plays by drag, tap and keys, here.js knows which moves
// are legal and what they come to, verdict.js says the verdict, and deal.js puts them
// together. It judges nothing by itself: the service says what is legal and who has won.
//
// Other pages can be read without a script; what moves, sorts or is sent is done by small
// ones, one a page, on top of page.js. Everything is embedded as it is written; there is no
// build step, and pages fetch nothing but their own files under /web/ and what the service
// itself answers, so they work offline and under the strictest content security policy.
// Templates escape whatever they are filled with.
package web
