package search

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// TestHoldingsOfWins plays everything in tiny games like Forty Thieves, and asks about each position
// that is reached. One that can be won must not be called lost: by a search among holdings, with
// confines or without; nor by confines alone, however far the stock is turned. Most of those that are
// lost have to be seen.
func TestHoldingsOfWins(t *testing.T) {
	const limit = 2000 // positions of a game
	random := rand.New(rand.NewPCG(*brute.Seed, 6))
	most := *brute.Deals / 2
	if testing.Short() {
		most /= 4
	}
	words := make([]uint64, 16<<10)
	var reused holdings // for games of all sizes
	won, lost := 0, 0
	seen := map[string]int{}
	for games := 0; games < most; {
		r, p := enginetest.Draw(t, random, enginetest.Forty)
		c := compile(&r, p.Base, Complete)
		if !c.holdingsHandle() {
			continue
		}
		all, ok := enginetest.ExploreAll(&r, []deal.Position{p}, nil, limit)
		if !ok {
			continue
		}
		games++
		for i := range all.Positions {
			at := &all.Positions[i]
			s := newState(c, at)
			if s.won() {
				continue
			}
			called := map[string]bool{}
			for way, confined := range map[string]bool{"plain": false, "confined": true} {
				e := &reused
				e.begin(c, at, words)
				called[way] = e.on && e.calledLost(s, confined)
			}

			var e holdings
			if e.begin(c, at, words); e.on {
				h := e.holdingOf(s)
				e.settle(&h)
				for more := range len(at.Stock) + 1 {
					if !e.confines.lost(&e, &h, int(h.turned)+more) {
						continue
					}
					if more == 0 {
						called["at once"] = true
					}
					q := turnedOn(at, more)
					if all.Far[all.Index[enginetest.Fingerprint(&q)]] >= 0 {
						t.Fatalf("%s\n%s\ncan be won with %d more cards turned, but is called lost", r.Canonical(), at.Document(&r), more)
					}
				}
			}
			if all.Far[i] >= 0 {
				won++
				for way, says := range called {
					if says {
						t.Fatalf("%s\n%s\ncan be won, but is called lost: %s", r.Canonical(), at.Document(&r), way)
					}
				}
				continue
			}
			lost++
			for way, says := range called {
				if says {
					seen[way]++
				}
			}
		}
	}
	t.Logf("%d positions that can be won; of %d that can't, are seen: %v", won, lost, seen)
	if won < 1000 || seen["plain"] < lost*9/10 || seen["confined"] < seen["plain"] || seen["at once"] < lost/2 {
		t.Error("too few")
	}
}

// calledLost searches from the holding of a state.
func (e *holdings) calledLost(s *state, confined bool) bool {
	h := e.holdingOf(s)
	e.settle(&h)
	e.confined = confined
	e.confines.forget()
	return e.decide(nil, &h, 1<<20) == outlineLost
}

// turnedOn returns a position with n more cards of the stock turned.
func turnedOn(p *deal.Position, n int) deal.Position {
	q := p.Clone()
	rest := len(q.Stock) - n
	for _, x := range slices.Backward(q.Stock[rest:]) {
		q.Waste = append(q.Waste, x)
	}
	q.Stock = q.Stock[:rest]
	return q
}

// TestWasteTop looks for the top card of the waste where the words of the set meet.
func TestWasteTop(t *testing.T) {
	for _, turned := range []int{0, 1, 63, 64, 65, 104, 128} {
		for top := -1; top < turned; top++ {
			h := holding{left: [2]uint64{math.MaxUint64, math.MaxUint64}, turned: uint8(turned)}
			for n := top + 1; n < turned; n++ {
				h.take(n)
			}
			if got := h.wasteTop(); got != top {
				t.Errorf("%d turned, and taken from %d on: %d", turned, top+1, got)
			}
		}
	}
}

// TestHoldingsTime proves a deal lost with different times. A budget of states gives the same answer
// in any time, and a pause at the third look takes nothing of the time.
func TestHoldingsTime(t *testing.T) {
	p := enginetest.Numbered(t, "forty-thieves", "solvitaire:9149") // a loss that needs confines
	synctest.Test(t, func(t *testing.T) {
		solve := func(most time.Duration, pause time.Duration, states int64) (solver.Result, int) {
			looks := 0
			clock := solver.NewClock(t.Context()).Pausing(func() time.Duration {
				time.Sleep(slowLook)
				if looks++; looks != 3 {
					return 0
				}
				time.Sleep(pause)
				return pause
			})
			result := New(memory.New(1<<26), Complete).Solve(clock.Within(most), p, solver.Budget{States: states})
			return result, looks
		}
		fast, looks := solve(math.MaxInt64, 0, 3_000_000)
		took := time.Duration(looks) * slowLook
		if fast.Verdict != solver.Unwinnable {
			t.Fatalf("%s %s", fast.Verdict, fast.Reason)
		}
		if slow, _ := solve(took+took/10, 0, 3_000_000); slow.Verdict != fast.Verdict || slow.States != fast.States {
			t.Errorf("%s after %d states near its deadline, %s after %d otherwise", slow.Verdict, slow.States, fast.Verdict, fast.States)
		}
		timed, _ := solve(2*took, 0, 0)
		if paused, _ := solve(2*took, 2*took, 0); paused.Verdict != solver.Unwinnable || paused.States != timed.States {
			t.Errorf("%s after %d states with a pause, %s after %d without", paused.Verdict, paused.States, timed.Verdict, timed.States)
		}
	})
}

// slowLook is how long a look at the clock takes. Time stands still otherwise.
const slowLook = time.Second
