package deals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// DifficultyRequest asks how difficult a deal is.
type DifficultyRequest struct {
	request.DealFields
	DeadlineMS int64 `json:"deadline_ms,omitempty" minimum:"1" default:"10000" example:"5000"` // milliseconds from arrival to the answer, including waiting
} //	@name	DifficultyRequest

// DifficultyAnswer is how difficult a deal is.
type DifficultyAnswer struct {
	ID         solver.ID             `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"`                          // permanent; the same rules and cards have the same id
	Game       *string               `json:"game" example:"klondike" extensions:"x-nullable"`                                               // name of the game; null if rules were given
	Verdict    solver.Verdict        `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // only winnable deals have a difficulty
	Because    *solver.Reason        `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Grade      *string               `json:"grade" enums:"easy,medium,hard,expert" extensions:"x-nullable"`                                 // quarter of the game's winnable deals, by score; null if the game has no grades, without a score, and in the middle of a game
	Score      *float64              `json:"score" example:"4.25" extensions:"x-nullable"`                                                  // comparable among deals of one game; null if the deal is not proven winnable, or could not be measured in time
	Measure    *difficulty.Method    `json:"measure" swaggertype:"string" enums:"line-and-players,cards-left" extensions:"x-nullable"`      // how the score was measured; null without a score
	Length     *int                  `json:"length" example:"112" extensions:"x-nullable"`                                                  // of the solution, redeals not counted; there may be shorter ones
	Redeals    *int                  `json:"redeals" example:"4" extensions:"x-nullable"`                                                   // of the solution, beside its length
	Components *DifficultyComponents `json:"components" extensions:"x-nullable"`                                                            // null without a score
	Warnings   []string              `json:"warnings"`                                                                                      // what differs from the request
	Position   json.RawMessage       `json:"position,omitempty"`                                                                            // the deal as understood, if one was given
} //	@name	DifficultyAnswer

// Measurer has the parts of the service that measure a deal.
type Measurer struct {
	Judge   reply.Judge
	Engines reply.Engines
}

// Difficulty answers the JSON of a DifficultyRequest that arrived at some time.
//
//	@ID				difficulty
//	@Summary		How difficult is this deal?
//	@Description	Solves the deal and measures how hard it is to win, along the solution that a search of 100,000 states finds (of more in Spider, Golf, Black Hole and TriPeaks). `winnable-deals` is measured in the same way, so a deal has the same score and grade there, and on every server of one version.
//	@Description	`measure` names what is measured: `line-and-players` judges the moves along the solution and has players play the deal; `cards-left` counts the cards that a player leaves.
//	@Description	Give `game` or `rules`, and `seed` or `deal`.
//	@Param			request				body		DifficultyRequest	true	"the deal"
//	@Success		200					{object}	DifficultyAnswer
//	@Router			/v1/difficulty [post]
func Difficulty(ctx context.Context, arrival time.Time, body []byte, m Measurer, limits request.Limits) (DifficultyAnswer, error) {
	return reply.Ask(ctx, arrival, body, limits, decodeDifficulty, m)
}

// difficultyQuestion is a decoded difficulty request.
type difficultyQuestion struct{ request.Asked }

func decodeDifficulty(_ context.Context, body []byte, limits request.Limits) (*difficultyQuestion, error) {
	in := DifficultyRequest{DeadlineMS: limits.DefaultDeadline.Milliseconds()}
	q := &difficultyQuestion{}
	return q, q.Decode(body, &in, &in.DealFields, func(node *strict.Node, _ bool) {
		q.Budget = limits.Budget(node, in.DeadlineMS, 0)
	})
}

// Ask gets the verdict first, which may be stored. Then it measures a deal that can be won.
func (q *difficultyQuestion) Ask(ctx context.Context, m Measurer) (DifficultyAnswer, error) {
	p := q.Problem
	verdict, err := m.Judge.Answer(ctx, p, q.Budget.Budget, false)
	if err != nil {
		return DifficultyAnswer{}, fmt.Errorf("solving deal %s: %w", p.ID(), err)
	}
	out := DifficultyAnswer{
		ID: p.ID(), Game: reply.OrNull(q.Game), Verdict: verdict.Verdict, Because: reply.OrNull(verdict.Reason),
		Warnings: reply.List(q.Warnings), Position: q.Echo(),
	}
	if verdict.Verdict != solver.Winnable {
		return out, nil
	}
	out.Length, out.Redeals = reply.LengthOf(verdict.Solution)
	return out, q.measure(ctx, m.Engines, verdict.Solution, &out)
}

// measuredDeal is the difficulty of a deal. It also says whether the fixed budget sufficed to find
// the line along which the difficulty was measured.
type measuredDeal struct {
	difficulty   difficulty.Difficulty
	withinBudget bool
	err          error
}

// measure measures the difficulty along the line that an engine finds with the fixed budget. If
// that budget is too small, it uses the known line.
func (q *difficultyQuestion) measure(ctx context.Context, engines reply.Engines, known []game.Move, out *DifficultyAnswer) error {
	p, method := q.Problem, difficulty.MethodOf(q.Game)
	done := make(chan measuredDeal, 1)
	err := engines.Do(ctx, p, func(clock *solver.Clock, e solver.Engine) {
		line, withinBudget := known, false
		found := e.Solve(clock, p, solver.Budget{States: difficulty.StatesOf(q.Game)})
		if err := found.Verify(p); err != nil {
			done <- measuredDeal{err: err}
			return
		}
		if found.Verdict == solver.Winnable {
			line, withinBudget = found.Solution, true
		}
		d, err := method.Measure(clock, e, p, line)
		if clock.StopReason() != solver.NoReason {
			err = context.DeadlineExceeded
		}
		done <- measuredDeal{d, withinBudget, err}
	})
	var got measuredDeal
	if err == nil {
		got = <-done
		err = got.err
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		out.Warnings = append(out.Warnings, "deadline: the difficulty was not measured in time; give a longer deadline_ms")
		return nil
	case err != nil:
		return fmt.Errorf("measuring the difficulty of deal %s: %w", p.ID(), err)
	}
	d := got.difficulty
	if !got.withinBudget {
		out.Warnings = append(out.Warnings, fmt.Sprintf("score: measured along a stored solution, because a search of %d states finds none; other servers may have another solution", difficulty.StatesOf(q.Game)))
	}
	out.Components = &DifficultyComponents{d.Line, d.Left}
	out.Score, out.Measure, out.Length, out.Redeals = &d.Score, &d.Method, &d.Length, &d.Redeals
	if grade, graded := d.Grade(q.Game); graded {
		if q.isWholeDeal() {
			out.Grade = new(string(grade))
		} else {
			out.Warnings = append(out.Warnings, "grade: null in the middle of a game; grades compare whole deals")
		}
	}
	return nil
}

// isWholeDeal reports whether the position is the start of a game. It compares each place with a
// numbered deal: the number of cards, and the number of face-down cards.
func (q *difficultyQuestion) isWholeDeal() bool {
	if q.Seed != nil {
		return true
	}
	dealt, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&q.Rules)
	return err == nil && dealt.SameShape(&q.Position)
}
