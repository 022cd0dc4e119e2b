package shortest

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// A card is a number from 0, the ace of clubs, in the order of card.Card: four times its rank
// minus one, plus its suit. Sets of cards are bit sets.
const (
	deckSize   = 52
	maxColumns = 16

	none  = 0xff // no card: the floor of a column, no host
	space = 0xfe // the floor of an empty column, as a king's host
)

func bit(c uint8) uint64 { return 1 << c }

func number(c card.Card) uint8 { return uint8(c) - uint8(card.New(card.Ace, card.Clubs)) }

// layout has the constants of a search: the rules, and where each card lay at the start.
type layout struct {
	ranks   int
	cards   int  // in the deck
	oneSuit bool // columns are built in suit; else in alternating colours
	kings   bool // kings may fill spaces; else no card may
	back    bool // cards may be worried back
	turn    int  // cards of the stock turned at a time
	limited bool // redeals are counted

	columns []([]uint8) // the columns at the start, deepest card first
	down    []uint8     // by column: its cards face down at the start
	column  [deckSize]uint8
	depth   [deckSize]uint8 // by card: its place in the column, from 0; none for a card from elsewhere

	talon []uint8 // the waste from its deepest card on, then the stock from its next card on

	weight []uint64 // by column: the weight of board.left in the key
	radix  uint64   // the weight after the last column
	most   int      // redeals left at the start
}

// playable reports whether this engine supports the rules.
func playable(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Decks == 1 && r.Suits == card.Suits && r.Foundations.Present && !r.Foundations.CompleteOnly &&
		(t.Build == rules.RedBlack || t.Build == rules.SameSuit) &&
		(t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone) &&
		t.Groups == rules.GroupsYes && t.GroupPolicy == t.Build && !t.UpOrDown && !t.Freeze && t.Packets == 0 &&
		t.Count <= maxColumns && r.Cells.Count == 0 && r.Reserve.Size == 0 && !r.Hole.Present &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToWaste)
}

// Handles reports whether this engine solves p. The game must be like Klondike, with one pack and
// foundations that start with the ace. Its positions must fit two words.
func Handles(p *solver.Problem) bool {
	if !playable(p.Rules()) {
		return false
	}
	position := p.Position()
	_, ok := newLayout(p.Rules(), &position)
	return ok
}

// newLayout reads a position. It returns false if the positions of the game don't fit a key.
func newLayout(r *rules.Rules, p *deal.Position) (*layout, bool) {
	g := &layout{
		ranks: int(r.MaxRank), cards: r.DeckSize(),
		oneSuit: r.Tableau.Build == rules.SameSuit, kings: r.Tableau.Spaces == rules.SpacesKings,
		back: r.Foundations.Removable, turn: max(1, r.Stock.Count), limited: r.Stock.Redeals != rules.Unlimited,
		radix: 1,
	}
	for c := range g.depth {
		g.depth[c] = none
	}
	for i, column := range p.Tableau {
		var cards []uint8
		for j, c := range column.Cards {
			n := number(c)
			g.column[n], g.depth[n] = uint8(i), uint8(j)
			cards = append(cards, n)
		}
		g.columns = append(g.columns, cards)
		g.down = append(g.down, uint8(column.Down))
		if column.Down > 0 && column.Down == len(cards) {
			return nil, false // no move would turn its top card
		}
		g.weight = append(g.weight, g.radix)
		high, low := bits.Mul64(g.radix, uint64(len(cards)+1))
		if high > 0 {
			return nil, false
		}
		g.radix = low
	}
	for _, c := range p.Waste {
		g.talon = append(g.talon, number(c))
	}
	for i := range p.Stock {
		g.talon = append(g.talon, number(p.Stock[len(p.Stock)-1-i]))
	}
	if g.limited {
		g.most = p.RedealsLeft
	}
	if len(g.talon) == 0 {
		g.limited, g.most = false, 0
	}
	// The second word has the talon's cards, the size of the waste, the redeals left, and the
	// columns.
	high, low := bits.Mul64(g.radix, uint64(g.most+1))
	if high > 0 {
		return nil, false
	}
	high, low = bits.Mul64(low, uint64(len(g.talon)+1))
	return g, high == 0 && bits.Len64(low)+len(g.talon) <= 64 && p.Base == card.Ace
}

// hosts returns the two cards that c may be laid on. The second is none if cards are built in
// suit; both are for a king.
func (g *layout) hosts(c uint8) (uint8, uint8) {
	switch {
	case int(c>>2)+1 >= g.ranks:
		return none, none
	case g.oneSuit:
		return c + 4, none
	}
	first := (c&^3 + 4) | (c&1 ^ 1)
	return first, first | 2
}

// follows reports whether upper may lie on lower.
func (g *layout) follows(lower, upper uint8) bool {
	if lower>>2 != upper>>2+1 {
		return false
	}
	if g.oneSuit {
		return lower&3 == upper&3
	}
	return (lower^upper)&1 == 1
}

// king reports whether a card is the last one of its foundation.
func (g *layout) king(c uint8) bool { return int(c>>2) == g.ranks-1 }
