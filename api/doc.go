// Package api is the HTTP interface. Its packages translate HTTP to the library's world and back.
//
// A call reads its request strictly (package request) into a question, in which nothing can be
// wrong any more, asks a part of the service, and renders the answer (package reply). So every 400
// is made here, and what the parts get is valid by construction.
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
