package state

import "github.com/thoughtful-solitaire/thoughtful/solver/rules"

// redealMoves appends the redeal of the columns. One that would leave every card where it
// lies is left out: it only costs a redeal, and with fewer left nothing more can be done.
func (s *State) redealMoves(steps []Step) []Step {
	if s.Talon.Redeals == 0 {
		return steps
	}
	for i, n := range s.packets() {
		if s.Length[i] != n {
			return append(steps, Step{From: AtStock, To: AtStock})
		}
	}
	return steps
}

// packets returns the columns' lengths after a redeal.
func (s *State) packets() []uint8 {
	left := 0
	for _, n := range s.Length {
		left += int(n)
	}
	lengths := make([]uint8, len(s.Length))
	for i := range lengths {
		lengths[i] = uint8(min(left, s.C.Rules.Tableau.Packets))
		left -= int(lengths[i])
	}
	return lengths
}

// redeal gathers the columns from left to right, each from its deepest card, and deals
// them again in packets.
func (s *State) redeal() {
	s.redealt = append(s.redealt, append([]uint8(nil), s.Length...))
	s.lay(s.packets())
	s.countRedeal(-1)
}

// undoRedeal undoes redeal. The order of the cards has not changed.
func (s *State) undoRedeal() {
	last := len(s.redealt) - 1
	s.lay(s.redealt[last])
	s.redealt = s.redealt[:last]
	s.countRedeal(1)
}

// lay cuts the cards of all columns, from left to right, into columns of other lengths.
func (s *State) lay(lengths []uint8) {
	var cards []Code
	for i := range s.Length {
		cards = append(cards, s.Column(i)...)
		s.Length[i] = 0
	}
	for i, n := range lengths {
		s.attach(i, cards[:n])
		cards = cards[n:]
	}
}

// countRedeal changes the number of redeals left, where it is limited. After the last one
// the columns can't be told apart any more.
func (s *State) countRedeal(by int) {
	t := &s.Talon
	if t.Redeals == rules.Unlimited {
		return
	}
	s.Key = s.Key.Minus(t.phase(s.C))
	t.Redeals += by
	s.Key = s.Key.Plus(t.phase(s.C))
	s.order(t.Redeals != 0)
}
