package deadend

import (
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

var brute = enginetest.Flags(440, 5000, 1)

// TestTalliesOfWins plays everything in tiny games like Chameleon, and asks about each position that
// is reached: one that can be won must not be called lost, by the search among tallies or because
// something is buried. Some that are lost have to be seen.
func TestTalliesOfWins(t *testing.T) {
	const limit = 2000 // positions of a game
	random := rand.New(rand.NewPCG(*brute.Seed, 5))
	won, lost, seen, buried := 0, 0, 0, 0
	most := *brute.Deals / 4
	if testing.Short() {
		most /= 4
	}
	for games := 0; games < most; {
		r, p := enginetest.Draw(t, random, enginetest.Chameleon)
		c := state.Compile(&r, p.Base, state.Complete)
		if !HandlesTallies(c) {
			continue
		}
		positions, winnable, ok := enginetest.Explore(&r, &p, limit)
		if !ok {
			continue
		}
		games++
		for i := range positions {
			var e Tallies
			e.Begin(c, &positions[i], make([]uint64, 4<<10))
			if !e.On {
				continue
			}
			s := state.New(c, &positions[i])
			tally := e.tallyOf(s)
			under := e.buried(&tally)
			hopeless := !s.Won() && e.ProvesLost(nil, s, 1, 1<<20)
			switch {
			case winnable[i] && (hopeless || under):
				t.Fatalf("%s\n%s\ncan be won, but is called lost (buried: %v)", r.Canonical(), positions[i].Document(&r), under)
			case winnable[i]:
				won++
			default:
				lost++
				if hopeless {
					seen++
				}
				if under {
					buried++
				}
			}
		}
	}
	t.Logf("%d positions that can be won; of %d that can't, %d are seen, %d because something is buried", won, lost, seen, buried)
	if won < 1000 || seen < lost*99/100 || buried == 0 {
		t.Error("too few")
	}
}
