package player

import (
	"container/heap"
	"math"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Parameters of estimates.
const (
	estimated = 600 // positions that Estimate looks at, for all moves together
	ofRows    = 100 // the same in rows such as those of Gaps, where it takes six times as long to list moves
	perMove   = 0.1 // points that each move on the way to the best position costs
	wrongSuit = 1   // for each card in order on one of another suit, where suits go up as a whole
)

// Estimate returns for each legal move by how many points the move can bring the game nearer to a
// win. It serves hints where no verdict is known. The points measure the distance by which
// [Lookahead] plays. After each move, a best-first search looks for the best position; all searches
// together visit a few hundred positions. Each further move on the way costs a tenth of a point.
// Positions that can only be reached by taking the move back do not count. A negative number means
// that the move seems to lead away from a win. Estimate sees all cards, and proves nothing.
//
// If there are too many moves for a search after each, or if the clock ends, Estimate evaluates
// only the position after each move.
func Estimate(clock *solver.Clock, r *rules.Rules, p *deal.Position, moves []game.Move) []float64 {
	table := game.New(r, p)
	now, before := remaining(r, p), Key(r, p)
	near := make([]float64, len(moves))
	for i, m := range moves {
		table.Do(m)
		near[i] = float64(now - remaining(r, table.Table()))
		table.Undo()
	}
	positions := estimated
	if r.Sequences.Count > 0 {
		positions = ofRows
	}
	if 2*len(moves) > positions {
		return near
	}
	far := slices.Clone(near)
	for i, m := range moves {
		table.Do(m)
		further, ok := bestFrom(clock, r, table, before, now, positions/len(moves))
		table.Undo()
		if !ok {
			return near // moves that were searched could not be compared with the others
		}
		far[i] = max(far[i], further)
	}
	return far
}

// bestFrom returns the points of the best position among a number that a best-first search reaches
// from a table, without the table itself and the position that it comes from; false if the clock
// ends before. The table is left unchanged.
func bestFrom(clock *solver.Clock, r *rules.Rules, table *game.State, before uint64, now, positions int) (float64, bool) {
	at := table.Table()
	best := math.Inf(-1)
	seen := map[uint64]bool{before: true, Key(r, at): true}
	queue := nodes{{}}
	here := visit{table: table}
	defer here.to(nil)
	for n := 1; n < positions && len(queue) > 0; {
		from := heap.Pop(&queue).(*node)
		here.to(from.moves)
		for _, m := range table.Legal() {
			if clock.StopReason() != solver.NoReason {
				return 0, false
			}
			table.Do(m)
			if k := Key(r, at); !seen[k] {
				seen[k] = true
				n++
				next := &node{distance: remaining(r, at), moves: append(slices.Clip(from.moves), m), tie: uint64(n)}
				best = max(best, float64(now-next.distance)-perMove*float64(len(next.moves)))
				heap.Push(&queue, next)
			}
			table.Undo()
		}
	}
	return best, true
}

// remaining returns the estimated distance of a position from a win, in every game.
func remaining(r *rules.Rules, p *deal.Position) int {
	switch {
	case r.Foundations.CompleteOnly:
		return distance(r, p) + wrongSuit*mixed(r, p)
	case r.Foundations.Present:
		return distance(r, p)
	case r.Accordion.Size > 0:
		return notUp * len(p.Accordion)
	case r.Sequences.Count > 0:
		far := 0
		for _, row := range p.Sequences {
			far += notUp * (len(row) - 1 - game.InOrder(r, row))
		}
		return far
	case r.Rows.Shape != rules.NoRows:
		far := elsewhere * (len(p.Stock) + len(p.Waste))
		if !r.Rows.All {
			far = 0
		}
		for _, row := range p.Rows {
			far += notUp * card.Filled(row)
		}
		return far
	default:
		return notUp * (r.DeckSize() - score(r, p))
	}
}

// mixed returns how many cards lie in order on a card of another suit.
func mixed(r *rules.Rules, p *deal.Position) int {
	n := 0
	for _, c := range p.Tableau {
		for i := c.Down + 1; i < len(c.Cards); i++ {
			lower, upper := c.Cards[i-1], c.Cards[i]
			if deal.AboveBase(r, p.Base, lower) == deal.AboveBase(r, p.Base, upper)+1 && lower.Suit() != upper.Suit() {
				n++
			}
		}
	}
	return n
}
