package beam

import (
	"bytes"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// nearness is the weight, in twelfths, of being able to reach a card. The index is the number of
// cards that its foundation takes before it.
var nearness = [14]int32{12, 8, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1}

// maxAbove is the greatest number of cards above a card of the waste that are counted.
const maxAbove = 10

// scorer scores a state and the states one step away from it.
type scorer struct {
	weights
	near   *nearCards // of the present state
	other  *nearCards // of another
	scored *scored

	// Of the state that it began with.
	total        int32
	kind         uint64
	columns      [104]int32 // scores of those columns that are known
	columnsKnown [2]uint64
	talon        int32
	talonKnown   bool
}

// scored remembers the scores of columns and talons. States of a level have most of them in common.
// If two columns or talons have the same hash, one gets a wrong score; nothing else goes wrong.
type scored [1 << 13]struct {
	tag   uint64 // a hash of the cards and of the foundations; 0 for none
	score int32
}

// find returns the place of the score with this hash, and whether the score is known.
func (c *scored) find(tag uint64) (score *int32, known bool) {
	at := &c[tag>>(64-13)]
	known = at.tag == tag
	at.tag = tag
	return &at.score, known
}

// nearCards has each card's nearness.
type nearCards struct {
	of     [state.Codes]int32
	height [8 * card.Suits]uint8 // of the foundations for which it was computed; two packs of one suit have eight of each
	known  bool
	hash   uint64 // of the foundations for which it is wanted
	done   uint64 // the hash for which it was computed
}

// newScorer returns a scorer that borrows memory.
func newScorer(w weights, memory *scored) scorer {
	*memory = scored{}
	return scorer{weights: w, near: &nearCards{}, other: &nearCards{}, scored: memory}
}

// begin scores a state. After that, peek scores the states one step away.
func (w *scorer) begin(s *state.State) int32 {
	w.resume(s, 0, kindOf(s))
	w.total = w.sum(s)
	return w.total
}

// resume is begin for a state whose score and kind are known. It leaves the parts of the score to
// peek.
func (w *scorer) resume(s *state.State, score int32, kind uint64) {
	w.near.hash = hashOf(s)
	w.total, w.kind = score, kind
	w.talonKnown, w.columnsKnown = false, [2]uint64{}
}

// sum adds the scores of all parts of a state.
func (w *scorer) sum(s *state.State) int32 {
	sum := w.talonScore(s) + w.rest(s)
	for i, n := range s.Length {
		sum += w.columnOf(s, i, int(n))
	}
	return sum
}

// afresh scores a state, and keeps what the scorer knows of the state that it began with.
func (w *scorer) afresh(s *state.State) int32 {
	hash := hashOf(s)
	if hash == w.near.hash {
		return w.sum(s)
	}
	w.near, w.other = w.other, w.near
	w.near.hash = hash
	sum := w.sum(s)
	w.near, w.other = w.other, w.near
	return sum
}

// columnHere returns the score of column i of the state that the scorer began with. It has n cards.
func (w *scorer) columnHere(s *state.State, i, n int) int32 {
	if known, bit := &w.columnsKnown[i>>6], uint64(1)<<(i&63); *known&bit == 0 {
		*known |= bit
		w.columns[i] = w.columnOf(s, i, n)
	}
	return w.columns[i]
}

// talonHere is columnHere for the talon.
func (w *scorer) talonHere(s *state.State) int32 {
	if !w.talonKnown {
		w.talonKnown, w.talon = true, w.talonScore(s)
	}
	return w.talon
}

// hashOf returns a hash of what the foundations take next, on which nearness depends.
func hashOf(s *state.State) uint64 {
	hash := s.Wanted * 0x9e3779b97f4a7c15
	return hash ^ hash>>32
}

// approach computes the nearness of the cards in a state. It skips suits whose foundations are as
// in the last state.
func (w *nearCards) approach(s *state.State) {
	if w.known && w.done == w.hash {
		return
	}
	copies := int(s.C.Copies)
	for suit := range len(s.Height) / copies {
		heights, last := s.Height[suit*copies:(suit+1)*copies], w.height[suit*copies:(suit+1)*copies]
		if w.known && bytes.Equal(heights, last) {
			continue
		}
		copy(last, heights)
		for rank := 1; rank <= int(s.C.Rules.MaxRank); rank++ {
			w.of[state.Code(rank)<<2|state.Code(suit)] = 0
			highest := -1
			for _, h := range heights {
				if int(h) < rank {
					highest = max(highest, int(h))
				}
			}
			if highest >= 0 {
				w.of[state.Code(rank)<<2|state.Code(suit)] = nearness[rank-highest-1]
			}
		}
	}
	w.known, w.done = true, w.hash
}

// columnOf scores the first n cards of a column's array.
func (w *scorer) columnOf(s *state.State, i, n int) int32 {
	if n == 0 {
		return -w.space
	}
	score, known := w.scored.find(s.Prefix[i*s.Stride+n-1].Lo ^ w.near.hash)
	if !known {
		*score = w.columnAfresh(s, i, n)
	}
	return *score
}

// columnAfresh scores a column of n cards.
func (w *scorer) columnAfresh(s *state.State, i, n int) int32 {
	sum := w.down * int32(s.Down[i])
	column := s.Cards[i*s.Stride : i*s.Stride+n]
	if s.C.LikeSpider {
		for k := range column {
			sum += w.jointUnder(s, column, k)
		}
		return sum
	}
	w.near.approach(s)
	run := s.Run[i*s.Stride : i*s.Stride+n]
	lowest := [4]state.Code{63, 63, 63, 63} // of each suit, from the bottom up
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
	return sum + w.cover*covers/12
}

// talonScore scores the waste.
func (w *scorer) talonScore(s *state.State) int32 {
	if !s.C.Turning {
		return w.waste * int32(len(s.Talon.Cards))
	}
	return w.talonOf(s, s.Talon.Kind, s.Talon.Waste)
}

// talonOf scores the first cards of the talon as the waste, in a talon of some kind, where turning
// is a step of its own.
func (w *scorer) talonOf(s *state.State, kind uint64, waste int) int32 {
	score, known := w.scored.find(kind ^ state.WasteSize[waste].Lo ^ w.near.hash)
	if !known {
		*score = w.talonAfresh(s, waste)
	}
	return *score
}

// talonAfresh scores such a waste.
func (w *scorer) talonAfresh(s *state.State, waste int) int32 {
	w.near.approach(s)
	sum := w.waste * int32(waste)
	lowest := [4]state.Code{63, 63, 63, 63}
	covers := int32(0)
	below := state.Code(63)
	for k, x := range s.Talon.Cards[:waste] {
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
	return sum + w.wasteCover*covers/12
}

// rest scores what is neither column nor talon.
func (w *scorer) rest(s *state.State) int32 {
	sum := w.card*int32(s.Full-s.Out) + w.reserve*int32(s.Piled)
	for _, x := range s.Cells {
		if x != 0 {
			sum += w.cell
		}
	}
	if w.pile != 0 {
		w.near.approach(s)
		covers := int32(0)
		for k, x := range s.Reserve[:s.Piled] {
			covers += w.near.of[x] * int32(min(s.Piled-1-k, maxAbove))
		}
		sum += w.pile * covers / 12
	}
	return sum
}
