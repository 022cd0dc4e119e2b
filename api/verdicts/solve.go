package verdicts

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// SolveRequest asks for a verdict.
type SolveRequest struct {
	request.DealFields
	DeadlineMS     int64  `json:"deadline_ms,omitempty" minimum:"1" default:"10000" example:"5000"`                 // milliseconds from arrival to the answer, including waiting
	States         int64  `json:"states,omitempty" minimum:"1"`                                                     // positions that the search may visit; the server's limit if absent
	Solution       bool   `json:"solution,omitempty" default:"true"`                                                // whether to return the moves
	SolutionFormat string `json:"solution_format,omitempty" enums:"text,fc-solve,klondike-solver,minimal-klondike"` // also write the moves as text, for people or another program
	Certificate    bool   `json:"certificate,omitempty"`                                                            // whether to return why a deal is unwinnable; the default is true, but false in batches
	Objective      string `json:"objective,omitempty" enums:"any,short,shortest" default:"any"`                     // after the verdict: any solution; a shorter one until the deadline; or the shortest, with a proof
	Fresh          bool   `json:"fresh,omitempty" default:"false"`                                                  // ignore stored and inferred verdicts, and search again
	request.PlayedFields
	Webhook request.Webhook `json:"webhook,omitempty"` // where to send a message when the job has ended; needs Prefer: respond-async
} //	@name	SolveRequest

// SolveAnswer is a verdict.
type SolveAnswer struct {
	ID          solver.ID              `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"`                          // permanent; the same rules and cards have the same id
	Game        *string                `json:"game" example:"klondike" extensions:"x-nullable"`                                               // name of the game; null if rules were given
	Seed        string                 `json:"seed,omitempty" example:"solvitaire:2"`                                                         // the deal by number, as it was read; absent if cards were given
	Verdict     solver.Verdict         `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // whether the position can be won
	Because     *solver.Reason         `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Solution    *reply.Solution        `json:"solution" extensions:"x-nullable"`                                                              // if winnable, unless the request said false
	Certificate *Certificate           `json:"certificate" extensions:"x-nullable"`                                                           // if unwinnable: why; in batches on request
	Search      reply.Search           `json:"search"`
	Source      solver.Source          `json:"source" swaggertype:"string" enums:"search,cache,store,inferred"` // where the verdict came from
	Origin      *solver.Origin         `json:"inferred_from,omitempty"`                                         // if inferred: the problem whose verdict implies this one
	Warnings    []string               `json:"warnings"`                                                        // what differs from the request
	Position    json.RawMessage        `json:"position,omitempty"`                                              // the position asked about, if cards or played moves were given; moves are made from it
	Expanded    []request.ExpandedMove `json:"expanded,omitempty"`                                              // each run among the played moves, and the single moves that it stands for
} //	@name	SolveAnswer

// solveQuestion is a decoded solve request.
type solveQuestion struct {
	request.Asked
	in SolveRequest
}

// Solve answers the JSON of a SolveRequest that arrived at some time.
//
//	@ID				solve
//	@Summary		Can this deal be won?
//	@Description	Returns a verdict: `winnable` with a solution that was replayed move by move, `unwinnable` with a certificate, or `unknown` with the reason.
//	@Description	Give `game` or `rules`, and `seed` or `deal`. With `moves`, the question is about the position after them; an illegal move is an error.
//	@Description	With `Prefer: respond-async` the answer is a job, which may take longer; `Location` is its address. If you repeat such a request within 24 hours with the same `Idempotency-Key`, no second job is made.
//	@Param			request					body		SolveRequest	true	"the question"
//	@Param			Prefer					header		string			false	"respond-async: answer with a job"
//	@Success		200						{object}	SolveAnswer
//	@Success		202						{object}	Job		"a job that will have the answer"
//	@Header			202						{string}	Location			"address of the job"
//	@Header			202						{string}	Preference-Applied	"respond-async"
//	@Header			202						{string}	Idempotent-Replayed	"true if an earlier request with the key has made the job"
//	@Failure		403,409	{object}	problem.Problem
//	@Router			/v1/solve [post]
func Solve(ctx context.Context, arrival time.Time, body []byte, judge reply.Judge, limits request.Limits) (SolveAnswer, error) {
	return reply.Ask(ctx, arrival, body, limits, decodeSolve(true), judge)
}

func (q *solveQuestion) Ask(ctx context.Context, judge reply.Judge) (SolveAnswer, error) {
	budget := q.Budget.Budget
	if !q.in.Solution && !budget.Objective.Optimizes() {
		budget.Objective = solver.FirstSolution
	}
	a, err := judge.Answer(ctx, q.Problem, budget, q.in.Fresh)
	if err != nil {
		return SolveAnswer{}, fmt.Errorf("solving deal %s: %w", q.Problem.ID(), err)
	}
	return q.answer(a), nil
}

// decodeSolve returns a decoder of requests that are answered at once. If a request does not say
// whether it wants a certificate, the parameter certificate decides.
func decodeSolve(certificate bool) reply.Decoder[*solveQuestion] {
	return func(ctx context.Context, body []byte, limits request.Limits) (*solveQuestion, error) {
		q, err := decodeLater(ctx, body, limits, certificate)
		if err == nil && q.in.Webhook.URL != "" {
			err = problem.Field("webhook", "needs the header Prefer: respond-async, which makes a job")
		}
		return q, err
	}
}

// Decoded requests are cached, because many clients send the same request. A cached request
// takes 5 KB. Without the cache, an answer from memory takes 180 microseconds of processor time
// instead of 100 (load cached of docs/research).
const (
	mostDecoded    = 1000
	longestDecoded = 1 << 10 // bytes of a cached request
)

