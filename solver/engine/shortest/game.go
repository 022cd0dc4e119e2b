package shortest

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// A card is here a number from 0, the ace of clubs, in the order of card.Card: four
// times its rank less one, and its suit. Sets of cards are words.
const (
	deckSize   = 52
	maxColumns = 16

	none  = 0xff // no card: the floor of a column, no host
	space = 0xfe // a column's floor as the place a king goes to
)

func bit(c uint8) uint64 { return 1 << c }

func number(c card.Card) uint8 { return uint8(c) - uint8(card.New(card.Ace, card.Clubs)) }

// layout is what does not change while a problem is searched: the rules, and where
// each card lay in the beginning.
type layout struct {
	ranks   int
	cards   int  // in the deck
	oneSuit bool // built in suit; else in alternating colours
	kings   bool // kings fill spaces; else nothing does
	back    bool // cards may be worried back
	turn    int  // cards of the stock turned at a time
	limited bool // redeals are counted

	columns []([]uint8) // the columns as they were, deepest card first
	down    []uint8     // how many cards of each lay face down
	column  [deckSize]uint8
	depth   [deckSize]uint8 // place in the column, from 0; none for a card that lay elsewhere

	talon []uint8 // waste from the deepest card, then the stock from the next

	weight []uint64 // of the cards that are left of each column, in the key
	radix  uint64   // of them all
	most   int      // redeals left in the beginning
}

// playable reports whether this engine knows the rules.
func playable(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Decks == 1 && r.Suits == card.Suits && r.Foundations.Present && !r.Foundations.CompleteOnly &&
		(t.Build == rules.RedBlack || t.Build == rules.SameSuit) &&
		(t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone) &&
		t.Groups == rules.GroupsYes && t.GroupPolicy == t.Build && !t.Freeze &&
		t.Count <= maxColumns && r.Cells.Count == 0 && r.Reserve.Size == 0 && !r.Hole.Present &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToWaste)
}

// Handles reports whether this engine plays a problem: a game like Klondike with one
// pack, foundations that start with the ace, and positions that fit two words.
func Handles(p *solver.Problem) bool {
	if !playable(p.Rules()) {
		return false
	}
	position := p.Position()
	_, ok := newLayout(p.Rules(), &position)
	return ok
}

// newLayout notes where the cards lie. It fails if the positions of the game don't
// fit a key.
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
			return nil, false // nothing turns its top card
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
	// The second word has the talon's cards, the waste, redeals, and columns.
	high, low := bits.Mul64(g.radix, uint64(g.most+1))
	if high > 0 {
		return nil, false
	}
	high, low = bits.Mul64(low, uint64(len(g.talon)+1))
	return g, high == 0 && bits.Len64(low)+len(g.talon) <= 64 && p.Base == card.Ace
}

// hosts are the two cards that c may be laid on; the second is none if cards are
// built in suit. A king has none.
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

// king reports whether a card is the last of its foundation.
func (g *layout) king(c uint8) bool { return int(c>>2) == g.ranks-1 }
