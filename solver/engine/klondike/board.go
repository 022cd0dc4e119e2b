package klondike

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// code is a card: four times its rank, counted from 0 at the foundations' base, plus
// two bits. They are chosen so that the cards on which it may be laid are its group's,
// one rank higher. In alternating colours the high bit is the colour, inverted on every
// other rank, and the low bit tells the two suits of a colour apart.
type code = uint8

const (
	maxCards = 52 // in the deck
	maxRanks = 13
	maxStock = 32

	maxHeights = 16 // of a foundation, rounded up to a power of two
)

// grouping is the number of cards of a rank that can be laid on the same cards: one in
// suit, two in alternating colours, four in any suit.
type grouping uint8

const (
	singles grouping = 1
	pairs   grouping = 2
	fours   grouping = 4
)

// board has the constants of a deal. A set of cards is a word with a bit for each code.
type board struct {
	// Rules.
	rules      *rules.Rules
	base       card.Rank
	ranks      uint8
	size       int // cards in the deck
	group      grouping
	kingSpaces bool // kings fill spaces
	worry      bool // foundations give their top cards back
	columns    int
	draw       int
	unlimited  bool // redeals

	// Cards.
	kings uint64
	back  uint64                // cards that can come back from the foundations
	next  [4][maxHeights]uint64 // the card that a foundation takes next, by suit and height
	suit  [maxCards]uint8

	// Columns: of each locked card,
	uncovers [maxCards]uint64 // the card under it, a king at the bottom included
	weight   [maxCards]uint32 // subtracted from state.columns when the card leaves
	last     [maxCards]bool   // that it is the lowest locked card of its column
	depth    [maxCards]uint8  // how many locked cards lie under it

	// Stock.
	cards  [maxStock]uint64             // in the order in which they are turned
	place  [maxCards]uint8              // of a card in that order
	spread [maxStock / 8][1 << 8]uint64 // places as cards, eight places at a time
	every  [][1 << 8]uint8              // see everyDraw
	mod    []uint8                      // numbers modulo draw; a division takes longer

	layout layout // of keys
}

// playable reports whether the engine plays games of rules r: one pack in columns, runs
// that move in parts, nothing but kings in spaces, a stock turned to a waste.
func playable(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Decks == 1 && r.Suits == card.Suits && r.MaxRank <= maxRanks &&
		t.Count > 0 && (t.Build == rules.RedBlack || t.Build == rules.SameSuit || t.Build == rules.AnySuit) &&
		(t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone) &&
		t.Groups == rules.GroupsYes && t.GroupPolicy == t.Build && !t.UpOrDown && !t.Freeze && t.Packets == 0 &&
		r.Foundations.Present && !r.Foundations.CompleteOnly &&
		r.Cells.Count == 0 && r.Reserve.Size == 0 && !r.Hole.Present && r.Accordion.Size == 0 && r.Sequences.Count == 0 && r.Rows.Shape == rules.NoRows &&
		(r.Stock.Size == 0 || r.Waste()) && r.Stock.Size < maxStock
}

// lay prepares the search of a position. It returns false if the position has no state:
// if a run lies under another card, or the number would be too long.
func (b *board) lay(r *rules.Rules, p *deal.Position) bool {
	if !b.layColumns(r, p) {
		return false
	}
	b.stockOf(p)
	b.every, b.mod = everyDraw(b.draw)
	return true
}

// layColumns prepares all but the stock.
func (b *board) layColumns(r *rules.Rules, p *deal.Position) bool {
	*b = board{
		rules: r, base: p.Base, ranks: uint8(r.MaxRank), size: 4 * int(r.MaxRank),
		kingSpaces: r.Tableau.Spaces == rules.SpacesKings, worry: r.Foundations.Removable,
		columns: r.Tableau.Count, draw: max(1, r.Stock.Count), unlimited: p.RedealsLeft == rules.Unlimited,
	}
	switch r.Tableau.Build {
	case rules.RedBlack:
		b.group = pairs
	case rules.SameSuit:
		b.group, b.worry = singles, false // a card that goes up is never needed again: see safe
	default:
		b.group = fours
	}
	b.kings = 0xF << (4 * (b.ranks - 1))
	for s := range card.Suits {
		for h := range b.ranks {
			x := b.code(deal.FoundationCard(r, b.base, card.Suit(s), int(h)+1))
			b.suit[x] = uint8(s)
			b.next[s][h] = 1 << x
		}
	}
	if b.worry {
		b.back = 1<<b.size - 1
		if !b.kingSpaces {
			b.back &^= b.kings // kings have no place to come back to
		}
	}
	b.layout.stock = uint(len(p.Waste) + len(p.Stock))
	return b.columnsOf(p) && b.layout.fix(b, p)
}

