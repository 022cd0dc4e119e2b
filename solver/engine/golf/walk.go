package golf

import "github.com/thoughtful-solitaire/thoughtful/solver/card"

// deadEnd tells whether the cards that are left can't be played in any order,
// columns forgotten, by a test of the walk on the circle of ranks that the rest of
// the game would be. It is for games whose hole goes round, without a stock: each
// card played is then a step from a rank to a neighbour.
//
// Let the walk start at rank h, end at rank z, and visit rank r as often as there
// are cards left of it, n(r). With e(r) the number of times that the edge from r to
// r+1 is walked,
//
//	e(r−1) + e(r) = 2 n(r) + [r = h] − [r = z]
//
// and where the number of ranks is odd this has one solution for each z: without
// the last term, a half of the alternating sum that starts behind r,
//
//	E(r) = ½ Σ (−1)^k (2 n(r−k) + [r−k = h]),  k = 0 … ranks−1
//
// and with it, E(r) less a half of ±1, the sign that z has in that sum. So 2E(r)
// must be odd, no less than −1, and −1 only where the sign is minus. Besides, the
// edges that are walked must hang together with the start and with all ranks of
// which there are cards.
func (b *board) deadEnd() bool {
	n := b.ranks
	if !b.rules.Hole.Loops || n%2 == 0 || n < 3 || b.dealt < len(b.stock) || b.left == 0 {
		return false
	}
	var twice [card.MaxRank]int // 2E(r), ranks counted from 0
	sum := 0
	term := func(r int) int {
		t := 2 * int(b.count[r+1])
		if r+1 == int(b.hole) {
			t++
		}
		return t
	}
	// 2E(n−1), and from there e(r) = term − e(r−1) goes round.
	for k := range n {
		if k%2 == 0 {
			sum += term(n - 1 - k)
		} else {
			sum -= term(n - 1 - k)
		}
	}
	twice[n-1] = sum
	for r := range n - 1 {
		before := n - 1
		if r > 0 {
			before = r - 1
		}
		twice[r] = 2*term(r) - twice[before]
	}
	for r := range n {
		if twice[r] < -1 || twice[r]&1 == 0 {
			return true
		}
	}
	for z := range n {
		if b.count[z+1] > 0 && b.endsAt(z, &twice) {
			return false
		}
	}
	return true
}

// endsAt tells whether the walk could end at rank z, counted from 0.
func (b *board) endsAt(z int, twice *[card.MaxRank]int) bool {
	n := b.ranks
	// walked[r] is whether the edge from r to r+1 is walked at all. Behind z the
	// signs alternate, beginning with plus at z itself.
	var walked [card.MaxRank]bool
	sign := 1
	for k := range n {
		r := (z + k) % n
		e := twice[r] - sign
		if e < 0 {
			return false
		}
		walked[r] = e > 0
		sign = -sign
	}
	// From the start as far as edges are walked in both directions; nothing that
	// is left may lie beyond.
	h := int(b.hole) - 1
	reached := 1
	up := h
	for ; reached < n && walked[up]; reached++ {
		up = (up + 1) % n
	}
	down := h
	for ; reached < n && walked[(down+n-1)%n]; reached++ {
		down = (down + n - 1) % n
	}
	for r := (up + 1) % n; reached < n; reached++ {
		if b.count[r+1] > 0 {
			return false
		}
		r = (r + 1) % n
	}
	return true
}
