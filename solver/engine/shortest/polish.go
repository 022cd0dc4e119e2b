package shortest

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// endings are how many moves before the end of a line the searches for a shorter ending
// begin: the end of a game is soon searched, and each search knows what the one before
// has found.
const (
	firstEnding = 12
	nextEnding  = 8
)

// ending is how such a search goes.
var ending = pass{g: 1, h: 2, states: 1000}

// polish gives a line whose ending is shorter, from wherever that is found soon, or the
// line itself.
func (s *search) polish(root board, line []game.Move) []game.Move {
	boards := root.along(line)
	i := len(line)
	for least := firstEnding; i > 0; least += nextEnding {
		for i > 0 && game.Length(line[i:]) < least {
			i--
		}
		s.limit = game.Length(line[i:])
		s.reason = solver.NoReason
		s.run(boards[i], ending)
		if s.best >= 0 {
			line = slices.Concat(line[:i], s.line(boards[i]))
		}
		if s.over() {
			break
		}
	}
	s.limit = game.Length(line)
	return line
}

// along gives the positions along a line of the referee's moves, the first and the last
// one too.
func (b board) along(line []game.Move) []board {
	boards := []board{b}
	for _, m := range line {
		b.play(m)
		boards = append(boards, b)
	}
	return boards
}

// play makes a move of the referee.
func (b *board) play(m game.Move) {
	switch m.Action {
	case game.Draw:
		b.waste += m.Count
		return
	case game.Redeal:
		b.waste = 0
		b.redeal -= b.counted()
		return
	}
	c := uint8(m.Cards[0]) - 4
	switch {
	case m.From.Pile == game.Tableau && m.To.Pile == game.Tableau:
		b.move(m.From.N-1, m.To.N-1, c)
		return
	case m.From.Pile == game.Tableau:
		b.raise(m.From.N - 1)
		return
	case m.From.Pile == game.Waste:
		b.take(b.waste - 1)
	default:
		b.up[c&3]--
	}
	if m.To.Pile == game.Foundation {
		b.up[c&3]++
	} else {
		b.lay(c, m.To.N-1)
	}
}
