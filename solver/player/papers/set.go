package papers

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Sets of cards for rules of Klondike.
const (
	deck   card.Set = (1<<52 - 1) << 4
	aces   card.Set = 0xf << 4
	kings  card.Set = 0xf << 52                            // the cards that may go to spaces
	lesser card.Set = card.OfEachRank | card.OfEachRank<<1 // clubs and hearts: one of the two cards of a rank and colour
)

// twin returns the other card of the same rank and colour.
func twin(c card.Card) card.Card { return c ^ 2 }

// lowerOfSuit returns the lower cards of a card's suit.
func lowerOfSuit(c card.Card) card.Set { return card.OfEachRank << c.Suit() & (card.One(c) - 1) & deck }

// hosts returns the cards on which some card of a set can be laid: its tableau build cards.
func hosts(x card.Set) card.Set { return x.OtherColour() << 4 & deck }

// guests returns the cards that can be laid on some card of a set.
func guests(x card.Set) card.Set { return x.OtherColour() >> 4 & deck }

// guestsOf has the guests of each card.
var guestsOf = func() (sets [64]card.Set) {
	for lower := card.New(card.Ace, 0); lower <= card.New(card.King, card.Suits-1); lower++ {
		sets[lower] = guests(card.One(lower))
	}
	return sets
}()

// Wanted returns the cards that some column takes.
func (g *Game) Wanted(b *Board) card.Set {
	wanted, _, _ := g.Faces(b)
	return wanted
}

// Faces returns the cards that some column takes, the top cards of columns, and the deepest
// face-up card of each column.
func (g *Game) Faces(b *Board) (wanted, tops, heads card.Set) {
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
func (b *Board) faceDown() (x card.Set) {
	for i := range b.Columns {
		c := &b.Columns[i]
		for _, y := range c.Cards[:c.Down] {
			x |= card.One(y)
		}
	}
	return x
}

// Next returns the next card of each foundation. For a full foundation it has the bit of a card
// that does not exist.
func (b *Board) Next() card.Set {
	return 1<<(uint8(b.Up[0])<<2+4) | 1<<(uint8(b.Up[1])<<2+5) | 1<<(uint8(b.Up[2])<<2+6) | 1<<(uint8(b.Up[3])<<2+7)
}
