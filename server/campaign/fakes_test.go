package campaign_test

import (
	"strings"
	"sync"
	"testing"
	"time"

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

// contains reports whether all parts are in a text.
func contains(text string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}
