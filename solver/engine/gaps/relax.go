package gaps

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// relaxation has the constants of the dead-end test. Sets of places are bit sets, bit i for place
// i.
type relaxation struct {
	length int                             // cards of a suit
	places uint64                          // all places
	first  uint64                          // the first places of the rows
	last   uint64                          // the last places of the rows
	starts [card.Suits]uint64              // by suit: the first places that its two may go to
	chain  [card.Suits][card.MaxRank]uint8 // by suit: its cards, from the two up
}

// newRelaxation prepares the test. It returns nil for games that the test does not cover: it
// needs one pack, in which each card follows exactly one other, on its right.
func newRelaxation(l *layout, r *rules.Rules) *relaxation {
	if r.Decks > 1 || r.Suits < card.Suits || l.direction != rules.FromLeft || l.build != rules.SameSuit {
		return nil
	}
	x := &relaxation{length: l.width - 1, places: 1<<(l.rows*l.width) - 1}
	for row := range l.rows {
		x.first |= 1 << (row * l.width)
		x.last |= 1 << (row*l.width + x.length)
		for _, c := range l.first[row] {
			x.starts[l.card[c].Suit()] |= 1 << (row * l.width)
		}
	}
	for i, c := range l.card {
		x.chain[c.Suit()][c.Rank()-2] = uint8(i)
	}
	return x
}

// deadEnd reports whether a relaxed game proves the state lost. In it a card that has moved is
// also still where it was, and a place that was free once stays free. What can't be reached by
// any number of such moves can't be reached at all. So the state is lost if no assignment of
// suits to rows brings every card to its place, or if the last place of a row does not become
// free.
func (b *board) deadEnd() bool {
	x := b.relaxed
	if x == nil {
		return false
	}
	var free uint64 // places that may become free
	for _, at := range b.gaps {
		free |= 1 << at
	}
	// reach has the places that each card may come to.
	var reach [card.Suits][card.MaxRank]uint64
	for s := range reach {
		for i := range x.length {
			reach[s][i] = 1 << b.place[x.chain[s][i]]
		}
	}
	// Each card may go to the right of wherever the one before it may be. A card that can move
	// also frees the places where it may be. The suits take turns until no place has become free
	// since the last turn of each.
	obstacles := x.places &^ b.home()
	var then [card.Suits]uint64 // by suit: free at its last turn
	for s := 0; then != [card.Suits]uint64{free, free, free, free}; s = (s + 1) % card.Suits {
		then[s] = free
		chain := reach[s][:x.length]
		targets := x.starts[s]
		for i, r := range chain {
			if to := targets & free &^ r; to != 0 {
				r |= to
				chain[i] = r
				free |= r
			}
			targets = r << 1 &^ x.first
		}
		if obstacles&^free == 0 {
			return false // no card blocks another
		}
	}
	return x.last&^free != 0 || !b.assigns(&reach)
}

// home returns the places of the cards that are in order from the start of their row.
func (b *board) home() uint64 {
	x, places := b.relaxed, uint64(0)
	for row := range b.rows {
		at := row * b.width
		c := b.at[at]
		if c == none || x.starts[b.card[c].Suit()]>>at&1 == 0 || b.card[c].Rank() != 2 {
			continue
		}
		for _, next := range x.chain[b.card[c].Suit()][:x.length] {
			if b.at[at] != next {
				break
			}
			places |= 1 << at
			at++
		}
	}
	return places
}

// assigns reports whether each suit can be given a row of its own in which all its cards may
// reach their places.
func (b *board) assigns(reach *[card.Suits][card.MaxRank]uint64) bool {
	var suits [card.Suits]uint8 // by row: the suits that may fill it
	for s := range reach {
		fills := ^uint64(0)
		for i := range b.relaxed.length {
			fills &= reach[s][i] >> i
		}
		for row := range suits {
			suits[row] |= uint8(fills>>(row*b.width)&1) << s
		}
	}
	// taken has a bit for each set of suits, sixteen in all, that can fill the rows so far.
	taken := uint16(1)
	for _, may := range suits {
		more := uint16(0)
		for ; taken != 0; taken &= taken - 1 {
			set := bits.TrailingZeros16(taken)
			for s := range card.Suits {
				if may>>s&1 != 0 && set>>s&1 == 0 {
					more |= 1 << (set | 1<<s)
				}
			}
		}
		taken = more
	}
	return taken != 0
}
