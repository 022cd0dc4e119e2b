// Package api is the HTTP interface: routes, a file a call, and wire types.
//
// A call reads its request strictly (package request) into a question, in which nothing can be
// wrong any more, asks a part of the service, and renders the answer. So every 400 is made
// here, and what the parts get is valid by construction.
//
//	request ── middleware ── decode ── [solver.Problem] ──> part of the service
//	                                                          │
//	response <── wire type <── render <── answer, or ─────────┘
//	         <── problem   <──────────── error
//
// The package declares what it needs of each part, in small interfaces, and is handed the
// parts in [Options]. Errors are returned, not written: package problem renders them by how
// they behave. "unknown" is one of three verdicts, and no error.
//
// # The files
//
// api.go has the options, the order of the middleware and the routes. ask.go has the one path
// of solve, moves, analyse, advise and play; answer.go writes JSON, and
// events.go streams. inflate.go reads compressed bodies,
// once.go knows requests that were sent before. The other files are calls, each with its wire types:
//
//	solve.go certificate.go · moves.go · analyse.go · advise.go · play.go
//	replay.go · convert.go · difficulty.go · batch.go · jobs.go jobwork.go · webhooks.go
//	games.go · deals.go · winnable.go · proofs.go · health.go · openapi.go
//	campaigns.go campaignrequest.go campaignresults.go pace.go
//	stats.go statsplots.go
//
// swag makes the OpenAPI document from the comments on the calls; .swaggo says which types
// describe others. The pages are in package web.
package api
