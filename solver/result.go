package solver

import (
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// Verdict is the answer to the question whether a position can be won.
type Verdict string

// The verdicts.
const (
	Winnable   Verdict = "winnable"
	Unwinnable Verdict = "unwinnable"
	Unknown    Verdict = "unknown"
)

// Reason is why a verdict is Unknown.
type Reason string

// The reasons.
const (
	NoReason  Reason = ""          // the verdict is known
	Deadline  Reason = "deadline"  // the time was up
	States    Reason = "states"    // the budget of states was spent
	Memory    Reason = "memory"    // the search outgrew its memory
	Cancelled Reason = "cancelled" // whoever asked has left, or the service stops
)

// Result is what an engine found.
type Result struct {
	Verdict  Verdict
	Reason   Reason
	Solution []game.Move // with Winnable: the moves from the canonical position
	Bound    int         // no solution has fewer moves, as game.Length counts; 0 if nothing is known
	Engine   string      // which engine gave the verdict
	States   int64       // positions searched, in all phases together
	Passes   []Pass      // with Unwinnable: the complete searches that together prove it

	// Certificate is, with Unwinnable, a proof that a person can check, about the canonical
	// position; nil if none was found. Records do not keep it.
	Certificate *proof.Certificate
}

// Pass is a complete search, or another proof, that is a part of the proof that a
// problem can't be won.
type Pass struct {
	Name   string `json:"name"`   // the engine, and what it searched if that is not the problem itself
	States int64  `json:"states"` // positions searched in it; 0 for a proof without search
}

// Source is where an answer came from.
type Source string

// The sources.
const (
	FromSearch Source = "search" // searched for this question
	FromCache  Source = "cache"  // remembered near at hand
	FromStore  Source = "store"  // remembered for good

	FromRelative Source = "inferred" // from what is remembered of a related game
)

// Answer is a result that the referee has passed, and where it came from.
type Answer struct {
	Result
	Elapsed time.Duration // time spent searching, whenever that was; not waiting
	Source  Source
	Origin  Origin // with FromRelative: the problem that the answer was inferred from
}

// Origin is a problem of a related game, with the same cards, from whose verdict
// another one's follows.
type Origin struct {
	Game string // the catalogue's name of the game
	ID   ID
}

// BadSolution is the worst that can happen: an engine, a cache or a store gave a
// solution that the referee can't replay. It is never a verdict.
type BadSolution struct {
	Problem *Problem
	Engine  string
	Outcome game.Outcome
}

func (e *BadSolution) Error() string {
	fault := "it does not win"
	if !e.Outcome.Legal {
		fault = fmt.Sprintf("move %d is illegal: %s", e.Outcome.At, e.Outcome.Reason)
	}
	return fmt.Sprintf("the referee rejects a solution of %s by %s: %s; the problem: %s",
		e.Problem.ID(), e.Engine, fault, e.Problem.Text())
}

// Shortest tells whether the solution is proven to be the shortest.
func (r *Result) Shortest() bool { return r.Verdict == Winnable && game.Length(r.Solution) <= r.Bound }

// Verify has the referee pass a result; the error, if any, is a *BadSolution. A
// result that is not Winnable has nothing to replay.
func (r *Result) Verify(p *Problem) error {
	if r.Verdict != Winnable {
		return nil
	}
	outcome := p.Replay(r.Solution)
	if !outcome.Legal || !outcome.Won {
		return &BadSolution{p, r.Engine, outcome}
	}
	return nil
}
