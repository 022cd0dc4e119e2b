package campaign_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// worker returns a worker with a real engine.
func worker(s runner.Known) *runner.Worker {
	return runner.NewWorker(runner.WorkerOptions{
		Known: s, Version: "test", NewEngine: func() solver.Engine { return portfolio.New(4 << 20) },
	})
}

// do does one range of deals of a game.
func do(t *testing.T, s runner.Known, game string, first, last int64, change ...func(*campaign.Plan)) (store.FinishedRange, error) {
	t.Helper()
	c := kept(t, of(t, game, first, last, change...))
	return worker(s).Do(context.Background(), c, store.Range{Campaign: c.ID, Number: c.Number, First: first, Last: last})
}

// of returns a plan to solve deals of a game.
func of(t *testing.T, game string, first, last int64, change ...func(*campaign.Plan)) campaign.Plan {
	t.Helper()
	g, known := rules.Lookup(game)
	if !known {
		t.Fatalf("unknown game %s", game)
	}
	o := klondike(t, first, last, change...)
	o.Game, o.Rules = game, g.Rules
	return o
}

func digest(t *testing.T, game string) store.RulesDigest {
	t.Helper()
	g, _ := rules.Lookup(game)
	return store.DigestOf(&g.Rules)
}

// remember stores the proven verdicts of a range.
func (m *memory) remember(t *testing.T, game string, r store.FinishedRange) {
	t.Helper()
	for _, x := range r.Results {
		if x.Verdict != solver.Unknown {
			m.known = append(m.known, store.KnownVerdict{Rules: digest(t, game), Seed: x.Seed, Verdict: x.Verdict})
		}
	}
}

// TestInferred solves deals of some games in turn, with and without the verdicts of the others:
// the verdicts are the same except for unknown ones, and many need no search.
func TestInferred(t *testing.T) {
	games := []string{"klondike-draw-3-no-worrying-back", "klondike", "klondike-draw-6", "klondike-draw-1", "klondike-whole-blocks", "klondike"}
	s := &memory{}
	for i, game := range games {
		alone, err := do(t, &memory{}, game, 1, 16, func(o *campaign.Plan) { o.States = 8000 })
		if err != nil {
			t.Fatal(err)
		}
		done, err := do(t, s, game, 1, 16, func(o *campaign.Plan) { o.States = 8000 })
		if err != nil {
			t.Fatal(err)
		}
		inferred := 0
		for j, r := range done.Results {
			a := alone.Results[j]
			switch {
			case r.Inferred:
				inferred++
				if r.States != 0 || r.Length != 0 || r.Verdict == solver.Unknown || a.Verdict != solver.Unknown && r.Verdict != a.Verdict {
					t.Errorf("%s %d is %s, inferred %+v", game, a.Seed, a.Verdict, r)
				}
			case r.Verdict != a.Verdict || r.States != a.States || r.Length != a.Length:
				t.Errorf("%s %d is %+v alone, %+v with the others", game, a.Seed, a, r)
			}
		}
		if i == 0 && inferred != 0 || i > 0 && inferred < 2 || i == len(games)-1 && inferred < 12 {
			t.Errorf("%d verdicts of %s were inferred", inferred, game)
		}
		fresh, err := do(t, s, game, 1, 3, func(o *campaign.Plan) { o.Fresh = true })
		if err != nil || slices.ContainsFunc(fresh.Results, func(r campaign.Result) bool { return r.Inferred }) {
			t.Errorf("%s: %v of a fresh campaign were inferred: %v", game, fresh.Results, err)
		}
		s.remember(t, game, done)
	}
}

// TestNotInferred stores verdicts from which nothing follows: wins under weaker rules, losses under
// stronger ones, and verdicts of games with other deals.
func TestNotInferred(t *testing.T) {
	s := &memory{}
	for seed := range int64(10) {
		for game, v := range map[string]solver.Verdict{
			"klondike-draw-1": solver.Winnable, "klondike-draw-3-no-worrying-back": solver.Unwinnable,
			"free-cell": solver.Winnable, "spiderette": solver.Unwinnable,
		} {
			s.known = append(s.known, store.KnownVerdict{Rules: digest(t, game), Seed: seed, Verdict: v})
		}
	}
	done, err := do(t, s, "klondike", 0, 9)
	if err != nil || slices.ContainsFunc(done.Results, func(r campaign.Result) bool { return r.Inferred }) {
		t.Errorf("%v: %v", done.Results, err)
	}
}

