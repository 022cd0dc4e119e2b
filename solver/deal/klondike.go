package deal

import (
	"math/big"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// LaidOutAsKlondike reports whether a game deals its pack as Klondike does: a triangle of
// seven columns, and the rest in a stock that goes to a waste.
func LaidOutAsKlondike(r *rules.Rules) bool {
	return r.DeckSize() == 52 && r.Decks == 1 && r.Suits == card.Suits && r.Tableau.Count == 7 &&
		r.Tableau.Diagonal && r.Tableau.Sizes == "" && !r.Tableau.KingsToBottom && r.Cells.PreFilled == 0 &&
		r.Stock.Size == 24 && r.Waste() && r.Reserve.Size == 0 && r.Foundations.Present &&
		r.Foundations.Initial == rules.InitialNone && r.Foundations.Base != rules.RandomBase
}

// Triangle deals a pack in the layout of Klondike, row by row from left to right: the
// first seven cards to columns one to seven, the next six to two to seven, and so on. The
// rest is the stock; its first card is turned first.
func Triangle[T any](pack []T) (columns [7][]T, stock []T) {
	for row := range columns {
		for c := row; c < len(columns); c++ {
			columns[c] = append(columns[c], pack[0])
			pack = pack[1:]
		}
	}
	return columns, pack
}

// How a pack is laid out as Klondike from left to right, in words of [layOut]. The rest is the stock,
// as everywhere.
const (
	klondikeByRows    = "1-7 2-7 3-7 4-7 5-7 6-7 7"
	klondikeByColumns = "1 2*2 3*3 4*4 5*5 6*6 7*7"
)

// dealGreenFelt deals as the site Green Felt does: it goes through the pack (clubs,
// diamonds, hearts, spades) seven times, swaps each card with a random one, and turns the
// pack over. The generator is Park and Miller's of 1988, s ← 16807 s mod 2^31 − 1, and
// its next state is the number drawn. State 0 never changes, which gives a deal too,
// though hardly a random one.
func dealGreenFelt(r *rules.Rules, s Seed) Position {
	pack := bySuits(card.Clubs, card.Diamonds, card.Hearts, card.Spades)
	state := s.Number
	for range 7 {
		for j := range pack {
			state = state * 16807 % (1<<31 - 1)
			k := state % 52
			pack[j], pack[k] = pack[k], pack[j]
		}
	}
	slices.Reverse(pack)
	return layOut(r, klondikeByRows, pack)
}

// dealKlondikeSolver deals as the program Klondike-Solver does for `Game: N`: it swaps
// 269 pairs of cards in the pack (clubs, diamonds, spades, hearts).
func dealKlondikeSolver(r *rules.Rules, s Seed) Position {
	pack := bySuits(card.Clubs, card.Diamonds, card.Spades, card.Hearts)
	g := newMixer(int32(s.Number))
	for range 269 {
		k, j := g.draw()%52, g.draw()%52
		pack[j], pack[k] = pack[k], pack[j]
	}
	return layOut(r, klondikeByRows, pack)
}

// mixer is the generator of Klondike-Solver: three words that are mixed into each other
// at each step.
type mixer struct{ value, mix, twist int32 }

func newMixer(seed int32) *mixer {
	g := &mixer{seed, 51651237, 895213268}
	for range 50 {
		g.draw()
	}
	g.value = -0x6be84c51 ^ seed ^ seed>>15 // 0x9417b3af as a signed word
	for range 950 {
		g.draw()
	}
	return g
}

// draw returns 31 random bits.
func (g *mixer) draw() int32 {
	y := g.twist - g.mix ^ g.twist ^ g.value ^ g.mix
	g.mix ^= g.twist ^ g.value
	g.value ^= g.twist - g.mix
	g.twist ^= g.value ^ y
	g.value ^= g.twist<<7 ^ g.mix>>16 ^ y<<8
	return g.value & 0x7fffffff
}

// dealMSCollection deals as Microsoft Solitaire Collection does for a number in its log:
// the pack is spades, hearts, clubs, diamonds; the digits of the number are taken from
// the last card on; then the pack is turned over.
func dealMSCollection(r *rules.Rules, s Seed) Position {
	pack := bySuits(card.Spades, card.Hearts, card.Clubs, card.Diamonds)
	n := s.integer()
	for i := len(pack) - 1; i > 0; i-- {
		j := digit(n, i+1)
		pack[i], pack[j] = pack[j], pack[i]
	}
	slices.Reverse(pack)
	return layOut(r, klondikeByRows, pack)
}

// dealExact deals the order of a pack that a number below 52! stands for, as lonelybot
// counts: the pack goes rank by rank, in each hearts, diamonds, clubs, spades, and the
// digits of the number are taken from the second card on.
func dealExact(r *rules.Rules, s Seed) Position {
	pack := make([]card.Card, 0, 52)
	for rank := card.Ace; rank <= card.King; rank++ {
		for _, suit := range []card.Suit{card.Hearts, card.Diamonds, card.Clubs, card.Spades} {
			pack = append(pack, card.New(rank, suit))
		}
	}
	n := s.integer()
	for i := 1; i < len(pack); i++ {
		j := digit(n, i+1)
		pack[i], pack[j] = pack[j], pack[i]
	}
	return layOut(r, klondikeByColumns, pack)
}

// digit takes the last digit, of base b, off a number in mixed base.
func digit(n *big.Int, b int) int {
	d := new(big.Int)
	n.DivMod(n, big.NewInt(int64(b)), d)
	return int(d.Int64())
}
