package simulate

import "github.com/thoughtful-solitaire/thoughtful/solver/card"

// Set is a set of cards, with one bit for each card. It never contains card.None.
type Set uint64

// Has reports whether a card is in the set.
func (s Set) Has(x card.Card) bool { return s>>(x&63)&1 != 0 }

// Kings are the cards that may go to spaces.
const Kings = Set(0xf) << (card.King << 2)

// above has the cards that may lie on each card in a column.
var above = func() (sets [64]Set) {
	for lower := card.New(2, 0); lower <= card.New(card.King, card.Suits-1); lower++ {
		for s := range card.Suit(card.Suits) {
			if upper := card.New(lower.Rank()-1, s); follows(lower, upper) {
				sets[lower] |= 1 << upper
			}
		}
	}
	return sets
}()

// Guests returns the cards that may lie on a card in a column.
func Guests(lower card.Card) Set { return above[lower&63] }

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
			wanted |= above[top]
			tops |= 1 << top
			heads |= 1 << (c.Cards[c.Down] & 63)
		case c.Count == 0 && !g.NoSpaces:
			wanted |= Kings
		}
	}
	return wanted, tops, heads
}

// Next returns the next card of each foundation. For a full foundation it has the bit of a card
// that does not exist.
func (b *Board) Next() Set {
	return 1<<(uint8(b.Up[0])<<2+4) | 1<<(uint8(b.Up[1])<<2+5) | 1<<(uint8(b.Up[2])<<2+6) | 1<<(uint8(b.Up[3])<<2+7)
}

// backs returns the top cards of the foundations, given the next ones.
func (s Set) backs() Set { return s >> 4 &^ 0xf }
