package reply

import (
	"context"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
)

// Base has what all packages of calls need.
type Base struct {
	Intake   *request.Intake
	Limits   request.Limits
	Problems *problem.Writer
}

// Question is a decoded request without errors. It knows how to ask a part of the service.
type Question[Part, Answer any] interface {
	Common() *request.Asked
	// Ask asks the part and renders its answer. It returns the errors of the part.
	Ask(ctx context.Context, part Part) (Answer, error)
}

// Decoder decodes the body of a request. The context identifies the client.
type Decoder[Q any] func(ctx context.Context, body []byte, limits request.Limits) (Q, error)

// Ask decodes the body of a request and lets a part of the service answer it. The deadline of the
// request counts from arrival.
func Ask[Part, Answer any, Q Question[Part, Answer]](
	ctx context.Context, arrival time.Time, body []byte, limits request.Limits, decode Decoder[Q], part Part,
) (answer Answer, err error) {
	q, err := decode(ctx, body, limits)
	if err != nil {
		return answer, err
	}
	return ask(ctx, arrival, q, part)
}

// ask asks a part of the service. The deadline of the question counts from arrival.
func ask[Part, Answer any, Q Question[Part, Answer]](ctx context.Context, arrival time.Time, q Q, part Part) (answer Answer, err error) {
	asked := q.Common()
	asked.Arrival = arrival
	ctx, cancel := context.WithDeadline(ctx, arrival.Add(asked.Deadline))
	defer cancel()
	if answer, err = q.Ask(ctx, part); err != nil {
		err = problem.Of(err, problem.Internal)
	}
	return answer, err
}

// Asking returns the handler of a call about a problem. It decodes the request, asks the part, and
// sends the answer.
func Asking[Part, Answer any, Q Question[Part, Answer]](b *Base, decode Decoder[Q], part Part) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		arrival := time.Now()
		q, _, leave, err := Read(b, w, r, func(body []byte) (Q, error) { return decode(r.Context(), body, b.Limits) })
		if err != nil {
			return err
		}
		defer leave()
		answer, err := ask(r.Context(), arrival, q, part)
		if err != nil {
			return err
		}
		return Send(w, r, http.StatusOK, answer)
	}
}

// AskingAt returns the handler of a read about a position in one line. Game and line are in the path. Parameters of the
// query are fields of the request that decode reads.
func AskingAt[Part any, Answer Lasting, Q Question[Part, Answer]](b *Base, decode Decoder[Q], part Part, parameters ...string) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		answer, err := AskAt(b, r, decode, part, parameters...)
		if err != nil {
			return err
		}
		SendLasting(w, r, answer)
		return nil
	}
}

// AskAt is [Ask] for the game and the line in the path of a read, and the parameters of its query.
func AskAt[Part, Answer any, Q Question[Part, Answer]](b *Base, r *http.Request, decode Decoder[Q], part Part, parameters ...string) (answer Answer, err error) {
	arrival := time.Now()
	body, err := request.AtLine(r, parameters...)
	if err != nil {
		return answer, err
	}
	return Ask(r.Context(), arrival, body, b.Limits, decode, part)
}

// Answering returns the handler of a call that needs no part of the service. It sends what answer
// returns.
func Answering[Answer any](b *Base, answer func(body []byte) (Answer, error)) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		a, _, leave, err := Read(b, w, r, answer)
		if err != nil {
			return err
		}
		defer leave()
		return Send(w, r, http.StatusOK, a)
	}
}

// Read reads the body of a request and decodes it. A large body waits for its turn to be decoded.
// If there is no error, the caller calls leave when it needs neither the body nor the decoded
// request any more.
func Read[Q any](b *Base, w http.ResponseWriter, r *http.Request, decode func(body []byte) (Q, error)) (q Q, body []byte, leave func(), err error) {
	body, leave, err = b.Intake.Body(w, r, middleware.ClientName(r.Context()))
	if err != nil {
		return q, nil, nil, err
	}
	err = b.Intake.Parse(r.Context(), len(body), func() (err error) {
		q, err = decode(body)
		return err
	})
	if err != nil {
		leave()
	}
	return q, body, leave, err
}
