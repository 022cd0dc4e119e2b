package search

import "math/bits"

// hop is a move between outlines.
type hop struct {
	from, to uint8
	at       uint8 // from a head: its column
	card     code  // the card that moves, or the code of its class
}

// Where a hop takes a card from.
const (
	hopHand       uint8 = iota // the reserve
	hopFoundation              //
	hopHead                    // the highest card of a run, when it is the only one
	hopEnd                     // a loose card that is no head
)

// Where it takes it.
const (
	hopUp uint8 = iota
	hopHost
	hopSpace
)

// list appends the hops out of an outline. Some of those from heads and ends are not possible;
// hop finds out.
func (e *exchange) list(t *outline, hops []hop) []hop {
	o := e.look(t)
	for set := t.hand & o.next; set != 0; set &= set - 1 {
		if x := code(bits.TrailingZeros64(set)); o.safe(x) {
			return append(hops, hop{from: hopHand, to: hopUp, card: x})
		}
	}
	for kind, ranks := range o.tops {
		for ; ranks != 0; ranks &= ranks - 1 {
			class := e.c.classIn(code(kind), uint8(bits.TrailingZeros16(ranks)))
			if o.allSafe(e.c.members(class)&t.loose | o.heads(class)) {
				return o.up(hops, class)
			}
		}
	}
	for set := t.hand; set != 0; set &= set - 1 {
		hops = o.down(hops, hop{from: hopHand, card: code(bits.TrailingZeros64(set))})
	}
	if e.c.rules.Foundations.Removable {
		for suit, h := range t.height {
			if x := h<<2 | uint8(suit); h > 0 && !o.safe(x) {
				hops = o.down(hops, hop{from: hopFoundation, card: x})
			}
		}
	}
	for i := range e.locks {
		if t.top[i] > 0 {
			hops = o.down(hops, hop{from: hopHead, at: uint8(i), card: e.headOf(t, i)})
		}
	}
	for kind, ranks := range o.tops {
		for ; ranks != 0; ranks &= ranks - 1 {
			class := e.c.classIn(code(kind), uint8(bits.TrailingZeros16(ranks)))
			if o.space && e.c.spaceTakes>>class&1 != 0 {
				hops = append(hops, hop{from: hopEnd, to: hopSpace, card: class})
			}
		}
	}
	for set := t.hand & o.next; set != 0; set &= set - 1 {
		hops = append(hops, hop{from: hopHand, to: hopUp, card: code(bits.TrailingZeros64(set))})
	}
	for kind, ranks := range o.tops {
		for ; ranks != 0; ranks &= ranks - 1 {
			hops = o.up(hops, e.c.classIn(code(kind), uint8(bits.TrailingZeros16(ranks))))
		}
	}
	return hops
}

// headOf returns the card that is column i's head or, if it is loose, the code of its class.
func (e *exchange) headOf(t *outline, i int) code {
	if n := int(t.locked[i]); n > 0 {
		return e.start.cards[i*e.start.stride+n-1]
	}
	return t.head[i]
}

// outlook is what list looks up.
type outlook struct {
	*exchange
	t     *outline
	tops  [2]uint16 // by kind of run, the ranks of the tops
	next  uint64    // the cards that the foundations take next
	space bool
}

func (e *exchange) look(t *outline) *outlook {
	o := &outlook{exchange: e, t: t}
	for i := range e.locks {
		if t.top[i] == 0 {
			o.space = true
		} else {
			o.tops[e.c.kindOf(t.head[i])] |= 1 << t.top[i]
		}
	}
	for suit, h := range t.height {
		o.next |= 1 << ((h+1)<<2 | uint8(suit))
	}
	copy(e.start.height, t.height[:])
	return o
}

func (o *outlook) safe(x code) bool { return o.start.safe(x) }

// allSafe reports whether all of some cards are next and safe.
func (o *outlook) allSafe(set uint64) bool {
	if set == 0 || set&^o.next != 0 {
		return false
	}
	for ; set != 0; set &= set - 1 {
		if !o.safe(code(bits.TrailingZeros64(set))) {
			return false
		}
	}
	return true
}

