package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

const problemType = "application/problem+json"

// Problem is an error as RFC 9457 writes it.
type Problem struct {
	Type   string             `json:"type" example:"/problems/bad-input"`                                                                                         // which row of the table
	Title  string             `json:"title" example:"The request has mistakes"`                                                                                   // what that row is about
	Status int                `json:"status" example:"400"`                                                                                                       // the same as the response's
	Detail string             `json:"detail" example:"deal.tableau piles[3][2]: \"1X\" is not a card: write a rank and a suit, such as TH for the ten of hearts"` // what went wrong this time
	Errors []strict.Complaint `json:"errors,omitempty"`                                                                                                           // where fields are to blame: which, and why
} //	@name	Problem

// kind is what can go wrong, as a client sees it.
type kind struct {
	name   string // the last part of the problem's type
	title  string
	status int
}

// The table of errors: what a client is told is one of these. The description of
// the OpenAPI document explains them.
var (
	badInput         = kind{"bad-input", "The request has mistakes", http.StatusBadRequest}
	unauthorized     = kind{"unauthorized", "A key is missing or wrong", http.StatusUnauthorized}
	forbidden        = kind{"forbidden", "That is not for everybody", http.StatusForbidden}
	notFound         = kind{"not-found", "There is no such thing", http.StatusNotFound}
	methodNotAllowed = kind{"method-not-allowed", "The path does not take this method", http.StatusMethodNotAllowed}
	conflict         = kind{"conflict", "That can't be done as things are", http.StatusConflict}
	tooLarge         = kind{"too-large", "The request is too large", http.StatusRequestEntityTooLarge}
	mediaType        = kind{"media-type", "The request's body is not JSON", http.StatusUnsupportedMediaType}
	misdirected      = kind{"misdirected", "The request is for another server", http.StatusMisdirectedRequest}
	tooMany          = kind{"too-many-requests", "The client asks too much", http.StatusTooManyRequests}
	internal         = kind{"internal", "Something is wrong inside the service", http.StatusInternalServerError}
	busy             = kind{"busy", "The service has too much to do", http.StatusServiceUnavailable}
	unavailable      = kind{"unavailable", "The service can't do that at the moment", http.StatusServiceUnavailable}
	filling          = kind{"filling", "The deals are still being looked for", http.StatusServiceUnavailable}
	notReady         = kind{"not-ready", "A part of the service is down", http.StatusServiceUnavailable}
)

// refusal is an error made for the client: its row of the table, and its words.
type refusal struct {
	kind   kind
	detail string
	errors []strict.Complaint
	after  time.Duration // when to try again; 0 if that would be no use
}

func (e *refusal) Error() string { return e.kind.name + ": " + e.detail }

func refuse(k kind, format string, args ...any) *refusal {
	return &refusal{kind: k, detail: fmt.Sprintf(format, args...)}
}

// fault is an error of those who answer. Nothing that it wraps is a mistake of
// the client: a document that does not parse in there is not the client's.
type fault struct{ error }

func (e *fault) Unwrap() error { return e.error }

// meaning finds an error's row of the table by what the error means.
func meaning(err error) *refusal {
	var (
		later    Busy
		inside   *fault
		mine     *refusal
		mistakes strict.Error
		long     *http.MaxBytesError
	)
	switch {
	case errors.As(err, &later):
		return &refusal{kind: busy, detail: "all workers are taken and the queue is full; try again later", after: max(later.RetryAfter(), 1)}
	case errors.Is(err, ErrUnavailable):
		return refuse(unavailable, "what the answer needs is out of reach; try again later")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return refuse(unavailable, "the request was given up before it was answered")
	case errors.As(err, &inside): // a *solver.BadSolution among them: whatever must not happen
		return refuse(internal, "the fault has been logged under the request's id")
	case errors.As(err, &mine):
		return mine
	case errors.As(err, &mistakes):
		detail := mistakes[:1].Error()
		if more := len(mistakes) - 1; more > 0 {
			detail += fmt.Sprintf(" (and %d more)", more)
		}
		return &refusal{kind: badInput, detail: detail, errors: mistakes}
	case errors.As(err, &long):
		return refuse(tooLarge, "the body may have at most %d bytes", long.Limit)
	default: // a panic
		return refuse(internal, "the fault has been logged under the request's id")
	}
}

// Explain says an error as the problem that a client is told.
func Explain(err error) Problem {
	e := meaning(err)
	return Problem{
		Type: "/problems/" + e.kind.name, Title: e.kind.title, Status: e.kind.status,
		Detail: e.detail, Errors: e.errors,
	}
}

// fail answers with the problem that an error means, as a page for people, and logs what
// the client is not told.
func (s *service) fail(w http.ResponseWriter, r *http.Request, err error) {
	e := meaning(err)
	if e.kind.status >= http.StatusInternalServerError {
		s.report(r, err)
	}
	if e.after > 0 {
		w.Header().Set("Retry-After", wholeSeconds(e.after))
	}
	if e.kind == unauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	problem := Explain(err)
	if wantsPage(r) {
		w.Header().Add("Vary", "Accept")
		if web.Send(w, r, problem.Status, oops(problem)) == nil {
			return
		}
	}
	send(w, problem.Status, problem)
}

// report logs an error that is not the client's.
func (s *service) report(r *http.Request, err error) {
	kind := meaning(err).kind
	level := slog.LevelWarn
	if kind == internal {
		level = slog.LevelError
	}
	s.Log.LogAttrs(r.Context(), level, kind.title,
		slog.String("id", requestID(r.Context())), slog.String("error", err.Error()))
}

// wholeSeconds writes a time to wait as Retry-After has it, a second at least.
func wholeSeconds(d time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(d.Seconds()))))
}

// clip keeps a stranger's text short enough to be repeated.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 100 {
		return string(runes[:100]) + "…"
	}
	return text
}
