package klondike

import (
	"context"
	"flag"
	"maps"
	"math/rand/v2"
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
	bruteSeed   = flag.Uint64("deals-seed", 1, "seed of those deals and of their rules")
	bruteLimit  = flag.Int("deals-limit", 3_000, "largest graph that brute force explores; a deal with a larger one is drawn again")
	bruteCards  = flag.Int("deals-cards", 18, "cards in play, at most; the others are up")
	bruteStarts = flag.Int("deals-starts", 12, "of each deal, positions to which it comes that are compared as well")
	bruteTries  = flag.Int("deals-tries", 6, "exchanges of cards, towards few winning positions, that are tried with each winnable deal")
)

// combinations are all sets of techniques.
func combinations() []Techniques {
	var all []Techniques
	for set := range 32 {
		all = append(all, Techniques{
			SafeFoundations: set&1 == 0, NormalForm: set&2 == 0, Ladders: set&4 == 0, Oracle: set&8 == 0,
			Unparking: set&16 == 0,
		})
	}
	return all
}

// judge solves a position with every set of techniques, the oracle asked from some
// state on, and has the referee check what they say.
func judge(t testing.TB, memory *memory.Arena, r *rules.Rules, p deal.Position, quiet int64, winnable bool, tally map[string]int) {
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
	for _, techniques := range combinations() {
		got := New(memory, techniques).Solve(context.Background(), problem, solver.Budget{})
		if techniques.Oracle && quiet < 12 {
			got = asking(memory, techniques, problem, quiet, 0)
		}
		if err := got.Verify(problem); err != nil {
			t.Fatalf("%+v: %v", techniques, err)
		}
		if got.Verdict != want || got.Because != solver.Nothing {
			t.Fatalf("%+v, asking from %d on, says %s %s, brute force %s, of %s",
				techniques, quiet, got.Verdict, got.Because, want, problem.Text())
		}
		states[techniques] = got.States
	}
	for name, techniques := range map[string]Techniques{
		"safe foundations": {NormalForm: true, Ladders: true, Unparking: true, Oracle: true},
		"ladders":          {SafeFoundations: true, NormalForm: true, Unparking: true, Oracle: true},
		"unparking":        {SafeFoundations: true, NormalForm: true, Ladders: true, Oracle: true},
		"oracle":           {SafeFoundations: true, NormalForm: true, Ladders: true, Unparking: true},
	} {
		if states[techniques] != states[All] {
			tally["active, without "+name]++
		}
	}
}

// searches are a searcher and its oracle, over one table.
type searches struct {
	main, oracle searcher
	table        table
	meter        meter
}

// session prepares searches of positions to which a board's position comes. The
// oracle is asked from the first state on.
func session(b *board, p *deal.Position, techniques Techniques, words []uint64) *searches {
	s := &searches{meter: meter{ctx: context.Background()}}
	s.table.reset(words, b.layout.key, always)
	s.main.begin(b, techniques, &s.table, &s.meter)
	if start := b.start(p); techniques.Oracle && !start.heap {
		s.oracle.begin(b, techniques, &s.table, &s.meter)
		s.main.oracle = &s.oracle
	}
	return s
}

// asking solves like an engine whose oracle is asked after so many states, within a
// budget. The deals
// here are won or lost long before it would be.
func asking(memory *memory.Arena, techniques Techniques, p *solver.Problem, quiet, limit int64) solver.Result {
	position := p.Position()
	b, _ := newBoard(p.Rules(), &position)
	words, _ := memory.Take()
	s := session(b, &position, techniques, words)
	s.main.quiet, s.meter.limit = quiet, limit
	start := b.start(&position)
	settled := start
	s.main.settle(&settled)
	result := solver.Result{Engine: Name, Verdict: solver.Unwinnable}
	switch s.main.run(&settled) {
	case isWon:
		result.Verdict = solver.Winnable
		result.Solution = s.main.solution(&position, start)
	case stopped:
		result.Verdict, result.Because = solver.Unknown, s.meter.because
	}
	memory.Done(s.table.touched())
	result.States = s.meter.states
	return result
}

// TestBruteForce compares verdicts with those of brute force: of random positions of
// tiny decks under random rules, of positions to which they come, and of deals with
// few winning positions that are found by exchanging cards.
func TestBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := memory.New(1 << 22)
	tally := map[string]int{}
	for tally["deals"] < *bruteDeals {
		r, p := drawn(t, random)
		l := literal{&r, p.Base}
		first := l.read(&p)
		g, ok := l.explore(&first, *bruteLimit)
		switch {
		case !ok:
			tally["too large"]++
			continue
		case len(g.spots) < 50 && random.IntN(10) > 0:
			continue // hardly anything to decide
		case g.wins == 0 && random.IntN(2) == 0:
			continue // no rule can turn a loss into a win
		}
		compare := func(first *spot, g *graph) {
			tally["deals"]++
			tally["positions"] += len(g.spots)
			quiet := int64(random.IntN(24)) // half of the time as it is
			judge(t, memory, &r, l.position(first), quiet, g.winnable[0], tally)
			for range *bruteStarts {
				i := random.IntN(len(g.spots))
				if !g.winnable[i] {
					i = random.IntN(len(g.spots)) // wins are what wrong rules lose
				}
				judge(t, memory, &r, l.position(g.spots[i]), quiet, g.winnable[i], tally)
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
	// Every rule and technique must have had its chance to be wrong. (The normal form
	// spares edges, not states.)
	for _, name := range []string{
		"winnable", "unwinnable", "spaces kings", "spaces no-build", "build red-black", "build any-suit", "build same-suit",
		"draw 1", "draw 2", "draw 3", "redeals 0", "redeals limited", "redeals unlimited",
		"worrying back", "base above the ace", "waste",
		"active, without safe foundations", "active, without ladders", "active, without oracle",
	} {
		if tally[name] == 0 {
			t.Errorf("%s: never", name)
		}
	}
}
