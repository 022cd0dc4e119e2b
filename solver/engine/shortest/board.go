package shortest

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// board is a position. A column is a linked list from its top card down.
type board struct {
	*layout
	up     [4]uint8          // cards on each foundation
	top    [maxColumns]uint8 // by column
	under  [deckSize]uint8   // by card of the tableau: the card that it lies on
	left   [maxColumns]uint8 // by column: how many of its first cards have not moved
	talons uint64            // set of places of the talon whose cards are left
	waste  int               // number of talon cards in the waste
	redeal int               // redeals left, if they are limited
}

// start returns the position of the problem.
func (g *layout) start(p *deal.Position) board {
	b := board{layout: g, waste: len(p.Waste), redeal: g.most, talons: 1<<len(g.talon) - 1}
	for s, h := range p.Foundations {
		b.up[s] = uint8(h)
	}
	for i := range b.top {
		b.top[i] = none
	}
	for i, column := range g.columns {
		for _, c := range column {
			b.under[c] = b.top[i]
			b.top[i] = c
		}
		b.left[i] = uint8(len(column))
	}
	return b
}

// key is a position in two words. Two positions have the same key only if they are equal up to
// the order of the columns none of whose first cards is left.
type key struct{ a, b uint64 }

// hostBits is the number of bits of a key's first word that have hosts, one for each card but the
// kings.
const hostBits = 48

// key packs the position. The first word has the foundations and, for each card that has moved
// onto another card, which of its two hosts that is. The second word has what is left of the
// columns and the talon.
func (b *board) key() key {
	var k key
	for s, h := range b.up {
		k.a |= uint64(h) << (hostBits + 4*s)
	}
	for i := range b.columns {
		k.b += b.weight[i] * uint64(b.left[i])
		for c := b.top[i]; c != none && !b.inPlace(c); c = b.under[c] {
			if e := b.under[c]; e != none && !b.oneSuit {
				k.a |= uint64(e>>1&1) << c
			}
		}
	}
	n := len(b.talon)
	k.b = (k.b*uint64(b.most+1)+uint64(b.redeal))*uint64(n+1) + uint64(b.waste)
	k.b = k.b<<n | b.talons
	return k
}

// board returns the position of a key.
func (g *layout) board(k key) board {
	b := board{layout: g}
	n := len(g.talon)
	b.talons = k.b & (1<<n - 1)
	rest := k.b >> n
	b.waste = int(rest % uint64(n+1))
	rest /= uint64(n + 1)
	b.redeal = int(rest % uint64(g.most+1))
	rest /= uint64(g.most + 1)

	gone := b.talonCards()
	for s := range b.up {
		b.up[s] = uint8(k.a >> (hostBits + 4*s) & 15)
		gone |= 0x1111111111111 << s & (1<<(4*b.up[s]) - 1)
	}
	var in [deckSize]uint8 // by card of the tableau: its column
	for i := range b.top {
		b.top[i] = none
	}
	for i, column := range g.columns {
		size := uint64(len(column) + 1)
		b.left[i] = uint8(rest % size)
		rest /= size
		for _, c := range column[:b.left[i]] {
			b.under[c] = b.top[i]
			b.top[i] = c
			in[c] = uint8(i)
			gone |= bit(c)
		}
	}
	// Place the cards that have moved, highest ranks first, so that hosts come before the cards
	// on them.
	moved := (1<<g.cards - 1) &^ gone
	empty := 0
	for moved != 0 {
		c := uint8(63 - bits.LeadingZeros64(moved))
		moved &^= bit(c)
		i := 0
		if g.king(c) {
			for b.top[empty] != none {
				empty++
			}
			i = empty
		} else {
			e, other := g.hosts(c)
			if other != none && k.a>>c&1 == 1 {
				e = other
			}
			i = int(in[e])
		}
		b.under[c] = b.top[i]
		b.top[i] = c
		in[c] = uint8(i)
	}
	return b
}

// talonCards returns the set of cards left in the talon.
func (b *board) talonCards() uint64 {
	set := uint64(0)
	for left := b.talons; left != 0; left &= left - 1 {
		set |= bit(b.talon[bits.TrailingZeros64(left)])
	}
	return set
}

// inPlace reports whether a card of the tableau lies where it lay at the start.
func (b *board) inPlace(c uint8) bool {
	return b.depth[c] != none && b.depth[c] < b.left[b.column[c]]
}

// faceDown reports whether a card of the tableau lies face down: it has not been the top of its
// column yet.
func (b *board) faceDown(c uint8) bool {
	d := b.depth[c]
	return d != none && d+1 < b.left[b.column[c]] && d < b.down[b.column[c]]
}

// built reports whether a card of the tableau lies on one of its hosts, face up, so that the two
// can move together.
func (b *board) built(c uint8) bool {
	e := b.under[c]
	return e != none && b.follows(e, c) && !b.faceDown(e)
}

// ready reports whether a card is the next of its foundation.
func (b *board) ready(c uint8) bool { return b.up[c&3] == c>>2 }

// safe reports whether a card that is ready can go up for good without loss; the proof is in
// docs/research/diaries/shortest.md.
func (b *board) safe(c uint8) bool {
	if b.oneSuit {
		return true
	}
	r := c >> 2 // its rank minus one
	opposite := min(b.up[(c&1)^1], b.up[(c&1)^3])
	if opposite+1 < r {
		return false
	}
	return b.up[(c^2)&3]+2 >= r || !b.back && opposite >= r
}

// move lays card c of column i, with all cards on it, onto column j.
func (b *board) move(i, j int, c uint8) {
	e := b.under[c]
	old := b.top[j]
	b.top[j], b.top[i], b.under[c] = b.top[i], e, old
	b.leave(c)
	b.settle(j)
}

// leave records that a card is no longer where it lay at the start.
func (b *board) leave(c uint8) {
	if b.inPlace(c) {
		b.left[b.column[c]] = b.depth[c]
	}
}

// lay puts a card from another pile onto a column.
func (b *board) lay(c uint8, j int) {
	b.under[c] = b.top[j]
	b.top[j] = c
	b.settle(j)
}

// settle records cards that lie again where they lay at the start, face up on a card that was
// face up.
func (b *board) settle(j int) {
	for n := b.left[j]; n > b.down[j] && int(n) < len(b.columns[j]); n++ {
		below, c := b.columns[j][n-1], b.columns[j][n]
		if b.under[c] != below || !b.inColumn(c, j) {
			return
		}
		b.left[j] = n + 1
	}
}

// inColumn reports whether a card lies in column j.
func (b *board) inColumn(c uint8, j int) bool {
	for d := b.top[j]; d != none; d = b.under[d] {
		if d == c {
			return true
		}
	}
	return false
}

// raise moves the top card of column i to its foundation.
func (b *board) raise(i int) {
	c := b.top[i]
	b.top[i] = b.under[c]
	b.leave(c)
	b.up[c&3]++
}

// exposed returns the column whose top card is c, or an empty column if c is space; −1 if there
// is none.
func (b *board) exposed(c uint8) int {
	if c == none {
		return -1
	}
	if c == space {
		c = none
	}
	for i := range b.columns {
		if b.top[i] == c {
			return i
		}
	}
	return -1
}

// take removes and returns the n-th card, from 0, of what is left of the talon. The waste then
// ends there.
func (b *board) take(n int) uint8 {
	left := b.talons
	for range n {
		left &= left - 1
	}
	i := bits.TrailingZeros64(left)
	b.talons &^= 1 << i
	b.waste = n
	return b.talon[i]
}
