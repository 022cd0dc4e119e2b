package klondike

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// together is an engine and its helpers, which join before the first state and take turns
// with it at random.
type together struct {
	leader  *Engine
	helpers []*Engine
	helped  int64 // states of helpers
	won     int   // verdicts found by helpers
	lost    int
}

func newTogether(threads int, techniques Techniques, bytes int64) *together {
	t := &together{leader: New(memory.New(bytes), techniques)}
	for range threads - 1 {
		t.helpers = append(t.helpers, New(memory.New(0), techniques))
	}
	return t
}

func (t *together) solve(clock *solver.Clock, p *solver.Problem, budget solver.Budget) solver.Result {
	var helping sync.WaitGroup
	var team *Team
	got := t.leader.SolveWith(clock, p, budget, Options{Offer: func(offered *Team) {
		team = offered
		var at atomic.Uint32
		ready := make(chan struct{})
		defer close(ready)
		team.yield = func() {
			<-ready
			if at.Add(1)*0x9e3779b9>>30 == 0 {
				runtime.Gosched()
			}
		}
		for _, helper := range t.helpers {
			helping.Go(func() { helper.Help(nil, team) })
		}
		for joined := uint64(0); joined < uint64(len(t.helpers)) && team.signal.Load()&over == 0; runtime.Gosched() {
			team.mu.Lock()
			joined = team.joined
			team.mu.Unlock()
		}
	}})
	helping.Wait()
	t.helped += team.states
	switch team.result.Verdict {
	case solver.Winnable:
		t.won++
	case solver.Unwinnable:
		t.lost++
	}
	return got
}

// TestConcurrentBruteForce compares verdicts of two and three threads with brute force, on
// random positions of tiny decks under random rules.
func TestConcurrentBruteForce(t *testing.T) {
	deals := *bruteDeals
	if testing.Short() {
		deals /= 3
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 7))
	verdicts := map[solver.Verdict]int{}
	var helped int64
	var won, lost int
	for range deals {
		r, p := drawn(t, random)
		l := literal{&r, p.Base}
		first := l.read(&p)
		g, ok := l.explore(&first, *bruteLimit)
		if !ok || len(g.spots) < 50 {
			continue
		}
		techniques := combinations(random.IntN(4) > 0, random.IntN(2) == 0, len(g.spots)%2 == 0)[random.IntN(32)]
		if random.IntN(3) > 0 {
			techniques = All
		}
		engines := newTogether(2+random.IntN(2), techniques, 1<<(16+random.IntN(5)))
		engines.leader.delay, engines.leader.firstRun = random.Int64N(8), 1+random.Int64N(6)
		for _, helper := range engines.helpers {
			helper.firstRun = 1 + random.Int64N(6)
		}
		for i := range 1 + *bruteStarts {
			at := 0
			if i > 0 {
				at = random.IntN(len(g.spots))
			}
			problem := solver.NewProblem(r, l.position(g.spots[at]))
			if !Handles(problem) {
				continue
			}
			want := solver.Unwinnable
			if g.winnable[at] {
				want = solver.Winnable
			}
			verdicts[want]++
			got := engines.solve(nil, problem, solver.Budget{})
			if err := got.Verify(problem); err != nil {
				t.Fatalf("%+v: %v", techniques, err)
			}
			if got.Verdict != want || got.Reason != solver.NoReason {
				t.Fatalf("%+v: %s %s, want %s: %s", techniques, got.Verdict, got.Reason, want, problem.Text())
			}
		}
		helped, won, lost = helped+engines.helped, won+engines.won, lost+engines.lost
	}
	t.Logf("%v; helpers searched %d states and found %d wins and %d losses", verdicts, helped, won, lost)
	if verdicts[solver.Winnable] < deals || verdicts[solver.Unwinnable] < deals || won == 0 || lost == 0 {
		t.Errorf("verdicts: %v; helpers found %d wins and %d losses", verdicts, won, lost)
	}
}

