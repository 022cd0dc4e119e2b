// Package problem turns errors into RFC 9457 problems, application/problem+json.
//
// A problem has one of the kinds in kinds.go. The kind of an error follows from its
// behaviour, not from its type, so the parts of the service and this package do not know
// each other:
//
//	RetryAfter() time.Duration   busy: retry after that time
//	  and OwnLimit() bool        too-many-requests: the limit is the client's own
//	NotFound() bool              not-found
//	Unproven() bool              no-proof: none was found within the limits
//	Field() string               bad-input: that field or parameter is invalid
//	FieldErrors()                bad-input: a document with invalid fields
//	Unavailable() bool           unavailable
//	  and Detail() string        what the client is told of it
//	the end of a context         unavailable
//	Damaged() bool               internal: stored data was changed
//	none of these                internal, or unavailable for parts that only ask a store
//
// The text of an error with behaviour becomes the problem's detail, so it is written for the
// client. Other errors are only logged.
package problem
