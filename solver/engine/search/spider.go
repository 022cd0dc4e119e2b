package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// In games like Spider, beams score the joints between the cards of a column: what matters is in
// which order they lie, and not how soon they go up. A step changes two joints, so the score of the
// state that it leads to costs little. Most of those states are too bad to be kept.

// LikeSpider reports whether a game is like Spider: it has only columns, foundations that begin with
// the ace and maybe a stock that is dealt to the columns; it is built in any suit, and moved in
// groups of one suit.
func LikeSpider(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Foundations.Present && r.Foundations.Base == card.Ace && !r.Foundations.Removable &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Reserve.Size == 0 &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToTableau) &&
		t.Count > 1 && !t.UpOrDown && !t.Freeze && t.Packets == 0 &&
		t.Build == rules.AnySuit && t.Groups == rules.GroupsYes && t.GroupPolicy == rules.SameSuit &&
		(t.Spaces == rules.SpacesAny || t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone)
}

// joint returns the score of a card on another, or, with 0 for below, of the first card of a column.
func (w *scorer) joint(s *state, below, x code) int32 {
	switch {
	case below == 0 && x>>2 == code(s.c.rules.MaxRank):
		return 0
	case below == 0:
		return w.base
	case below>>2 != x>>2+1:
		return w.broken
	case s.c.above[x]&(1<<below) != 0:
		return w.joined
	default:
		return w.offSuit
	}
}

// jointUnder returns the score of card k of a column on the one under it.
func (w *scorer) jointUnder(s *state, column []code, k int) int32 {
	if k == 0 {
		return w.joint(s, 0, column[0])
	}
	return w.joint(s, column[k-1], column[k])
}

// peekJoints is peek for games like Spider.
func (w *scorer) peekJoints(s *state, m *step) (score int32, kind uint64) {
	score, kind = w.total, w.kind
	if m.from == atStock {
		for i, x := range s.talon.cards[:m.n] {
			w.peekLay(s, i, x, &score, &kind)
		}
		return score, kind
	}
	i, column := int(m.i), s.column(int(m.i))
	rest := len(column) - int(m.n)
	score -= w.jointUnder(s, column, rest)
	if head := s.prefix[i*s.stride+rest].Lo; rest == 0 {
		score -= w.space
		kind -= head
	} else if rest == int(s.down[i]) {
		score -= w.down
		kind += s.turnedUp(i, rest).Lo - head
	} else if column[rest-1]>>2 != column[rest]>>2+1 {
		kind += s.lastHead(i, rest) - head
	}
	w.peekLay(s, int(m.j), column[rest], &score, &kind)
	return score, kind
}

// peekLay adds to a score and a kind what laying a card, or a group with this head, on column j changes.
func (w *scorer) peekLay(s *state, j int, x code, score *int32, kind *uint64) {
	below, before := code(0), emptyColumn
	if n := int(s.length[j]); n > 0 {
		below, before = s.top(j), s.prefix[j*s.stride+n-1]
		if below>>2 != x>>2+1 {
			*kind -= s.lastHead(j, n)
		}
	} else {
		*score += w.space
	}
	*score += w.joint(s, below, x)
	if below>>2 != x>>2+1 {
		*kind += before.extend(s.c.class[x], false).Lo
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
	left := f.listed[:0]
	f.peeked = f.peeked[:0]
	for _, m := range f.listed {
		var p peeked
		if f.state.quiet(&m) {
			if p.score, p.kind = f.scorer.peekJoints(f.state, &m); p.score >= f.tooBad.offered {
				f.discarded = true
				continue
			}
		}
		left, f.peeked = append(left, m), append(f.peeked, p)
	}
	f.listed = left
}
