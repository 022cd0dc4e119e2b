package accordion

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// exhaust searches completely, with the given number of states or, with 0, without a limit. It
// reports whether the row can be won, with the steps in e.path; false is a proof unless e.over is
// set.
func (e *Engine) exhaust(states int64) bool {
	words, _ := e.arena.Take()
	e.seen = memory.NewSet[memory.Pair](words)
	e.begin(states)
	won := e.exhaustRow()
	e.arena.Done(e.seen.Touched())
	return won
}

func (e *Engine) exhaustRow() bool {
	w := e.row
	if len(w.cards) <= graphSize {
		s := newGraph(w)
		return e.exhaustGraph(&s)
	}
	if e.techniques.Pieces && !w.connected() || !e.seen.Add(w.key()) || !e.spend() {
		return false
	}
	first := len(e.listed)
	e.listed = w.steps(e.listed)
	for i := first; i < len(e.listed); i++ {
		m := e.listed[i]
		w.do(&m)
		e.path = append(e.path, m)
		if e.exhaustRow() {
			return true
		}
		if e.over {
			return false
		}
		e.path = e.path[:len(e.path)-1]
		w.undo(&m)
	}
	e.listed = e.listed[:first]
	return false
}

func (e *Engine) exhaustGraph(s *graph) bool {
	if s.piles == 1 {
		return true
	}
	if e.techniques.Pieces && !s.connected() || !e.seen.Add(s.key()) || !e.spend() {
		return false
	}
	for i := range s.piles {
		for targets := s.related[i] & e.targets[i]; targets != 0; targets &= targets - 1 {
			j := bits.TrailingZeros16(targets)
			next := s.after(i, j)
			e.path = append(e.path, step{from: uint8(i), to: uint8(j)})
			if e.exhaustGraph(&next) {
				return true
			}
			if e.over {
				return false
			}
			e.path = e.path[:len(e.path)-1]
		}
	}
	return false
}
