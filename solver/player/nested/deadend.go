package nested

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// Dead tells how a table is seen to be lost, by section 4.1: in the relaxation, or because
// two twins lie as they must not. Package deadlock proves more.
func (s *Search) Dead(b *simulate.Board) (relaxed, twins bool) {
	return s.lostRelaxed(b), twinsBlock(b)
}

// deadEnd tells whether it is lost in either way.
func (s *Search) deadEnd(b *simulate.Board) bool { return s.lostRelaxed(b) || twinsBlock(b) }

// lostRelaxed plays without delete effects: a card that could be moved or laid upon once
// can be for good (section 4.1). What can be done then only grows, and if it stops growing
// before all cards are up, the table can't be won.
//
// Of the talon a card can be moved if turning the stock reaches it, if the card after it
// has left, or if as many before it have left as bring it to a place that is reached.
func (s *Search) lostRelaxed(b *simulate.Board) bool {
	var up, laid, free, talon set // laid are the cards that lie, or lay, face up in the tableau
	for i, height := range b.Up {
		up |= suit << i & (1<<(4*uint(height)+4) - 1) & deck
	}
	cleared := false
	var left [simulate.Columns]int8 // of each column the card whose leaving uncovers the next
	for i := range b.Columns {
		c := &b.Columns[i]
		for _, x := range c.Cards[c.Down:c.Count] {
			laid |= one(x)
		}
		left[i] = c.Down
		if c.Count == 0 {
			left[i], cleared = -1, true
		}
	}
	for _, x := range b.Talon[:b.Count] {
		talon |= one(x)
	}
	for places := s.reach[b.Count][b.Turned]; places != 0; places &= places - 1 {
		free |= one(b.Talon[bits.TrailingZeros32(places)])
	}
	free |= up | laid
	gone := set(0) // what has left the talon
	for {
		then, spaces := [...]set{up, laid, free}, cleared
		for next := (up<<4 | aces) & free &^ up; next != 0; next = (up<<4 | aces) & free &^ up {
			up |= next
		}
		places := guests(laid)
		if cleared {
			places |= kings
		}
		laid |= free & places
		for i := range b.Columns {
			c := &b.Columns[i]
			for left[i] >= 0 && one(c.Cards[left[i]])&(up|places) != 0 {
				if left[i]--; left[i] < 0 {
					cleared = true
					break
				}
				x := one(c.Cards[left[i]])
				free |= x
				laid |= x
			}
		}
		if now := (up | laid) & talon; now != gone {
			gone = now
			fewer, place := 0, 0 // cards before that have left, and the place in a turn of the stock
			before := set(0)     // the card before
			for i := range b.Count {
				x := one(b.Talon[i])
				if place++; place == s.game.Turn {
					place = 0
				}
				if fewer >= place {
					free |= x
				}
				if gone&x != 0 {
					free |= before
					fewer++
				}
				before = x
			}
		}
		if up == deck {
			return false
		}
		if then == [...]set{up, laid, free} && spaces == cleared {
			return true
		}
	}
}

// twinsBlock tells whether a column holds two cards of one rank and colour that both keep
// down lesser cards of both their suits and one of the two cards on which they could be
// laid (section 4.1). The upper of them can only go to the other such card, and has to
// stay there; then the lower has nowhere to go.
func twinsBlock(b *simulate.Board) bool {
	return twinsOver(b, func(under, over set, lower, upper card.Card) bool {
		return under&hosts(one(lower)) != 0 && under&below(lower) != 0 && under&below(upper) != 0
	})
}

// TwinsLoosely is the pattern of twins as the words of section 4.1 can be read, too: each
// of the two keeps down a lesser card of its own suit, and the upper one of the two cards on
// which they could be laid. It is no proof: if what the upper keeps down lies between them,
// it comes free when that goes, and the deal may be won.
func TwinsLoosely(b *simulate.Board) bool {
	return twinsOver(b, func(under, over set, lower, upper card.Card) bool {
		return over&hosts(one(lower)) != 0 && under&below(lower) != 0 && over&below(upper) != 0
	})
}

// twinsOver looks for two cards of one rank and colour in a column that block what is
// under them, and asks of each two about the cards under the lower and under the upper.
// Kings are left out, as they can be laid on nothing.
func twinsOver(b *simulate.Board, is func(under, over set, lower, upper card.Card) bool) bool {
	for i := range b.Columns {
		c := &b.Columns[i]
		blocking := c.Cards[:min(c.Down+1, c.Count)] // those after it lie on cards that carry them
		var under set
		for j, lower := range blocking {
			if lower.Rank() < card.King && under != 0 {
				over := under
				for _, upper := range blocking[j+1:] {
					if upper == twin(lower) && is(under, over|one(lower), lower, upper) {
						return true
					}
					over |= one(upper)
				}
			}
			under |= one(lower)
		}
	}
	return false
}
