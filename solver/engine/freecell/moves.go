package freecell

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// choice is a step with the top of the cards that move, and their number.
type choice struct {
	step
	top   code
	cards uint8
}

// length returns the length of a step: two, and one for each card that moves along with
// the first. A player moves such a card twice or more, but moving runs is worth it.
func (m *choice) length() int { return int(m.cards) + 1 }

// choices are the steps out of a state.
type choices struct {
	list        []choice
	torn, space []choice // while list is being made
}

// find finds the steps out of a settled state: every move of a single card, and the
// moves of runs for which the free places suffice (docs/engines/freecell.md). These are
// all the moves there are: a move of a loose card to a column of its own is part of the
// step that lays the next card on it.
//
// The steps that are more often on the way to a win come first: a card goes up; a loose
// card or a whole run goes onto a card; the top card of a column goes into a place; a
// part of a run goes onto a card; a run or a part of one goes into a space.
func (l *choices) find(b *board, s *state) {
	list, torn, space := l.list[:0], l.torn[:0], l.space[:0]
	for suit := range code(card.Suits) {
		c := s.up[suit]<<2 | suit
		if int(s.up[suit]) < b.ranks && (s.tops|s.loose)>>c&1 != 0 {
			list = append(list, choice{step{c, toUp}, c, 1})
		}
	}
	room := b.room(s)
	for loose := s.loose; loose != 0; loose &= loose - 1 {
		c := code(bits.TrailingZeros64(loose))
		list = onto(c, c, 1, b.hosts(s, &room, c, 1), list)
		if b.kings && room.space > 0 && b.isKing(c) {
			space = append(space, choice{step{c, toSpace}, c, 1})
		}
	}
	for tops := s.tops; tops != 0; tops &= tops - 1 {
		top := code(bits.TrailingZeros64(tops))
		for c, n := top, 1; ; n++ {
			below, hosts := s.under[c], b.hosts(s, &room, c, n)
			if n <= room.space && below != none && (b.kings && b.isKing(c) || !b.kings && n > 1) {
				space = append(space, choice{step{c, toSpace}, top, uint8(n)})
			}
			if !b.fits(c, below) {
				list = onto(c, top, n, hosts, list)
				break
			}
			torn = onto(c, top, n, hosts, torn)
			c = below
		}
	}
	if b.free(s) > 0 {
		for tops := s.tops; tops != 0; tops &= tops - 1 {
			c := code(bits.TrailingZeros64(tops))
			list = append(list, choice{step{c, toPlace}, c, 1})
		}
	}
	l.list, l.torn, l.space = append(append(list, torn...), space...), torn, space
}

// hosts returns the cards onto which n cards, the deepest of which is c, can be moved.
func (b *board) hosts(s *state, r *room, c code, n int) (set uint64) {
	if n <= r.column {
		set = s.tops
	}
	if n <= r.loose {
		set |= s.loose
	}
	return set & b.parents[c]
}

// onto appends the steps of card head, with n cards up to top, onto each of hosts.
func onto(head, top code, n int, hosts uint64, to []choice) []choice {
	for ; hosts != 0; hosts &= hosts - 1 {
		to = append(to, choice{step{head, code(bits.TrailingZeros64(hosts))}, top, uint8(n)})
	}
	return to
}

// room is how many cards can be moved at once by way of the free places.
type room struct {
	column int // onto a card in a column
	loose  int // onto a loose card
	space  int // into a space
}

// room returns how many cards can be moved at once.
//
// With f free cells and e empty columns a run of (f+1)·2^e cards can be moved. Most
// columns are empty when as many loose cards as possible lie in cells. A loose card
// that another is laid on must be in a column; its cell is then free for the others.
// Where only kings fill spaces, empty columns do not help.
func (b *board) room(s *state) (r room) {
	spaces, loose := b.columns-s.columns(), s.looseCount()
	cells := max(0, b.cells-loose)
	switch free := b.free(s); {
	case b.kings:
		r.column = cells + 1
		if spaces > 0 {
			r.space = cells + 1
		}
	default:
		r.column = (cells + 1) << (free - cells)
		if free > cells {
			r.space = (cells + 1) << (free - cells - 1)
		}
		if spaces > 0 {
			cells = min(b.cells, max(0, b.cells-loose+1))
			r.loose = (cells + 1) << (free - cells)
		}
	}
	if !b.with.Runs {
		r.column, r.loose, r.space = min(r.column, 1), min(r.loose, 1), min(r.space, 1)
	}
	return r
}
