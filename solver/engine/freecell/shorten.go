package freecell

import "slices"

// shorten removes stops from the way of a card. If the card goes from A to B and later
// from B to C, and nothing happens at B in between, it can stay at A until it goes to
// C, if nothing happens at A either; or go to C at once, if nothing happens there.
// Every other move finds the places that it touches unchanged. On Microsoft's deals
// this removes every eighth move.
func shorten(moves []move) []move {
	for again := true; again; {
		again = false
		for i := 0; i < len(moves); i++ {
			first := &moves[i]
			j := i + 1
			for j < len(moves) && moves[j].card != first.card && moves[j].from != first.to && moves[j].to != first.to {
				j++
			}
			if j == len(moves) || moves[j].card != first.card {
				continue // it stays there, or something happens there
			}
			second, between := &moves[j], moves[i+1:j]
			switch {
			case first.from.isCell() && second.to.isCell() && first.from != second.to:
				continue // no move goes from cell to cell
			case !touched(between, first.from) && first.from == second.to:
				moves = slices.Delete(slices.Delete(moves, j, j+1), i, i+1)
			case !touched(between, first.from):
				second.from = first.from
				moves = slices.Delete(moves, i, i+1)
			case !touched(between, second.to):
				first.to = second.to
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

func (at place) isCell() bool { return at >= firstCell && at < firstUp }

// touched reports whether one of the moves begins or ends at a place.
func touched(moves []move, at place) bool {
	for _, m := range moves {
		if m.from == at || m.to == at {
			return true
		}
	}
	return false
}
