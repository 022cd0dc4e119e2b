package deadlock

import "slices"

// order is an assumption: one card is laid into the tableau before each of some others
// is.
type order struct{ first, others set }

// under gives the view under all of a list of orders.
func (b *board) under(orders []order) view {
	var v view
	for _, o := range orders {
		if o.first&b.kings() == 0 {
			v.second |= o.others
			continue
		}
		v.late |= o.others
		for king := o.others; king != 0; king &= king - 1 {
			v.after[king.suit()] |= o.first
		}
	}
	return v
}

// kings are the cards that fill spaces, if no others do.
func (b *board) kings() set {
	if b.spaces == b.deck {
		return 0
	}
	return b.spaces
}

// proof is a proof that a board is lost under some orders: one by looking, or one for
// each case.
type proof struct {
	orders []order // by looking: the orders that are needed
	split  []order // else: the cases
	cases  []*proof
}

// mostLooks is how often a prover looks at the board at most. A look takes half a
// microsecond to one.
const mostLooks = 2000

// prover looks for a proof.
type prover struct {
	b       *board
	looks   int // looks at the board left to spend
	orders  []order
	decided set
}

// look looks at the board under the present orders.
func (p *prover) look() bool {
	p.looks--
	v := p.b.under(p.orders)
	_, won := p.b.look(&v)
	return won
}

// prove looks for a proof that the board is lost under the present orders, and gives
// nil if there is none, or no looks are left.
func (p *prover) prove() *proof {
	if !p.look() {
		return p.leaf()
	}
	split := p.choose()
	if split == nil {
		return nil
	}
	decided := p.decided
	defer func() { p.decided = decided }()
	whole := &proof{split: split}
	for _, o := range split {
		p.decided |= o.first
		if o.first&p.b.kings() == 0 {
			p.decided |= o.others
		}
		p.orders = append(p.orders, o)
		part := p.prove()
		p.orders = p.orders[:len(p.orders)-1]
		p.decided = decided
		if part == nil || !part.needs(o) {
			return part
		}
		whole.cases = append(whole.cases, part)
	}
	return whole
}

// leaf is the proof by looking, with as few orders as it takes.
func (p *prover) leaf() *proof {
	all := p.orders
	p.orders = slices.Clone(all)
	for i := len(p.orders) - 1; i >= 0; i-- {
		o := p.orders[i]
		p.orders = slices.Delete(p.orders, i, i+1)
		if p.look() {
			p.orders = slices.Insert(p.orders, i, o)
		}
	}
	needed := p.orders
	p.orders = all
	return &proof{orders: needed}
}

// needs tells whether a proof makes use of an order.
func (q *proof) needs(o order) bool {
	if q.split == nil {
		return slices.Contains(q.orders, o)
	}
	return slices.ContainsFunc(q.cases, func(part *proof) bool { return part.needs(o) })
}

// choose gives cases, one of which any line of play must be, or nil if the board can be
// won in the relaxation whatever the orders.
func (p *prover) choose() []order {
	b := p.b
	v := b.under(p.orders)
	v.cautious = b.deck &^ p.decided
	p.looks--
	f, won := b.look(&v)
	if won || p.looks < 0 {
		return nil
	}
	var best []order
	bestScore := -1
	try := func(split []order) {
		score := 0
		for _, o := range split {
			p.orders = append(p.orders, o)
			v := b.under(p.orders)
			p.looks--
			g, won := b.look(&v)
			p.orders = p.orders[:len(p.orders)-1]
			if !won {
				score += 1000
			} else {
				score += 0 * g.up.count()
			}
		}
		if score > bestScore {
			best, bestScore = split, score
		}
	}
	if b.build == 1 {
		contested := b.guests(f.hosts) &^ b.guestsOfTwo(f.hosts) &^ twins(f.up) & f.free &^ f.laid &^ p.decided
		for ; contested != 0; contested &= contested - 1 {
			x := contested & -contested
			twin := twins(x)
			contested &^= twin
			try([]order{{x, twin}, {twin, x}})
		}
	}
	kings := b.kings() &^ p.decided
	if f.cleared > 0 && kings&f.free&^f.laid != 0 && kings.count() > 1 {
		var split []order
		for rest := kings; rest != 0; rest &= rest - 1 {
			king := rest & -rest
			split = append(split, order{king, kings &^ king})
		}
		try(split)
	}
	return best
}
