package reply

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Judge finds the verdicts of problems.
type Judge interface {
	// Answer returns the verdict on a problem. Unless fresh is set, it may be a stored verdict.
	// Otherwise Answer searches within the budget and the deadline of the context. The solution was
	// replayed and fits the canonical position. If the budget is spent, the verdict is unknown and
	// there is no error. The behaviour of an error decides which problem the client gets (package
	// problem).
	Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error)
}

// Engines lends engines.
type Engines interface {
	// Do runs a task with an engine for a problem. The task may use the engine until it returns. If
	// the context ends first, Do returns the error of the context, and the task may return later.
	// Other errors have the same behaviour as the errors of Judge.Answer.
	Do(ctx context.Context, p *solver.Problem, task func(*solver.Clock, solver.Engine)) error
}

// Solution is every action of a player at the table to win.
type Solution struct {
	Length         int         `json:"length" example:"112"`                // moves, redeals not counted
	Redeals        int         `json:"redeals" example:"4"`                 // redeals; with length, all entries of moves
	Moves          []game.Move `json:"moves"`                               // in order
	Text           string      `json:"text,omitempty"`                      // the moves in solution_format, if requested
	ProvenShortest bool        `json:"proven_shortest"`                     // whether it is proven that no solution is shorter
	LowerBound     *int        `json:"lower_bound" extensions:"x-nullable"` // for objective shortest: no solution has fewer moves; null if not requested or not known
} //	@name	Solution

// NewSolution returns the solution with these moves.
func NewSolution(moves []game.Move) *Solution {
	return &Solution{Length: game.Length(moves), Redeals: game.Redeals(moves), Moves: List(moves)}
}

// LengthOf returns the length and the redeals of a line of play. Both are nil, which is null in
// JSON, without a line.
func LengthOf(moves []game.Move) (length, redeals *int) {
	return new(game.Length(moves)), new(game.Redeals(moves))
}

// Search is the cost of finding the verdict, now or earlier.
type Search struct {
	Engine       string  `json:"engine" example:"search"`     // engine that found the verdict; empty if nothing was searched or it is not known
	States       int64   `json:"states" example:"4123"`       // positions visited, with those for a shorter solution
	ElapsedMS    float64 `json:"elapsed_ms" example:"1.9"`    // milliseconds spent searching
	ShorteningMS float64 `json:"shortening_ms" example:"0.4"` // milliseconds spent on a shorter solution
} //	@name	Search
