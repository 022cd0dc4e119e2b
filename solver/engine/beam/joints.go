package beam

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// In games like Spider, beams score the joints between the cards of a column: what matters is in
// which order they lie, and not how soon they go up. A step changes two joints, so the score of the
// state that it leads to costs little. Most of those states are too bad to be kept.

// joint returns the score of a card on another, or, with 0 for below, of the first card of a column.
func (w *scorer) joint(s *state.State, below, x state.Code) int32 {
	switch {
	case below == 0 && x>>2 == state.Code(s.C.Rules.MaxRank):
		return 0
	case below == 0:
		return w.base
	case below>>2 != x>>2+1:
		return w.broken
	case s.C.Above[x]&(1<<below) != 0:
		return w.joined
	default:
		return w.offSuit
	}
}

// jointUnder returns the score of card k of a column on the one under it.
func (w *scorer) jointUnder(s *state.State, column []state.Code, k int) int32 {
	if k == 0 {
		return w.joint(s, 0, column[0])
	}
	return w.joint(s, column[k-1], column[k])
}

// peekJoints is peek for games like Spider.
func (w *scorer) peekJoints(s *state.State, m *state.Step) (score int32, kind uint64) {
	score, kind = w.total, w.kind
	if m.From == state.AtStock {
		for i, x := range s.Talon.Cards[:m.N] {
			w.peekLay(s, i, x, &score, &kind)
		}
		return score, kind
	}
	i, column := int(m.I), s.Column(int(m.I))
	rest := len(column) - int(m.N)
	score -= w.jointUnder(s, column, rest)
	if head := s.Prefix[i*s.Stride+rest].Lo; rest == 0 {
		score -= w.space
		kind -= head
	} else if rest == int(s.Down[i]) {
		score -= w.down
		kind += s.TurnedUp(i, rest).Lo - head
	} else if column[rest-1]>>2 != column[rest]>>2+1 {
		kind += lastHead(s, i, rest) - head
	}
	w.peekLay(s, int(m.J), column[rest], &score, &kind)
	return score, kind
}

// peekLay adds to a score and a kind the changes from laying a card, or a group with this head, on
// column j.
func (w *scorer) peekLay(s *state.State, j int, x state.Code, score *int32, kind *uint64) {
	below, before := state.Code(0), state.EmptyColumn
	if n := int(s.Length[j]); n > 0 {
		below, before = s.Top(j), s.Prefix[j*s.Stride+n-1]
		if below>>2 != x>>2+1 {
			*kind -= lastHead(s, j, n)
		}
	} else {
		*score += w.space
	}
	*score += w.joint(s, below, x)
	if below>>2 != x>>2+1 {
		*kind += state.Extend(before, s.C.Class[x], false).Lo
	}
}

// peeked is the result of peek.
type peeked struct {
	score int32
	kind  uint64
}

// dropBad drops the listed steps whose scores are too bad, before their keys are computed. It sets
// peeked for the others.
func (f *beam) dropBad() {
	left := f.Listed[:0]
	f.peeked = f.peeked[:0]
	for _, m := range f.Listed {
		var p peeked
		if f.State.Quiet(&m) {
			if p.score, p.kind = f.scorer.peekJoints(f.State, &m); p.score >= f.tooBad.offered {
				f.discarded = true
				continue
			}
		}
		left, f.peeked = append(left, m), append(f.peeked, p)
	}
	f.Listed = left
}
