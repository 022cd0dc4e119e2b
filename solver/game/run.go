package game

import (
	"math/bits"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// hasRuns reports whether a game has runs: its cards move one by one and are built on the tableau.
func hasRuns(r *rules.Rules) bool {
	return r.Tableau.Groups == rules.GroupsNo && r.Tableau.Build != rules.NoBuild && r.Tableau.Count > 1
}

// isRun reports whether a move names several cards of a column.
func isRun(m *Move) bool {
	return m.Action == Shift && len(m.Cards) > 1 && m.From.Pile == Tableau && m.To.Pile == Tableau
}

// DoRun makes a move, or the single moves of a run. It returns the moves that it made, with the
// cards that they turn up. If the move is illegal, DoRun returns the reason and leaves the table as
// it is.
func (s *State) DoRun(m Move) ([]Move, Refusal) {
	if !hasRuns(&s.rules) || !isRun(&m) {
		if refusal := s.Check(m); refusal != legal {
			return nil, refusal
		}
		s.Do(m)
		return []Move{s.Last()}, legal
	}
	if refusal := s.checkSupermove(&m); refusal != legal {
		return nil, refusal
	}
	c := carrier{cells: s.freeCells(), top: m}
	c.carry(m.From, m.To, m.Cards, s.usableSpaces(m.To))
	for i, one := range c.moves {
		refusal := s.Check(one)
		if refusal != legal {
			for range i {
				s.Undo()
			}
			return nil, refusal
		}
		s.Do(one)
		c.moves[i] = s.Last()
	}
	return c.moves, legal
}

// checkSupermove returns why a run can't move, as far as that can be said before it is expanded.
func (s *State) checkSupermove(m *Move) Refusal {
	if refusal := s.Check(*m); refusal != OneByOne {
		return refusal // no such place, other cards there, or a space to be filled first
	}
	for i, upper := range m.Cards[1:] {
		if !s.follows(s.rules.Tableau.Build, m.Cards[i], upper) {
			return "these cards are not a run: each must lie on one on which it may be built"
		}
	}
	if refusal := s.checkHead(m); refusal != legal {
		return refusal
	}
	if n, most := len(m.Cards), s.Capacity(m.To); n > most {
		return s.shortage(m.To, n, most)
	}
	return legal
}

// checkHead returns why the deepest card of a run can't move, were it not for the others.
func (s *State) checkHead(m *Move) Refusal {
	alone, head := s.at.Clone(), *m
	column := &alone.Tableau[m.From.N-1]
	column.Cards = column.Cards[:len(column.Cards)-len(m.Cards)+1]
	head.Cards = m.Cards[:1]
	return New(&s.rules, &alone).Check(head)
}

// Capacity returns how many cards the free cells and the spaces can move one by one to a column.
func (s *State) Capacity(to Place) int {
	return capacity(len(s.freeCells()), len(s.usableSpaces(to)))
}

// capacity is (cells + 1) · 2^spaces, at most the largest run.
func capacity(cells, spaces int) int {
	if spaces >= bits.Len(uint(card.MaxRank)) {
		return int(card.MaxRank)
	}
	return min((cells+1)<<spaces, int(card.MaxRank))
}

// shortage returns why n cards can't move.
func (s *State) shortage(to Place, n, most int) Refusal {
	cells, spaces := strconv.Itoa(len(s.freeCells())), strconv.Itoa(len(s.usableSpaces(to)))
	return refuse("{n} cards can't move, only {most} can: free cells {cells}, usable empty columns {spaces}",
		"n", strconv.Itoa(n), "most", strconv.Itoa(most), "cells", cells, "spaces", spaces)
}

// freeCells returns the numbers of the empty cells.
func (s *State) freeCells() []int {
	var free []int
	for i, c := range s.at.Cells {
		if c == card.None {
			free = append(free, i+1)
		}
	}
	return free
}

// usableSpaces returns the numbers of the empty columns, other than the target, that take any card.
func (s *State) usableSpaces(to Place) []int {
	switch s.rules.Tableau.Spaces {
	case rules.SpacesAny, rules.SpacesReserveThenAny, rules.SpacesWasteThenStock:
		// While the last two force a space to be filled, the referee allows nothing else.
	default:
		return nil
	}
	var free []int
	for i, c := range s.at.Tableau {
		if len(c.Cards) == 0 && i != to.N-1 {
			free = append(free, i+1)
		}
	}
	return free
}

// carrier expands a run.
type carrier struct {
	cells []int // the free ones
	top   Move  // the whole run
	moves []Move
}

// carry moves the last cards of a column, from the deepest to the top, by way of all free cells and
// of some spaces.
func (c *carrier) carry(from, to Place, cards []card.Card, spaces []int) {
	if len(cards) <= len(c.cells)+1 {
		for i := len(cards) - 1; i > 0; i-- {
			c.move(from, At(Cell, c.cells[len(cards)-1-i]), cards[i])
		}
		c.move(from, to, cards[0])
		for i := 1; i < len(cards); i++ {
			c.move(At(Cell, c.cells[len(cards)-1-i]), to, cards[i])
		}
		return
	}
	// As many as possible go straight, because the others move twice.
	half, spaces := At(Tableau, spaces[0]), spaces[1:]
	deep := min(len(cards)-1, capacity(len(c.cells), len(spaces)))
	c.carry(from, half, cards[deep:], spaces)
	c.carry(from, to, cards[:deep], spaces)
	c.carry(half, to, cards[deep:], spaces)
}

func (c *carrier) move(from, to Place, one card.Card) {
	m := Move{Action: Shift, From: from, To: to, Cards: []card.Card{one}}
	if from == c.top.From && to == c.top.To && one == c.top.Cards[0] {
		m.TurnsUp = c.top.TurnsUp
	}
	c.moves = append(c.moves, m)
}

// Run is a run that can move.
type Run struct {
	Move
	Expanded []Move // the single moves
}

// LegalRuns returns every run that can move, by source and target, longer ones last.
func LegalRuns(r *rules.Rules, p *deal.Position) []Run {
	if !hasRuns(r) {
		return nil
	}
	var runs []Run
	s := New(r, p)
	for i, column := range p.Tableau {
		open := column.Cards[column.Down:]
		for n := 2; n <= len(open) && s.follows(r.Tableau.Build, open[len(open)-n], open[len(open)-n+1]); n++ {
			for j := range p.Tableau {
				m := Move{Action: Shift, From: At(Tableau, i+1), To: At(Tableau, j+1), Cards: open[len(open)-n:]}
				singles, refusal := s.DoRun(m)
				if refusal != legal {
					continue
				}
				for _, one := range singles {
					m.TurnsUp = max(m.TurnsUp, one.TurnsUp) // one of them at most turns a card up
					s.Undo()
				}
				runs = append(runs, Run{m, singles})
			}
		}
	}
	return runs
}
