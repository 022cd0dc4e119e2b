package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// translate returns a path of single steps from a position as the referee's moves.
func translate(c *compiled, p *deal.Position, path []step) []game.Move {
	s := newState(c, p)
	var moves []game.Move
	for _, m := range path {
		moves = s.appendMoves(moves, &m)
	}
	return moves
}

// appendMoves makes a step and appends it as the referee's moves.
func (s *state) appendMoves(moves []game.Move, m *step) []game.Move {
	switch {
	case m.from == atStock && m.to == atColumn:
		s.do(m)
		return append(moves, game.Move{Action: game.Deal, Count: int(m.n)})
	case m.from == atStock && m.to == atStock:
		s.do(m)
		return append(moves, game.Move{Action: game.Redeal})
	case m.from == atStock && m.flags&redeals != 0:
		s.do(m)
		return append(moves, game.Move{Action: game.Redeal})
	case m.from == atStock:
		moves = append(moves, game.Move{Action: game.Draw, Count: int(m.pos) - s.talon.waste})
		s.do(m)
		return moves
	case m.from == atTalon && m.flags&unturned == 0:
		moves = s.draws(moves, int(m.pos), m.flags&redeals != 0)
	}
	shift := game.Move{Action: game.Shift, From: s.place(m.from, m.i), To: s.place(m.to, m.j)}
	if m.flags&unturned != 0 {
		shift.From = game.Place{Pile: game.Stock}
	}
	for _, x := range s.moving(m) {
		shift.Cards = append(shift.Cards, s.c.card(x))
	}
	s.do(m)
	if m.flags&turned != 0 {
		shift.TurnsUp = s.c.card(s.top(int(m.i)))
	}
	return append(moves, shift)
}

// draws appends the draws, and the redeal if there is one, that bring the card at pos
// of the talon to the top of the waste.
func (s *state) draws(moves []game.Move, pos int, redeal bool) []game.Move {
	n, waste := len(s.talon.cards), s.talon.waste
	drawTo := func(end int) {
		for waste < end {
			count := min(s.c.draw, n-waste)
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
func (s *state) moving(m *step) []code {
	switch m.from {
	case atColumn:
		column := s.column(int(m.i))
		return column[len(column)-int(m.n):]
	case atCell:
		return s.cells[m.i : m.i+1]
	case atReserve:
		return s.reserve[m.i : m.i+1]
	case atTalon:
		return s.talon.cards[m.pos : m.pos+1]
	default:
		return []code{s.height[m.i]<<2 | s.c.suitOf(m.i)}
	}
}

func (s *state) place(kind, index uint8) game.Place {
	switch kind {
	case atColumn:
		return game.At(game.Tableau, int(index)+1)
	case atCell:
		return game.At(game.Cell, int(index)+1)
	case atReserve:
		if s.c.rules.Reserve.Stacked {
			return game.Place{Pile: game.Reserve}
		}
		return game.At(game.Reserve, int(index)+1)
	case atTalon:
		return game.Place{Pile: game.Waste}
	case atHole:
		return game.Place{Pile: game.Hole}
	default:
		at := game.FoundationOf(card.Suit(s.c.suitOf(index)))
		if s.c.copies > 1 {
			at.M = int(index%s.c.copies) + 1
		}
		return at
	}
}
