package klondike

import (
	"flag"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	bruteDeals  = flag.Int("deals", 180, "random deals of tiny decks to compare with brute force")
	bruteSeed   = flag.Uint64("deals-seed", 1, "seed of these deals and of their rules")
	bruteLimit  = flag.Int("deals-limit", 3_000, "largest graph for brute force; deals with larger ones are drawn again")
	bruteCards  = flag.Int("deals-cards", 18, "maximum number of cards in play; the others are up")
	bruteStarts = flag.Int("deals-starts", 12, "positions reached from each deal that are compared too")
	bruteTries  = flag.Int("deals-tries", 6, "exchanges of cards tried with each winnable deal, towards few winning positions")
)

// combinations returns all sets of the techniques that leave something out, with or
// without restarts, the learned order and sleep sets.
func combinations(restarts, learned, sleep bool) []Techniques {
	var all []Techniques
	for set := range 32 {
		all = append(all, Techniques{
			SafeFoundations: set&1 == 0, NormalForm: set&2 == 0, StockChains: set&4 == 0, RelaxedSearch: set&8 == 0,
			Unparking: set&16 == 0, SleepSets: sleep, Restarts: restarts, LearnedOrder: learned,
		})
	}
	return all
}

// checkVerdicts solves a position with every set of techniques, the relaxed search used
// after delay states, and verifies each result against the expected one. The delay
// decides about restarts, their lengths, the order and sleep sets too.
func checkVerdicts(t testing.TB, memory *memory.Arena, r *rules.Rules, p deal.Position, delay int64, winnable bool, tally map[string]int) {
	t.Helper()
	problem := solver.NewProblem(*r, p)
	if !Handles(problem) {
		tally["not handled"]++
		return
	}
	want := solver.Unwinnable
	if winnable {
		want = solver.Winnable
	}
	tally[string(want)]++
	states := map[Techniques]int64{}
	restarts, learned, sleep, firstRun := delay%4 != 0, delay%3 != 0, delay%2 == 0, delay%5+1
	for _, techniques := range combinations(restarts, learned, sleep) {
		got := New(memory, techniques).Solve(nil, problem, solver.Budget{})
		if techniques.RelaxedSearch && delay < 12 || restarts {
			got = solveAfter(memory, techniques, problem, delay, firstRun, 0)
		}
		if err := got.Verify(problem); err != nil {
			t.Fatalf("%+v: %v", techniques, err)
		}
		if got.Verdict != want || got.Reason != solver.NoReason {
			t.Fatalf("%+v, relaxed search after %d states: %s %s, want %s: %s",
				techniques, delay, got.Verdict, got.Reason, want, problem.Text())
		}
		states[techniques] = got.States
	}
	all := All
	all.Restarts, all.LearnedOrder, all.SleepSets = restarts, learned, sleep
	for name, off := range map[string]func(*Techniques){
		"safe foundations": func(t *Techniques) { t.SafeFoundations = false },
		"stock chains":     func(t *Techniques) { t.StockChains = false },
		"unparking":        func(t *Techniques) { t.Unparking = false },
		"relaxed search":   func(t *Techniques) { t.RelaxedSearch = false },
	} {
		without := all
		off(&without)
		if states[without] != states[all] {
			tally["active, without "+name]++
		}
	}
	if restarts && states[all] > firstRun {
		tally["several runs"]++
	}
}

// searches is a searcher and its relaxed search, with one table.
type searches struct {
	main, relaxed searcher
	table         table
	meter         meter
}

// newSearches prepares searches of positions that can be reached from the board's. The
// relaxed search is used from the first state on.
func newSearches(b *board, p *deal.Position, techniques Techniques, words []uint64) *searches {
	s := &searches{meter: meter{}}
	s.table.reset(words, b.layout.key, always)
	s.main.begin(b, techniques, &s.table, &s.meter)
	if start := b.start(p); techniques.RelaxedSearch && !start.freeStock {
		s.relaxed.begin(b, techniques, &s.table, &s.meter)
		s.main.relaxed = &s.relaxed
	}
	return s
}

