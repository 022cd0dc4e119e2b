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
	Name   string // the last part of the problem's type
	Title  string
	Status int
}

// The table of problems. The description of the OpenAPI document explains each row.
var (
	BadInput         = Kind{"bad-input", "Invalid request", http.StatusBadRequest}
	Unauthorized     = Kind{"unauthorized", "API key missing or wrong", http.StatusUnauthorized}
	Forbidden        = Kind{"forbidden", "Forbidden", http.StatusForbidden}
	NotFound         = Kind{"not-found", "Not found", http.StatusNotFound}
	MethodNotAllowed = Kind{"method-not-allowed", "Method not allowed", http.StatusMethodNotAllowed}
	NoProof          = Kind{"no-proof", "No proof within the limits", http.StatusNotFound}
	Conflict         = Kind{"conflict", "Conflict", http.StatusConflict}
	TooLarge         = Kind{"too-large", "Request too large", http.StatusRequestEntityTooLarge}
	MediaTypeWrong   = Kind{"media-type", "Unsupported media type", http.StatusUnsupportedMediaType}
	Misdirected      = Kind{"misdirected", "Wrong host", http.StatusMisdirectedRequest}
	TooMany          = Kind{"too-many-requests", "Too many requests", http.StatusTooManyRequests}
	Internal         = Kind{"internal", "Internal error", http.StatusInternalServerError}
	NotImplemented   = Kind{"not-implemented", "Not implemented", http.StatusNotImplemented}
	Busy             = Kind{"busy", "Service busy", http.StatusServiceUnavailable}
	Unavailable      = Kind{"unavailable", "Temporarily unavailable", http.StatusServiceUnavailable}
	NotReady         = Kind{"not-ready", "Not ready", http.StatusServiceUnavailable}
)

// Kinds is the whole table.
var Kinds = []Kind{
	BadInput, Unauthorized, Forbidden, NotFound, NoProof, MethodNotAllowed, Conflict, TooLarge, MediaTypeWrong,
	Misdirected, TooMany, Internal, NotImplemented, Busy, Unavailable, NotReady,
}
