package golf

import "github.com/thoughtful-solitaire/thoughtful/solver/card"

// deadEnd reports whether the cards left can't be played in any order, even with the
// columns forgotten. It tests the walk on the circle of ranks that the rest of the game
// would be. The test needs a hole that wraps around and no stock: then each card played
// is a step from a rank to a neighbour.
//
// Let the walk start at rank h, end at rank z, and visit rank r as often as there are
// cards of it left, n(r). Let e(r) be the number of times that the edge from r to r+1
// is walked. Then
//
//	e(r−1) + e(r) = 2 n(r) + [r = h] − [r = z]
//
// If the number of ranks is odd this has one solution for each z. Without the last term
// it is half of the alternating sum that starts at r,
//
//	E(r) = ½ Σ (−1)^k (2 n(r−k) + [r−k = h]),  k = 0 … ranks−1
//
// and with it E(r) minus a half of ±1, the sign that z has in that sum. So 2E(r) must
// be odd and at least −1, and −1 only where the sign is minus. The edges that are
// walked must also connect the start with all ranks that have cards left.
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
	// 2E(n−1), and from there around by e(r) = term − e(r−1).
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

// endsAt reports whether the walk can end at rank z, counted from 0.
func (b *board) endsAt(z int, twice *[card.MaxRank]int) bool {
	n := b.ranks
	// walked[r] is whether the edge from r to r+1 is walked at all. From z on the signs
	// alternate, starting with plus.
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
	// Follow walked edges from the start in both directions. No card left may lie
	// beyond.
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
