package prove

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Sets of cards in this file and those beside it have each card by its rank on its foundation,
// counted from 1, in place of its own rank.

const firsts card.Set = 0xf << 4 // the cards with which foundations begin

// board is a position in the form that the relaxation needs.
type board struct {
	build     rules.Build
	spaces    card.Set // the cards that may fill an empty column
	kings     card.Set // the same if only kings may; else empty
	removable bool     // cards may be worried back
	rivals    card.Set // cards that compete with others for places

	deck card.Set      // all cards of the game
	card [56]card.Card // by number in a set
	up   card.Set      // cards on the foundations at the start

	// A column is a list of units, deepest first. A unit is a card that lies on no card that
	// could carry it, its base, with the run built on it. The card under it becomes free only
	// when the whole unit has left.
	base    [52]card.Set // by unit: its deepest card
	unit    [52]card.Set // by unit: all its cards
	column  [53]int8     // by column: the index of its first unit; one more entry for the end
	columns int

	// The talon is the waste and the stock in the order of turning.
	talon     [52]card.Set
	need      [52]int8 // by place: how many cards before it must have left for a new pass to stop at it
	cards     int
	stock     card.Set // the cards of the talon
	open      card.Set // cards of the talon that can be played at once
	freeStock bool     // every card of the talon can be played at any time
}

// outOfReach is more than any number of cards.
const outOfReach = 127

// newBoard returns the board of a position under rules that [proof.Handles] accepts.
func newBoard(r *rules.Rules, p *deal.Position) *board {
	b := &board{build: r.Tableau.Build, removable: r.Foundations.Removable}
	one := func(c card.Card) card.Set { return 1 << (deal.AboveBase(r, p.Base, c)<<2 | int(c.Suit())) }
	ranks := int(r.MaxRank)
	b.deck = (1<<(4*ranks) - 1) << 4
	for s, h := range p.Foundations {
		for rank := 1; rank <= h; rank++ {
			b.up |= 1 << (rank<<2 | s)
		}
	}
	switch r.Tableau.Spaces {
	case rules.SpacesAny:
		b.spaces = b.deck
	case rules.SpacesKings:
		b.spaces = 0xf << (4 * ranks)
		b.kings = b.spaces
	}
	b.rivals = b.kings
	if b.build == rules.RedBlack {
		b.rivals |= b.deck
	}
	for _, c := range card.Deck(r.MaxRank, 1, card.Suits) {
		b.card[one(c).First()] = c
	}
	units := 0
	for i, column := range p.Tableau {
		b.column[i] = int8(units)
		for j, c := range column.Cards {
			x := one(c)
			if j > column.Down && b.carriers(x)&one(column.Cards[j-1]) != 0 {
				b.unit[units-1] |= x
				continue
			}
			b.base[units], b.unit[units] = x, x
			units++
		}
	}
	b.columns = len(p.Tableau)
	b.column[b.columns] = int8(units)
	b.layTalon(r, p, one)
	return b
}

// layTalon sets when each card of waste and stock can be played.
//
// With k cards turned at a time, a pass that begins with a full stock stops at the places k, 2k,
// …, and at the end. Each card that has left before a place has moved it one place forward. So a
// pass stops at a card whose place has the remainder m only if at least m cards before it had
// left when the pass began. The rest of the current pass stops at every k-th card after the w
// cards of the waste, whatever is taken meanwhile. Besides, taking a card brings the card before
// it to the top of the waste.
func (b *board) layTalon(r *rules.Rules, p *deal.Position, one func(card.Card) card.Set) {
	for _, c := range p.Waste {
		b.talon[b.cards] = one(c)
		b.cards++
	}
	for i := len(p.Stock) - 1; i >= 0; i-- {
		b.talon[b.cards] = one(p.Stock[i])
		b.cards++
	}
	for _, x := range b.talon[:b.cards] {
		b.stock |= x
	}
	if b.cards == 0 {
		return
	}
	k, w := r.Stock.Count, len(p.Waste)
	for i := range b.cards {
		place := i + 1
		b.need[i] = outOfReach
		if p.RedealsLeft != 0 {
			b.need[i] = int8(place % k)
		}
		if place == w || place == b.cards || b.need[i] == 0 || place > w && (place-w)%k == 0 {
			b.open |= b.talon[i]
		}
	}
	if b.freeStock = k == 1 && p.RedealsLeft == rules.Unlimited; b.freeStock {
		b.open = b.stock
	}
}

// carriers returns the cards on which at least one card of a set could be built.
func (b *board) carriers(x card.Set) card.Set {
	switch b.build {
	case rules.RedBlack:
		return x.OtherColour() << 4 & b.deck
	case rules.SameSuit:
		return x << 4 & b.deck
	default:
		return ranks(x) << 4 & b.deck
	}
}

// guests returns the cards that could be built on at least one card of a set.
func (b *board) guests(x card.Set) card.Set {
	switch b.build {
	case rules.RedBlack:
		return x.OtherColour() >> 4 & b.deck
	case rules.SameSuit:
		return x >> 4 & b.deck
	default:
		return ranks(x) >> 4 & b.deck
	}
}

// guestsOfTwo returns the cards that could be built on either of two cards of a set, if building
// is in alternating colours.
func (b *board) guestsOfTwo(x card.Set) card.Set {
	x &= x >> 2 & (card.OfEachRank | card.OfEachRank<<1) // both cards of a rank and colour, as the lower bit
	red, black := x&(card.OfEachRank<<1), x&card.OfEachRank
	return (red>>1 | red<<1 | black<<1 | black<<3) >> 4 & b.deck
}

// twins returns, for each card, the other one of its rank and colour.
func twins(x card.Set) card.Set {
	const low = card.OfEachRank | card.OfEachRank<<1
	return x&low<<2 | x>>2&low
}

// ranks returns, for each card, all four of its rank.
func ranks(x card.Set) card.Set {
	x = (x | x>>1 | x>>2 | x>>3) & card.OfEachRank
	return x * 0xf
}
