package deal

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// dealsWholeDeck tells whether a game lays a whole pack face up in columns, the
// games whose deals Microsoft FreeCell's numbers can name.
func dealsWholeDeck(r *rules.Rules) bool {
	return laysRows(r) && r.Cells.PreFilled == 0
}

// laysRows tells whether a game of one pack lays nothing but rows of columns face
// up, and perhaps cards in cells.
func laysRows(r *rules.Rules) bool {
	return r.DeckSize() == 52 && r.Decks == 1 && r.Suits == card.Suits && r.Tableau.Count > 0 &&
		!r.Tableau.Diagonal && !r.FaceDown() && r.Tableau.Sizes == "" && !r.Tableau.KingsToBottom && r.Stock.Size == 0 &&
		r.Reserve.Size == 0 && r.Foundations.Present && r.Foundations.Initial == rules.InitialNone &&
		r.Foundations.Base != rules.RandomBase
}

// dealMicrosoft deals as Microsoft FreeCell does, and FreeCell Pro for numbers of
// 2^31 and more: row by row.
func dealMicrosoft(r *rules.Rules, s Seed) Position {
	p := empty(r)
	for i, c := range shuffleMicrosoft(s.Number) {
		column := &p.Tableau[i%r.Tableau.Count]
		column.Cards = append(column.Cards, c)
	}
	return p
}

// shuffleMicrosoft gives a pack in the order in which Microsoft FreeCell deals it:
// of AC AD AH AS 2C … KS the last card is swapped with a random one and dealt, and
// so on. The generator is the one of Microsoft's C library, s ← 214013 s + 2531011,
// of which FreeCell Pro uses one or two more bits where a number does not fit its
// state.
func shuffleMicrosoft(number uint64) []card.Card {
	pack := make([]card.Card, 0, 52)
	for rank := card.Ace; rank <= card.King; rank++ {
		for _, s := range []card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades} {
			pack = append(pack, card.New(rank, s))
		}
	}
	state := number
	if number >= 1<<32 {
		state -= 1 << 32
	}
	random := func() uint64 {
		state = (state*214013 + 2531011) % (1 << 33)
		switch {
		case number < 1<<31:
			return state >> 16 & 0x7fff
		case number < 1<<32:
			return state>>16&0x7fff | 0x8000
		default:
			return state>>16&0xffff + 1
		}
	}
	dealt := make([]card.Card, 0, len(pack))
	for len(pack) > 0 {
		last := len(pack) - 1
		j := random() % uint64(len(pack))
		pack[last], pack[j] = pack[j], pack[last]
		dealt = append(dealt, pack[last])
		pack = pack[:last]
	}
	return dealt
}
