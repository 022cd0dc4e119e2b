// Package api is the service's HTTP side: it turns requests into problems of
// package solver, and what becomes of them into JSON.
//
// Nothing wrong gets past it. A request is read strictly (package strict), its
// rules and cards are checked by the packages that own those languages, and what
// goes down is a [solver.Problem], valid by construction; so every 400 is made
// here. What comes up is an answer, in which "unknown" is one of three verdicts
// and no error, or an error, which package problem turns into an
// RFC 9457 problem by what it means.
//
//	request ─ body ─ decode ─ Problem ──> Judge, Library   (server's, handed in)
//	                                          │
//	response <── wire types <── Answer, Record┘
//	         <── problem    <── error, through the table
//
// The package knows nobody who answers: it declares what it needs ([Judge],
// [Library], [Health]) and is handed it in [Options]. Handlers all have one
// rhythm: read, ask, send; an error is returned, not written.
//
// # The organs
//
// handler.go has the needs, the routes and the order of the middleware (package
// middleware); package request reads what is common to requests; answer.go writes, with
// solveanswer.go for verdicts, and recent.go keeps what was made last.
//
// The calls follow: solve.go, batch.go, jobs.go, moves.go, analyse.go, advise.go, replay.go,
// convert.go, games.go, deals.go, winnable.go, health.go, openapi.go, with certificate.go
// for the words of proofs and events.go for streams. campaigns.go has what campaigns are
// and the calls that begin and end them; campaignrequest.go reads what is asked for,
// campaignevents.go tells how far one is, with pace.go for how fast, campaignresults.go
// what became of each deal, and winrate.go how often a game is won; stats.go has what is
// known of that, and statsplots.go draws it with package plot. swag generates the
// OpenAPI document from the comments on the handlers (.swaggo tells it which types stand for
// which).
//
// The pages are those of package web, filled here: pages.go has the plain ones and errors
// as pages, dealpage.go that of a deal, countpages.go those of what was counted.
package api