// cacheDecoded returns a decodeSolve(true) that caches decoded requests by their bytes.
func cacheDecoded() reply.Decoder[*solveQuestion] {
	decode, cache := decodeSolve(true), expirable.NewLRU[string, solveQuestion](mostDecoded, nil, 0)
	return func(ctx context.Context, body []byte, limits request.Limits) (*solveQuestion, error) {
		if q, found := cache.Get(string(body)); found {
			return &q, nil
		}
		q, err := decode(ctx, body, limits)
		// A request with fresh is not cached, because it depends on the client whether fresh is
		// allowed.
		if err == nil && len(body) <= longestDecoded && !q.in.Fresh {
			kept := *q
			kept.Warnings = slices.Clip(kept.Warnings)
			cache.Add(string(body), kept)
		}
		return q, err
	}
}

// decodeLater reads a SolveRequest that may be answered later. It checks the rights of the
// context's client.
func decodeLater(ctx context.Context, body []byte, limits request.Limits, certificate bool) (*solveQuestion, error) {
	q, err := readSolve(body, limits, certificate)
	if err == nil && q.in.Fresh {
		err = middleware.MayAskFresh(ctx)
	}
	return q, err
}

// readSolve reads a SolveRequest without checking the client's rights.
func readSolve(body []byte, limits request.Limits, certificate bool) (*solveQuestion, error) {
	q := &solveQuestion{}
	in := &q.in
	in.DeadlineMS, in.Certificate = limits.DefaultDeadline.Milliseconds(), certificate
	err := q.Decode(body, in, &in.DealFields, func(node *strict.Node, _ bool) {
		q.Budget = limits.Budget(node, in.DeadlineMS, in.States)
		q.SetMoves(node, &in.TextFields, in.Moves)
		q.CheckDialect(node, "solution_format", in.SolutionFormat, in.Solution)
		if in.Objective != "any" {
			q.Objective = solver.Objective(in.Objective)
		}
	})
	in.DealFields, in.PlayedFields = request.DealFields{}, request.PlayedFields{} // the document is read
	return q, err
}

// Asked returns the problem that the JSON of a SolveRequest asks about.
func Asked(body []byte) (*solver.Problem, error) {
	q, err := readSolve(body, request.Limits{}, true)
	if err != nil {
		return nil, err
	}
	return q.Problem, nil
}

// answer renders an answer.
func (q *solveQuestion) answer(a solver.Answer) SolveAnswer {
	p := q.Problem
	out := SolveAnswer{
		ID:      p.ID(),
		Game:    reply.OrNull(q.Game),
		Verdict: a.Verdict,
		Because: reply.OrNull(a.Reason),
		Search: reply.Search{
			Engine: a.Engine, States: a.States, ElapsedMS: reply.Milliseconds(a.Elapsed), ShorteningMS: reply.Milliseconds(a.Shortening),
		},
		Source:   a.Source,
		Warnings: reply.List(q.Warnings),
	}
	if a.Unreported {
		out.Warnings = append(out.Warnings, "search: the time ended before the search reported its engine, states and time")
	}
	if a.Source == solver.FromRelative {
		out.Origin = &a.Origin
	}
	if a.Verdict == solver.Winnable && q.in.Solution {
		moves := p.ToAsked(a.Solution)
		out.Solution = reply.NewSolution(moves)
		out.Solution.ProvenShortest = a.Shortest()
		out.Warnings = append(out.Warnings, q.bound(out.Solution, a.Bound)...)
		if q.in.SolutionFormat != "" {
			asked := p.Asked()
			text, err := notation.WriteMoves(q.in.SolutionFormat, p.Rules(), &asked, moves)
			if err != nil {
				out.Warnings = append(out.Warnings, "solution_format: "+err.Error())
			}
			out.Solution.Text = text
		}
	}
	if a.Verdict == solver.Unwinnable && q.in.Certificate {
		out.Certificate = certify(p, &a)
	}
	if q.Seed != nil {
		out.Seed = q.Seed.String()
	}
	out.Position, out.Expanded = q.Echo(), request.Expanded(q.Played.Steps)
	return out
}

// bound sets what is proven about the length of a solution. If nothing is proven, it returns a
// warning.
func (q *solveQuestion) bound(s *reply.Solution, bound int) (warnings []string) {
	switch {
	case !q.Objective.Optimizes():
		return nil
	case bound == 0 && s.Length > 0:
		return []string{fmt.Sprintf("objective: no search for a %s solution, because the game does not support it or time ran out; the solution was only shortened", q.Objective)}
	case q.Objective == solver.ShortestSolution:
		s.LowerBound = &bound
	}
	return nil
}

// AppendJSON appends the answer as encoding/json writes it. For the moves of a solution,
// encoding/json would take longer than the look-up of a stored verdict. So it writes null in their
// place, and AppendJSON writes the moves. The first "moves":null belongs to the solution: fields before
// it have no moves and no raw JSON, and encoding/json escapes the quotes in a string.
func (a SolveAnswer) AppendJSON(to []byte) []byte {
	type plain SolveAnswer // has no AppendJSON
	solution := a.Solution
	if solution == nil {
		return append(to, compact(plain(a))...)
	}
	brief := *solution
	brief.Moves, a.Solution = nil, &brief
	before, after, _ := bytes.Cut(compact(plain(a)), []byte(`"moves":null`))
	to = slices.Grow(to, len(before)+len(after)+100*len(solution.Moves))
	to = append(append(to, before...), `"moves":[`...)
	for i, m := range solution.Moves {
		if i > 0 {
			to = append(to, ',')
		}
		to = m.AppendJSON(to)
	}
	return append(append(to, ']'), after...)
}

// compact returns the JSON of a value without a line feed.
func compact(value any) []byte { return bytes.TrimSuffix(reply.JSON(value), []byte{'\n'}) }
