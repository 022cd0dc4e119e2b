package shortest

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// firstEnding and nextEnding are how many moves before the end of a line the first search for a
// shorter ending begins, and how many moves earlier each further one does. Endings are searched
// quickly, and each search starts from the line of the one before.
const (
	firstEnding = 12
	nextEnding  = 8
)

// ending is the pass of these searches.
var ending = pass{g: 1, h: 2, states: 1000}

// polish returns a line with a shorter ending, if short searches find one, or the line itself.
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

// along returns the positions along a line of the referee's moves, including the first and the
// last.
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
