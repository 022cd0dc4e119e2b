// Package web has the pages: handlers, templates and assets.
//
// A page is a template under pages/ and a struct with its content, shown in the frame of all
// pages:
//
//	frame.html   head, navigation, foot
//	parts.html   parts of several pages
//	deal.html    "title", "content" and, if needed, "styles" and "scripts"
//
// site.go has the routes, the home page and plain pages, dealpage.go, ratespages.go and campaignpages.go the
// others, embed.go the table for frames in other pages, oops.go problems as pages; views.go and rates.go
// have their structs. frame.go renders, words.go formats numbers,
// assets.go serves the files that pages load, packed.go the verdicts of shipped deals.
//
// scripts/table has the rules and the table, without a page around it: position.js applies moves, legal.js knows which
// are legal, refusals.js why others are not, player.js steps, follow.js plays what follows from a move, table.js draws,
// hand.js plays by drag, tap and keys, and sensible.js says what a tap on a card means. thoughtful-table.js makes an
// element of it for pages elsewhere. scripts/play is the deal page: game.js has the game on the table, here.js and
// hints.js what is known of its position, games.js, days.js and record.js what the browser keeps; the others are views
// of the game, and deal.js connects them. The page decides which moves are legal and who has won; verdicts come from the
// service, or, where it can't be reached, from the same engine in a worker of the browser (offline.js). install.js has
// the switch for that, offlineworker.js is the service worker that keeps the files, and engine.go serves both and the
// engine.
//
// Pages are in the language of their reader, except the docs: language.go chooses it, package words has the
// texts. The texts of scripts are a file of their own, which scripts/table/language.js reads.
//
// Other pages can be read without scripts. After a change of a script or a style, go generate has
// esbuild bundle them into assets/, which the program embeds. Their addresses change with them
// (assets.go), so that browsers ask for each once. BenchmarkBrowserHome of server/e2e measures the home page. Pages load
// only assets under /web/ and call only the service, so they work under the strictest content
// security policy. Templates escape their content.
package web
