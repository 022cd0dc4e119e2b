package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// walker is a state and the path that led to it. Every search of this package walks on
// one.
type walker struct {
	state   *state
	path    []step // from the root to the state
	listed  []step // the steps out of one state
	relaxed relaxation
}

// make makes a step. It returns false if the path is full.
func (w *walker) make(m step) bool {
	if len(w.path) == cap(w.path) {
		return false
	}
	w.state.do(&m)
	w.path = append(w.path, m)
	return true
}

// settle makes the forced steps and scans the state. It returns false if the path is
// full.
func (w *walker) settle() bool {
	w.state.scan()
	for {
		m, ok := w.state.forced()
		if !ok {
			return true
		}
		if !w.make(m) {
			return false
		}
		w.state.scan()
	}
}

// back undoes steps until the path has the given length.
func (w *walker) back(length int) {
	for len(w.path) > length {
		last := len(w.path) - 1
		w.state.undo(&w.path[last])
		w.path = w.path[:last]
	}
}

// result returns the result of a search from a position. A win is the path to the
// present state. Finding nothing proves nothing if a streamliner is on.
func (w *walker) result(p *deal.Position, v solver.Verdict, because solver.Reason, states int64) solver.Result {
	c := w.state.c
	result := solver.Result{Verdict: v, Reason: because, Engine: Name, States: states}
	switch {
	case v == solver.Winnable:
		result.Solution = translate(c, p, shorten(c, p, w.path))
	case v == solver.Unwinnable && c.incomplete:
		result.Verdict, result.Reason = solver.Unknown, solver.NoReason
	}
	return result
}
