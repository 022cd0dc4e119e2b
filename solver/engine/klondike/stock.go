package klondike

import (
	"math/bits"
	"sync"
)

// Turning the stock is no move of the search. A move takes a card that some number of
// turns, and at most one redeal, bring to the top of the waste (Bjarnason, Tadepalli &
// Fern 2007, section 3, "K+").

// everyDraw returns the tables that pick every k-th card of a stock, eight places at a
// time. Of a byte's set bits, table p keeps the i-th if i+p is a multiple of k. It also
// returns the numbers below k+maxStock modulo k.
func everyDraw(draw int) ([][1 << 8]uint8, []uint8) {
	tables.Lock()
	defer tables.Unlock()
	if t, ok := tables.of[draw]; ok {
		return t.every, t.mod
	}
	t := make([][1 << 8]uint8, draw)
	for phase := range t {
		for set := range t[phase] {
			n := phase
			for rest := uint8(set); rest != 0; rest &= rest - 1 {
				if n%draw == 0 {
					t[phase][set] |= rest & -rest
				}
				n++
			}
		}
	}
	mod := make([]uint8, draw+maxStock)
	for n := range mod {
		mod[n] = uint8(n % draw)
	}
	if tables.of == nil {
		tables.of = map[int]drawTables{}
	}
	tables.of[draw] = drawTables{t, mod}
	return t, mod
}

type drawTables struct {
	every [][1 << 8]uint8
	mod   []uint8
}

// tables are made once for each draw size and never changed.
var tables struct {
	sync.Mutex
	of map[int]drawTables
}

// cardsAt returns the cards at places of the stock.
func (b *board) cardsAt(places uint32) uint64 {
	return b.spread[0][places&0xFF] | b.spread[1][places>>8&0xFF] | b.spread[2][places>>16&0xFF] | b.spread[3][places>>24]
}

// everyFrom picks every k-th of the cards left, from card number first on, counted from
// 0; first is less than k.
func (b *board) everyFrom(left uint32, first int) uint32 {
	phase := b.draw - first
	if first == 0 {
		phase = 0
	}
	var picked uint32
	for shift := 0; left>>shift != 0; shift += 8 {
		set := left >> shift & 0xFF
		picked |= uint32(b.every[phase][set]) << shift
		phase = int(b.mod[phase+bits.OnesCount32(set)])
	}
	return picked
}

// reach returns the places of the stock whose cards are available in this pass, and
// those that need a redeal.
func (b *board) reach(s *state) (pass, redeal uint32) {
	n, w := bits.OnesCount32(s.stock), int(s.waste)
	if n == 0 {
		return 0, 0
	}
	ahead := b.draw - 1 // the first card available, if none is turned
	if w > 0 {
		ahead = int(b.mod[w-1])
	}
	pass = b.everyFrom(s.stock, ahead)
	for under := w - b.draw; under > 0; under -= b.draw {
		pass &= pass - 1 // covered in the waste
	}
	pass |= top(s.stock) // the top of the waste once all are turned
	if w > 0 && (b.unlimited || s.redeals > 0) {
		redeal = b.everyFrom(s.stock, b.draw-1) &^ pass
	}
	return pass, redeal
}

// top returns the last of a set of places.
func top(places uint32) uint32 { return 1 << (31 - bits.LeadingZeros32(places)) }

// take takes card x out of the stock.
func (b *board) take(s *state, x uint64) {
	at := b.place[trailing(x)]
	if !s.freeStock {
		if !b.unlimited {
			if pass, _ := b.reach(s); pass>>at&1 == 0 {
				s.redeals--
			}
		}
		s.waste = uint8(bits.OnesCount32(s.stock & (1<<at - 1)))
	}
	s.stock &^= 1 << at
}

// free returns the cards of the stock that are available at no cost: all cards of a
// free stock; else the last card if redeals are unlimited and one would change nothing.
func (b *board) free(s *state) uint64 {
	switch {
	case s.stock == 0:
		return 0
	case s.freeStock:
		return b.cardsAt(s.stock)
	case b.unlimited && b.pure(s):
		return b.cardsAt(top(s.stock))
	}
	return 0
}

// pure reports whether, with unlimited redeals, a redeal would change nothing: the
// cards available are the cards of a fresh pass.
func (b *board) pure(s *state) bool {
	return b.mod[s.waste] == 0 || int(s.waste) == bits.OnesCount32(s.stock)
}
