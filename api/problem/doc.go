// Package problem turns errors into RFC 9457 problems, application/problem+json.
//
// What a client is told is a row of one table ([Kind], in kinds.go). Which row an
// error belongs to follows from how it behaves, not from its type, so that the parts
// of the service need not know this package, nor this package the parts:
//
//	RetryAfter() time.Duration   busy: a retry may succeed after that time
//	  and Pending() bool         filling: what was asked for is being made
//	  and OwnLimit() bool        too-many-requests: the client's own limit, not the service's
//	NotFound() bool              not-found
//	Field() string               bad-input: that field or parameter is wrong
//	FieldErrors()                bad-input: a document with several mistakes
//	Unavailable() bool           unavailable
//	the end of a context         unavailable
//	Damaged() bool               internal: what is stored is not what was written
//	none of these                internal, or unavailable for parts that only ask a store
//
// The text of such an error is the problem's detail, so it is written for the client.
// The text of an error with no behaviour is for the log only.
package problem
