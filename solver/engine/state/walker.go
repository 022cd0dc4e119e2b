package state

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// Walker is a state and the path that led to it. Searches with states embed a Walker.
type Walker struct {
	State  *State
	Path   []Step // from the root to the state
	Listed []Step // the steps out of one state
}

// Make makes a step. It returns false if the path is full.
func (w *Walker) Make(m Step) bool {
	if len(w.Path) == cap(w.Path) {
		return false
	}
	w.State.Do(&m)
	w.Path = append(w.Path, m)
	return true
}

// Settle makes the forced steps and scans the state. It returns false if the path is
// full.
func (w *Walker) Settle() bool {
	w.State.Scan()
	for {
		m, ok := w.State.Forced()
		if !ok {
			return true
		}
		if !w.Make(m) {
			return false
		}
		w.State.Scan()
	}
}

// BackTo undoes steps until the path has the given length.
func (w *Walker) BackTo(length int) {
	for len(w.Path) > length {
		last := len(w.Path) - 1
		w.State.Undo(&w.Path[last])
		w.Path = w.Path[:last]
	}
}

// Result returns the result of an engine's search from position p, with verdict v. If p is
// winnable, the path to the present state is the solution. If a streamliner is on, unwinnable
// becomes unknown.
func (w *Walker) Result(
	engine string, p *deal.Position, v solver.Verdict, because solver.Reason, states int64,
) solver.Result {
	c := w.State.C
	result := solver.Result{Verdict: v, Reason: because, Engine: engine, States: states}
	switch {
	case v == solver.Winnable:
		result.Solution = Translate(c, p, Shorten(c, p, w.Path))
	case v == solver.Unwinnable && c.Incomplete:
		result.Verdict, result.Reason = solver.Unknown, solver.NoReason
	}
	return result
}
