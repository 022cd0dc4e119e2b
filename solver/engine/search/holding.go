package search

import "math/bits"

// pair is a set of cards of two packs: those that are in it, and those that are in it twice.
type pair struct{ one, two uint64 }

func (p *pair) add(x code) {
	bit := uint64(1) << x
	p.two |= p.one & bit
	p.one |= bit
}

// remove takes out one of the cards x, if there is one.
func (p *pair) remove(x code) {
	bit := uint64(1) << x
	if p.two&bit != 0 {
		p.two &^= bit
	} else {
		p.one &^= bit
	}
}

// with returns the set with one more card x, and without with one fewer.
func (p pair) with(x code) pair    { p.add(x); return p }
func (p pair) without(x code) pair { p.remove(x); return p }

// plus returns the cards of two sets, of which no card is there more than twice.
func (p pair) plus(q pair) pair { return pair{p.one | q.one, p.two | q.two | p.one&q.one} }

func (p pair) size() int { return bits.OnesCount64(p.one) + bits.OnesCount64(p.two) }

func (p pair) count(x code) int { return int(p.one>>x&1 + p.two>>x&1) }

// homeless returns how many of these cards are neither up nor on a host, at least: a host carries one
// card, the next lower one of its suit.
func (p pair) homeless(up, hosts pair) int {
	kept := up.plus(pair{hosts.one >> 4, hosts.two >> 4})
	return bits.OnesCount64(p.one&^kept.one) + bits.OnesCount64(p.two&^kept.two)
}

// holding is where each card lies, but not on which cards and in which spaces the loose ones lie.
// A card of a column is a dealt one if it and all cards under it have been there since the search
// began; all others in columns are loose.
type holding struct {
	left   [2]uint64 // cards of the talon that are there, by number
	depth  uint64    // dealt cards of each column, four bits for each
	loose  pair      // loose cards that need a place
	hosts  pair      // loose cards, the last dealt cards of columns, and cards in the air
	up     pair      // cards on foundations
	turned uint8     // cards of the talon, of those at the beginning, that have been turned
	spaces uint8     // columns without dealt cards
}

// key returns the key of a holding. The hosts, and how many columns have no dealt cards, follow from
// the rest.
func (t *holding) key() key {
	a := key{t.left[0]*0x9e3779b97f4a7c15 ^ t.up.one, t.left[1] + t.depth*0x9fb21c651e98df25}.finish()
	b := key{t.up.two*0xd6e8feb86659fd93 ^ uint64(t.turned), t.depth ^ t.left[0]}.finish()
	c := key{t.loose.one * 0x9fb21c651e98df25, t.loose.two ^ t.loose.one>>7}.finish()
	k := a.plus(b).plus(c)
	k.Lo += k.Hi * 0x9e3779b97f4a7c15 // each half depends on all parts
	k.Hi += k.Lo * 0xd6e8feb86659fd93
	return k.finish()
}

// holds reports whether loose cards may have places with these hosts.
func (t *holding) holds(loose, hosts pair) bool {
	return loose.homeless(pair{}, hosts) <= int(t.spaces)
}

// take takes a card out of the talon, by its number.
func (t *holding) take(n int) { t.left[n>>6] &^= 1 << (n & 63) }

// wasteTop returns the number of the top card of the waste, −1 if it is empty.
func (t *holding) wasteTop() int {
	for w := 1; w >= 0; w-- {
		n := int(t.turned) - w<<6
		if n <= 0 {
			continue
		}
		if waste := t.left[w] << (64 - min(n, 64)); waste != 0 {
			return w<<6 + min(n, 64) - 1 - bits.LeadingZeros64(waste)
		}
	}
	return -1
}

// holdingOf returns the holding of a state.
func (e *holdings) holdingOf(s *state) holding {
	t := holding{left: s.talon.left, turned: uint8(len(e.talon))}
	if s.talon.waste < len(s.talon.cards) {
		t.turned = s.talon.number[s.talon.waste]
	}
	for f, h := range s.height {
		for rank := uint8(1); rank <= h; rank++ {
			t.up.add(rank<<2 | s.c.suitOf(uint8(f)))
		}
	}
	for i, dealt := range e.columns {
		column := s.column(i)
		n := 0
		for n < min(len(column), len(dealt)) && column[n] == dealt[n] {
			n++
		}
		t.depth |= uint64(n) << (4 * i)
		for _, x := range column[n:] {
			t.loose.add(x)
			t.hosts.add(x)
		}
		if n > 0 {
			t.hosts.add(column[n-1])
		} else {
			t.spaces++
		}
	}
	return t
}

// dealt returns the dealt cards of column i.
func (e *holdings) dealt(t *holding, i int) []code { return e.columns[i][:t.depth>>(4*i)&15] }

// bare takes away the last dealt card of column i.
func (e *holdings) bare(t *holding, i int) {
	rest := e.dealt(t, i)
	rest = rest[:len(rest)-1]
	t.depth -= 1 << (4 * i)
	if len(rest) == 0 {
		t.spaces++
	} else {
		t.hosts.add(rest[len(rest)-1])
	}
}

// wanted returns the cards that may go up next, and those of them on which nothing will have to lie:
// all cards of the next lower rank are up.
func (e *holdings) wanted(t *holding) (wanted, safe uint64) {
	one, two := t.up.one<<4|aces, t.up.two<<4|aces
	return (one&^t.up.one | two&^t.up.two) & e.deck, two &^ t.up.two & e.deck
}

// aces is the lowest card of each suit.
const aces = 0xF << 4

