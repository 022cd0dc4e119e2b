package nested

import "github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"

// reaches has the places of a talon, a bit each, that turns of the stock bring to the top
// of the waste (section 2.2), by how many cards there are and how many of them are in the
// waste.
type reaches [simulate.MostTalon + 1][simulate.MostTalon + 1]uint32

// reachable are the places for one of these.
func reachable(count, waste, turn int) (places uint32) {
	for place := 1; place <= count; place++ {
		if place == waste || place == count || place%turn == 0 || place > waste && (place-waste)%turn == 0 {
			places |= 1 << (place - 1)
		}
	}
	return places
}
