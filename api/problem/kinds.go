package problem

import (
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// MediaType is the media type of a problem.
const MediaType = "application/problem+json"

// Problem is an error as RFC 9457 writes it.
type Problem struct {
	Type   string              `json:"type" example:"/problems/bad-input"`                                                                                         // kind of problem
	Title  string              `json:"title" example:"Invalid request"`                                                                                            // the kind in words
	Status int                 `json:"status" example:"400"`                                                                                                       // the response's status
	Detail string              `json:"detail" example:"deal.tableau piles[3][2]: \"1X\" is not a card: write a rank and a suit, such as TH for the ten of hearts"` // what went wrong
	Errors []strict.FieldError `json:"errors,omitempty"`                                                                                                           // invalid fields
} //	@name	Problem

// Kind is a row of the table of problems.
type Kind struct {
	Name    string // the last part of the problem's type
	Status  int
	Title   string
	Meaning string // for the OpenAPI document
}

// The table of problems.
var (
	BadInput         = kind("bad-input", http.StatusBadRequest, "Invalid request", "the request is invalid; `errors` lists the invalid fields and cards.")
	Unauthorized     = kind("unauthorized", http.StatusUnauthorized, "API key missing or wrong", "an API key is required, as `Authorization: Bearer …`, or the key is wrong.")
	Forbidden        = kind("forbidden", http.StatusForbidden, "Forbidden", "`fresh`, deletions and campaigns need a key even on servers where other calls need none; and calls that cost work are closed to pages of other origins that `CORS_ORIGINS` does not list.")
	NotFound         = kind("not-found", http.StatusNotFound, "Not found", "the page, game, deal, solution, job or campaign does not exist.")
	NoProof          = kind("no-proof", http.StatusNotFound, "No proof within the limits", "the deal can't be won, but no proof was found within the limits of states and time.")
	MethodNotAllowed = kind("method-not-allowed", http.StatusMethodNotAllowed, "Method not allowed", "the header `Allow` lists the methods of the path.")
	Conflict         = kind("conflict", http.StatusConflict, "Conflict", "the state of the campaign does not allow it, or an `Idempotency-Key` was used for another request.")
	TooLarge         = kind("too-large", http.StatusRequestEntityTooLarge, "Request too large", "the body, or a line of a batch, is too large.")
	MediaTypeWrong   = kind("media-type", http.StatusUnsupportedMediaType, "Unsupported media type", "the body must be `application/json`, or for a batch `application/x-ndjson`.")
	Misdirected      = kind("misdirected", http.StatusMisdirectedRequest, "Wrong host", "a local server answers only to localhost and the names in `ALLOWED_HOSTS`.")
	TooMany          = kind("too-many-requests", http.StatusTooManyRequests, "Too many requests", "the client exceeded a limit of requests a minute or at a time; see the headers `Retry-After`, `RateLimit` and `RateLimit-Policy`.")
	Internal         = kind("internal", http.StatusInternalServerError, "Internal error", "an error of the service, logged under the request id in the header `X-Request-Id`.")
	NotImplemented   = kind("not-implemented", http.StatusNotImplemented, "Not implemented", "oEmbed has a format that the service has not.")
	Busy             = kind("busy", http.StatusServiceUnavailable, "Service busy", "all workers are taken and the queue is full, or there are too many batches, jobs, campaigns or streams; see the header `Retry-After`.")
	Unavailable      = kind("unavailable", http.StatusServiceUnavailable, "Temporarily unavailable", "a part of the service is unavailable.")
	NotReady         = kind("not-ready", http.StatusServiceUnavailable, "Not ready", "the readiness check found a part down.")
)

// Kinds is the whole table.
var Kinds []Kind

func kind(name string, status int, title, meaning string) Kind {
	k := Kind{name, status, title, meaning}
	Kinds = append(Kinds, k)
	return k
}
