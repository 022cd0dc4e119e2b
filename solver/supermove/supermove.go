package supermove

import (
	"fmt"
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Known reports whether a game has runs: its cards move one by one and are built on the tableau.
func Known(r *rules.Rules) bool {
	return r.Tableau.Groups == rules.GroupsNo && r.Tableau.Build != rules.NoBuild && r.Tableau.Count > 1
}

// isRun reports whether a move names several cards of a column.
func isRun(m *game.Move) bool {
	return m.Action == game.Shift && len(m.Cards) > 1 && m.From.Pile == game.Tableau && m.To.Pile == game.Tableau
}

// Make makes a move or the single moves of a run, and returns them as they were made, with the cards
// that they turn up. If the move is illegal, Make returns why, and leaves the table as it is.
func Make(s *game.State, r *rules.Rules, m game.Move) ([]game.Move, game.Refusal) {
	if !Known(r) || !isRun(&m) {
		if refusal := s.Check(m); refusal != "" {
			return nil, refusal
		}
		s.Do(m)
		return []game.Move{s.Last()}, ""
	}
	if refusal := check(s, r, &m); refusal != "" {
		return nil, refusal
	}
	c := carrier{cells: freeCells(s.Table()), top: m}
	c.carry(m.From, m.To, m.Cards, usable(r, s.Table(), m.To))
	for i, one := range c.moves {
		refusal := s.Check(one)
		if refusal != "" {
			for range i {
				s.Undo()
			}
			return nil, refusal
		}
		s.Do(one)
		c.moves[i] = s.Last()
	}
	return c.moves, ""
}

// check returns why a run can't move, as far as that can be said before it is expanded.
func check(s *game.State, r *rules.Rules, m *game.Move) game.Refusal {
	if refusal := s.Check(*m); refusal != game.OneByOne {
		return refusal // no such place, other cards there, or a space to be filled first
	}
	at := s.Table()
	for i, upper := range m.Cards[1:] {
		if !follows(r, at, m.Cards[i], upper) {
			return "these cards are not a run: each must lie on one on which it may be built"
		}
	}
	if refusal := checkHead(r, at, m); refusal != "" {
		return refusal
	}
	if n, most := len(m.Cards), Capacity(r, at, m.To); n > most {
		return shortage(r, at, m.To, n, most)
	}
	return ""
}

// checkHead returns why the deepest card of a run can't move, were it not for the others.
func checkHead(r *rules.Rules, at *deal.Position, m *game.Move) game.Refusal {
	alone, head := at.Clone(), *m
	column := &alone.Tableau[m.From.N-1]
	column.Cards = column.Cards[:len(column.Cards)-len(m.Cards)+1]
	head.Cards = m.Cards[:1]
	return game.New(r, &alone).Check(head)
}

// follows reports whether one card may be built on another.
func follows(r *rules.Rules, at *deal.Position, lower, upper card.Card) bool {
	return deal.Fits(r, at.Base, r.Tableau.Build, lower, upper)
}

// Capacity returns how many cards the free cells and the spaces can move one by one to a column.
func Capacity(r *rules.Rules, at *deal.Position, to game.Place) int {
	return capacity(len(freeCells(at)), len(usable(r, at, to)))
}

// capacity is (cells + 1) · 2^spaces, at most the largest run.
func capacity(cells, spaces int) int {
	if spaces >= bits.Len(uint(card.MaxRank)) {
		return int(card.MaxRank)
	}
	return min((cells+1)<<spaces, int(card.MaxRank))
}

// shortage returns why n cards can't move.
func shortage(r *rules.Rules, at *deal.Position, to game.Place, n, most int) game.Refusal {
	spaces, empty := len(usable(r, at, to)), 0
	for i, c := range at.Tableau {
		if len(c.Cards) == 0 && i != to.N-1 {
			empty++
		}
	}
	kind := "space"
	switch {
	case empty > spaces:
		kind = "space that takes any card"
	case len(at.Tableau[to.N-1].Cards) == 0:
		kind = "other space"
	}
	return game.Refusal(fmt.Sprintf("%d cards can't move: %s and %s carry %d", n, counted(len(freeCells(at)), "free cell"), counted(spaces, kind), most))
}

func counted(n int, what string) string {
	switch n {
	case 0:
		return "no " + what
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// freeCells returns the numbers of the empty cells.
func freeCells(at *deal.Position) []int {
	var free []int
	for i, c := range at.Cells {
		if c == card.None {
			free = append(free, i+1)
		}
	}
	return free
}

// usable returns the numbers of the empty columns, other than the target, that take any card.
func usable(r *rules.Rules, at *deal.Position, to game.Place) []int {
	switch r.Tableau.Spaces {
	case rules.SpacesAny, rules.SpacesReserveThenAny, rules.SpacesWasteThenStock:
		// While the last two force a space to be filled, the referee allows nothing else.
	default:
		return nil
	}
	var free []int
	for i, c := range at.Tableau {
		if len(c.Cards) == 0 && i != to.N-1 {
			free = append(free, i+1)
		}
	}
	return free
}

// carrier expands a run.
type carrier struct {
	cells []int     // the free ones
	top   game.Move // the whole run
	moves []game.Move
}

// carry moves the last cards of a column, from the deepest to the top, by way of all free cells and
// of some spaces.
func (c *carrier) carry(from, to game.Place, cards []card.Card, spaces []int) {
	if len(cards) <= len(c.cells)+1 {
		for i := len(cards) - 1; i > 0; i-- {
			c.move(from, game.At(game.Cell, c.cells[len(cards)-1-i]), cards[i])
		}
		c.move(from, to, cards[0])
		for i := 1; i < len(cards); i++ {
			c.move(game.At(game.Cell, c.cells[len(cards)-1-i]), to, cards[i])
		}
		return
	}
	// As many as possible go straight, because the others move twice.
	half, spaces := game.At(game.Tableau, spaces[0]), spaces[1:]
	deep := min(len(cards)-1, capacity(len(c.cells), len(spaces)))
	c.carry(from, half, cards[deep:], spaces)
	c.carry(from, to, cards[:deep], spaces)
	c.carry(half, to, cards[deep:], spaces)
}

func (c *carrier) move(from, to game.Place, one card.Card) {
	m := game.Move{Action: game.Shift, From: from, To: to, Cards: []card.Card{one}}
	if from == c.top.From && to == c.top.To && one == c.top.Cards[0] {
		m.TurnsUp = c.top.TurnsUp
	}
	c.moves = append(c.moves, m)
}

// Replay plays the moves of people from a position until one is illegal, as [game.Replay] does with
// single moves. It returns the single moves of each legal one too.
func Replay(r *rules.Rules, p *deal.Position, moves []game.Move) (game.Outcome, [][]game.Move) {
	s := game.New(r, p)
	steps := make([][]game.Move, 0, len(moves))
	out := game.Outcome{Legal: true, Moves: game.Length(moves), Redeals: game.Redeals(moves)}
	for i, m := range moves {
		made, refusal := Make(s, r, m)
		if refusal != "" {
			out = game.Outcome{At: i + 1, Reason: m.String() + ": " + string(refusal), Moves: game.Length(moves[:i]), Redeals: game.Redeals(moves[:i])}
			break
		}
		steps = append(steps, made)
	}
	out.Won, out.Position = out.Legal && s.Won(), s.Position()
	return out, steps
}

// Run is a run that can move.
type Run struct {
	game.Move
	Expanded []game.Move // the single moves
}

// Legal returns every run that can move, by source and target, longer ones last.
func Legal(r *rules.Rules, p *deal.Position) []Run {
	if !Known(r) {
		return nil
	}
	var runs []Run
	s := game.New(r, p)
	for i, column := range p.Tableau {
		open := column.Cards[column.Down:]
		for n := 2; n <= len(open) && follows(r, p, open[len(open)-n], open[len(open)-n+1]); n++ {
			for j := range p.Tableau {
				m := game.Move{Action: game.Shift, From: game.At(game.Tableau, i+1), To: game.At(game.Tableau, j+1), Cards: open[len(open)-n:]}
				singles, refusal := Make(s, r, m)
				if refusal != "" {
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
