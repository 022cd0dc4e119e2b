package count

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

const (
	scheme = "solvitaire" // of all seeds, from 1 on
	// raised is by how much the states grow when an unknown deal is tried again.
	raised = 10
	// mostAtOnce bounds the deals of a step, so that memory and a lost step stay small.
	mostAtOnce = 50_000
)

// row is a game that is counted.
type row struct {
	goal
	subject packed.Subject
	rules   rules.Rules
	again   bool // unknown deals are tried again first

	verdicts []packed.Verdict // of the deals from 1 on
	tried    map[int64]int64  // of unknown deals: the states with which they are, or were, searched
	tally    stats.Tally
	gaps     []int64 // deals before next that nobody counts, as a step was cut off
	next     int64   // no deal from here on is counted or searched
	costs    map[budget]cost
}

func newRow(g goal, costs map[budget]cost) (*row, error) {
	known, found := rules.Lookup(g.game)
	if !found || known.Name != g.game {
		return nil, fmt.Errorf("%s: no such game", g.game)
	}
	return &row{
		goal: g, rules: known.Rules, costs: costs, tried: map[int64]int64{}, next: 1,
		subject: packed.Subject{Game: g.game, Rules: string(known.Rules.Canonical()), Scheme: scheme, Epoch: solver.Epoch},
	}, nil
}

// add counts the verdicts of a range. The error is a *packed.Contradiction if a deal has another
// proven verdict already.
func (r *row) add(found *packed.Range) error {
	for seed := max(1, found.First); seed <= found.Last(); seed++ {
		v := found.At(seed)
		if v == packed.NotCounted {
			continue
		}
		for int64(len(r.verdicts)) < seed {
			r.verdicts = append(r.verdicts, packed.NotCounted)
		}
		r.next = max(r.next, seed+1)
		old := r.verdicts[seed-1]
		if old != v && old.Proven() && v.Proven() {
			return &packed.Contradiction{Subject: r.subject, Seed: seed, First: old, Second: v, SecondBy: found.Method}
		}
		if old.Proven() {
			continue
		}
		r.count(old, -1)
		r.count(v, 1)
		r.verdicts[seed-1] = v
		if v == packed.Unknown {
			r.tried[seed] = max(r.tried[seed], found.States, 1)
		} else {
			delete(r.tried, seed)
		}
	}
	return nil
}

func (r *row) count(v packed.Verdict, n int64) {
	switch v {
	case packed.Winnable:
		r.tally.Winnable += n
	case packed.Unwinnable:
		r.tally.Unwinnable += n
	case packed.Unknown:
		r.tally.Unknown += n
	}
}

// never is more seconds than any goal takes that can be reached.
const never = 1e12

// step is a piece of work: deals of a game to search with so many states each.
type step struct {
	*row
	states int64
	seeds  []int64 // in order
}

// halfRange returns half of the interval, in percentage points.
func (r *row) halfRange() float64 { return 50 * r.tally.Interval().Width() }

// findGaps finds the gaps, once what is known was added.
func (r *row) findGaps() {
	for i, v := range r.verdicts {
		if v == packed.NotCounted {
			r.gaps = append(r.gaps, int64(i+1))
		}
	}
}

// goalNow returns the first goal that is not reached; false if all are.
func (r *row) goalNow() (half float64, open bool) {
	if r.tally.Deals() < r.deals {
		return r.halves[0], true
	}
	at := slices.IndexFunc(r.halves, func(half float64) bool { return r.halfRange() > half })
	if at < 0 {
		return 0, false
	}
	return r.halves[at], true
}

// plan returns the states of the next step, whether it is to try unknown deals again, and the
// seconds of a thread that it takes until the next goal is reached; false if all are. What can't
// reach its goal costs more than everything else. Where unknown deals come first, they are the step
// until none may have more states.
func (r *row) plan() (states int64, again bool, seconds float64, open bool) {
	if r.again {
		if states, deals := r.cheapest(); deals > 0 {
			return states, true, float64(deals) * r.perDeal(states), true
		}
	}
	n := r.tally.Deals()
	if n < r.deals {
		return r.states, false, float64(r.deals-n) * r.perDeal(r.states), true
	}
	goal, open := r.goalNow()
	if !open {
		return 0, false, 0, false
	}
	deals, states, again := r.toward(goal)
	if deals == 0 {
		return states, false, never + float64(n)*r.perDeal(states), true
	}
	return states, again, float64(deals) * r.perDeal(states), true
}

