package shortest

import "math/bits"

// bound returns a lower bound of the moves to a win. docs/research/diaries/shortest.md proves each
// part of it.
func (b *board) bound() int {
	size := bits.OnesCount64(b.talons)
	moves := b.cards + (size-b.waste+b.turn-1)/b.turn
	for _, h := range b.up {
		moves -= int(h)
	}
	var l landmarks
	l.read(b)
	return moves + (l.units()+b.turn-1)/b.turn
}

// landmarks finds disjoint sets of cards. In each set, at least one card takes more than its
// one move to the foundation.
//
// needs[x] is the set of cards that must go up before x if all of them and x take only one move
// each. The needs on a cycle can't all be met, so a card on the cycle takes another move.
type landmarks struct {
	needs  [deckSize]uint64
	weight [deckSize]uint8 // by card: what is left of its extra cost, in units
	alive  uint64          // cards with weight left
	whole  uint8           // units in a move
}

// read sets the needs and the weights.
func (l *landmarks) read(b *board) {
	var above [deckSize]uint64 // by card: the cards that must leave before it can leave, if it moves only once
	tableau := uint64(0)
	for i := range b.columns {
		bases, next := uint64(0), uint64(0)
		for c := b.top[i]; c != none; c = b.under[c] {
			tableau |= bit(c)
			above[c] = bases | next
			if b.built(c) {
				next = bit(c)
			} else {
				bases |= bit(c)
				next = 0
			}
		}
	}
	// order has the cards of the talon in order.
	var order [deckSize]uint8
	var at [deckSize]uint8
	talon := uint64(0)
	size := 0
	for left := b.talons; left != 0; left &= left - 1 {
		c := b.talon[bits.TrailingZeros64(left)]
		order[size] = c
		at[c] = uint8(size)
		talon |= bit(c)
		size++
	}
	l.whole = uint8(b.turn)
	talonWeight := uint8(1)
	if b.limited && b.redeal == 0 {
		talonWeight = l.whole
	}
	l.alive = tableau | talon
	for s, h := range b.up {
		needed := uint64(0)
		last := -1 // the last place of the talon that lower cards of the suit need
		for r := int(h); r < b.ranks; r++ {
			c := uint8(r<<2 | s)
			switch {
			case tableau&bit(c) != 0:
				l.weight[c] = l.whole
				needed |= above[c]
				l.needs[c] = needed
			case talon&bit(c) != 0:
				l.weight[c] = talonWeight
				n := int(at[c])
				end := max(last, b.turned(n, size))
				l.needs[c] = needed
				for j := n + 1; j <= end; j++ {
					l.needs[c] |= bit(order[j])
				}
				last = max(last, b.turned(n, size))
				needed |= bit(c)
			}
		}
	}
}

// turned returns the last card of the talon that comes to the waste before, or together with, the
// n-th one's first chance to leave it.
func (b *board) turned(n, size int) int {
	if n < b.waste {
		return b.waste - 1
	}
	return min(size, b.waste+((n-b.waste)/b.turn+1)*b.turn) - 1
}

// units removes disjoint cycles and returns their total weight, in units.
func (l *landmarks) units() int {
	units := 0
	// Cards that need themselves.
	for left := l.alive; left != 0; left &= left - 1 {
		c := bits.TrailingZeros64(left)
		if l.needs[c]>>c&1 == 1 {
			units += int(l.weight[c])
			l.spend(c, l.weight[c])
		}
	}
	l.trim()
	// Two that need each other.
	for left := l.alive; left != 0; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		for others := l.needs[x] & l.alive; others != 0 && l.alive>>x&1 == 1; others &= others - 1 {
			y := bits.TrailingZeros64(others)
			if l.needs[y]>>x&1 == 1 {
				m := min(l.weight[x], l.weight[y])
				units += int(m)
				l.spend(x, m)
				l.spend(y, m)
			}
		}
	}
	for l.alive != 0 {
		l.trim()
		if l.alive == 0 {
			break
		}
		units += l.cycle(bits.TrailingZeros64(l.alive))
	}
	return units
}

// spend reduces a card's weight.
func (l *landmarks) spend(x int, m uint8) {
	if l.weight[x] -= m; l.weight[x] == 0 {
		l.alive &^= 1 << x
	}
}

// trim drops cards that can't be on a cycle.
func (l *landmarks) trim() {
	for {
		needed, needing := uint64(0), uint64(0)
		for left := l.alive; left != 0; left &= left - 1 {
			c := bits.TrailingZeros64(left)
			if n := l.needs[c] & l.alive; n != 0 {
				needed |= n
				needing |= 1 << c
			}
		}
		if keep := l.alive & needed & needing; keep != l.alive {
			l.alive = keep
			continue
		}
		return
	}
}

// cycle removes a shortest cycle through a card and returns its weight. If there is none, it
// drops the card.
func (l *landmarks) cycle(x int) int {
	var from [deckSize]uint8
	seen := uint64(0)
	front := uint64(1) << x
	for front != 0 {
		next := uint64(0)
		for left := front; left != 0; left &= left - 1 {
			c := bits.TrailingZeros64(left)
			fresh := l.needs[c] & l.alive &^ (seen | next)
			for f := fresh; f != 0; f &= f - 1 {
				from[bits.TrailingZeros64(f)] = uint8(c)
			}
			next |= fresh
		}
		if next>>x&1 == 1 {
			m := l.weight[x]
			for c := int(from[x]); c != x; c = int(from[c]) {
				m = min(m, l.weight[c])
			}
			c := int(from[x])
			for c != x {
				before := int(from[c])
				l.spend(c, m)
				c = before
			}
			l.spend(x, m)
			return int(m)
		}
		seen |= next
		front = next
	}
	l.alive &^= 1 << x
	return 0
}
