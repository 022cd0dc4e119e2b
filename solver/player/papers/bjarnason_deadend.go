package papers

import (
	"math/bits"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// deadEnd reports whether a table is lost by the tests of section 4.1: by the relaxation, or by
// the pattern of twins. Package deadlock proves more.
func (s *rolloutSearch) deadEnd(b *Board) bool { return s.lostRelaxed(b) || twinsBlock(b) }

// lostRelaxed reports whether a table is lost in the relaxation without delete effects: once a
// card can be moved, or laid upon, it can be for good (section 4.1). The set of possible moves
// only grows. If it stops growing before all cards are up, the table can't be won.
//
// A card of the talon can be moved if turning the stock reaches it, if the card after it has
// left, or if enough cards before it have left to bring it to a place that is reached.
func (s *rolloutSearch) lostRelaxed(b *Board) bool {
	var up, laid, free, talon card.Set // laid are the cards that lie, or have lain, face up in the tableau
	for i, height := range b.Up {
		up |= card.OfEachRank << i & (1<<(4*uint(height)+4) - 1) & deck
	}
	cleared := false
	var left [Columns]int8 // index of the card of each column whose leaving uncovers the next
	for i := range b.Columns {
		c := &b.Columns[i]
		for _, x := range c.Cards[c.Down:c.Count] {
			laid |= card.One(x)
		}
		left[i] = c.Down
		if c.Count == 0 {
			left[i], cleared = -1, true
		}
	}
	for _, x := range b.Talon[:b.Count] {
		talon |= card.One(x)
	}
	for places := s.reach[b.Count][b.Turned]; places != 0; places &= places - 1 {
		free |= card.One(b.Talon[bits.TrailingZeros32(places)])
	}
	free |= up | laid
	gone := card.Set(0) // cards that have left the talon
	for {
		then, spaces := [...]card.Set{up, laid, free}, cleared
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
			for left[i] >= 0 && card.One(c.Cards[left[i]])&(up|places) != 0 {
				if left[i]--; left[i] < 0 {
					cleared = true
					break
				}
				x := card.One(c.Cards[left[i]])
				free |= x
				laid |= x
			}
		}
		if now := (up | laid) & talon; now != gone {
			gone = now
			fewer, place := 0, 0  // earlier cards that have left, and the place within a turn of the stock
			before := card.Set(0) // the card before
			for i := range b.Count {
				x := card.One(b.Talon[i])
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
		if then == [...]card.Set{up, laid, free} && spaces == cleared {
			return true
		}
	}
}

// twinsBlock reports whether a column holds two cards of one rank and colour that both keep
// down lower cards of both their suits, and one of the two cards on which they could be laid
// (section 4.1). The upper one can only go to the other such card, and has to stay there. Then
// the lower one has no place to go. kings are left out, since they can't be laid on any card.
func twinsBlock(b *Board) bool {
	for i := range b.Columns {
		c := &b.Columns[i]
		blocking := c.Cards[:min(c.Down+1, c.Count)] // later cards lie in order
		var under card.Set
		for j, lower := range blocking {
			upper := twin(lower)
			if lower.Rank() < card.King && under&hosts(card.One(lower)) != 0 && under&lowerOfSuit(lower) != 0 && under&lowerOfSuit(upper) != 0 &&
				slices.Contains(blocking[j+1:], upper) {
				return true
			}
			under |= card.One(lower)
		}
	}
	return false
}
