// Package api is the HTTP interface. Its packages translate between HTTP and the library.
//
// A call decodes its request strictly (package request) into a question, which is always valid. Then
// it asks a part of the service, and renders the answer (package reply). So every status 400 comes
// from here, and the parts get only valid questions.
//
//	request ── middleware ── decode ── [solver.Problem] ──> part of the service
//	                                                          │
//	response <── wire type <── render <── answer, or ─────────┘
//	         <── problem   <──────────── error
//
// The calls and their wire types are in packages verdicts, moves, deals and rates, the pages in
// package web. Each declares what it needs of the parts in small interfaces. This package is handed the
// parts in [Options], and builds the router: api.go has the middleware and mounts the packages,
// health.go and openapi.go are calls about the service itself. Errors are returned, not written:
// package problem renders them by how they behave. "unknown" is one of three verdicts, and no error.
//
// swag makes the OpenAPI document from the comments on the calls; .swaggo says which types
// describe others.
package api
