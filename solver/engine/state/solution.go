package state

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Translate converts a path from position p to the referee's moves. The path has single steps only
// ([Expand]).
func Translate(c *Compiled, p *deal.Position, path []Step) []game.Move {
	s := New(c, p)
	var moves []game.Move
	for _, m := range path {
		moves = s.appendMoves(moves, &m)
	}
	return moves
}

// appendMoves makes a step and appends it as the referee's moves.
func (s *State) appendMoves(moves []game.Move, m *Step) []game.Move {
	switch {
	case m.From == AtStock && m.To == AtColumn:
		s.Do(m)
		return append(moves, game.Move{Action: game.Deal, Count: int(m.N)})
	case m.From == AtStock && m.To == AtStock:
		s.Do(m)
		return append(moves, game.Move{Action: game.Redeal})
	case m.From == AtStock && m.Flags&redeals != 0:
		s.Do(m)
		return append(moves, game.Move{Action: game.Redeal})
	case m.From == AtStock:
		moves = append(moves, game.Move{Action: game.Draw, Count: int(m.Pos) - s.Talon.Waste})
		s.Do(m)
		return moves
	case m.From == AtTalon && m.Flags&unturned == 0:
		moves = s.draws(moves, int(m.Pos), m.Flags&redeals != 0)
	}
	shift := game.Move{Action: game.Shift, From: s.place(m.From, m.I), To: s.place(m.To, m.J)}
	if m.Flags&unturned != 0 {
		shift.From = game.Place{Pile: game.Stock}
	}
	for _, x := range s.moving(m) {
		shift.Cards = append(shift.Cards, s.C.card(x))
	}
	s.Do(m)
	if m.Flags&turned != 0 {
		shift.TurnsUp = s.C.card(s.Top(int(m.I)))
	}
	return append(moves, shift)
}

// draws appends the draws, and the redeal if one is needed, that bring the card at place pos of the
// talon to the top of the waste.
func (s *State) draws(moves []game.Move, pos int, redeal bool) []game.Move {
	n, waste := len(s.Talon.Cards), s.Talon.Waste
	drawTo := func(end int) {
		for waste < end {
			count := min(s.C.Draw, n-waste)
			moves = append(moves, game.Move{Action: game.Draw, Count: count})
			waste += count
		}
	}
	if redeal {
		drawTo(n)
		moves = append(moves, game.Move{Action: game.Redeal})
		waste = 0
	}
	drawTo(pos + 1)
	return moves
}

// moving returns the cards that a step moves. It is called before the step is made.
func (s *State) moving(m *Step) []Code {
	switch m.From {
	case AtColumn:
		column := s.Column(int(m.I))
		return column[len(column)-int(m.N):]
	case AtCell:
		return s.Cells[m.I : m.I+1]
	case atReserve:
		return s.Reserve[m.I : m.I+1]
	case AtTalon:
		return s.Talon.Cards[m.Pos : m.Pos+1]
	default:
		return []Code{s.Height[m.I]<<2 | s.C.SuitOf(m.I)}
	}
}

func (s *State) place(kind, index uint8) game.Place {
	switch kind {
	case AtColumn:
		return game.At(game.Tableau, int(index)+1)
	case AtCell:
		return game.At(game.Cell, int(index)+1)
	case atReserve:
		if s.C.Rules.Reserve.Stacked {
			return game.Place{Pile: game.Reserve}
		}
		return game.At(game.Reserve, int(index)+1)
	case AtTalon:
		return game.Place{Pile: game.Waste}
	case atHole:
		return game.Place{Pile: game.Hole}
	default:
		at := game.FoundationOf(card.Suit(s.C.SuitOf(index)))
		if s.C.Copies > 1 {
			at.M = int(index%s.C.Copies) + 1
		}
		return at
	}
}
