package problem

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Error is an error with its kind of problem.
type Error struct {
	Kind   Kind
	Detail string // for the client
	Fields []strict.FieldError
	After  time.Duration // when to retry; 0 if a retry can't succeed

	cause error // for the log; nil if Detail says everything
}

func (e *Error) Error() string {
	if e.cause != nil {
		return e.cause.Error()
	}
	return e.Kind.Name + ": " + e.Detail
}

func (e *Error) Unwrap() error { return e.cause }

// New returns an error of a kind, with a detail for the client.
func New(k Kind, format string, args ...any) *Error {
	return &Error{Kind: k, Detail: fmt.Sprintf(format, args...)}
}

// Field returns an error about one field or parameter of a request.
func Field(name, format string, args ...any) error {
	return strict.Error{{Field: name, Detail: fmt.Sprintf(format, args...)}}
}

// Of returns the error of a part of the service as an [Error]. The behaviour of err decides the
// kind. If err has no behaviour, the kind is otherwise: Internal, or Unavailable for parts that
// only ask a store. If err is an [Error], Of returns it unchanged. Field errors of documents that a
// part read are internal, because the client did not send these documents.
func Of(err error, otherwise Kind) *Error {
	e := &Error{Kind: otherwise, cause: err}
	var (
		kinded    *Error
		retryable interface {
			error
			RetryAfter() time.Duration
		}
		notFound interface {
			error
			NotFound() bool
		}
		fieldError interface {
			error
			Field() string
		}
		noProof interface {
			error
			Unproven() bool
		}
		unavailable interface{ Unavailable() bool }
		detailed    interface{ Detail() string }
		damaged     interface{ Damaged() bool }
	)
	switch {
	case errors.As(err, &kinded):
		return kinded
	case errors.As(err, &retryable):
		e.Kind, e.Detail, e.After = retryKind(retryable), retryable.Error(), max(retryable.RetryAfter(), 1)
	case errors.As(err, &notFound) && notFound.NotFound():
		e.Kind, e.Detail = NotFound, notFound.Error()
	case errors.As(err, &noProof) && noProof.Unproven():
		e.Kind, e.Detail = NoProof, noProof.Error()
	case errors.As(err, &fieldError):
		return fieldErrors(strict.Error{{Field: fieldError.Field(), Detail: strings.TrimPrefix(fieldError.Error(), fieldError.Field()+": ")}})
	case errors.As(err, &unavailable) && unavailable.Unavailable():
		e.Kind, e.Detail = Unavailable, unavailableDetail
		if errors.As(err, &detailed) {
			e.Detail = detailed.Detail()
		}
	case otherwise == Unavailable && !(errors.As(err, &damaged) && damaged.Damaged()):
		e.Detail = unavailableDetail
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e.Kind, e.Detail = Unavailable, "the request ended before it was answered"
	default: // a *solver.BadSolution, a panic
		e.Kind, e.Detail = Internal, "logged under the request id"
	}
	return e
}

const unavailableDetail = "a part of the service is unavailable; try again later"

// retryKind returns the kind of an error after which a retry may succeed.
func retryKind(err error) Kind {
	var limit interface{ OwnLimit() bool }
	if errors.As(err, &limit) && limit.OwnLimit() {
		return TooMany
	}
	return Busy
}

// From returns an error as an [Error]. Errors without behaviour are internal.
func From(err error) *Error {
	var (
		kinded   *Error
		invalid  interface{ FieldErrors() []strict.FieldError }
		tooLarge *http.MaxBytesError
	)
	switch {
	case errors.As(err, &kinded):
		return kinded
	case errors.As(err, &invalid):
		return fieldErrors(invalid.FieldErrors())
	case errors.As(err, &tooLarge):
		return New(TooLarge, "body larger than %d bytes", tooLarge.Limit)
	}
	return Of(err, Internal)
}

// namedFields is how many invalid fields the detail of a problem names.
const namedFields = 3

// fieldErrors returns the error of a request with invalid fields. The detail names the
// first few; errors has all of them, or says that there may be more.
func fieldErrors(invalid strict.Error) *Error {
	detail := invalid[:min(namedFields, len(invalid))].Error()
	if more := len(invalid) - namedFields; more > 0 {
		detail += fmt.Sprintf("; and %d more in errors", more)
	}
	if len(invalid) >= strict.MaxErrors {
		detail += fmt.Sprintf(", which has the first %d", strict.MaxErrors)
	}
	return &Error{Kind: BadInput, Detail: detail, Fields: invalid}
}

// Problem returns the error as the client sees it.
func (e *Error) Problem() Problem {
	return Problem{
		Type: "/problems/" + e.Kind.Name, Title: e.Kind.Title, Status: e.Kind.Status,
		Detail: e.Detail, Errors: e.Fields,
	}
}

// Explain returns an error as the client sees it.
func Explain(err error) Problem { return From(err).Problem() }

// Panic returns an error with a recovered value and the stack.
func Panic(value any) error { return fmt.Errorf("panic: %v\n%s", value, debug.Stack()) }
