package klondike

import (
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestVectors solves the vectors with all sets of techniques and all suits, and some of
// the positions reached from them, won and lost.
func TestVectors(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	memory := memory.New(1 << 22)
	tally := map[string]int{}
	for _, v := range enginetest.Vectors {
		for _, image := range v.Images() {
			r, p := image.Position(t)
			checkVerdicts(t, memory, &r, p, 0, true, tally)
		}
		r, p := v.Position(t)
		for _, delay := range []int64{5, relaxedDelay} {
			checkVerdicts(t, memory, &r, p, delay, true, tally)
		}
		l := literal{&r, p.Base}
		first := l.read(&p)
		g, ok := l.explore(&first, 20_000)
		if !ok {
			continue
		}
		if !g.winnable[0] {
			t.Errorf("%s: lost by brute force", v.Name)
		}
		tally["explored"]++
		for range 20 {
			i := random.IntN(len(g.spots))
			checkVerdicts(t, memory, &r, l.position(g.spots[i]), 0, g.winnable[i], tally)
		}
	}
	if tally["explored"] < len(enginetest.Vectors)-2 || tally["unwinnable"] == 0 {
		t.Errorf("too few cases: %v", tally)
	}
}

// TestVectorsStronger solves the vectors without worrying back, with few redeals and
// with other draws. Some are lost then.
func TestVectorsStronger(t *testing.T) {
	memory := memory.New(1 << 22)
	tally := map[string]int{}
	least, n := 200, 0
	if testing.Short() {
		least = 100
	}
	for _, v := range enginetest.Vectors {
		for _, draw := range []int{1, 3} {
			for _, redeals := range []int{0, 1, rules.Unlimited} {
				for _, worry := range []bool{false, true} {
					if n++; testing.Short() && n%5 > 2 { // other ones of each vector
						continue
					}
					positionOf := func(v enginetest.Vector) (rules.Rules, deal.Position) {
						r, p := v.Position(t)
						r.Stock.Count, r.Stock.Redeals, r.Foundations.Removable = min(draw, r.Stock.Size), redeals, worry
						p.RedealsLeft = redeals
						return r, p
					}
					r, p := positionOf(v)
					l := literal{&r, p.Base}
					first := l.read(&p)
					g, ok := l.explore(&first, 3000)
					if !ok {
						continue
					}
					for _, image := range v.Images() {
						r, p := positionOf(image)
						checkVerdicts(t, memory, &r, p, 0, g.winnable[0], tally)
					}
				}
			}
		}
	}
	if tally["winnable"] < least || tally["unwinnable"] < least {
		t.Errorf("too few cases: %v", tally)
	}
}
