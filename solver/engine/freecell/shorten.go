package freecell

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// shorten removes stops from the way of a card. If the card goes from A to B and later
// from B to C, and nothing happens at B in between, it can stay at A until it goes to
// C, if nothing happens at A either; or go to C at once, if nothing happens there.
// Every other move finds the places that it touches unchanged. On Microsoft's deals
// this removes every eighth move.
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
				continue // no move goes from cell to cell
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

// touched reports whether one of the moves begins or ends at a place.
func touched(moves []game.Move, at game.Place) bool {
	return slices.ContainsFunc(moves, func(m game.Move) bool { return m.From == at || m.To == at })
}
