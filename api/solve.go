package api

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"

	"github.com/maypok86/otter/v2"
)

// SolveRequest asks for a verdict.
type SolveRequest struct {
	Game           string                 `json:"game,omitempty" example:"klondike"`                                                // a game's name or alias; or give rules
	Rules          *request.RulesDocument `json:"rules,omitempty"`                                                                  // the rules of a game; or give game
	Seed           string                 `json:"seed,omitempty" example:"solvitaire:2"`                                            // a deal by number; or give deal
	Deal           json.RawMessage        `json:"deal,omitempty"`                                                                   // the cards, at the start of a game or in the middle, in JSON or as a text in some format; or give seed
	Format         string                 `json:"format,omitempty" enums:"fc-solve,pysol,klondike-solver"`                          // the format of a deal that is a text, as another program writes it
	DeadlineMS     int64                  `json:"deadline_ms,omitempty" minimum:"1" default:"10000" example:"5000"`                 // milliseconds from arrival in which to answer, waiting included
	States         int64                  `json:"states,omitempty" minimum:"1"`                                                     // positions that the search may visit; no bound but the server's if absent
	Solution       *bool                  `json:"solution,omitempty" default:"true"`                                                // whether to answer with the moves
	SolutionFormat string                 `json:"solution_format,omitempty" enums:"text,fc-solve,klondike-solver,minimal-klondike"` // write the moves as a text too: for people, or as another program does
	Objective      string                 `json:"objective,omitempty" enums:"any,short,shortest" default:"any"`                     // which solution to look for, after the verdict: any; a shorter one until the deadline; or the shortest, with a proof
	Fresh          bool                   `json:"fresh,omitempty" default:"false"`                                                  // search again, whatever is remembered of this problem or of related ones
} //	@name	SolveRequest

// SolveAnswer is a verdict.
type SolveAnswer struct {
	ID          solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"`                          // the problem's name for good: the same rules and cards have the same one
	Game        *string         `json:"game" example:"klondike" extensions:"x-nullable"`                                               // the catalogue's name of the game; null if rules were given
	Verdict     solver.Verdict  `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // whether the position can be won
	Because     *solver.Reason  `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Solution    *Solution       `json:"solution" extensions:"x-nullable"`                                                              // with winnable, unless the request said false
	Certificate *Certificate    `json:"certificate" extensions:"x-nullable"`                                                           // with unwinnable: why
	Search      Search          `json:"search"`
	Source      solver.Source   `json:"source" swaggertype:"string" enums:"search,cache,store,inferred"` // where the answer came from
	Origin      *Origin         `json:"inferred_from,omitempty"`                                         // with inferred: the problem whose verdict implies this one
	Warnings    []string        `json:"warnings"`                                                        // what was not done as the request asked
	Position    json.RawMessage `json:"position,omitempty"`                                              // the deal as it was understood, if one was given; the moves are moves of it
} //	@name	SolveAnswer

