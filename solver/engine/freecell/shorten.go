package freecell

import "slices"

// shorten removes stops from the way of a card. If the card goes from A to B and later from B to C,
// and nothing happens at B in between, it can stay at A until it goes to C, if nothing happens at A
// either; or go to C at once, if nothing happens there. For every other move, the places that it
// touches are as before. On Microsoft's deals this removes every eighth move.
func shorten(moves []move) []move {
	for again := true; again; {
		again = false
		for i := 0; i < len(moves); i++ {
			first := &moves[i]
			var between uint64 // places touched by the moves between the two
			j := i + 1
			for ; j < len(moves); j++ {
				places := moves[j].places()
				if places&first.to.bit() != 0 {
					break
				}
				between |= places
			}
			if j == len(moves) || moves[j].card != first.card {
				continue // it stays there, or something happens there
			}
			second := &moves[j]
			switch {
			case first.from.isCell() && second.to.isCell() && first.from != second.to:
				continue // no move goes from cell to cell
			case between&first.from.bit() == 0 && first.from == second.to:
				moves = slices.Delete(slices.Delete(moves, j, j+1), i, i+1)
			case between&first.from.bit() == 0:
				second.from = first.from
				moves = slices.Delete(moves, i, i+1)
			case between&second.to.bit() == 0:
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

// bit returns the set that has one place.
func (at place) bit() uint64 { return 1 << (at & 63) }

// places returns the set of the places at which a move begins and ends.
func (m *move) places() uint64 { return m.from.bit() | m.to.bit() }
