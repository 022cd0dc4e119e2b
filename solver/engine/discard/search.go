package discard

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// visit is a state on the path.
type visit struct {
	key   memory.Key
	pin   memory.Pin
	state state
}

// search searches depth first from a state, until a win is found or every state that can
// be reached was entered.
func (e *Engine) search(s state) (solver.Verdict, solver.Reason) {
	b := e.board
	table, words := e.arena.Take()
	seen, path := memory.NewTable(table), memory.NewPath[visit, step](words, 8)
	defer func() { e.arena.Done(seen.Touched()) }()
	before := relaxation{board: b}
	for {
		// Enter the state. If it is new, list the steps out of it.
		if b.won(&s) {
			e.path = path.Tried()
			return solver.Winnable, solver.NoReason
		}
		key := b.key(&s)
		switch pin, what := seen.Enter(key, e.meter.States); what {
		case memory.Full:
			return solver.Unknown, solver.Memory
		case memory.Fresh:
			if reason := e.meter.Spend(); reason != solver.NoReason {
				return solver.Unknown, reason
			}
			if path.Full(2 + 2*b.columns*b.columns) { // pairs of columns, and ways from one to another
				return solver.Unknown, solver.Memory
			}
			*path.Push() = visit{key, pin, s}
			if !e.techniques.Relaxed || !before.lost(&s) {
				path.Steps = e.list(&s, path.Steps)
			}
		}
		// Find the next state: leave those whose steps are exhausted.
		m, left := path.Next()
		for ; !left; m, left = path.Next() {
			seen.Unpin(path.Last().key, path.Last().pin, e.meter.States)
			path.Pop()
			if path.Len() == 0 {
				return solver.Unwinnable, solver.NoReason
			}
		}
		s = b.after(path.Last().state, m)
	}
}

// list appends the steps out of a state: one if it can be made before all others.
func (e *Engine) list(s *state, to []step) []step {
	if e.techniques.AtOnce {
		if m, ok := e.board.atOnce(s); ok {
			return append(to, m)
		}
	}
	return e.board.steps(s, to)
}
