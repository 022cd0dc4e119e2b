package campaign_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// slow is an engine that takes a time for a deal, asks its clock meanwhile, and answers
// unwinnable. The states it reports depend on the problem's id, so that results differ.
type slow struct {
	takes time.Duration
	asks  time.Duration // between two checks; 0 for ten checks
	broke func(p *solver.Problem) any
	lies  bool // it returns a false solution
}

func (e *slow) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	if e.broke != nil {
		if v := e.broke(p); v != nil {
			panic(v)
		}
	}
	step := e.asks
	if step == 0 {
		step = max(1, e.takes/10)
	}
	for worked := time.Duration(0); worked < e.takes; worked += step {
		if because := clock.StopReason(); because != solver.NoReason {
			return solver.Result{Verdict: solver.Unknown, Reason: because, Engine: "slow", States: 1}
		}
		time.Sleep(step)
	}
	if e.lies {
		return solver.Result{Verdict: solver.Winnable, Solution: []game.Move{{Action: game.Redeal}}, Engine: "slow"}
	}
	states := int64(p.ID()[5]) + 1000
	if states%3 == 0 {
		return solver.Result{Verdict: solver.Unknown, Reason: solver.States, Engine: "slow", States: b.States}
	}
	return solver.Result{Verdict: solver.Unwinnable, Engine: "slow", States: states}
}

// klondike returns a plan to solve deals of Klondike with a budget of states.
func klondike(t testing.TB, first, last int64, change ...func(*campaign.Plan)) campaign.Plan {
	t.Helper()
	g, known := rules.Lookup("klondike")
	if !known {
		t.Fatal("no klondike")
	}
	o := campaign.Plan{
		Client: "somebody", Game: "klondike", Rules: g.Rules,
		Seeds: campaign.Seeds{Scheme: "solvitaire", First: first, Last: last}, States: 5000,
	}
	for _, c := range change {
		c(&o)
	}
	return o
}

// process is a manager and a runner on a store that outlives them.
type process struct {
	*runner.Manager
	runner *runner.Runner
	seen   *watcher
}

// watcher records what a runner reports.
type watcher struct {
	mu     sync.Mutex
	ranges []store.FinishedRange
	failed int
}

func (w *watcher) RangeFinished(r *store.FinishedRange) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ranges = append(w.ranges, *r)
}

func (w *watcher) CampaignFailed() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed++
}

// begin starts a process with workers whose deals take a second each, unless change sets another
// engine. It is closed at the end of the test.
func begin(t *testing.T, s store.Campaigns, workers int, engine *slow, change ...func(*runner.RunOptions)) *process {
	t.Helper()
	if engine == nil {
		engine = &slow{takes: time.Second}
	}
	p := &process{seen: &watcher{}}
	p.Manager = runner.New(runner.Options{
		Store: s, Most: store.Crowd{All: 100, Client: 10}, Log: slog.New(slog.DiscardHandler),
	})
	o := runner.RunOptions{
		Store: s, Manager: p.Manager, Workers: workers, Log: slog.New(slog.DiscardHandler), Observer: p.seen,
		Worker: runner.WorkerOptions{NewEngine: func() solver.Engine { return engine }, Version: "test"},
	}
	for _, c := range change {
		c(&o)
	}
	p.runner = runner.Run(o)
	t.Cleanup(func() { p.close(t) })
	return p
}

func (p *process) close(t *testing.T) {
	t.Helper()
	if err := errors.Join(p.runner.Close(context.Background()), p.Manager.Close(context.Background())); err != nil {
		t.Error(err)
	}
}

// create creates a campaign.
func (p *process) create(t *testing.T, o campaign.Plan) campaign.Campaign {
	t.Helper()
	c, err := p.Create(context.Background(), "", o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ended waits until a campaign has ended, and returns it.
func (p *process) ended(t *testing.T, id string) campaign.Campaign {
	t.Helper()
	for known := int64(0); ; {
		c, found, err := p.Watch(context.Background(), id, known)
		if err != nil || !found {
			t.Fatalf("campaign %s: %v, %v", id, found, err)
		}
		if !c.Ended.IsZero() {
			synctest.Wait() // the runner reports it after it is stored
			return c
		}
		known = c.Version
	}
}

// contains reports whether all parts are in a text.
func contains(text string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}
