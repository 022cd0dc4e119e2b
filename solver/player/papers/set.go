package papers

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Set is a set of cards with one bit each, numbered by rank times four plus suit. So the cards
// of one rank are adjacent, and a shift by four moves a rank to the next. It never contains
// card.None.
type Set uint64

const (
	deck   Set = (1<<52 - 1) << 4
	aces   Set = 0xf << 4
	kings  Set = 0xf << 52          // the cards that may go to spaces
	suit   Set = 0x1111111111111111 // the clubs; shifted, each other suit
	black  Set = suit | suit<<2
	lesser Set = suit | suit<<1 // clubs and hearts: one of the two cards of a rank and colour
)

// one returns the set of a card.
func one(c card.Card) Set { return 1 << c }

// Has reports whether a card is in the set.
func (s Set) Has(x card.Card) bool { return s>>(x&63)&1 != 0 }

// first returns the card with the lowest number. The set must not be empty.
func (s Set) first() card.Card { return card.Card(bits.TrailingZeros64(uint64(s))) }

// size returns the number of cards in the set.
func (s Set) size() int32 { return int32(bits.OnesCount64(uint64(s))) }

// twin returns the other card of the same rank and colour.
func twin(c card.Card) card.Card { return c ^ 2 }

// lowerOfSuit returns the lower cards of a card's suit.
func lowerOfSuit(c card.Card) Set { return suit << c.Suit() & (one(c) - 1) & deck }

// opposite returns, for each card, both cards of its rank and the other colour.
func opposite(x Set) Set {
	b, r := x&black, x&^black
	b = (b | b>>2) & suit
	r = (r | r>>2) & (suit << 1)
	return b<<1 | b<<3 | r>>1 | r<<1
}

// hosts returns the cards on which some card of a set can be laid: its tableau build cards.
func hosts(x Set) Set { return opposite(x) << 4 & deck }

// guests returns the cards that can be laid on some card of a set.
func guests(x Set) Set { return opposite(x) >> 4 & deck }

// guestsOf has the guests of each card.
var guestsOf = func() (sets [64]Set) {
	for lower := card.New(card.Ace, 0); lower <= card.New(card.King, card.Suits-1); lower++ {
		sets[lower] = guests(one(lower))
	}
	return sets
}()

// Wanted returns the cards that some column takes.
func (g *Game) Wanted(b *Board) Set {
	wanted, _, _ := g.Faces(b)
	return wanted
}

// Faces returns the cards that some column takes, the top cards of columns, and the deepest
// face-up card of each column.
func (g *Game) Faces(b *Board) (wanted, tops, heads Set) {
	for i := range b.Columns {
		switch c := &b.Columns[i]; {
		case c.Count > c.Down:
			top := c.Cards[c.Count-1] & 63
			wanted |= guestsOf[top]
			tops |= 1 << top
			heads |= 1 << (c.Cards[c.Down] & 63)
		case c.Count == 0 && !g.NoSpaces:
			wanted |= kings
		}
	}
	return wanted, tops, heads
}

// faceDown returns the face-down cards of columns.
func (b *Board) faceDown() (x Set) {
	for i := range b.Columns {
		c := &b.Columns[i]
		for _, y := range c.Cards[:c.Down] {
			x |= one(y)
		}
	}
	return x
}

// Next returns the next card of each foundation. For a full foundation it has the bit of a card
// that does not exist.
func (b *Board) Next() Set {
	return 1<<(uint8(b.Up[0])<<2+4) | 1<<(uint8(b.Up[1])<<2+5) | 1<<(uint8(b.Up[2])<<2+6) | 1<<(uint8(b.Up[3])<<2+7)
}

// backs returns the top cards of the foundations, given the next ones.
func (s Set) backs() Set { return s >> 4 &^ 0xf }
