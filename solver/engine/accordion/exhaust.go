package accordion

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// exhaust searches completely, for so many states or, with 0, without a bound. It
// reports whether the row can be won, if it was not over before; if so the path is the
// way.
func (e *Engine) exhaust(states int64) bool {
	memory, _ := e.arena.Take()
	e.seen = transposition.NewSet[transposition.Pair](memory)
	e.begin(states)
	won := e.exhaustRow()
	e.arena.Done(e.seen.Touched())
	return won
}

// exhaustRow searches on from a row of cards.
func (e *Engine) exhaustRow() bool {
	w := e.row
	if len(w.cards) <= webSize {
		s := newWeb(w)
		return e.exhaustWeb(&s)
	}
	if e.techniques.Pieces && !w.inOnePiece() || !e.seen.Add(w.key()) || !e.spend() {
		return false
	}
	first := len(e.listed)
	e.listed = w.steps(e.listed)
	e.unlooked += (len(e.listed) - first) / stepsOfState
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

// exhaustWeb searches on from a web.
func (e *Engine) exhaustWeb(s *web) bool {
	if s.piles == 1 {
		return true
	}
	if e.techniques.Pieces && !s.inOnePiece() || !e.seen.Add(s.key()) || !e.spend() {
		return false
	}
	for i := range s.piles {
		for targets := s.related[i] & e.targets[i]; targets != 0; targets &= targets - 1 {
			j := bits.TrailingZeros16(targets)
			next := s.after(i, j)
			e.path = append(e.path, step{from: uint8(i), to: uint8(j)})
			if e.exhaustWeb(&next) {
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
