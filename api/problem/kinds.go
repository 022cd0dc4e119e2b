package problem

import (
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// MediaType is the media type of a problem.
const MediaType = "application/problem+json"

// Problem is an error as RFC 9457 writes it.
type Problem struct {
	Type   string              `json:"type" example:"/problems/bad-input"`                                                                                         // which row of the table
	Title  string              `json:"title" example:"The request has mistakes"`                                                                                   // what that row is about
	Status int                 `json:"status" example:"400"`                                                                                                       // the same as the response's
	Detail string              `json:"detail" example:"deal.tableau piles[3][2]: \"1X\" is not a card: write a rank and a suit, such as TH for the ten of hearts"` // what went wrong this time
	Errors []strict.FieldError `json:"errors,omitempty"`                                                                                                           // where fields are to blame: which, and why
} //	@name	Problem

// Kind is a row of the table of problems.
type Kind struct {
	Name   string // the last part of the problem's type
	Title  string
	Status int
}

// The table of problems. The description of the OpenAPI document explains each row.
var (
	BadInput         = Kind{"bad-input", "The request has mistakes", http.StatusBadRequest}
	Unauthorized     = Kind{"unauthorized", "A key is missing or wrong", http.StatusUnauthorized}
	Forbidden        = Kind{"forbidden", "That is not for everybody", http.StatusForbidden}
	NotFound         = Kind{"not-found", "There is no such thing", http.StatusNotFound}
	MethodNotAllowed = Kind{"method-not-allowed", "The path does not take this method", http.StatusMethodNotAllowed}
	Conflict         = Kind{"conflict", "That can't be done as things are", http.StatusConflict}
	TooLarge         = Kind{"too-large", "The request is too large", http.StatusRequestEntityTooLarge}
	MediaTypeWrong   = Kind{"media-type", "The request's body is not JSON", http.StatusUnsupportedMediaType}
	Misdirected      = Kind{"misdirected", "The request is for another server", http.StatusMisdirectedRequest}
	TooMany          = Kind{"too-many-requests", "The client asks too much", http.StatusTooManyRequests}
	Internal         = Kind{"internal", "Something is wrong inside the service", http.StatusInternalServerError}
	Busy             = Kind{"busy", "The service has too much to do", http.StatusServiceUnavailable}
	Unavailable      = Kind{"unavailable", "The service can't do that at the moment", http.StatusServiceUnavailable}
	Filling          = Kind{"filling", "The deals are still being looked for", http.StatusServiceUnavailable}
	NotReady         = Kind{"not-ready", "A part of the service is down", http.StatusServiceUnavailable}
)
