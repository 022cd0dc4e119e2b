package deadend

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// looseGroupsAllowed reports whether the game has columns alone, with a stock or without one, from
// which a card moves with whatever lies on it.
func looseGroupsAllowed(c *state.Compiled) bool {
	r := &c.Rules
	return c.Techniques.LooseGroups && c.Copies == 1 && r.Foundations.Present &&
		r.Tableau.Groups == rules.GroupsAny && !r.Tableau.Freeze &&
		r.Tableau.Spaces < rules.SpacesReserveThenAny && r.Cells.Count == 0 && r.Reserve.Size == 0
}

// looseCards has what is possible so far in games whose cards move with whatever lies on them. Each
// set only grows. It has more detail than possible, because a card that lies on another uncovers it
// only by leaving it as the head of a group.
type looseCards struct {
	open  uint64 // cards that lay uncovered in the tableau
	gone  uint64 // cards that left the card on which they lie now
	up    uint64 // cards that reached a foundation
	hand  uint64 // cards that come from the stock or back from a foundation
	space bool   // a column was empty
	links uint64 // cards that lie on the next higher one of their suit, or may come to lie there
}

// lostByLooseGroups reports whether the relaxation proves a state lost. docs/research/diaries/loose-groups.md
// has the proof.
func lostByLooseGroups(_ *Finder, s *state.State) bool {
	var l looseCards
	l.begin(s)
	for {
		before := l
		l.sendUp(s)
		if bits.OnesCount64(l.up) == s.Full {
			return false
		}
		l.layFromHand(s)
		for i := range s.Length {
			l.findLeaving(s, i)
		}
		if l == before {
			return true
		}
	}
}

func (l *looseCards) begin(s *state.State) {
	for suit, h := range s.Height {
		l.up |= state.Lowest(h, suit)
	}
	if s.C.Rules.Foundations.Removable {
		l.hand = l.up
	}
	l.hand |= s.Talon.Mask
	l.open, l.space = s.Tops, s.Space >= 0
	if s.Ordered {
		l.open |= s.Talon.Mask // will be dealt to the columns
	}
	if s.C.SinglesUp {
		return
	}
	for i := range s.Length {
		column := s.Column(i)
		for k := 1; k < len(column); k++ {
			if column[k-1] == column[k]+4 {
				l.links |= 1 << column[k]
			}
		}
	}
}

// sendUp sends up what can go up.
func (l *looseCards) sendUp(s *state.State) {
	if s.C.SinglesUp {
		for {
			next := (l.open | l.hand) & state.Next(l.up) &^ l.up
			if next == 0 {
				return
			}
			l.up |= next
			l.gone |= next
		}
	}
	king := state.Code(s.C.Rules.MaxRank)
	for suit := range card.Suits {
		run, under := state.Lowest(king, suit), state.Lowest(king-1, suit)
		if linked := l.links | l.gone | s.Talon.Mask&(l.open>>4); under&^linked == 0 && !l.hidden(s, run) {
			l.up |= run
			l.gone |= run &^ under // the king
		}
	}
}

// hidden reports whether one of these cards never turns up.
func (l *looseCards) hidden(s *state.State, set uint64) bool {
	for i, down := range s.Down {
		for _, x := range s.Cards[i*s.Stride : i*s.Stride+int(down)] {
			if set&^l.open>>x&1 != 0 {
				return true
			}
		}
	}
	return false
}

// layFromHand lays cards into the tableau that come from the stock or a foundation.
func (l *looseCards) layFromHand(s *state.State) {
	for set := l.hand &^ l.open; set != 0; set &= set - 1 {
		x := bits.TrailingZeros64(set)
		if s.C.Onto[x]&l.open != 0 || l.space && s.C.SpaceTakes>>x&1 != 0 {
			l.open |= 1 << x
		}
	}
}

// findLeaving finds the cards of a column that can move away, from its top down. A card can't be laid on
// one that lies above it until a card between them, or that one, has moved away.
func (l *looseCards) findLeaving(s *state.State, i int) {
	column, down := s.Column(i), int(s.Down[i])
	above := uint64(0)
	for k := len(column) - 1; k >= 0; k-- {
		x := column[k]
		bit := uint64(1) << x
		if l.gone&bit == 0 && (k >= down || l.open&bit != 0) &&
			((s.C.Onto[x]|s.C.OntoGroup[x])&l.open&^above != 0 || l.space && s.C.SpaceTakes&bit != 0) {
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