// Origin is a problem of a related game with the same cards: one with stronger
// rules, if it can be won, or with weaker rules, if it can't.
type Origin struct {
	Game string    `json:"game" example:"klondike-draw-6"`                                       // the catalogue's name of the game
	ID   solver.ID `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // of the problem
} //	@name	Origin

// Solution is what a person does at the table to win, nothing implied.
type Solution struct {
	Length         int         `json:"length" example:"112"`                // moves as people count them: every entry but redeals
	Moves          []game.Move `json:"moves"`                               // what to do, in order
	Text           string      `json:"text,omitempty"`                      // the moves in solution_format, if the request has one
	ProvenShortest bool        `json:"proven_shortest"`                     // whether it is known that no solution is shorter
	LowerBound     *int        `json:"lower_bound" extensions:"x-nullable"` // with shortest: no solution has fewer moves; null if that was not asked for, or nothing is known
} //	@name	Solution

// Search is what finding the verdict took, whenever that was.
type Search struct {
	Engine    string  `json:"engine" example:"search"`  // which engine found the verdict
	States    int64   `json:"states" example:"4123"`    // positions visited
	ElapsedMS float64 `json:"elapsed_ms" example:"1.9"` // milliseconds spent searching, not waiting
} //	@name	Search

// solveQuestion is a solve request as it was understood.
type solveQuestion struct {
	parsed
	solution bool
	dialect  string // in which the moves are written as a text too; empty for none
	fresh    bool
}

// objectives are the words for which solution to look for; the first is that of a
// Budget that says nothing.
var objectives = []string{"any", "short", "shortest"}

// postSolve answers POST /v1/solve.
//
//	@ID				solve
//	@Summary		Can this deal be won?
//	@Description	Answers with a verdict: `winnable` with a solution that has been replayed move by move, `unwinnable` with a certificate, or `unknown` and why.
//	@Description	Give `game` or `rules`, and `seed` or `deal`.
//	@Description	With `Prefer: respond-async` the answer is a job, which may take longer and is asked at its `Location`.
//	@Tags			verdicts
//	@Accept			json
//	@Produce		json,application/problem+json
//	@Param			request					body		SolveRequest	true	"the question"
//	@Param			Prefer					header		string			false	"respond-async: answer later"
//	@Success		200						{object}	SolveAnswer
//	@Success		202						{object}	Job		"the job that will answer"
//	@Header			202						{string}	Location			"where the job is"
//	@Header			202						{string}	Preference-Applied	"respond-async"
//	@Failure		400,413,415,500,503	{object}	problem.Problem
//	@Router			/v1/solve [post]
func postSolve(judge Judge, jobs Jobs, limits Limits) handler {
	return asking(limits, rememberSolve(), judge, acceptJob(jobs, limits))
}

// Solve lets a judge answer the JSON of a SolveRequest that arrived at some time.
func Solve(ctx context.Context, arrival time.Time, body []byte, judge Judge, limits Limits) (SolveAnswer, error) {
	return reply(ctx, arrival, body, limits, decodeSolve, judge)
}

func (q *solveQuestion) ask(ctx context.Context, judge Judge) (SolveAnswer, error) {
	a, err := judge.Answer(ctx, q.problem, q.Budget.Budget, q.fresh)
	if err != nil {
		return SolveAnswer{}, fmt.Errorf("solving %s: %w", q.problem.ID(), err)
	}
	return q.answer(a), nil
}

// The requests that were understood last are kept, with five kilobytes each. Many ask
// about the same deals, in the same words, and to understand them takes as long as to
// look the answer up and replay it.
const (
	mostSolves   = 1000
	longestSolve = 1 << 10 // bytes of a request that is kept
)

// rememberSolve returns a decodeSolve that remembers requests.
func rememberSolve() decoder[*solveQuestion] {
	known := otter.Must(&otter.Options[string, solveQuestion]{MaximumSize: mostSolves})
	return func(ctx context.Context, body []byte, limits Limits) (*solveQuestion, error) {
		if q, found := known.GetIfPresent(string(body)); found {
			return &q, nil
		}
		q, err := decodeSolve(ctx, body, limits)
		// Whether a fresh answer may be asked for depends on the client.
		if err == nil && len(body) <= longestSolve && !q.fresh {
			kept := *q
			kept.Warnings = slices.Clip(kept.Warnings)
			known.Set(string(body), kept)
		}
		return q, err
	}
}

// decodeSolve reads the JSON of a SolveRequest of the client of a context.
func decodeSolve(ctx context.Context, body []byte, limits Limits) (*solveQuestion, error) {
	q, err := readSolve(body, limits)
	if err == nil && q.fresh {
		err = middleware.MayAskFresh(ctx)
	}
	return q, err
}

// readSolve reads the JSON of a SolveRequest whose client may ask whatever it asks.
func readSolve(body []byte, limits Limits) (*solveQuestion, error) {
	node, fields, err := request.Object(body, "game", "rules", "seed", "deal", "format", "deadline_ms", "states",
		"solution", "solution_format", "objective", "fresh")
	if err != nil {
		return nil, err
	}
	q := &solveQuestion{solution: true}
	q.Question = request.DecodeQuestion(node, fields, deal.Decode)
	q.Budget = request.DecodeBudget(fields, limits.Limits, limits.DefaultDeadline)
	fields["solution"].Bool(&q.solution)
	before := node.ErrorCount()
	q.dialect = q.DecodeDialect(fields["solution_format"])
	if q.dialect != "" && !q.solution && node.ErrorCount() == before {
		fields["solution_format"].AddError("there is nothing to write where solution is false")
	}
	fields["fresh"].Bool(&q.fresh)
	if objective := request.DecodeWord(fields["objective"], objectives); objective != objectives[0] {
		q.Objective = solver.Objective(objective)
	}
	if err := node.Err(); err != nil {
		return nil, err
	}
	return q, q.pose()
}

// answer renders an answer in the words of the question.
func (q *solveQuestion) answer(a solver.Answer) SolveAnswer {
	p := q.problem
	out := SolveAnswer{
		ID:       p.ID(),
		Game:     orNull(q.Game),
		Verdict:  a.Verdict,
		Because:  orNull(a.Reason),
		Search:   Search{a.Engine, a.States, milliseconds(a.Elapsed)},
		Source:   a.Source,
		Warnings: list(q.Warnings),
	}
	if a.Source == solver.FromRelative {
		out.Origin = &Origin{a.Origin.Game, a.Origin.ID}
	}
	if a.Verdict == solver.Winnable && q.solution {
		moves := p.ToAsked(a.Solution)
		out.Solution = &Solution{Length: game.Length(moves), Moves: list(moves), ProvenShortest: a.Shortest()}
		out.Warnings = append(out.Warnings, q.bound(out.Solution, a.Bound)...)
		if q.dialect != "" {
			asked := p.Asked()
			text, err := notation.WriteMoves(q.dialect, p.Rules(), &asked, moves)
			if err != nil {
				out.Warnings = append(out.Warnings, "solution_format: "+err.Error())
			}
			out.Solution.Text = text
		}
	}
	if a.Verdict == solver.Unwinnable {
		out.Certificate = certify(p, &a)
	}
	out.Position = q.Echo(p)
	return out
}

// bound says what is proven of a solution's length, if that was asked for, or warns that
// nothing is.
func (q *solveQuestion) bound(s *Solution, bound int) (warnings []string) {
	switch {
	case !q.Objective.Optimizes():
		return nil
	case bound == 0 && s.Length > 0:
		return []string{fmt.Sprintf("objective: %s solutions are not searched for in this game, or there was no time for it; the solution was shortened a little", q.Objective)}
	case q.Objective == solver.ShortestSolution:
		s.LowerBound = &bound
	}
	return nil
}
