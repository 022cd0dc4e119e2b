package search

import (
	"bytes"
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// nearness is, in twelfths, how much it matters that a card can be reached, by the
// number of cards that its foundation takes before it.
var nearness = [14]int32{12, 8, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1}

// maxAbove bounds the cards of the waste above another that count.
const maxAbove = 10

// scorer scores the states next to one whose parts it has scored.
type scorer struct {
	weights
	near    *nearCards // of the present state
	urgency *urgency
	other   *nearCards // of another
	columns [104]int32 // scores of the columns of the present state
	talon   int32      // score of its talon
	sum     int32      // of both
	total   int32      // the score of the state
	kind    uint64     // its kind
	scored  *scored
}

// scored remembers the scores of columns and talons. States of a level have most of them in
// common. Two that are taken for one get a wrong score, and nothing else.
type scored [1 << 13]struct {
	tag   uint64 // a hash of the cards and of the foundations; 0 for none
	score int32
}

// find returns the place of a hash, and whether it has the score.
func (c *scored) find(tag uint64) (score *int32, known bool) {
	at := &c[tag>>(64-13)]
	known = at.tag == tag
	at.tag = tag
	return &at.score, known
}

// nearCards has each card's nearness.
type nearCards struct {
	of     [codes]int32
	height [8 * card.Suits]uint8 // of the foundations for which it was computed; two packs of one suit have eight of each
	known  bool
	hash   uint64 // of the foundations for which it is wanted
	done   uint64 // the hash for which it was computed
}

// newScorer returns a scorer that borrows memory.
func newScorer(w weights, u *urgency, memory *scored) scorer {
	*memory = scored{}
	return scorer{weights: w, urgency: u, near: &nearCards{}, other: &nearCards{}, scored: memory}
}

// begin scores the parts of a state.
func (w *scorer) begin(s *state) int32 {
	w.near.hash = hashOf(s.height)
	w.sum = 0
	for i := range s.length {
		w.columns[i] = w.column(s, i)
		w.sum += w.columns[i]
	}
	w.talon = w.talonScore(s)
	w.sum += w.talon
	w.total, w.kind = w.sum+w.rest(s), kindOf(s)
	return w.total
}

// after returns the score of a state that some steps after begin led to.
func (w *scorer) after(s *state, steps []step) int32 {
	var touched uint64
	talon, up := false, false
	for i := range steps {
		m := &steps[i]
		up = up || m.to == atFoundation || m.from == atFoundation || m.flags&thenUp != 0
		talon = talon || m.from == atTalon || m.from == atStock
		if m.from == atStock && m.to == atColumn {
			touched = ^uint64(0)
		}
		if m.from == atColumn {
			touched |= 1 << m.i
		}
		if m.to == atColumn {
			touched |= 1 << m.j
		}
	}
	if up || len(s.length) > 64 {
		return w.afresh(s)
	}
	sum := w.sum
	for touched &= 1<<len(s.length) - 1; touched != 0; touched &= touched - 1 {
		i := bits.TrailingZeros64(touched)
		sum += w.column(s, i) - w.columns[i]
	}
	if talon {
		sum += w.talonScore(s) - w.talon
	}
	return sum + w.rest(s)
}

// afresh scores a state whose foundations differ from those of begin, and leaves the
// rest of w as it was.
func (w *scorer) afresh(s *state) int32 {
	w.near, w.other = w.other, w.near
	w.near.hash = hashOf(s.height)
	sum := w.talonScore(s)
	for i := range s.length {
		sum += w.column(s, i)
	}
	sum += w.rest(s)
	w.near, w.other = w.other, w.near
	return sum
}

// hashOf returns a hash of the foundations.
func hashOf(height []uint8) uint64 {
	hash := uint64(0)
	for _, h := range height {
		hash = (hash + uint64(h) + 1) * 0x9e3779b97f4a7c15
	}
	return hash ^ hash>>32
}

// approach computes the nearness in a state, of the cards of those suits whose foundations
// differ from the last state's.
func (w *nearCards) approach(s *state, u *urgency) {
	if w.known && w.done == w.hash {
		return
	}
	copies := int(s.c.copies)
	for suit := range len(s.height) / copies {
		heights, last := s.height[suit*copies:(suit+1)*copies], w.height[suit*copies:(suit+1)*copies]
		if w.known && bytes.Equal(heights, last) {
			continue
		}
		copy(last, heights)
		for rank := 1; rank <= int(s.c.rules.MaxRank); rank++ {
			w.of[code(rank)<<2|code(suit)] = 0
			highest := -1
			for _, h := range heights {
				if int(h) < rank {
					highest = max(highest, int(h))
				}
			}
			if highest >= 0 {
				x := code(rank)<<2 | code(suit)
				w.of[x] = nearness[rank-highest-1] * u.of[x]
			}
		}
	}
	w.known, w.done = true, w.hash
}

// column scores a column.
func (w *scorer) column(s *state, i int) int32 { return w.columnOf(s, i, int(s.length[i])) }

// columnOf scores the first n cards of a column's array.
func (w *scorer) columnOf(s *state, i, n int) int32 {
	if n == 0 {
		return -w.space
	}
	score, known := w.scored.find(s.prefix[i*s.stride+n-1].Lo ^ w.near.hash)
	if !known {
		*score = w.columnAfresh(s, i, n)
	}
	return *score
}

// columnAfresh scores a column of n cards.
func (w *scorer) columnAfresh(s *state, i, n int) int32 {
	w.near.approach(s, w.urgency)
	sum := w.down * int32(s.down[i])
	column := s.cards[i*s.stride : i*s.stride+n]
	run := s.run[i*s.stride : i*s.stride+n]
	lowest := [4]code{63, 63, 63, 63} // of each suit, from the bottom up
	lowest[column[0]&3] = column[0]
	under, covers := w.near.of[column[0]], int32(0)
	below := column[0]
	for k := 1; k < n; k++ {
		x := column[k]
		if int(run[k]) == k {
			sum += w.broken
			covers += under
			if below>>2 < x>>2 {
				sum += w.onLower
			}
		}
		if x < lowest[x&3] {
			lowest[x&3] = x
		} else {
			sum += w.block
		}
		under += w.near.of[x]
		below = x
	}
	return sum + w.cover*covers/(12*calm)
}

// talonScore scores the waste.
func (w *scorer) talonScore(s *state) int32 {
	if !s.c.turning {
		return w.waste * int32(len(s.talon.cards))
	}
	return w.talonOf(s, s.talon.kind, s.talon.waste)
}

// talonOf scores the first cards of the talon as the waste, in a talon of some kind, where turning
// is a step of its own.
func (w *scorer) talonOf(s *state, kind uint64, waste int) int32 {
	score, known := w.scored.find(kind ^ wasteSize[waste].Lo ^ w.near.hash)
	if !known {
		*score = w.talonAfresh(s, waste)
	}
	return *score
}

// talonAfresh scores such a waste.
func (w *scorer) talonAfresh(s *state, waste int) int32 {
	w.near.approach(s, w.urgency)
	sum := w.waste * int32(waste)
	lowest := [4]code{63, 63, 63, 63}
	covers := int32(0)
	below := code(63)
	for k, x := range s.talon.cards[:waste] {
		if below>>2 < x>>2 {
			sum += w.wasteLower
		}
		if x < lowest[x&3] {
			lowest[x&3] = x
		} else {
			sum += w.wasteBlock
		}
		covers += w.near.of[x] * int32(min(waste-1-k, maxAbove))
		below = x
	}
	return sum + w.wasteCover*covers/(12*calm)
}

// rest scores what is neither column nor talon.
func (w *scorer) rest(s *state) int32 {
	sum := w.card*int32(s.full-s.out) + w.reserve*int32(s.piled)
	for _, x := range s.cells {
		if x != 0 {
			sum += w.cell
		}
	}
	if w.pile != 0 {
		w.near.approach(s, w.urgency)
		covers := int32(0)
		for k, x := range s.reserve[:s.piled] {
			covers += w.near.of[x] * int32(min(s.piled-1-k, maxAbove))
		}
		sum += w.pile * covers / (12 * calm)
	}
	return sum
}
