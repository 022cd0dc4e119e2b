package papers

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Key returns a hash of a board. Boards that differ only in the order of their columns have the
// same hash; others collide with a probability of about 2^-64. The position of the stock
// counts, and so do limited redeals. Foundations are left out, since they follow from the other
// cards.
//
// The hash is computed from the whole board at each call, which takes about 20 nanoseconds. So a
// board may be changed without updating a hash.
func (g *Game) Key(b *Board) uint64 {
	sum := uint64(0)
	for i := range b.Columns {
		c := &b.Columns[i]
		h := uint64(c.Down)
		for at := int8(0); at < c.Count; at += eight {
			from := min(at, MostCards-eight) // the last eight places overlap the ones before
			h = fold(h ^ word(c.Cards[from:], c.Count-from))
		}
		sum += h
	}
	h := uint64(b.Turned)
	if g.Limited {
		h |= uint64(uint16(b.Redeals)) << 8
	}
	h = fold(^h)
	for at := int8(0); at < b.Count; at += eight {
		h = fold(h ^ word(b.Talon[at:], b.Count-at))
	}
	return sum + h
}

// eight is the number of cards that are hashed at a time.
const eight = 8

// word returns the first eight cards in one word, without undefined entries.
func word(cards []card.Card, count int8) uint64 {
	_ = cards[eight-1]
	w := uint64(cards[0]) | uint64(cards[1])<<8 | uint64(cards[2])<<16 | uint64(cards[3])<<24 |
		uint64(cards[4])<<32 | uint64(cards[5])<<40 | uint64(cards[6])<<48 | uint64(cards[7])<<56
	if count < eight {
		w &= 1<<(uint(eight*count)&63) - 1
	}
	return w
}

// fold multiplies and folds the product, as wyhash does (Wang Yi, Diep & Bian, "Modern
// Non-Cryptographic Hash Function and Pseudorandom Number Generator", 2019).
func fold(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xd1342543de82ef95)
	return high ^ low
}
