package prove

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// order is an assumption about a line of play, a solver.Order with sets of cards.
type order struct {
	first, others card.Set
	what          solver.Event
}

// under returns the assumptions of a list of orders.
func (b *board) under(orders []order) assumptions {
	var v assumptions
	for _, o := range orders {
		v.assume(b, o)
	}
	return v
}

// assume adds an order.
func (v *assumptions) assume(b *board, o order) {
	switch o.what {
	case solver.LaidBeforeUp:
		v.carry[o.first.First()>>1&1] |= o.others
		return
	case solver.UpBeforeLaid:
		v.wait[o.first.First()>>1&1] |= o.others
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
		v.after[king.First().Suit()] |= o.first
	}
}

// derivation is a proof that a board is lost under some orders: a single run of the relaxation,
// or a proof for each case.
type derivation struct {
	orders []order // for a single run: the orders that it needs
	split  []order // otherwise: the cases
	cases  []*derivation
}

// maxRuns is roughly the greatest number of runs of the relaxation of a prover. A run takes half
// a microsecond to one.
const maxRuns = 2000

// maxLeaves is the greatest number of runs that a proof may consist of. Minimising the claims of
// each takes some hundred runs, and nobody reads a longer proof.
const maxLeaves = 128

// deadlockProver looks for a proof by the relaxation.
type deadlockProver struct {
	b       *board
	runs    int // runs of the relaxation left
	orders  []order
	decided card.Set
}

// relax runs the relaxation under the current orders.
func (p *deadlockProver) relax() bool {
	p.runs--
	v := p.b.under(p.orders)
	_, won := p.b.relax(&v)
	return won
}

// prove looks for a proof that the board is lost under the current orders. It returns nil if
// there is none, or no runs are left.
func (p *deadlockProver) prove() *derivation {
	if !p.relax() {
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
		if o.what == solver.LaidBeforeLaid {
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

// leaf returns the proof by a single run, with as few orders as possible.
func (p *deadlockProver) leaf() *derivation {
	all := p.orders
	p.orders = slices.Clone(all)
	for i := len(p.orders) - 1; i >= 0; i-- {
		o := p.orders[i]
		p.orders = slices.Delete(p.orders, i, i+1)
		if p.relax() {
			p.orders = slices.Insert(p.orders, i, o)
		}
	}
	needed := p.orders
	p.orders = all
	return &derivation{orders: needed}
}

// leaves returns the number of runs that a proof consists of.
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

// needs reports whether a proof uses an order.
func (q *derivation) needs(o order) bool {
	if q.split == nil {
		return slices.Contains(q.orders, o)
	}
	return slices.ContainsFunc(q.cases, func(part *derivation) bool { return part.needs(o) })
}

// choose returns cases. For any line of play one of them holds. It returns nil if the relaxed
// game can be won under any orders.
func (p *deadlockProver) choose() []order {
	if p.runs <= 0 {
		return nil
	}
	b := p.b
	v := b.under(p.orders)
	v.careful, v.cautious = true, b.rivals&^p.decided
	p.runs--
	f, won := b.relax(&v)
	if won || len(p.orders) == 0 && p.greedy(f, v) {
		return nil
	}
	// best has the most cases that fail at once.
	var best []order
	most := -1
	for _, split := range b.contests(&f, &v) {
		failing := 0
		for _, o := range split {
			p.orders = append(p.orders, o)
			if !p.relax() {
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

// greedy chooses one order after the other, each time the one that makes most possible, and
// reports whether that wins the relaxed game.
func (p *deadlockProver) greedy(f facts, v assumptions) bool {
	for {
		most, next, under := -1, f, v
		for _, split := range p.b.contests(&f, &v) {
			for _, o := range split {
				g, w := f, v
				w.assume(p.b, o)
				p.runs--
				if g.grow(p.b, &w) {
					return true
				}
				if n := 3*g.up.Count() + g.free.Count() + 2*g.cleared; n > most {
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

// contests returns the open orders that matter, as lists of cases: those of cards one of which
// could be laid at once if it did not take the other's place.
func (b *board) contests(f *facts, v *assumptions) [][]order {
	var list [][]order
	want := f.wanted(b, v)
	for open := b.guests(f.standing(b, v)) & v.cautious & f.free & want &^ f.laid &^ b.kings; open != 0; open &= open - 1 {
		x := open & -open
		twin := twins(x)
		open &^= twin
		list = append(list, []order{{x, twin, solver.LaidBeforeLaid}, {twin, x, solver.LaidBeforeLaid}})
	}
	kings := b.kings & v.cautious
	if f.cleared > 0 && kings&f.free&want&^f.laid != 0 && kings.Count() > 1 {
		var split []order
		for rest := kings; rest != 0; rest &= rest - 1 {
			king := rest & -rest
			split = append(split, order{king, kings &^ king, solver.LaidBeforeLaid})
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
			if f.laid&^f.up&guest != 0 && v.carry[i]&x == 0 && v.wait[x.First()>>1&1]&guest == 0 {
				list = append(list, []order{{guest, x, solver.LaidBeforeUp}, {x, guest, solver.UpBeforeLaid}})
			}
		}
	}
	if b.removable {
		return list
	}
	// Cards that could have been laid on a card that has gone up for good.
	for late := f.free & want &^ f.laid & b.guests(f.hosts) &^ b.guests(f.hosts&^f.up); late != 0; late &= late - 1 {
		x := late & -late
		for i := range 2 {
			host := neighbour(x, 1, i)
			if host&f.hosts&f.up != 0 && v.wait[i]&x == 0 && v.carry[x.First()>>1&1]&host == 0 {
				list = append(list, []order{{x, host, solver.LaidBeforeUp}, {host, x, solver.UpBeforeLaid}})
			}
		}
	}
	return list
}
