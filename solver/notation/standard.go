package notation

import (
	"fmt"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// standard writes moves in the standard notation of FreeCell, ten to a line, as
// fc-solve -m -snx does: where from and where to, columns by number, cells by the
// letters from a to g and then from k on, h for home, the foundations. How many cards
// move follows from the cards, except into an empty column, where more than one is
// said after a v, in hexadecimal digits.
func standard(p *deal.Position, moves []game.Move) (string, error) {
	heights := make([]int, len(p.Tableau))
	for i, c := range p.Tableau {
		heights[i] = len(c.Cards)
	}
	var words []string
	for i, m := range moves {
		if m.Action != game.Shift || m.From.Pile == game.Foundation {
			return "", &Silence{FCSolve, fmt.Sprintf("move %d, %s", i+1, m)}
		}
		word := standardPlace(m.From) + standardPlace(m.To)
		if m.From.Pile == game.Tableau {
			heights[m.From.N-1] -= len(m.Cards)
		}
		if m.To.Pile == game.Tableau {
			if heights[m.To.N-1] == 0 && len(m.Cards) > 1 {
				word += fmt.Sprintf("v%x", len(m.Cards))
			}
			heights[m.To.N-1] += len(m.Cards)
		}
		words = append(words, word)
	}
	return inLines(words, 10), nil
}

func standardPlace(p game.Place) string {
	switch p.Pile {
	case game.Tableau:
		return strconv.Itoa(p.N)
	case game.Cell:
		letter := 'a' + rune(p.N) - 1
		if letter >= 'h' {
			letter += 3 // h is home, and i and j look like numbers
		}
		return string(letter)
	default:
		return "h"
	}
}
