package covered

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// longest is the length from which on no shorter line is looked for: turns of the stock are
// counted in a byte.
const longest = 250

// Shortest looks for solutions shorter than line, which is one, until it has a shortest one or
// the budget is spent. Where cards are played to the waste, that is a solution which leaves the
// most cards in the stock. [Handles] must accept the problem.
//
// The complete search runs again and again, each time for lines of a bounded length, and halves
// the lengths that are still possible. Bound is the proven lower bound of the length.
func (e *Engine) Shortest(ctx context.Context, p *solver.Problem, line []game.Move, b solver.Budget) solver.Result {
	e.begin(ctx, p, b)
	defer e.rest()
	e.board.counts = !e.board.rules.ToWaste
	r := solver.Result{Verdict: solver.Winnable, Engine: Name, Solution: line, Bound: e.board.least(&e.start)}
	for length := game.Length(line); r.Bound < length && length <= longest; {
		e.limit = (r.Bound + length) / 2
		verdict, reason := e.search(e.start)
		r.States = e.states
		switch verdict {
		case solver.Winnable:
			r.Solution = e.board.toMoves(e.start, e.path)
			length = game.Length(r.Solution)
		case solver.Unwinnable:
			r.Bound = e.limit + 1
		default:
			r.Reason = reason
			return r
		}
	}
	return r
}

// tooLong reports whether every line through a state is longer than the limit.
func (e *Engine) tooLong(s *state) bool {
	return e.limit > 0 && e.board.made(&e.start, s)+e.board.least(s) > e.limit
}

// made returns how many moves led from the start to a state.
func (b *board) made(start, s *state) int {
	gone := s.gone.minus(start.gone)
	if b.rules.ToWaste {
		turned := int(s.turned) - int(start.turned)
		return gone.size() + (turned+b.draw-1)/b.draw
	}
	alone := b.singles(gone)
	return alone + (gone.size()-alone)/2 + int(s.turns)
}

// least returns a lower bound of the moves from a state to a win. Cards that must go are
// those of the rows, or all. With pairs, the cards of two ranks take at least as many
// removals as there are of the more frequent one.
func (b *board) least(s *state) int {
	must := b.rest
	if b.rules.All {
		must = b.all
	}
	must = must.minus(s.gone)
	if b.rules.ToWaste {
		return must.size()
	}
	n := b.singles(must)
	for rank := 1; 2*rank <= b.rules.PairSum; rank++ {
		count := must.and(b.ofRank[rank]).size()
		switch other := b.rules.PairSum - rank; {
		case other == rank:
			n += (count + 1) / 2
		case other <= b.ranks:
			n += max(count, must.and(b.ofRank[other]).size())
		}
	}
	return n
}

// singles returns how many cards of a set go alone.
func (b *board) singles(s set) int {
	if b.rules.PairSum > b.ranks {
		return 0
	}
	return s.and(b.ofRank[b.rules.PairSum]).size()
}