func (b *board) code(c card.Card) code {
	rank, suit := uint8(deal.AboveBase(b.rules, b.base, c)-1), uint8(c.Suit())
	if b.group == pairs {
		return rank<<2 | (suit&1^rank&1)<<1 | suit>>1
	}
	return rank<<2 | suit
}

func (b *board) card(x code) card.Card {
	return deal.FoundationCard(b.rules, b.base, card.Suit(b.suit[x]), int(x>>2)+1)
}

// fits reports whether card x may be laid on host.
func (b *board) fits(x, host code) bool { return b.groups(1<<x)<<4>>host&1 != 0 }

// runStart returns the index at which the run at the end of a column begins.
func (b *board) runStart(column *deal.Column) int {
	start := len(column.Cards) - 1
	for start > column.Down && b.fits(b.code(column.Cards[start]), b.code(column.Cards[start-1])) {
		start--
	}
	return start
}

// columnsOf reads what lies under what. Locked are the face-down cards of a column, its
// deepest face-up card, and cards above that one that don't continue a run. A king at
// the bottom of a column gains nothing by moving to a space, so it counts as moved.
func (b *board) columnsOf(p *deal.Position) bool {
	weight := uint64(1)
	for i := range p.Tableau {
		column := &p.Tableau[i]
		if len(column.Cards) == 0 {
			continue
		}
		start := b.runStart(column)
		for j := column.Down + 1; j < start; j++ {
			if b.fits(b.code(column.Cards[j]), b.code(column.Cards[j-1])) {
				return false // a run under other cards
			}
		}
		floor := 0
		if b.isKing(b.code(column.Cards[0])) {
			floor = 1
		}
		for j := floor; j <= start; j++ {
			x := b.code(column.Cards[j])
			b.weight[x], b.depth[x], b.last[x] = uint32(weight), uint8(j-floor), j == floor
			if j > 0 {
				b.uncovers[x] = 1 << b.code(column.Cards[j-1])
			}
		}
		if weight *= uint64(start - floor + 2); weight > 1<<32 {
			return false
		}
	}
	b.layout.columns = weight
	return true
}

func (b *board) isKing(x code) bool { return b.kings>>x&1 != 0 }

// stockOf reads the stock in the order in which it is turned.
func (b *board) stockOf(p *deal.Position) {
	n := 0
	add := func(c card.Card) {
		x := b.code(c)
		b.cards[n], b.place[x] = 1<<x, uint8(n)
		n++
	}
	for _, c := range p.Waste {
		add(c)
	}
	for i := range p.Stock {
		add(p.Stock[len(p.Stock)-1-i])
	}
	for i := range (n + 7) / 8 { // the rest stays empty
		for set := 1; set < 1<<8; set++ {
			low := bits.TrailingZeros(uint(set))
			b.spread[i][set] = b.spread[i][set&(set-1)] | b.cards[8*i+low]
		}
	}
}

// start returns the state of the position.
func (b *board) start(p *deal.Position) state {
	s := state{
		stock: uint32(1<<b.layout.stock - 1), waste: uint8(len(p.Waste)), redeals: uint8(max(0, p.RedealsLeft)),
		freeStock: b.draw == 1 && b.unlimited || b.layout.stock == 0,
	}
	for i, h := range p.Foundations {
		s.found[i] = uint8(h)
	}
	for i := range p.Tableau {
		column := &p.Tableau[i]
		if len(column.Cards) == 0 {
			continue
		}
		start := b.runStart(column)
		for _, c := range column.Cards[start:] {
			s.visible |= 1 << b.code(c)
		}
		first := b.code(column.Cards[start])
		if start == 0 && b.isKing(first) {
			continue
		}
		s.filled++
		s.columns += b.weight[first] * uint32(b.depth[first]+1)
		for j := start; j >= 0; j-- {
			if x := b.code(column.Cards[j]); j > 0 || !b.isKing(x) {
				s.locked |= 1 << x
			}
		}
	}
	return s
}
