package covered

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// longest is the length from which on no shorter line is looked for: turns of the stock are
// counted in a byte.
const longest = 250

// node is a state that the search for a shortest line has come to, and how.
type node struct {
	state  state
	parent uint32 // the node before it
	next   uint32 // the node below it in its list, 0 for none
	by     step   // what led here from the parent
}

// Shortest looks for solutions shorter than line until a shortest one is known or the budget is
// spent. line is a solution. In games that play cards to the waste, a shortest solution leaves the
// most cards in the stock. [Handles] must accept the problem.
//
// The search is A* (Hart, Nilsson & Raphael 1968), with the lower bound of least. The result's
// Bound is the proven lower bound of the length.
func (e *Engine) Shortest(clock *solver.Clock, p *solver.Problem, line []game.Move, b solver.Budget) solver.Result {
	e.begin(clock, p, b)
	defer e.rest()
	e.board.counts = !e.board.rules.ToWaste
	r := solver.Result{Verdict: solver.Winnable, Engine: Name, Solution: line}
	r.Bound, r.Reason = e.astar(min(game.Length(line), longest))
	r.States = e.meter.States
	if e.path != nil {
		r.Solution = e.board.toMoves(e.start, e.path)
	}
	return r
}

// astar looks for a shortest line of fewer moves than length, and keeps it as the path. It returns
// the proven lower bound of the length, and the reason if it had to stop.
func (e *Engine) astar(length int) (bound int, why solver.Reason) {
	b := e.board
	table, words := e.arena.Take()
	seen, nodes := memory.NewSet[memory.Pair](table), memory.View[node](words)[:1]
	defer func() { e.arena.Done(seen.Touched()) }()
	entered := func(s *state) bool { return seen.Has(s.key().Pair()) }
	var lists [longest + 1]uint32 // by the least length of a line through the node; the last one found first
	reach := func(s state, parent uint32, by step) {
		if through := b.made(&e.start, &s) + b.least(&s); through < length {
			nodes = append(nodes, node{s, parent, lists[through], by})
			lists[through] = uint32(len(nodes) - 1)
		}
	}
	reach(e.start, 0, step{})
	var steps []step
	for bound = b.least(&e.start); bound < length; {
		at := lists[bound]
		if at == 0 {
			bound++
			continue
		}
		n := nodes[at]
		lists[bound] = n.next
		if b.won(&n.state) {
			e.path = trace(nodes, at)
			return bound, solver.NoReason
		}
		if e.moreRedeals(n.state, entered) || !seen.Add(n.state.key().Pair()) {
			continue
		}
		if reason := e.meter.Spend(); reason != solver.NoReason {
			return bound, reason
		}
		if cap(nodes)-len(nodes) < mostSteps {
			return bound, solver.Memory
		}
		steps = b.steps(&n.state, steps[:0])
		for _, m := range steps {
			s, lost, reason := e.after(&n.state, m)
			if reason != solver.NoReason {
				return bound, reason
			}
			if !lost && !entered(&s) {
				reach(s, at, m)
			}
		}
	}
	return length, solver.NoReason
}

// trace returns the steps that led to a node.
func trace(nodes []node, at uint32) []step {
	var steps []step
	for ; at > 1; at = nodes[at].parent {
		steps = append(steps, nodes[at].by)
	}
	slices.Reverse(steps)
	return steps
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
