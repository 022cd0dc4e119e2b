package enginetest

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Comparison compares a complete engine with brute force on random problems, with all
// techniques and with some switched off.
type Comparison struct {
	// Engines are the variants of the engine by name. "all" has all techniques.
	Engines  map[string]solver.Engine
	Handles  func(*solver.Problem) bool
	Families []Family

	// Features, if not nil, names the features of a problem that are counted. states has how many
	// states each variant took.
	Features func(p *solver.Problem, want solver.Verdict, states map[string]int64) []string
	// Excused, if not nil, reports whether a variant may answer Unknown.
	Excused func(name string, p *solver.Problem, r solver.Result) bool

	// The values of the flags, see [Flags].
	Deals, Limit *int
	Seed         *uint64
}

// Flags returns an empty comparison and defines its flags: -deals for the number of problems,
// -deals-limit for the limit of positions for brute force, and -deals-seed. deals, limit and
// seed are the defaults. Call it once, when the test binary starts.
func Flags(deals, limit int, seed uint64) Comparison {
	return Comparison{
		Deals: flag.Int("deals", deals, "random problems of tiny decks to compare with brute force; a quarter of them with -short"),
		Limit: flag.Int("deals-limit", limit, "limit of positions for brute force; larger problems are drawn again"),
		Seed:  flag.Uint64("deals-seed", seed, "seed of the random problems"),
	}
}

// Run fails the test if the referee rejects a solution, or if a verdict differs from brute force's.
// It returns how often each feature occurred. The feature "active, NAME" means that the variant
// NAME searched more or fewer states than the variant "all".
func (c Comparison) Run(t *testing.T) Tally {
	t.Helper()
	tally := Tally{Problems: *c.Deals, Count: map[string]int{}}
	if testing.Short() {
		tally.Problems /= 4
	}
	random := rand.New(rand.NewPCG(*c.Seed, 0))
	for p, want := range Problems(t, random, tally.Problems, *c.Limit, c.Handles, c.Families...) {
		states := map[string]int64{}
		for name, engine := range c.Engines {
			got := engine.Solve(nil, p, solver.Budget{})
			if err := got.Verify(p); err != nil {
				t.Fatalf("variant %s: %v", name, err)
			}
			switch {
			case got.Verdict == want:
			case got.Verdict == solver.Unknown && c.Excused != nil && c.Excused(name, p, got):
				tally.Count["excused, "+name]++
			default:
				t.Fatalf("variant %s: verdict %s %s, want %s: %s", name, got.Verdict, got.Reason, want, p.Text())
			}
			states[name] = got.States
		}
		for name, n := range states {
			if n != states["all"] {
				tally.Count["active, "+name]++
			}
		}
		tally.Count[string(want)]++
		if c.Features != nil {
			for _, name := range c.Features(p, want, states) {
				tally.Count[name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally.Count)) {
		t.Logf("%6d %s", tally.Count[name], name)
	}
	return tally
}

// Tally counts the features of problems.
type Tally struct {
	Problems int
	Count    map[string]int // problems by feature
}

// Require fails the test if one of the features occurred less than once in n problems on average.
// So every rule and technique had a chance to show its faults.
func (c Tally) Require(t *testing.T, n int, features ...string) {
	t.Helper()
	for _, name := range features {
		if c.Count[name]*n < c.Problems {
			t.Errorf("feature %q: only in %d of %d problems", name, c.Count[name], c.Problems)
		}
	}
}
