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
// The deal page is a program of several modules: position.js applies moves, table.js draws,
// player.js steps, hand.js plays by drag, tap and keys, here.js gets legal moves and their
// verdicts, hints.js words hints, finish.js finds the moves of an automatic finish, review.js draws
// which positions were winnable, record.js keeps settings, time and statistics in the browser, games.js
// the games and days.js which deals of the day were won, sensible.js says what a tap on a card means,
// verdict.js shows the verdict, playback.js brings the bar that steps through moves to the foot of a phone, edit.js enters positions as text, controls.js has the menus and keys,
// dialogs.js the dialogs, analysis.js what the analysis shows, and deal.js connects them; now.js has the game on
// the table, which they share. It decides nothing by itself: the service
// says what is legal and who has won, or, where it can't be reached, the same engine in a worker of the
// browser (offline.js). install.js has the switch for that, offlineworker.js is the service worker that
// keeps the files, and engine.go serves both and the engine.
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