// solveAfter solves like an engine whose relaxed search is used after delay states, and
// whose first run has firstRun states if there are restarts, within a budget. The deals
// of these tests are decided long before the usual delay and in one usual run.
func solveAfter(memory *memory.Arena, techniques Techniques, p *solver.Problem, delay, firstRun, limit int64) solver.Result {
	position := p.Position()
	b, _ := newBoard(p.Rules(), &position)
	words, _ := memory.Take()
	defer runtime.KeepAlive(memory) // the words are unmapped with it
	s := newSearches(b, &position, techniques, words)
	s.main.relaxedAfter, s.meter.limit = delay, limit
	if techniques.Restarts {
		s.main.firstRun = firstRun
	}
	start := b.start(&position)
	s.main.order = newOrder(techniques.LearnedOrder && !start.freeStock)
	settled := start
	s.main.settle(&settled)
	result := solver.Result{Engine: Name, Verdict: solver.Unwinnable}
	switch s.main.search(&settled, interlude{}) {
	case isWon:
		result.Verdict = solver.Winnable
		result.Solution = s.main.solution(&position, start)
	case stopped:
		result.Verdict, result.Reason = solver.Unknown, s.meter.because
	}
	memory.Done(s.table.touched())
	result.States = s.meter.states
	return result
}

// TestBruteForce compares verdicts with brute force: of random positions of tiny decks
// under random rules, of positions reached from them, and of deals with few winning
// positions, found by exchanging cards.
func TestBruteForce(t *testing.T) {
	deals := *bruteDeals
	if testing.Short() {
		deals /= 3
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := memory.New(1 << 22)
	tally := map[string]int{}
	for tally["deals"] < deals {
		r, p := drawn(t, random)
		l := literal{&r, p.Base}
		first := l.read(&p)
		g, ok := l.explore(&first, *bruteLimit)
		switch {
		case !ok:
			tally["too large"]++
			continue
		case len(g.spots) < 50 && random.IntN(10) > 0:
			continue // hardly any decisions
		case g.wins == 0 && random.IntN(2) == 0:
			continue // a wrong rule can't turn a loss into a win
		}
		compare := func(first *spot, g *graph) {
			tally["deals"]++
			tally["positions"] += len(g.spots)
			delay := int64(random.IntN(24)) // half of the time the relaxed search keeps its delay
			checkVerdicts(t, memory, &r, l.position(first), delay, g.winnable[0], tally)
			for range *bruteStarts {
				i := random.IntN(len(g.spots))
				if !g.winnable[i] {
					i = random.IntN(len(g.spots)) // prefer wins: wrong rules lose them
				}
				checkVerdicts(t, memory, &r, l.position(g.spots[i]), delay, g.winnable[i], tally)
			}
			for _, f := range enginetest.Features(&r, &p) {
				tally[f]++
			}
		}
		compare(&first, g)
		if g.winnable[0] {
			l.hillClimb(random, &first, *bruteLimit, *bruteTries, func(s *spot, g *graph) {
				tally["hill-climbed"]++
				compare(s, g)
			})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%8d %s", tally[name], name)
	}
	// Every rule and technique must have had a chance to be wrong. (The normal form
	// saves edges, not states.)
	for _, name := range []string{
		"winnable", "unwinnable", "spaces kings", "spaces no-build", "build red-black", "build any-suit", "build same-suit",
		"draw 1", "draw 2", "draw 3", "redeals 0", "redeals limited", "redeals unlimited",
		"worrying back", "base above the ace", "waste",
		"active, without safe foundations", "active, without stock chains", "active, without relaxed search", "several runs",
	} {
		if tally[name] == 0 {
			t.Errorf("%s: never occurred", name)
		}
	}
}
