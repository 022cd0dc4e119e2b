package search

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// compileLoose decides whether the rules allow the relaxation for loose groups: columns alone,
// with a stock or without one, from which a card moves with whatever lies on it.
func (c *compiled) compileLoose() {
	r := &c.rules
	c.loose = c.techniques.DeadEnds && c.copies == 1 && r.Foundations.Present &&
		r.Tableau.Groups == rules.GroupsAny && !r.Tableau.Freeze &&
		r.Tableau.Spaces < rules.SpacesReserveThenAny && r.Cells.Count == 0 && r.Reserve.Size == 0
}

// loosened is what is possible so far where cards move with whatever lies on them. Each set only
// grows. It knows more than room does, because a card that lies on another uncovers it only by
// leaving it as the head of a group.
type loosened struct {
	open  uint64 // cards that lay uncovered in the tableau
	gone  uint64 // cards that left the card on which they lie now
	up    uint64 // cards that reached a foundation
	hand  uint64 // cards that come from the stock or back from a foundation
	space bool   // a column was empty
	links uint64 // cards that lie on the next higher one of their suit, or may come to lie there
}

// stuck reports whether the state is proven lost by a relaxation in which nothing that was once
// possible ever ceases to be. docs/engines/dead-ends.md has the proof.
func (s *state) stuck() bool {
	var l loosened
	l.begin(s)
	for {
		before := l
		l.rise(s)
		if bits.OnesCount64(l.up) == s.full {
			return false
		}
		l.lay(s)
		for i := range s.length {
			l.leave(s, i)
		}
		if l == before {
			return true
		}
	}
}

func (l *loosened) begin(s *state) {
	for suit, h := range s.height {
		l.up |= (uint64(1)<<(4*h) - 1) << 4 & (0x1111_1111_1111_1111 << suit)
	}
	if s.c.rules.Foundations.Removable {
		l.hand = l.up
	}
	l.hand |= s.talon.mask
	l.open, l.space = s.tops, s.space >= 0
	if s.ordered {
		l.open |= s.talon.mask // will be dealt to the columns
	}
	if s.c.singlesUp {
		return
	}
	for i := range s.length {
		column := s.column(i)
		for k := 1; k < len(column); k++ {
			if column[k-1] == column[k]+4 {
				l.links |= 1 << column[k]
			}
		}
	}
}

// rise sends up what can go up.
func (l *loosened) rise(s *state) {
	if s.c.singlesUp {
		for {
			next := (l.open | l.hand) & (l.up<<4 | 0xf0) &^ l.up
			if next == 0 {
				return
			}
			l.up |= next
			l.gone |= next
		}
	}
	king := code(s.c.rules.MaxRank)
	for suit := range code(card.Suits) {
		run := (uint64(1)<<(4*king) - 1) << 4 & (0x1111_1111_1111_1111 << suit)
		under := run &^ (1 << (king<<2 | suit)) // all but the king
		if linked := l.links | l.gone | s.talon.mask&(l.open>>4); under&^linked == 0 && !l.hidden(s, run) {
			l.up |= run
			l.gone |= 1 << (king<<2 | suit)
		}
	}
}

// hidden reports whether one of these cards never turns up.
func (l *loosened) hidden(s *state, set uint64) bool {
	for i, down := range s.down {
		for _, x := range s.cards[i*s.stride : i*s.stride+int(down)] {
			if set&^l.open>>x&1 != 0 {
				return true
			}
		}
	}
	return false
}

// lay lays into the tableau what comes from elsewhere.
func (l *loosened) lay(s *state) {
	for set := l.hand &^ l.open; set != 0; set &= set - 1 {
		x := bits.TrailingZeros64(set)
		if s.c.onto[x]&l.open != 0 || l.space && s.c.spaceTakes>>x&1 != 0 {
			l.open |= 1 << x
		}
	}
}

// leave finds the cards of a column that can move away, from its top down. A card can't be laid on
// one that lies above it until a card between them, or that one, has moved away.
func (l *loosened) leave(s *state, i int) {
	column, down := s.column(i), int(s.down[i])
	above := uint64(0)
	for k := len(column) - 1; k >= 0; k-- {
		x := column[k]
		bit := uint64(1) << x
		if l.gone&bit == 0 && (k >= down || l.open&bit != 0) &&
			((s.c.onto[x]|s.c.ontoGroup[x])&l.open&^above != 0 || l.space && s.c.spaceTakes&bit != 0) {
			l.gone |= bit
		}
		if l.gone&bit == 0 {
			above |= bit
			continue
		}
		above = 0
		if k == 0 {
			l.space = true
		} else {
			l.open |= 1 << column[k-1]
		}
	}
}
