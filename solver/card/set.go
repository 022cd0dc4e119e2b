package card

import (
	"iter"
	"math/bits"
)

// Set is a set of cards of one deck, a bit each by the card's number. The cards of one rank are
// adjacent, and a shift by four moves each card to the next rank of its suit. The bit of None means
// nothing.
type Set uint64

// One returns the set of a card.
func One(c Card) Set { return 1 << c }

// SetOf returns the cards of a pile. Empty places are left out.
func SetOf(cards []Card) (s Set) {
	for _, c := range cards {
		s |= One(c)
	}
	return s &^ One(None)
}

// Has reports whether a card of the deck is in the set.
func (s Set) Has(c Card) bool { return s>>(c&63)&1 != 0 }

// Count returns the number of cards.
func (s Set) Count() int { return bits.OnesCount64(uint64(s)) }

// First returns the card with the lowest number. The set must not be empty.
func (s Set) First() Card { return Card(bits.TrailingZeros64(uint64(s))) }

// All yields the cards in ascending order.
func (s Set) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for ; s != 0 && yield(s.First()); s &= s - 1 {
		}
	}
}

// OfEachRank has the club of each rank. A shift by one to three gives another suit.
const OfEachRank Set = 0x1111111111111111

// OtherColour returns, for each card, both cards of its rank and the other colour.
func (s Set) OtherColour() Set {
	const black = OfEachRank | OfEachRank<<2
	b, r := s&black, s&^black
	b = (b | b>>2) & OfEachRank // a black card of the rank, as the lowest bit
	r = (r | r>>2) & (OfEachRank << 1)
	return b<<1 | b<<3 | r>>1 | r<<1
}
