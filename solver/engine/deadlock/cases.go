package deadlock

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/proof"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// order is an assumption about a line of play: an Order of cards as sets.
type order struct {
	first, others set
	what          proof.Event
}

// under gives the view under all of a list of orders.
func (b *board) under(orders []order) view {
	var v view
	for _, o := range orders {
		v.assume(b, o)
	}
	return v
}

// assume adds an order to a view.
func (v *view) assume(b *board, o order) {
	switch o.what {
	case proof.LaidBeforeUp:
		v.carry[o.first.number()>>1&1] |= o.others
		return
	case proof.UpBeforeLaid:
		v.wait[o.first.number()>>1&1] |= o.others
		return
	}
	v.cautious &^= o.first
	if o.first&b.kings == 0 {
		v.cautious &^= o.others
		v.second |= o.others
		return
	}
	v.late |= o.others
	for king := o.others; king != 0; king &= king - 1 {
		v.after[king.suit()] |= o.first
	}
}

// proof is a proof that a board is lost under some orders: one by looking, or one for
// each case.
type derivation struct {
	orders []order // by looking: the orders that are needed
	split  []order // else: the cases
	cases  []*derivation
}

// mostLooks is about how often a prover looks at the board at most. A look takes half a
// microsecond to one.
const mostLooks = 2000

// mostLeaves is how many looks a proof may consist of: each is looked through some hundred
// times for what can be left out of it, and nobody reads more.
const mostLeaves = 128

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
func (p *prover) prove() *derivation {
	if !p.look() {
		return p.leaf()
	}
	split := p.choose()
	if split == nil {
		return nil
	}
	decided := p.decided
	defer func() { p.decided = decided }()
	whole := &derivation{split: split}
	for _, o := range split {
		if o.what == proof.LaidBeforeLaid {
			p.decided |= o.first
			if o.first&p.b.kings == 0 {
				p.decided |= o.others
			}
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
func (p *prover) leaf() *derivation {
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
	return &derivation{orders: needed}
}

// leaves is how many looks a proof consists of.
func (q *derivation) leaves() int {
	if q.split == nil {
		return 1
	}
	n := 0
	for _, part := range q.cases {
		n += part.leaves()
	}
	return n
}

// needs reports whether a proof makes use of an order.
func (q *derivation) needs(o order) bool {
	if q.split == nil {
		return slices.Contains(q.orders, o)
	}
	return slices.ContainsFunc(q.cases, func(part *derivation) bool { return part.needs(o) })
}

// choose gives cases, one of which any line of play must be, or nil if the board can be
// won in the relaxation whatever the orders.
func (p *prover) choose() []order {
	if p.looks <= 0 {
		return nil
	}
	b := p.b
	v := b.under(p.orders)
	v.careful, v.cautious = true, b.rivals&^p.decided
	p.looks--
	f, won := b.look(&v)
	if won || len(p.orders) == 0 && p.dive(f, v) {
		return nil
	}
	// Best is the one of which most cases fail at once.
	var best []order
	most := -1
	for _, split := range b.contests(&f, &v) {
		failing := 0
		for _, o := range split {
			p.orders = append(p.orders, o)
			if !p.look() {
				failing++
			}
			p.orders = p.orders[:len(p.orders)-1]
		}
		if failing == len(split) {
			return split
		}
		if failing > most {
			best, most = split, failing
		}
	}
	return best
}

// dive decides one contest after the other in the way that makes most possible, and
// reports whether that wins in the relaxation.
func (p *prover) dive(f facts, v view) bool {
	for {
		most, next, under := -1, f, v
		for _, split := range p.b.contests(&f, &v) {
			for _, o := range split {
				g, w := f, v
				w.assume(p.b, o)
				p.looks--
				if g.grow(p.b, &w) {
					return true
				}
				if n := 3*g.up.count() + g.free.count() + 2*g.cleared; n > most {
					most, next, under = n, g, w
				}
			}
		}
		if most < 0 {
			return false
		}
		f, v = next, under
	}
}

// contests are the orders that are open where they make a difference: of cards of which
// one could be laid at once, but that it might take the other's place.
func (b *board) contests(f *facts, v *view) [][]order {
	var list [][]order
	want := f.wanted(b, v)
	for open := b.guests(f.standing(b, v)) & v.cautious & f.free & want &^ f.laid &^ b.kings; open != 0; open &= open - 1 {
		x := open & -open
		twin := twins(x)
		open &^= twin
		list = append(list, []order{{x, twin, proof.LaidBeforeLaid}, {twin, x, proof.LaidBeforeLaid}})
	}
	kings := b.kings & v.cautious
	if f.cleared > 0 && kings&f.free&want&^f.laid != 0 && kings.count() > 1 {
		var split []order
		for rest := kings; rest != 0; rest &= rest - 1 {
			king := rest & -rest
			split = append(split, order{king, kings &^ king, proof.LaidBeforeLaid})
		}
		list = append(list, split)
	}
	if b.build != rules.RedBlack {
		return list
	}
	for up := f.ready(); up != 0; up &= up - 1 {
		x := up & -up
		if !f.blocked(b, v, x) {
			continue
		}
		for i := range 2 {
			guest := neighbour(x, -1, i)
			if f.laid&^f.up&guest != 0 && v.carry[i]&x == 0 && v.wait[x.number()>>1&1]&guest == 0 {
				list = append(list, []order{{guest, x, proof.LaidBeforeUp}, {x, guest, proof.UpBeforeLaid}})
			}
		}
	}
	if b.removable {
		return list
	}
	// What could have been laid on a card that is gone for good.
	for late := f.free & want &^ f.laid & b.guests(f.hosts) &^ b.guests(f.hosts&^f.up); late != 0; late &= late - 1 {
		x := late & -late
		for i := range 2 {
			host := neighbour(x, 1, i)
			if host&f.hosts&f.up != 0 && v.wait[i]&x == 0 && v.carry[x.number()>>1&1]&host == 0 {
				list = append(list, []order{{x, host, proof.LaidBeforeUp}, {host, x, proof.UpBeforeLaid}})
			}
		}
	}
	return list
}
