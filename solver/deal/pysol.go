package deal

import (
	"math"
	"math/big"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// dealtByPySol reports whether PySol's numbers name deals of a game.
func dealtByPySol(r *rules.Rules) bool { return pySolOrder(r) != "" }

// pySolOrder returns the order in which PySol lays out a game: Klondike, from right to left; FreeCell
// and its relatives; and games whose layout in PySolFC is known. It is empty for other games.
func pySolOrder(r *rules.Rules) string {
	switch {
	case LaidOutAsKlondike(r):
		return "7-2 7-3 7-4 7-5 7-6 7 7-1"
	case likeFreeCell(r):
		return "columns cells"
	}
	return pySolOrders()[*r]
}

// dealtByPySolLegacy reports whether the numbers of PySol before PySolFC name deals of a game.
func dealtByPySolLegacy(r *rules.Rules) bool {
	return LaidOutAsKlondike(r) || likeFreeCell(r) || slices.Contains(pySolLegacy(), *r)
}

// likeFreeCell reports whether a game has cells and rows of at most ten columns.
func likeFreeCell(r *rules.Rules) bool {
	return laysRows(r) && r.Cells.Count > 0 && r.Tableau.Count <= 10
}

// dealPySol deals as PySolFC and its predecessor do.
func dealPySol(r *rules.Rules, s Seed) Position {
	return layOut(r, pySolOrder(r), shufflePySol(s, r.Decks))
}

// pySolCells returns the cells to which PySol deals the last cards of a pack: the middle
// ones if there are ten columns (Seahaven Towers), every other one if half of them are
// filled (Eight Off), and otherwise the first.
func pySolCells(r *rules.Rules) []int {
	cells := make([]int, r.Cells.PreFilled)
	for i := range cells {
		switch half := r.Cells.Count == 2*r.Cells.PreFilled; {
		case half && r.Tableau.Count == 10:
			cells[i] = (r.Cells.Count-r.Cells.PreFilled)/2 + i
		case half:
			cells[i] = 2 * i
		default:
			cells[i] = i
		}
	}
	return cells
}

// shufflePySol returns a pack in the order in which PySol deals it. Below 32,000 that is
// Microsoft's, and for 32,000 too in PySolFC's predecessor. Beyond, each card of the pack (clubs,
// spades, hearts, diamonds, ace to king), from the last to the second, is swapped with a
// random one, and the pack is turned over. PySolFC draws with Python's generator, started from
// the 32-bit words of the number, its predecessor with a 64-bit linear congruential one:
// s ← 6364136223846793005 s + 1.
func shufflePySol(s Seed, decks int) []card.Card {
	n := s.integer()
	if small := n.Cmp(big.NewInt(32_000)); small < 0 || small == 0 && s.Scheme == PySolLegacy {
		return shuffleMicrosoft(s.Number, decks)
	}
	var fraction func() float64
	if s.Scheme == PySol {
		var key []uint32
		for mask := big.NewInt(math.MaxUint32); n.Sign() > 0; n.Rsh(n, 32) {
			key = append(key, uint32(new(big.Int).And(n, mask).Uint64()))
		}
		fraction = newTwisterOf(key...).float64
	} else {
		state := n.Uint64()
		fraction = func() float64 {
			state = state*6364136223846793005 + 1
			return float64(state>>21&0x7fffffff) / (1 << 31)
		}
	}
	pack := pySolPack(decks)
	for n := len(pack) - 1; n > 0; n-- {
		j := int(fraction() * float64(n+1))
		pack[n], pack[j] = pack[j], pack[n]
	}
	slices.Reverse(pack)
	return pack
}

// pySolPack returns PySol's packs before they are shuffled.
func pySolPack(decks int) []card.Card {
	return slices.Repeat(bySuits(card.Clubs, card.Spades, card.Hearts, card.Diamonds), decks)
}

// bySuits returns a pack suit by suit, each from ace to king.
func bySuits(suits ...card.Suit) []card.Card {
	pack := make([]card.Card, 0, 52)
	for _, s := range suits {
		for rank := card.Ace; rank <= card.King; rank++ {
			pack = append(pack, card.New(rank, s))
		}
	}
	return pack
}
