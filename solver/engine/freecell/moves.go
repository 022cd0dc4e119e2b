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
// moves of runs for which the free places suffice (docs/inside/freecell.md). These are
// all the moves there are: a move of a loose card to a column of its own is part of the
// step that lays the next card on it.
//
// The steps that are more often on the way to a win come first: a card goes up; a loose
// card or a whole run goes onto a card; the top card of a column goes into a place; a
// part of a run goes onto a card; a run or a part of one goes into a space.
func (l *choices) find(b *board, s *state) {
	l.list, l.torn, l.space = l.list[:0], l.torn[:0], l.space[:0]
	for suit := range code(card.Suits) {
		c := s.up[suit]<<2 | suit
		if int(s.up[suit]) < b.ranks && (s.tops|s.loose)>>c&1 != 0 {
			l.list = append(l.list, choice{step{c, toUp}, c, 1})
		}
	}
	room := b.room(s)
	single := room.hosts(s, 1)
	for loose := s.loose; loose != 0; loose &= loose - 1 {
		c := code(bits.TrailingZeros64(loose))
		if hosts := single & b.parents[c&63]; hosts != 0 {
			l.list = onto(c, c, 1, hosts, l.list)
		}
		if b.kings && room.space > 0 && b.isKing(c) {
			l.space = append(l.space, choice{step{c, toSpace}, c, 1})
		}
	}
	for tops := s.tops; tops != 0; tops &= tops - 1 {
		top := code(bits.TrailingZeros64(tops))
		hosts := single
		for c, n := top, 1; ; {
			below := s.under[c]
			if n <= room.space && below != none && (b.kings && b.isKing(c) || !b.kings && n > 1) {
				l.space = append(l.space, choice{step{c, toSpace}, top, uint8(n)})
			}
			set := hosts & b.parents[c&63]
			if !b.fits(c, below) {
				if set != 0 {
					l.list = onto(c, top, n, set, l.list)
				}
				break
			}
			if set != 0 {
				l.torn = onto(c, top, n, set, l.torn)
			}
			c, n = below, n+1
			hosts = room.hosts(s, n)
		}
	}
	if b.free(s) > 0 {
		for tops := s.tops; tops != 0; tops &= tops - 1 {
			c := code(bits.TrailingZeros64(tops))
			l.list = append(l.list, choice{step{c, toPlace}, c, 1})
		}
	}
	l.list = append(append(l.list, l.torn...), l.space...)
}

// onto appends the steps of card head, with n cards up to top, onto each of hosts.
//
//go:noinline
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

// hosts returns the top cards and loose cards onto which n cards can be moved that fit.
func (r *room) hosts(s *state, n int) (set uint64) {
	if n <= r.column {
		set = s.tops
	}
	if n <= r.loose {
		set |= s.loose
	}
	return set
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
