package covered

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// visit is a state on the path.
type visit struct {
	state state
	pin   memory.Pin
}

// mostSteps is an upper bound of the steps out of a state: a draw or a redeal, and pairs
// of two of at most eight cards a rank, for at most six and a half pairs of ranks.
const mostSteps = 1 + 7*8*8

// search searches depth first from a state, until a win is found or every state that can
// be reached was entered.
func (e *Engine) search(s state) (solver.Verdict, solver.Reason) {
	b := e.board
	e.path = nil
	table, words := e.arena.Take()
	seen, path := memory.NewTable(table), memory.NewPath[visit, step](words, 4)
	defer func() { e.arena.Done(seen.Touched()) }()
	switch lost, reason := e.relaxed(&s); {
	case reason != solver.NoReason:
		return solver.Unknown, reason
	case lost:
		return solver.Unwinnable, solver.NoReason
	}
	for {
		// Enter the state. If it is new, list the steps out of it.
		if b.won(&s) {
			e.path = path.Tried()
			return solver.Winnable, solver.NoReason
		}
		if !e.moreRedeals(s, func(more *state) bool { return seen.Has(more.key()) }) {
			switch pin, what := seen.Enter(s.key(), e.meter.States); what {
			case memory.Full:
				return solver.Unknown, solver.Memory
			case memory.Fresh:
				if reason := e.meter.Spend(); reason != solver.NoReason {
					return solver.Unknown, reason
				}
				if path.Full(mostSteps) {
					return solver.Unknown, solver.Memory
				}
				*path.Push() = visit{s, pin}
				path.Steps = b.steps(&s, path.Steps)
			}
		}
		// Find the next state: leave those whose steps are exhausted, and skip those that
		// are certainly lost.
		for lost := true; lost; {
			m, left := path.Next()
			if !left {
				seen.Unpin(path.Last().state.key(), path.Last().pin, e.meter.States)
				path.Pop()
				if path.Len() == 0 {
					return solver.Unwinnable, solver.NoReason
				}
				continue
			}
			var reason solver.Reason
			if s, lost, reason = e.after(&path.Last().state, m); reason != solver.NoReason {
				return solver.Unknown, reason
			}
		}
	}
}

// after makes a step, and reports whether the state that it leads to is certainly lost.
func (e *Engine) after(s *state, m step) (next state, lost bool, why solver.Reason) {
	next = e.board.after(*s, m)
	if m.kind == removal {
		lost, why = e.relaxed(&next)
	}
	return next, lost, why
}

// moreRedeals reports whether the same state with more redeals left was entered.
func (e *Engine) moreRedeals(s state, entered func(*state) bool) bool {
	if !e.board.limit || e.board.rules.ToWaste {
		return false
	}
	for more := s; int(more.left) < int(e.redeals); {
		more.left++
		if entered(&more) {
			return true
		}
	}
	return false
}
