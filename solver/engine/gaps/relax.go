package gaps

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// relaxation is what the dead-end test knows of a game. Sets of places are words,
// bit i for place i.
type relaxation struct {
	length int                             // cards of a suit
	places uint64                          // all there are
	first  uint64                          // the first places of the rows
	last   uint64                          // and the last ones
	starts [card.Suits]uint64              // of each suit: the first places that its two may go to
	chain  [card.Suits][card.MaxRank]uint8 // its cards, from the two up
}

// newRelaxation prepares the test; it gives nil for games that it is not for: it is
// for one pack, in which each card has but one that it may follow, on its left.
func newRelaxation(l *law, r *rules.Rules) *relaxation {
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

// deadEnd reports whether the state is lost by a test that lets things be in two
// places at a time: a card that has moved is also still where it was, and a place
// that was free once is free for ever. What can't be reached then, however often
// one moves, can't be reached at all. So if a card does not come to its place in any
// row that its suit could fill, or a row's last place does not come free, the state
// is lost.
func (b *board) deadEnd() bool {
	x := b.relaxed
	if x == nil {
		return false
	}
	var free uint64 // places that may come free
	for _, at := range b.gaps {
		free |= 1 << at
	}
	var reach [card.Suits][card.MaxRank]uint64 // places that each card may come to
	for s := range reach {
		for i := range x.length {
			reach[s][i] = 1 << b.place[x.chain[s][i]]
		}
	}
	// Each card goes right of wherever the one before it may be, and one that can
	// move at all leaves the places free in which it may be. The suits take turns,
	// until nothing has come free since the turn of each.
	obstacles := x.places &^ b.home()
	var then [card.Suits]uint64 // what was free at the last turn of each suit
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
			return false // nothing is in anybody's way
		}
	}
	return x.last&^free != 0 || !b.assigns(&reach)
}

// home is the places of the cards that lie right from the start of their row on.
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

// assigns reports whether each suit can be given a row of its own in which all its
// cards may come to their places.
func (b *board) assigns(reach *[card.Suits][card.MaxRank]uint64) bool {
	var suits [card.Suits]uint8 // of each row: the suits that may fill it
	for s := range reach {
		fills := ^uint64(0)
		for i := range b.relaxed.length {
			fills &= reach[s][i] >> i
		}
		for row := range suits {
			suits[row] |= uint8(fills>>(row*b.width)&1) << s
		}
	}
	// taken are the sets of suits that the rows so far can be filled with, a bit for
	// each of the sixteen sets.
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
