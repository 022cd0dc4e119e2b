package gaps

import (
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// deepen searches depth first from the start, with the given number of states or, with 0, without
// a limit. If it ends before the limit, its verdict is proven. Random numbers, if random is not
// nil, vary the order of steps.
func (e *Engine) deepen(states int64, random *rand.Rand) (solver.Verdict, solver.Reason) {
	table, words := e.arena.Take()
	b := e.start.clone()
	seen, path := memory.NewTable(table), memory.NewPath[memory.Pin, step](words, 2)
	defer func() { e.arena.Done(seen.Touched()) }()
	for first := e.meter.States; ; {
		// Enter the state. If it is new, list the steps out of it; if not, go back.
		if b.won() {
			e.path = path.Tried()
			return solver.Winnable, solver.NoReason
		}
		pin, what := seen.Enter(b.key, e.meter.States)
		switch what {
		case memory.Full:
			return solver.Unknown, solver.Memory
		case memory.Known:
			b.undo(path.By())
		case memory.Fresh:
			if states > 0 && e.meter.States-first == states {
				return solver.Unknown, solver.NoReason
			}
			if reason := e.meter.Spend(); reason != solver.NoReason {
				return solver.Unknown, reason
			}
			if path.Full(mostSteps) {
				return solver.Unknown, solver.Memory
			}
			*path.Push() = pin
			if first := len(path.Steps); !e.techniques.DeadEnds || !b.deadEnd() {
				path.Steps = b.steps(path.Steps)
				e.order(b, path.Steps[first:], random)
			}
		}
		// Leave the states whose steps are exhausted, and try the next step.
		m, left := path.Next()
		for ; !left; m, left = path.Next() {
			seen.Unpin(b.key, *path.Last(), e.meter.States)
			path.Pop()
			if path.Len() == 0 {
				return solver.Unwinnable, solver.NoReason
			}
			b.undo(path.By())
		}
		b.do(m)
	}
}

// order sorts steps, best last, by a heuristic: it is good to bring a card home, and bad to
// leave a gap that no card can fill, on the right of the highest rank or of another gap. Random
// numbers, if random is not nil, may overrule it.
func (e *Engine) order(b *board, steps []step, random *rand.Rand) {
	e.scores = e.scores[:0]
	for i, m := range steps {
		score := 0
		if b.bringsHome(m) {
			score++
		}
		if b.leavesDead(m) {
			score--
		}
		score *= homeBonus
		if random != nil {
			score += random.IntN(2 * homeBonus)
		}
		at := i
		e.scores = append(e.scores, score)
		for ; at > 0 && e.scores[at-1] >= score; at-- {
			steps[at], e.scores[at] = steps[at-1], e.scores[at-1]
		}
		steps[at], e.scores[at] = m, score
	}
}

// homeBonus is the weight of the heuristic; random numbers are less than twice as much.
const homeBonus = 32

// bringsHome reports whether a step continues a row that is in order from its start.
func (b *board) bringsHome(m step) bool {
	if int(b.card[m.card].Rank()) != int(b.column[m.to])+2 {
		return false
	}
	for at := m.to; b.column[at] > 0; {
		at--
		if c := b.at[at]; c == none || int(b.card[c].Rank()) != int(b.column[at])+2 {
			return false
		}
	}
	return true
}

// leavesDead reports whether no card can be laid from the left into the gap that a step leaves.
func (b *board) leavesDead(m step) bool {
	if b.column[m.from] == 0 {
		return false
	}
	beside := b.at[m.from-1]
	if m.from-1 == m.to {
		beside = m.card
	}
	return beside == none || int(b.card[beside].Rank()) == b.width
}