// TestConcurrentBudget gives budgets of states to two and three threads. Together they must
// keep them, and they must spend all if they don't decide.
func TestConcurrentBudget(t *testing.T) {
	known, _ := rules.Lookup("klondike")
	for _, threads := range []int{2, 3} {
		engines := newTogether(threads, All, 1<<22)
		for _, states := range []int64{1, 63, 64, 65, 200, 1000, 1777} {
			got := engines.solve(nil, full(t, known.Rules, 39), solver.Budget{States: states})
			least := max(1, states-int64(threads)*grant) // what a member has taken and not used
			if got.Verdict != solver.Unknown || got.Reason != solver.States || got.States > states || got.States < least {
				t.Errorf("%d threads, budget %d: %s %s after %d states", threads, states, got.Verdict, got.Reason, got.States)
			}
		}
	}
}

// TestConcurrentCancelled ends the leader's clock after some looks at it. Helpers stop
// then, too.
func TestConcurrentCancelled(t *testing.T) {
	known, _ := rules.Lookup("klondike")
	problem := full(t, known.Rules, 469) // takes a quarter of a million states, too many for helpers meanwhile
	engines := newTogether(2, All, 1<<22)
	for looks := range 20 {
		got := engines.solve(enginetest.EndsAfter(looks), problem, solver.Budget{})
		if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled {
			t.Errorf("%s %s after %d checks", got.Verdict, got.Reason, looks)
		}
	}
}

// TestConcurrentRecalled calls helpers back again and again, also while the table grows. The
// leader goes on, and the verdict is the same as alone.
func TestConcurrentRecalled(t *testing.T) {
	known, _ := rules.Lookup("klondike")
	for number := 1; number <= 8; number++ {
		problem := full(t, known.Rules, number)
		want := New(memory.New(1<<24), All).Solve(nil, problem, solver.Budget{States: 20_000})
		if want.Verdict == solver.Unknown {
			continue
		}
		helper := New(memory.New(0), All)
		var helping sync.WaitGroup
		over, end := context.WithCancel(context.Background())
		got := New(memory.New(1<<24), All).SolveWith(nil, problem, solver.Budget{}, Options{Offer: func(team *Team) {
			team.signal.Or(growing)
			helping.Go(func() {
				for over.Err() == nil {
					ctx, recall := context.WithTimeout(over, 300*time.Microsecond)
					helper.Help(solver.NewClock(ctx), team)
					recall()
				}
			})
		}})
		end()
		helping.Wait()
		if err := got.Verify(problem); err != nil {
			t.Fatal(err)
		}
		if got.Verdict != want.Verdict {
			t.Errorf("deal %d: %s, alone %s", number, got.Verdict, want.Verdict)
		}
	}
}

// TestConcurrentTable notes and looks up states on several threads while the table grows.
// Each note found must be the state's, and after the last growth no noted state may be lost
// but by replacement.
func TestConcurrentTable(t *testing.T) {
	const keyBits, keys = 40, 30_000
	words := make([]uint64, bucketSize<<(leastBits+5))
	team := &Team{words: words, bits: leastBits}
	noteOf := func(mixed uint64) uint64 { return mixed*0x9e3779b97f4a7c15>>60 | 1 }
	use := func(m *member, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 0))
		for range keys {
			if !m.attend() {
				t.Error("stopped")
				return
			}
			mixed := m.table.mix(random.Uint64N(keys))
			if note := m.table.find(mixed); note != 0 && note != noteOf(mixed) {
				t.Errorf("note %x of %x, want %x", note, mixed, noteOf(mixed))
				return
			}
			m.table.set(mixed, noteOf(mixed))
		}
	}
	newMember := func(helper bool) *member {
		m := &member{Team: team, table: &table{}, meter: &meter{}, helper: helper}
		m.table.reset(words, keyBits, m.meter.goOn)
		m.table.team = m
		return m
	}
	leader := newMember(false)
	var helping sync.WaitGroup
	for i := range 3 {
		helping.Go(func() {
			m := newMember(true)
			m.share()
			use(m, uint64(i+1))
			m.resizing.RUnlock()
		})
	}
	use(leader, 0)
	helping.Wait()
	found := 0
	for key := range uint64(keys) {
		if leader.table.find(leader.table.mix(key)) != 0 {
			found++
		}
	}
	if leader.table.bits == leastBits || found < keys/2 {
		t.Errorf("%d of %d keys found, %d bits", found, keys, leader.table.bits)
	}
}
