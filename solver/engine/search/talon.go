package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
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
	cards   []code
	number  []uint8   // the number of each card in the talon at the start
	left    [2]uint64 // a bit for each of those numbers
	kind    uint64    // the sum of a random number for each of them: see kindOf
	waste   int
	redeals int // redeals left, or rules.Unlimited
	mask    uint64
	count   [codes]uint8 // copies of each card left; mask has the cards with any
}

func (t *talon) lay(s *state, p *deal.Position) {
	t.cards = make([]code, 0, len(p.Stock)+len(p.Waste))
	t.redeals = p.RedealsLeft
	add := func(card card.Card) {
		x := s.c.code(card)
		n := len(t.cards)
		t.number = append(t.number, uint8(n))
		t.left[n>>6] |= 1 << (n & 63)
		s.key = s.key.plus(inTalon[n])
		t.kind += inTalon[n].Lo
		t.cards = append(t.cards, x)
		t.mask |= 1 << x
		t.count[x]++
	}
	for _, x := range p.Waste {
		add(x)
	}
	for i := range p.Stock {
		add(p.Stock[len(p.Stock)-1-i])
	}
	t.waste = len(p.Waste)
	s.key = s.key.plus(t.phase(s.c))
}

// phase is the term of the key for how far the talon is turned.
//
// With unlimited redeals, if the waste is a multiple of the draw size or all of the
// talon, the cards of a fresh pass are within reach, whatever the multiple. Such states
// get one key (klondike's pure positions).
func (t *talon) phase(c *compiled) key {
	return t.phaseOf(c, t.waste, len(t.cards), t.redeals)
}

// phaseOf is the phase of a talon of n cards.
func (t *talon) phaseOf(c *compiled, waste, n, redeals int) key {
	if !c.unlimited || c.turning {
		k := wasteSize[waste]
		if redeals > 0 {
			k = k.plus(redealsLeft[redeals])
		}
		return k
	}
	if waste%c.draw == 0 || waste == n {
		return key{}
	}
	return wasteSize[waste]
}

// reach calls visit for each place of the talon whose card can be played, with the
// flags of its step. Places without a redeal come first, and a place that needs no
// redeal is not offered with one: more redeals left are never a disadvantage.
func (t *talon) reach(c *compiled, visit func(pos int, flags uint8)) {
	n := len(t.cards)
	if n == 0 {
		return
	}
	if c.turning {
		if t.waste > 0 {
			visit(t.waste-1, 0)
		}
		return
	}
	first := t.waste - 1
	if t.waste == 0 {
		first = c.draw - 1
	}
	for pos := first; pos < n; pos += c.draw {
		visit(pos, 0)
	}
	if t.waste < n && (n-t.waste)%c.draw != 0 {
		visit(n-1, 0)
	}
	if t.redeals == 0 || t.waste == 0 {
		return
	}
	// Through a redeal: the cards of a fresh pass. Those from the waste's top on are
	// the same as above if the waste is a multiple of the draw size; the last card
	// never needs a redeal.
	end := n - 1
	if t.waste%c.draw == 0 {
		end = min(end, t.waste-1)
	}
	for pos := c.draw - 1; pos < end; pos += c.draw {
		visit(pos, redeals)
	}
}

// take takes the card at pos out of the talon.
func (t *talon) take(s *state, pos int, redeal bool) code {
	s.key = s.key.minus(t.phase(s.c)).minus(inTalon[t.number[pos]])
	x := t.cards[pos]
	if t.count[x]--; t.count[x] == 0 {
		t.mask &^= 1 << x
	}
	copy(t.cards[pos:], t.cards[pos+1:])
	last := len(t.cards) - 1
	taken := t.number[pos]
	t.left[taken>>6] &^= 1 << (taken & 63)
	t.kind -= inTalon[taken].Lo
	copy(t.number[pos:last], t.number[pos+1:])
	t.number[last] = taken // kept behind the end for giveBack
	t.cards = t.cards[:last]
	t.waste = pos
	if redeal && t.redeals != rules.Unlimited {
		t.redeals--
	}
	s.key = s.key.plus(t.phase(s.c))
	return x
}

// giveBack undoes take. Cards come back in the reverse order, so the number behind the
// end is this card's.
func (t *talon) giveBack(s *state, x code, pos, waste int, redeal bool) {
	s.key = s.key.minus(t.phase(s.c))
	last := len(t.cards)
	taken := t.number[last]
	t.left[taken>>6] |= 1 << (taken & 63)
	t.kind += inTalon[taken].Lo
	t.cards = t.cards[:last+1]
	copy(t.cards[pos+1:], t.cards[pos:])
	copy(t.number[pos+1:], t.number[pos:last])
	t.cards[pos], t.number[pos] = x, taken
	t.mask |= 1 << x
	t.count[x]++
	t.waste = waste
	if redeal && t.redeals != rules.Unlimited {
		t.redeals++
	}
	s.key = s.key.plus(t.phase(s.c)).plus(inTalon[taken])
}

// turn turns the talon, as a step of its own, until waste cards are in the waste; 0
// after a redeal.
func (t *talon) turn(s *state, waste int, redeal bool) {
	s.key = s.key.minus(t.phase(s.c))
	t.waste = waste
	if redeal && t.redeals != rules.Unlimited {
		t.redeals--
	}
	s.key = s.key.plus(t.phase(s.c))
}

// turnBack undoes turn.
func (t *talon) turnBack(s *state, waste int, redeal bool) {
	s.key = s.key.minus(t.phase(s.c))
	t.waste = waste
	if redeal && t.redeals != rules.Unlimited {
		t.redeals++
	}
	s.key = s.key.plus(t.phase(s.c))
}