// toward returns what brings the interval towards half of its width, in percentage points: how many
// deals to search with how many states, new ones or unknown ones again. No deals means that it is
// out of reach, as too much stays unknown.
func (r *row) toward(half float64) (deals, states int64, again bool) {
	half /= 100
	n := float64(r.tally.Deals())
	unknown := float64(r.tally.Unknown) / n
	left := half - unknown/2 // for chance
	if left < half/2 {
		if states, deals := r.cheapest(); deals > 0 {
			return int64(deals), states, true
		}
	}
	if left <= 0 {
		return 0, r.states, false
	}
	p := (float64(r.tally.Winnable) + float64(r.tally.Unknown)/2) / n
	// At a share of 0 or 1 Wilson's interval is z²/n wide.
	need := max(stats.Z95*stats.Z95*p*(1-p)/(left*left), stats.Z95*stats.Z95/(2*left))
	return int64(max(1, math.Ceil(need-n))), r.states, false
}

// cheapest returns the least budget with which unknown deals can be tried again, and how many.
func (r *row) cheapest() (states int64, deals int) {
	for _, tried := range r.tried {
		more := r.more(tried)
		switch {
		case more == 0 || states != 0 && more > states:
		case more == states:
			deals++
		default:
			states, deals = more, 1
		}
	}
	return states, deals
}

// more returns the budget after one that was not enough; 0 if there is none.
func (r *row) more(tried int64) int64 {
	if tried >= r.mostStates {
		return 0
	}
	for states := r.states; ; states *= raised {
		if states >= r.mostStates {
			return r.mostStates
		}
		if states > tried {
			return states
		}
	}
}

// perDeal estimates the seconds of a deal: as measured, or if it was not, of a quick one, so that a
// few deals are soon searched and tell. What stayed unknown takes most of its states.
func (r *row) perDeal(states int64) float64 {
	c := r.costs[budget{r.game, states}]
	switch {
	case c.deals > 0:
		return max(c.seconds/float64(c.deals), 1e-6)
	case states > r.states:
		return float64(states) * 2e-6
	}
	return 1e-3
}

// take takes the next step, which should last about so long.
func (r *row) take(states int64, again bool, work time.Duration) step {
	deals := int(max(1, min(mostAtOnce, work.Seconds()/r.perDeal(states))))
	if r.costs[budget{r.game, states}].deals == 0 {
		deals = min(deals, 20) // the estimate may be far too low
	}
	s := step{row: r, states: states}
	if again {
		for seed, tried := range r.tried {
			if r.more(tried) == states {
				s.seeds = append(s.seeds, seed)
			}
		}
		slices.Sort(s.seeds)
		s.seeds = s.seeds[:min(len(s.seeds), deals)]
		for _, seed := range s.seeds {
			r.tried[seed] = states
		}
		return s
	}
	if n := min(deals, len(r.gaps)); n > 0 {
		s.seeds, r.gaps = r.gaps[:n:n], r.gaps[n:]
		return s
	}
	for ; len(s.seeds) < deals; r.next++ {
		s.seeds = append(s.seeds, r.next)
	}
	return s
}

// done notes what a step took.
func (r *row) done(states int64, deals int, took time.Duration) {
	b := budget{r.game, states}
	c := r.costs[b]
	r.costs[b] = cost{c.deals + int64(deals), c.seconds + took.Seconds()}
}

// String returns where the count is.
func (r *row) String() string {
	n := r.tally.Deals()
	unknown := 100 * float64(r.tally.Unknown) / float64(max(1, n))
	text := fmt.Sprintf("%s: %d deals, %s, unknown %.3f %%", r.game, n, r.tally.Rate().Text(" %"), unknown)
	if goal, open := r.goalNow(); open {
		text += fmt.Sprintf(", goal ± %g", goal)
	}
	return text
}
