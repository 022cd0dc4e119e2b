package proof

import (
	"iter"
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// maxCard is above all cards.
const maxCard = 64

// set is a set of cards, by their numbers.
type set uint64

func one(c card.Card) set          { return 1 << c }
func (s set) has(c card.Card) bool { return s&one(c) != 0 }
func (s set) count() int           { return bits.OnesCount64(uint64(s)) }
func (s set) first() card.Card     { return card.Card(bits.TrailingZeros64(uint64(s))) }
func (s set) each() iter.Seq[card.Card] {
	return func(yield func(card.Card) bool) {
		for ; s != 0 && yield(s.first()); s &= s - 1 {
		}
	}
}

// setOf returns the cards of a pile. Empty places are no cards.
func setOf(cards []card.Card) (s set) {
	for _, c := range cards {
		s |= one(c)
	}
	return s &^ one(card.None)
}
