package solver

import (
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Verdict answers the question whether a position can be won.
type Verdict string

// The verdicts.
const (
	Winnable   Verdict = "winnable"
	Unwinnable Verdict = "unwinnable"
	Unknown    Verdict = "unknown"
)

// Proven reports whether the verdict is not Unknown.
func (v Verdict) Proven() bool { return v == Winnable || v == Unwinnable }

// Reason says why a verdict is Unknown.
type Reason string

// The reasons.
const (
	NoReason  Reason = ""          // the verdict is known
	Deadline  Reason = "deadline"  // time is up
	States    Reason = "states"    // budget of states is spent
	Memory    Reason = "memory"    // the search outgrew its memory
	Cancelled Reason = "cancelled" // the caller has left, or the service stops
)

// Result is what an engine found.
type Result struct {
	Verdict  Verdict
	Reason   Reason
	Solution []game.Move // with Winnable: the moves from the canonical position
	Bound    int         // no solution has fewer moves, as game.Length counts; 0 if unknown
	Engine   string      // which engine gave the verdict
	States   int64       // positions searched, in all phases together
	Passes   []Pass      // with Unwinnable: the complete searches that together prove it

	// Certificate is, with Unwinnable, a proof about the canonical position that a person
	// can check; nil if none was found. Records do not keep it.
	Certificate *Certificate
}

// Pass is a complete search that is part of a proof.
type Pass struct {
	Name   string `json:"name" example:"klondike"` // engine, and what it searched if not the problem itself
	States int64  `json:"states" example:"4123"`   // positions visited; 0 for a proof without search
} //	@name	CertificatePass

// Source says where an answer came from.
type Source string

// The sources.
const (
	FromSearch Source = "search" // searched for this question
	FromCache  Source = "cache"  // from the cache
	FromStore  Source = "store"  // from the store

	FromRelative Source = "inferred" // inferred from a stored verdict of a related game
)

// Answer is a verified result and where it came from.
type Answer struct {
	Result
	Elapsed    time.Duration // time of the search, now or earlier, without waiting; the processor time if the verdict is Unknown and stored
	Shortening time.Duration // time spent on a shorter solution until now
	Rough      bool          // as in Record
	Unreported bool          // the figures of the search are missing, because it reported too late
	Source     Source
	Origin     Origin // with FromRelative: the problem it was inferred from
}

// Origin is a problem of a related game with the same cards: winnable under stronger rules,
// or unwinnable under weaker ones.
type Origin struct {
	Game string `json:"game" example:"klondike-draw-6"`                                       // name of the game
	ID   ID     `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // of the problem
} //	@name	Origin

// BadSolution reports that the referee rejects a solution from an engine, a cache or a store. It is
// an internal error, never a verdict.
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

// Shortest reports whether the solution is proven to be the shortest.
func (r *Result) Shortest() bool { return r.Verdict == Winnable && game.Length(r.Solution) <= r.Bound }

// Verify makes the referee replay the solution of a Winnable result; its error is a
// *BadSolution. Other results have nothing to replay.
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
