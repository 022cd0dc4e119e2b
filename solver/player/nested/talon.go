package nested

import "github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"

// reaches has the indices of the talon, a bit each, that turns of the stock bring to the top of
// the waste (section 2.2), by the number of cards in the talon and in the waste.
type reaches [simulate.MostTalon + 1][simulate.MostTalon + 1]uint32

// reachable returns one entry of reaches.
func reachable(count, waste, turn int) (places uint32) {
	for place := 1; place <= count; place++ {
		if place == waste || place == count || place%turn == 0 || place > waste && (place-waste)%turn == 0 {
			places |= 1 << (place - 1)
		}
	}
	return places
}
