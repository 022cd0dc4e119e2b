package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// translate says a path from a position in the moves that a person makes.
func translate(c *compiled, p *deal.Position, path []step) []game.Move {
	s := newState(c, p)
	var moves []game.Move
	for _, m := range path {
		if m.from == atTalon {
			moves = s.turns(moves, int(m.pos), m.flags&redeals != 0)
		}
		shift := game.Move{Action: game.Shift, From: s.place(m.from, m.i), To: s.place(m.to, m.j)}
		for _, x := range s.moving(&m) {
			shift.Cards = append(shift.Cards, c.card(x))
		}
		s.do(&m)
		if m.flags&turned != 0 {
			shift.TurnsUp = c.card(s.top(int(m.i)))
		}
		moves = append(moves, shift)
		if m.flags&thenUp != 0 {
			suit := card.Suit(m.pos)
			up := game.Move{
				Action: game.Shift, From: shift.From, To: game.FoundationOf(suit),
				Cards: []card.Card{c.card(s.height[suit]<<2 | code(suit))},
			}
			if m.flags&turnedTwo != 0 {
				up.TurnsUp = c.card(s.top(int(m.i)))
			}
			moves = append(moves, up)
		}
	}
	return moves
}

// turns appends the draws, and the redeal if there is one, that bring the card at
// pos of the talon to the top of the waste.
func (s *state) turns(moves []game.Move, pos int, redeal bool) []game.Move {
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

// moving is the cards that a step moves, before it is done.
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
		return []code{s.height[m.i]<<2 | m.i}
	}
}

func (s *state) place(kind, index uint8) game.Place {
	switch kind {
	case atColumn:
		return game.At(game.Tableau, int(index)+1)
	case atCell:
		return game.At(game.Cell, int(index)+1)
	case atReserve:
		return game.At(game.Reserve, int(index)+1)
	case atTalon:
		return game.Place{Pile: game.Waste}
	default:
		return game.FoundationOf(card.Suit(index))
	}
}