// heads returns the locked heads of a class.
func (o *outlook) heads(class code) uint64 {
	set := uint64(0)
	for i := range o.locks {
		if o.t.locked[i] > 0 && o.t.head[i] == class {
			set |= 1 << o.headOf(o.t, i)
		}
	}
	return set
}

// up appends the hops of a class to the foundations.
func (o *outlook) up(hops []hop, class code) []hop {
	loose := o.c.members(class) & o.t.loose & o.next
	for set := loose; set != 0; set &= set - 1 {
		hops = append(hops, hop{from: hopEnd, to: hopUp, card: code(bits.TrailingZeros64(set))})
	}
	for i := range o.locks {
		switch {
		case o.t.top[i] == 0 || o.t.head[i] != class:
		case o.t.locked[i] == 0:
			for set := loose; set != 0; set &= set - 1 {
				hops = append(hops, hop{from: hopHead, to: hopUp, at: uint8(i), card: code(bits.TrailingZeros64(set))})
			}
		case o.next>>o.headOf(o.t, i)&1 != 0:
			hops = append(hops, hop{from: hopHead, to: hopUp, at: uint8(i), card: o.headOf(o.t, i)})
		}
	}
	return hops
}

// down appends the hops of a card to a host and to a space.
func (o *outlook) down(hops []hop, m hop) []hop {
	class := o.c.classOf(m.card)
	if o.tops[o.c.kindOf(class)]>>(class>>2+1)&1 != 0 {
		m.to = hopHost
		hops = append(hops, m)
	}
	alone := m.from == hopHead && o.t.locked[m.at] == 0 // would only change the space
	if o.space && !alone && o.c.spaceTakes>>class&1 != 0 {
		m.to = hopSpace
		hops = append(hops, m)
	}
	return hops
}

// hop makes a hop. It returns false if that is not possible, and t is then spoilt.
func (e *exchange) hop(t *outline, m hop) bool {
	class := e.c.classOf(m.card)
	kind, rank := e.c.kindOf(class), class>>2
	from := -1 // the column that the card must not return to
	switch m.from {
	case hopHand:
		t.hand &^= 1 << m.card
		t.loose |= 1 << m.card
	case hopFoundation:
		t.height[m.card&3]--
		t.loose |= 1 << m.card
	case hopHead:
		from = int(m.at)
		if !e.takeHead(t, from, kind, rank, m.card) {
			return false
		}
	case hopEnd:
		i := e.topped(t, kind, rank, -1)
		if i < 0 {
			return false
		}
		t.top[i]++
	}
	switch m.to {
	case hopUp:
		t.height[m.card&3]++
		t.loose &^= 1 << m.card
	case hopHost:
		i := e.topped(t, kind, rank+1, from)
		if i < 0 {
			return false
		}
		t.top[i]--
	case hopSpace:
		for i := range e.locks {
			if t.top[i] == 0 && i != from {
				t.head[i], t.top[i], t.locked[i] = class, rank, 0
				break
			}
		}
	}
	return e.fit(t)
}

// takeHead takes the head of a column's run away, after its end was exchanged for one that leaves
// it alone. It returns false if there is none, or if the others don't fit then.
func (e *exchange) takeHead(t *outline, i int, kind code, rank uint8, x code) bool {
	j := i
	if t.top[i] != rank {
		if j = e.topped(t, kind, rank, i); j < 0 {
			return false
		}
	}
	t.top[j], t.top[i] = t.top[i], 0
	locked := int(t.locked[i])
	t.head[i], t.locked[i] = 0, 0
	if !e.fit(t) {
		return false
	}
	if locked > 0 {
		t.loose |= 1 << x
		t.lay(e.c, i, e.start.cards[i*e.start.stride:][:locked-1], e.dealt[i][locked-1])
	}
	return true
}

// topped returns a column other than one, whose run is of a kind and ends with a rank; −1 if there is none.
func (e *exchange) topped(t *outline, kind code, rank uint8, but int) int {
	for i := range e.locks {
		if i != but && t.top[i] == rank && e.c.kindOf(t.head[i]) == kind {
			return i
		}
	}
	return -1
}
