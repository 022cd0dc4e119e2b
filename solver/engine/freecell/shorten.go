package freecell

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// shorten cuts out stops on the way of a card: if it goes from A to B and later from
// B to C, and nothing happens at B in between, then it can stay at A until it goes to
// C, if nothing happens at A either; and it can go to C at once if nothing happens
// there. Every other move finds the places that it touches as they were.
func shorten(moves []game.Move) []game.Move {
	for again := true; again; {
		again = false
		for i := 0; i < len(moves); i++ {
			first := &moves[i]
			j := i + 1
			for j < len(moves) && moves[j].Cards[0] != first.Cards[0] {
				j++
			}
			if j == len(moves) {
				continue
			}
			second, between := &moves[j], moves[i+1:j]
			switch {
			case touched(between, first.To):
				continue
			case first.From.Pile == game.Cell && second.To.Pile == game.Cell && first.From != second.To:
				continue // nothing goes from cell to cell
			case !touched(between, first.From) && first.From == second.To:
				moves = slices.Delete(slices.Delete(moves, j, j+1), i, i+1)
			case !touched(between, first.From):
				second.From = first.From
				moves = slices.Delete(moves, i, i+1)
			case !touched(between, second.To):
				first.To = second.To
				moves = slices.Delete(moves, j, j+1)
			default:
				continue
			}
			again = true
			i--
		}
	}
	return moves
}

// touched tells whether one of the moves begins or ends at a place.
func touched(moves []game.Move, at game.Place) bool {
	return slices.ContainsFunc(moves, func(m game.Move) bool { return m.From == at || m.To == at })
}
