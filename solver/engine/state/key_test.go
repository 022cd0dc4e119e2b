package state

import (
	"math/rand/v2"
	"testing"
)

// TestLanesLoseNothing checks that the mixing of a column's hash keeps different values
// different: each pair of bits of a half, flipped, changes the result. A linear step
// that loses rank, such as x ^ x>>11 after a rotation, fails on the pair of bits that
// it cancels.
func TestLanesLoseNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	for range 200 {
		k := Key{random.Uint64(), random.Uint64()}
		end := k.Finish()
		next := k.Extend(17, false)
		for a := range 64 {
			for b := a; b < 64; b++ {
				bits := uint64(1)<<a | uint64(1)<<b
				lo, hi := Key{k.Lo ^ bits, k.Hi}, Key{k.Lo, k.Hi ^ bits}
				if lo.Finish() == end || hi.Finish() == end || lo.Extend(17, false) == next || hi.Extend(17, false) == next {
					t.Fatalf("flipping bits %d and %d changes nothing", a, b)
				}
			}
		}
	}
}
