package deal

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// DealsWholeDeck reports whether a game deals a whole pack face up to columns, as games
// with Microsoft FreeCell numbers do.
func DealsWholeDeck(r *rules.Rules) bool {
	return laysRows(r) && r.Cells.PreFilled == 0
}

// laysRows reports whether a game of one pack deals only rows of face-up columns, and
// perhaps cards to cells.
func laysRows(r *rules.Rules) bool {
	return r.DeckSize() == 52 && r.Decks == 1 && r.Suits == card.Suits && r.Tableau.Count > 0 &&
		!r.Tableau.Diagonal && !r.FaceDown() && r.Tableau.Sizes == "" && !r.Tableau.KingsToBottom && r.Stock.Size == 0 &&
		r.Reserve.Size == 0 && r.Foundations.Present && r.Foundations.Initial == rules.InitialNone &&
		r.Foundations.Base != rules.RandomBase
}

// dealtByMicrosoft reports whether Microsoft's numbers name deals of a game: those of a whole pack
// in rows, and those of PySolFC, which takes Microsoft's numbers for every game.
func dealtByMicrosoft(r *rules.Rules) bool {
	return DealsWholeDeck(r) || dealtByPySol(r)
}

// dealMicrosoft deals row by row, as Microsoft FreeCell does, and FreeCell Pro for
// numbers from 2^31. Other games are laid out as PySolFC does.
func dealMicrosoft(r *rules.Rules, s Seed) Position {
	order := pySolOrder(r)
	if DealsWholeDeck(r) {
		order = "columns"
	}
	return layOut(r, order, shuffleMicrosoft(s.Number, r.Decks))
}

// shuffleMicrosoft returns a pack in the order in which Microsoft FreeCell deals it: from
// AC AD AH AS 2C … KS the last card is swapped with a random one and dealt, and so on.
// The generator is that of Microsoft's C library, s ← 214013 s + 2531011; for numbers
// that do not fit its state FreeCell Pro uses one or two more bits of it. PySolFC shuffles several
// packs so too, but starts from its own order.
func shuffleMicrosoft(number uint64, decks int) []card.Card {
	pack := pySolPack(decks)
	if decks == 1 {
		for i := range pack {
			pack[i] = card.New(card.Rank(i/card.Suits+1), [...]card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades}[i%card.Suits])
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
