// Package middleware has what every request goes through before a call sees it, a file each,
// in this order:
//
//	requestid.go    gives the request an id
//	client.go       finds out who asks, with keys.go
//	observe.go      logs the request, with audit.go the use of keys, and counts it
//	recover.go      turns a panic into a problem
//	host.go         checks the Host of a service for this machine alone
//	cors.go         opens some calls to pages of other origins
//	ratelimit.go    limits how often a client may ask, with sharedrates.go
//	authorize.go    refuses what the client may not do
//	concurrency.go  limits how many requests of a client are in progress
//
// [Access] is the configuration: who may do what, and how often. What it refuses is answered
// with a problem.
package middleware