// TestContradiction fails a campaign whose deal is won in a stronger game, or in an earlier
// campaign, and lost in a weaker one.
func TestContradiction(t *testing.T) {
	for _, won := range []string{"klondike-draw-3-no-worrying-back", "klondike"} {
		s := &memory{known: []store.KnownVerdict{
			{Rules: digest(t, won), Seed: 7, Verdict: solver.Winnable},
			{Rules: digest(t, "klondike-draw-1"), Seed: 7, Verdict: solver.Unwinnable},
		}}
		_, err := do(t, s, "klondike", 5, 9)
		var fault *runner.Fault
		if !errors.As(err, &fault) || fault.Seed != "solvitaire:7" || !contains(err.Error(), won, "klondike-draw-1", "winnable", "unwinnable") {
			t.Errorf("won in %s and lost in klondike-draw-1: %v", won, err)
		}
	}
}

// TestPlay has players play: the results do not depend on the ranges.
func TestPlay(t *testing.T) {
	for _, kind := range []player.Kind{player.Greedy, player.Careless} {
		plan := func(seed uint64) func(*campaign.Plan) {
			return func(o *campaign.Plan) {
				o.Player, o.States, o.PlayerSeed = kind.Name, 0, seed
			}
		}
		whole, err := do(t, &memory{}, "klondike", 1, 15, plan(1))
		if err != nil {
			t.Fatal(err)
		}
		part, err := do(t, &memory{}, "klondike", 6, 10, plan(1))
		if err != nil {
			t.Fatal(err)
		}
		other, err := do(t, &memory{}, "klondike", 1, 15, plan(2))
		if err != nil {
			t.Fatal(err)
		}
		won, differ := 0, 0
		same := func(a, b campaign.Result) bool {
			a.Elapsed, b.Elapsed = 0, 0
			return a == b
		}
		for i, r := range whole.Results {
			if r.Verdict != "" || r.Length == 0 || r.Score > 52 || r.Won != (r.Score == 52) {
				t.Errorf("%s: %+v", kind.Name, r)
			}
			if r.Won {
				won++
			}
			if !same(r, other.Results[i]) {
				differ++
			}
			if i >= 5 && i < 10 && !same(r, part.Results[i-5]) {
				t.Errorf("%s: %+v, in another range %+v", kind.Name, r, part.Results[i-5])
			}
		}
		if won == 0 || won > 10 || differ == 0 {
			t.Errorf("%s wins %d deals of 15; with another seed %d differ", kind.Name, won, differ)
		}
	}
}

// cutting is an engine during one of whose searches the campaign is given up.
type cutting struct {
	solver.Engine
	before int // searches before that
	giveUp context.CancelFunc
}

func (e *cutting) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	if e.before--; e.before == 0 {
		e.giveUp()
	}
	return e.Engine.Solve(clock, p, b)
}

// TestPlayGivenUp gives a campaign up in the middle of a game: the range has no results, and
// when it is done again they are those of an undisturbed run.
func TestPlayGivenUp(t *testing.T) {
	c := kept(t, klondike(t, 1, 2, func(o *campaign.Plan) { o.Player, o.States, o.PlayerSeed = player.Hindsight.Name, 0, 1 }))
	rng := store.Range{Campaign: c.ID, First: 1, Last: 2}
	want, err := worker(&memory{}).Do(context.Background(), c, rng)
	if err != nil {
		t.Fatal(err)
	}
	for _, before := range []int{1, 40, 300} {
		ctx, cancel := context.WithCancel(context.Background())
		e := &cutting{portfolio.New(4 << 20), before, cancel}
		w := runner.NewWorker(runner.WorkerOptions{Known: &memory{}, NewEngine: func() solver.Engine { return e }})
		var fault *runner.Fault
		if done, err := w.Do(ctx, c, rng); !errors.Is(err, context.Canceled) || errors.As(err, &fault) || len(done.Results) > 0 {
			t.Errorf("given up in search %d: %+v, %v", before, done, err)
		}
		if e.before < 0 {
			t.Errorf("given up in search %d: %d more searches", before, -e.before)
		}
		again, err := w.Do(context.Background(), c, rng)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range again.Results {
			if r.Elapsed = want.Results[i].Elapsed; r != want.Results[i] {
				t.Errorf("given up in search %d, then %+v; undisturbed %+v", before, r, want.Results[i])
			}
		}
	}
}

// resting is an engine that counts how often it gives back its memory.
type resting struct {
	solver.Engine
	releases atomic.Int64
}

func (e *resting) Release() { e.releases.Add(1) }

// TestRest checks that a worker's engine gives back its memory a while after a range, unless another
// range comes.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &resting{Engine: portfolio.New(4 << 20)}
		w := runner.NewWorker(runner.WorkerOptions{Known: &memory{}, NewEngine: func() solver.Engine { return e }})
		c := kept(t, klondike(t, 1, 1))
		for range 3 {
			if _, err := w.Do(context.Background(), c, store.Range{Campaign: c.ID, First: 1, Last: 1}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			if n := e.releases.Load(); n != 0 {
				t.Errorf("%d releases between ranges", n)
			}
		}
		time.Sleep(5 * time.Second)
		if n := e.releases.Load(); n != 1 {
			t.Errorf("%d releases at rest", n)
		}
	})
}
