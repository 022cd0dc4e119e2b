package state

import (
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// TestLanesLoseNothing checks that the mixing of a column's hash keeps different values
// different: each pair of bits of a half, flipped, changes the result. A linear step
// that loses rank, such as x ^ x>>11 after a rotation, fails on the pair of bits that
// it cancels.
func TestLanesLoseNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	for range 200 {
		k := memory.Key{Lo: random.Uint64(), Hi: random.Uint64()}
		end := Finish(k)
		next := Extend(k, 17, false)
		for a := range 64 {
			for b := a; b < 64; b++ {
				bits := uint64(1)<<a | uint64(1)<<b
				lo, hi := memory.Key{Lo: k.Lo ^ bits, Hi: k.Hi}, memory.Key{Lo: k.Lo, Hi: k.Hi ^ bits}
				if Finish(lo) == end || Finish(hi) == end || Extend(lo, 17, false) == next || Extend(hi, 17, false) == next {
					t.Fatalf("flipping bits %d and %d changes nothing", a, b)
				}
			}
		}
	}
}
