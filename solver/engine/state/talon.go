package state

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// talon is waste and stock together, in the order of turning:
//
//	0 …  waste−1   the waste, its top card last
//	waste … n−1    the stock, its next card first
//
// Turning cards is no step of the search (Bjarnason et al. 2007, section 3, "K+"; Blake
// & Gent, section 5.1). A step takes any card that some number of turns can bring to
// the top of the waste, through at most one redeal.
//
// Where spaces are filled by force from the waste, it matters which card tops the waste
// while another move is made. There turning is a step of its own, and only the top of
// the waste is within reach. A stock that is dealt to the columns or into the hole is a
// talon without a waste, whose first card is next.
type talon struct {
	Cards   []Code
	Number  []uint8   // the number of each card in the talon at the start
	left    [2]uint64 // a bit for each of those numbers
	Kind    uint64    // the sum of a random number for each of them, for kindOf in package beam
	Waste   int
	Redeals int // redeals left, or rules.Unlimited
	Mask    uint64
	count   [Codes]uint8 // copies of each card left; mask has the cards with any
}

func (t *talon) lay(s *State, p *deal.Position) {
	t.Cards = make([]Code, 0, len(p.Stock)+len(p.Waste))
	t.Redeals = p.RedealsLeft
	add := func(card card.Card) {
		x := s.C.code(card)
		n := len(t.Cards)
		t.Number = append(t.Number, uint8(n))
		t.left[n>>6] |= 1 << (n & 63)
		s.Key = s.Key.Plus(InTalon[n])
		t.Kind += InTalon[n].Lo
		t.Cards = append(t.Cards, x)
		t.Mask |= 1 << x
		t.count[x]++
	}
	for _, x := range p.Waste {
		add(x)
	}
	for i := range p.Stock {
		add(p.Stock[len(p.Stock)-1-i])
	}
	t.Waste = len(p.Waste)
	s.Key = s.Key.Plus(t.phase(s.C))
}

// phase is the term of the key for how far the talon is turned.
//
// With unlimited redeals, if the waste is a multiple of the draw size or all of the
// talon, the cards of a fresh pass are within reach, whatever the multiple. Such states
// get one key (klondike's pure positions).
func (t *talon) phase(c *Compiled) memory.Key {
	return t.phaseOf(c, t.Waste, len(t.Cards), t.Redeals)
}

// phaseOf is the phase of a talon of n cards.
func (t *talon) phaseOf(c *Compiled, waste, n, redeals int) memory.Key {
	if !c.unlimited || c.Turning {
		k := WasteSize[waste]
		if redeals > 0 {
			k = k.Plus(redealsLeft[redeals])
		}
		return k
	}
	if waste%c.Draw == 0 || waste == n {
		return memory.Key{}
	}
	return WasteSize[waste]
}

// Reach calls visit for each place of the talon whose card can be played, with the
// flags of its step. Places without a redeal come first, and a place that needs no
// redeal is not offered with one: more redeals left are never a disadvantage.
func (t *talon) Reach(c *Compiled, visit func(pos int, flags uint8)) {
	n := len(t.Cards)
	if n == 0 {
		return
	}
	if c.Turning {
		if t.Waste > 0 {
			visit(t.Waste-1, 0)
		}
		return
	}
	first := t.Waste - 1
	if t.Waste == 0 {
		first = c.Draw - 1
	}
	for pos := first; pos < n; pos += c.Draw {
		visit(pos, 0)
	}
	if t.Waste < n && (n-t.Waste)%c.Draw != 0 {
		visit(n-1, 0)
	}
	if t.Redeals == 0 || t.Waste == 0 {
		return
	}
	// Through a redeal: the cards of a fresh pass. Those from the waste's top on are
	// the same as above if the waste is a multiple of the draw size; the last card
	// never needs a redeal.
	end := n - 1
	if t.Waste%c.Draw == 0 {
		end = min(end, t.Waste-1)
	}
	for pos := c.Draw - 1; pos < end; pos += c.Draw {
		visit(pos, redeals)
	}
}

// take takes the card at pos out of the talon.
func (t *talon) take(s *State, pos int, redeal bool) Code {
	s.Key = s.Key.Minus(t.phase(s.C)).Minus(InTalon[t.Number[pos]])
	x := t.Cards[pos]
	if t.count[x]--; t.count[x] == 0 {
		t.Mask &^= 1 << x
	}
	copy(t.Cards[pos:], t.Cards[pos+1:])
	last := len(t.Cards) - 1
	taken := t.Number[pos]
	t.left[taken>>6] &^= 1 << (taken & 63)
	t.Kind -= InTalon[taken].Lo
	copy(t.Number[pos:last], t.Number[pos+1:])
	t.Number[last] = taken // kept behind the end for giveBack
	t.Cards = t.Cards[:last]
	t.Waste = pos
	if redeal && t.Redeals != rules.Unlimited {
		t.Redeals--
	}
	s.Key = s.Key.Plus(t.phase(s.C))
	return x
}

// giveBack undoes take. Cards come back in the reverse order, so the number behind the
// end is this card's.
func (t *talon) giveBack(s *State, x Code, pos, waste int, redeal bool) {
	s.Key = s.Key.Minus(t.phase(s.C))
	last := len(t.Cards)
	taken := t.Number[last]
	t.left[taken>>6] |= 1 << (taken & 63)
	t.Kind += InTalon[taken].Lo
	t.Cards = t.Cards[:last+1]
	copy(t.Cards[pos+1:], t.Cards[pos:])
	copy(t.Number[pos+1:], t.Number[pos:last])
	t.Cards[pos], t.Number[pos] = x, taken
	t.Mask |= 1 << x
	t.count[x]++
	t.Waste = waste
	if redeal && t.Redeals != rules.Unlimited {
		t.Redeals++
	}
	s.Key = s.Key.Plus(t.phase(s.C)).Plus(InTalon[taken])
}

// turn turns the talon, as a step of its own, until waste cards are in the waste. A redeal changes
// the number of redeals left.
func (t *talon) turn(s *State, waste int, redeal bool, by int) {
	s.Key = s.Key.Minus(t.phase(s.C))
	t.Waste = waste
	if redeal && t.Redeals != rules.Unlimited {
		t.Redeals += by
	}
	s.Key = s.Key.Plus(t.phase(s.C))
}
