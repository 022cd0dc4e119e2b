package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// handler answers a request. Its error is answered as a problem.
type handler = func(http.ResponseWriter, *http.Request) error

// PlayedFields are the fields of a request for moves that were played before the question.
type PlayedFields struct {
	Moves request.MovesOrText `json:"moves,omitempty"` // legal moves from the deal to the position that is asked about, runs too: a list, or text in moves_format
	request.TextFields
}

// parsed is the common part of requests about a problem.
type parsed struct {
	request.Question
	request.Budget
	arrival  time.Time
	problem  *solver.Problem
	played   *request.MoveList // moves from the deal to the problem; nil if none were given
	expanded []ExpandedMove    // runs among them
}

// decode reads a request into the struct of its fields, and sets what it asks about. rest reads the other
// fields; right says whether the game was read.
func (p *parsed) decode(body []byte, in any, about *request.DealFields, rest func(node *strict.Node, right bool)) error {
	node, err := request.Decode(body, in)
	if err != nil {
		return err
	}
	var right bool
	p.Question, right = about.Question(node, deal.Decode)
	rest(node, right)
	if err := node.Err(); err != nil {
		return err
	}
	return p.setProblem()
}

// setPlayed sets the moves that were played before the question, if there are any.
func (p *parsed) setPlayed(node *strict.Node, f *PlayedFields) {
	list := f.MoveList(node, f.Moves)
	if n := len(list.Moves); n > mostPlayed {
		f.Moves.AddError("%s", tooLong(n))
	}
	if f.Moves != nil {
		p.played = &list
	}
}

// setProblem sets the problem of a request without errors. An illegal move is an error.
func (p *parsed) setProblem() (err error) {
	p.problem, err = p.Question.Problem()
	p.Warnings = append(p.Warnings, p.Notes...)
	if err != nil || p.played == nil {
		return err
	}
	asked := p.problem.Asked()
	played, err := p.played.Played(p.problem.Rules(), &asked)
	switch {
	case err != nil:
		return err
	case len(played.Steps) > mostPlayed:
		return problem.Field("moves", "%s", tooLong(len(played.Steps)))
	}
	if played.Warning != "" {
		p.Warnings = append(p.Warnings, played.Warning)
	}
	p.expanded = expanded(played.Steps)
	p.problem = solver.NewProblem(*p.problem.Rules(), played.End.Position())
	return nil
}

// echo returns the position that was asked about; nil if it is a deal by number.
func (p *parsed) echo() json.RawMessage {
	if p.played == nil {
		return p.Echo(p.problem)
	}
	asked := p.problem.Asked()
	return p.Write(p.problem.Rules(), &asked)
}

func (p *parsed) common() *parsed { return p }

// question is a decoded request without errors.
type question[Part, Answer any] interface {
	common() *parsed
	// ask asks a part of the service and renders its answer. Errors are the part's.
	ask(ctx context.Context, part Part) (Answer, error)
}

// decoder reads a request of the client of a context.
type decoder[Q any] func(ctx context.Context, body []byte, limits Limits) (Q, error)

// inTurn is the decoder for what comes over the network, where many large bodies may come at once.
func (decode decoder[Q]) inTurn(ctx context.Context, body []byte, limits Limits) (q Q, err error) {
	err = limits.intake.Parse(ctx, len(body), func() (err error) {
		q, err = decode(ctx, body, limits)
		return err
	})
	return q, err
}

// reply is the one path of calls about a problem: decode, set the deadline, ask a part of
// the service, render.
func reply[Part, Answer any, Q question[Part, Answer]](
	ctx context.Context, arrival time.Time, body []byte, limits Limits, decode decoder[Q], part Part,
) (answer Answer, err error) {
	q, err := decode(ctx, body, limits)
	if err != nil {
		return answer, err
	}
	p := q.common()
	p.arrival = arrival
	ctx, cancel := context.WithDeadline(ctx, arrival.Add(p.Deadline))
	defer cancel()
	if answer, err = q.ask(ctx, part); err != nil {
		err = problem.Of(err, problem.Internal)
	}
	return answer, err
}

// asking returns the handler of such a call. Requests with Prefer: respond-async go to
// later, if it is not nil.
func asking[Part, Answer any, Q question[Part, Answer]](limits Limits, decode decoder[Q], part Part, later handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if later != nil && prefersLater(r) {
			return later(w, r)
		}
		arrival := time.Now()
		body, leave, err := limits.readBody(w, r)
		if err != nil {
			return err
		}
		defer leave()
		answer, err := reply(r.Context(), arrival, body, limits, decode.inTurn, part)
		if err != nil {
			return err
		}
		return send(w, r, http.StatusOK, answer)
	}
}

// answering returns the handler of a call that needs no part of the service.
func answering[Answer any](limits Limits, answer func(body []byte) (Answer, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		body, leave, err := limits.readBody(w, r)
		if err != nil {
			return err
		}
		defer leave()
		var a Answer
		err = limits.intake.Parse(r.Context(), len(body), func() (err error) {
			a, err = answer(body)
			return err
		})
		if err != nil {
			return err
		}
		return send(w, r, http.StatusOK, a)
	}
}