// inTheAir returns the cards that are at hand and need no place.
func (e *holdings) inTheAir(t *holding) uint64 {
	placed := t.loose
	for i := range e.columns {
		if dealt := e.dealt(t, i); len(dealt) > 0 {
			placed.add(dealt[len(dealt)-1])
		}
	}
	return t.hosts.one&^placed.one | t.hosts.two&^placed.two
}

// free reports whether a card costs nothing: all cards on which it may lie are up or at hand. It is
// left in the air then.
func (t *holding) free(x code) bool {
	carriers := uint64(1) << (x + 4)
	return t.hosts.two&carriers != 0 || t.up.two&carriers != 0 || t.hosts.one&t.up.one&carriers != 0
}

// settle makes the moves that can do no harm.
func (e *holdings) settle(t *holding) {
	for again := true; again; {
		_, safe := e.wanted(t)
		again = false
		rise := func(x code) {
			t.up.add(x)
			_, safe = e.wanted(t)
			again = true
		}

		// Step 1. Safe cards that are loose or in the air go up.
		for set := safe & t.loose.one; set != 0; set &= set - 1 {
			x := code(bits.TrailingZeros64(set))
			t.loose.remove(x)
			t.hosts.remove(x)
			rise(x)
		}
		for set := safe & t.hosts.one & e.inTheAir(t); set != 0; set &= set - 1 {
			x := code(bits.TrailingZeros64(set))
			t.hosts.remove(x)
			rise(x)
		}

		// Step 2. Of the dealt cards, safe ones go up. The lowest one of a column, and one on the next
		// higher card of its suit, may as well count as loose: it has a place where it lies.
		for i := range e.columns {
			dealt := e.dealt(t, i)
			if len(dealt) == 0 {
				continue
			}
			x := dealt[len(dealt)-1]
			switch {
			case safe>>x&1 != 0:
				t.hosts.remove(x)
				e.bare(t, i)
				rise(x)
			case len(dealt) == 1 || dealt[len(dealt)-2] == x+4:
				t.loose.add(x)
				e.bare(t, i)
				again = true
			case t.free(x):
				e.bare(t, i)
				again = true
			}
		}

		// Step 3. The top card of the waste goes up if it is safe, or is left in the air if it is free.
		if n := t.wasteTop(); n >= 0 {
			switch x := e.talon[n]; {
			case safe>>x&1 != 0:
				t.take(n)
				rise(x)
			case t.free(x):
				t.take(n)
				t.hosts.add(x)
				again = true
			}
		}
	}
}

// list lists the holdings to which a move leads. The last ones are tried first.
func (e *holdings) list(t *holding) {
	last := e.mostTurned(t)
	if last < int(t.turned) {
		return
	}
	wanted, safe := e.wanted(t)

	// Step 1. The stock is turned up to a card that is played at once: all other moves can be made
	// before. Nothing behind a card that goes up safely, or costs nothing, is tried.
	for turned := *t; int(turned.turned) < last; {
		n := int(turned.turned)
		x := e.talon[n]
		turned.turned++
		played := turned
		played.take(n)
		if wanted>>x&1 != 0 {
			e.add(played.risen(x))
			if safe>>x&1 != 0 {
				break
			}
		}
		if t.free(x) {
			played.hosts.add(x)
			e.add(played)
			break
		}
		e.lay(played, x)
	}

	// Step 2. The top card of the waste is laid on a column.
	waste := t.wasteTop()
	if waste >= 0 {
		played := *t
		played.take(waste)
		e.lay(played, e.talon[waste])
	}

	// Step 3. The last dealt card of a column is laid on another one. Nothing lies on it, nor on
	// the one under it, and the column is not filled yet.
	for i := range e.columns {
		if dealt := e.dealt(t, i); len(dealt) > 0 {
			x := dealt[len(dealt)-1]
			if moved := *t; moved.holds(t.loose.with(x), t.hosts.without(x)) {
				moved.loose.add(x)
				e.bare(&moved, i)
				e.add(moved)
			}
		}
	}

	// Step 4. Cards on which nothing lies go up.
	air := e.inTheAir(t)
	for set := wanted & air; set != 0; set &= set - 1 {
		x := code(bits.TrailingZeros64(set))
		moved := *t
		moved.hosts.remove(x)
		e.add(moved.risen(x))
	}
	for set := wanted & t.loose.one; set != 0; set &= set - 1 {
		x := code(bits.TrailingZeros64(set))
		if moved := *t; moved.holds(t.loose, t.hosts.without(x)) {
			moved.loose.remove(x)
			moved.hosts.remove(x)
			e.add(moved.risen(x))
		}
	}
	for i := range e.columns {
		dealt := e.dealt(t, i)
		if len(dealt) == 0 || wanted>>dealt[len(dealt)-1]&1 == 0 {
			continue
		}
		x := dealt[len(dealt)-1]
		if moved := *t; moved.holds(t.loose, t.hosts.without(x)) {
			moved.hosts.remove(x)
			e.bare(&moved, i)
			e.add(moved.risen(x))
		}
	}
	if waste >= 0 && wanted>>e.talon[waste]&1 != 0 {
		played := *t
		played.take(waste)
		e.add(played.risen(e.talon[waste]))
	}
}

// risen returns the holding with one more card up.
func (t holding) risen(x code) holding {
	t.up.add(x)
	return t
}

// lay lists a holding in which x has just been laid on a column, so that nothing lies on it, if that
// is possible.
func (e *holdings) lay(t holding, x code) {
	if t.loose.add(x); t.holds(t.loose, t.hosts) {
		t.hosts.add(x)
		e.add(t)
	}
}

func (e *holdings) add(t holding) { e.next = append(e.next, t) }
