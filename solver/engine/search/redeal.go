package search

import "github.com/thoughtful-solitaire/thoughtful/solver/rules"

// redealMoves appends the redeal of the columns. One that would leave every card where it
// lies is left out: it only costs a redeal, and with fewer left nothing more can be done.
func (s *state) redealMoves(steps []step) []step {
	if s.talon.redeals == 0 {
		return steps
	}
	for i, n := range s.packets() {
		if s.length[i] != n {
			return append(steps, step{from: atStock, to: atStock})
		}
	}
	return steps
}

// packets returns the columns' lengths after a redeal.
func (s *state) packets() []uint8 {
	left := 0
	for _, n := range s.length {
		left += int(n)
	}
	lengths := make([]uint8, len(s.length))
	for i := range lengths {
		lengths[i] = uint8(min(left, s.c.rules.Tableau.Packets))
		left -= int(lengths[i])
	}
	return lengths
}

// redeal gathers the columns from left to right, each from its deepest card, and deals
// them again in packets.
func (s *state) redeal() {
	s.redealt = append(s.redealt, append([]uint8(nil), s.length...))
	s.lay(s.packets())
	s.countRedeal(-1)
}

// undoRedeal undoes redeal. The order of the cards has not changed.
func (s *state) undoRedeal() {
	last := len(s.redealt) - 1
	s.lay(s.redealt[last])
	s.redealt = s.redealt[:last]
	s.countRedeal(1)
}

// lay cuts the cards of all columns, from left to right, into columns of other lengths.
func (s *state) lay(lengths []uint8) {
	var cards []code
	for i := range s.length {
		cards = append(cards, s.column(i)...)
		s.length[i] = 0
	}
	for i, n := range lengths {
		s.attach(i, cards[:n])
		cards = cards[n:]
	}
}

// countRedeal changes the number of redeals left, where it is limited. After the last one
// the columns can't be told apart any more.
func (s *state) countRedeal(by int) {
	t := &s.talon
	if t.redeals == rules.Unlimited {
		return
	}
	s.key = s.key.minus(t.phase(s.c))
	t.redeals += by
	s.key = s.key.plus(t.phase(s.c))
	s.order(t.redeals != 0)
}
