package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/apitest"
	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// judge makes a function a Judge.
type judge func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error)

func (j judge) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error) {
	return j(ctx, p, b, fresh)
}

// lender makes a function Engines.
type lender func(context.Context, *solver.Problem, func(*solver.Clock, solver.Engine)) error

func (l lender) Do(ctx context.Context, p *solver.Problem, task func(*solver.Clock, solver.Engine)) error {
	return l(ctx, p, task)
}

// analyst is an Analyst with a new engine for each call.
type analyst struct{}

func (analyst) Moves(ctx context.Context, p *solver.Problem, b solver.Budget) (analysis.Position, error) {
	return analysis.Moves(solver.NewClock(ctx), portfolio.New(1<<24), p, b)
}

func (analyst) Game(ctx context.Context, p *solver.Problem, steps [][]game.Move, b solver.Budget) (analysis.Played, error) {
	return analysis.Game(solver.NewClock(ctx), portfolio.New(1<<24), p, steps, b)
}

// patient makes a function a Bulk.
type patient func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error)

func (j patient) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return j(ctx, p, b, fresh)
}

// library is a Library with one problem or none, or one that is down.
type library struct {
	problem *solver.Problem
	answer  solver.Answer
	down    bool
}

func (l library) Recall(_ context.Context, id solver.ID) (*solver.Problem, solver.Answer, error) {
	switch {
	case l.down:
		// From a request this error would be a 400.
		return nil, solver.Answer{}, strict.Error{{Field: "problem", Detail: "what 10.0.0.7 remembers can't be read"}}
	case l.problem == nil || l.problem.ID() != id:
		return nil, solver.Answer{}, nil
	}
	return l.problem, l.answer, nil
}

// fakeProofs are Proofs with one file, or none if it is empty.
type fakeProofs struct{ file string }

func (p fakeProofs) Proof(context.Context, solver.ID) ([]byte, bool, error) {
	if strings.TrimSpace(p.file) == "down" {
		return nil, false, errors.New("10.0.0.7 does not answer")
	}
	return []byte(p.file), p.file != "", nil
}

func (fakeProofs) JobID(_ solver.ID, client string) string { return "PROOFJOBOF" + client }

// dealer is a Dealer that returns the same deals or error for every call.
type dealer struct {
	deals []seeds.Deal
	day   seeds.Day
	err   error
	asked string
}

func (d *dealer) Winnable(game string, grade difficulty.Grade, count int, cursor string) ([]seeds.Deal, error) {
	d.asked = fmt.Sprintf("%d deals of %s, difficulty %q, excluded %q\n", count, game, grade, cursor)
	return d.deals, d.err
}

func (d *dealer) Graded(_ *rules.Rules, id solver.ID) (seeds.Deal, bool) {
	for _, found := range d.deals {
		if found.ID == id {
			return found, true
		}
	}
	return seeds.Deal{}, false
}

// statistician is a Stats that returns the same reports or error for every call. A comparison that
// is not counted takes for ever.
type statistician struct {
	reports    []stats.Report
	comparison stats.Comparison
	err        error
	asked      string
}

func (s *statistician) Rates(_ context.Context, scope stats.Scope) ([]stats.Report, error) {
	return s.scoped(scope), s.err
}

// scoped returns the reports, without shipped samples where campaigns alone count.
func (s *statistician) scoped(scope stats.Scope) []stats.Report {
	if scope == stats.Pooled {
		return s.reports
	}
	list := slices.Clone(s.reports)
	for i := range list {
		list[i].Ours, list[i].Packed = alone(list[i].Ours), nil
		list[i].Others = slices.Clone(list[i].Others)
		for j := range list[i].Others {
			list[i].Others[j] = alone(list[i].Others[j])
		}
	}
	return list
}

// alone returns a count without its shipped samples.
func alone(c stats.Count) stats.Count {
	c.Samples = slices.DeleteFunc(slices.Clone(c.Samples), func(s stats.Sample) bool { return s.Shipped })
	c.Tally = stats.Tally{}
	for _, s := range c.Samples {
		c.Add(s.Tally)
	}
	return c
}

func (s *statistician) Game(_ context.Context, name string, scope stats.Scope) (stats.Report, error) {
	s.asked = name + "\n"
	for _, r := range s.scoped(scope) {
		if r.Game == name {
			return r, s.err
		}
	}
	return stats.Report{Game: name, Spread: stats.NewSpread()}, s.err
}

func (s *statistician) Compare(ctx context.Context, first, second string) (stats.Comparison, error) {
	s.asked = first + " and " + second + "\n"
	if s.err == nil && !s.comparison.Counted {
		<-ctx.Done()
		return stats.Comparison{}, ctx.Err()
	}
	return s.comparison, s.err
}

func (d *dealer) Games() []string { return []string{"klondike"} }

func (d *dealer) Daily(game, date string, grade difficulty.Grade) (seeds.Day, seeds.Deal, error) {
	d.asked = fmt.Sprintf("the deal of %s of %q, difficulty %q\n", game, date, grade)
	if d.err != nil {
		return seeds.Day{}, seeds.Deal{}, d.err
	}
	return d.day, d.deals[0], nil
}

// fakeJobs are Jobs with at most one job, or with an error.
type fakeJobs struct {
	job       *job.Job
	err       error
	cancelled json.RawMessage // the answer of a job that is cancelled
	asked     string
}

func (e *fakeJobs) Accept(_ context.Context, j job.Job, within time.Duration) (job.Job, error) {
	client := j.Client
	if j.Site != "" {
		client += " of " + j.Site
	}
	e.asked = fmt.Sprintf("to be answered for %s within %v: %s\n", client, within, j.Request)
	if j.Webhook.URL != "" {
		e.asked += fmt.Sprintf("telling %+v\n", j.Webhook)
	}
	now := time.Now()
	j.ID, j.State, j.Version, j.Accepted, j.Deadline = cmp.Or(j.ID, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "queued", 1, now, now.Add(within)
	return j, e.err
}

func (e *fakeJobs) Job(_ context.Context, id string, _ int64) (job.Job, bool, error) {
	if e.err != nil || e.job == nil || e.job.ID != id {
		return job.Job{}, false, e.err
	}
	return *e.job, true, nil
}

func (e *fakeJobs) List(_ context.Context, f job.Filter) ([]job.Job, error) {
	e.asked += fmt.Sprintf("the list of %q, state %q, at most %d\n", f.Client, f.State, f.Most)
	if e.job == nil || e.err != nil && !errors.Is(e.err, solver.ErrDamaged) {
		return nil, e.err
	}
	listed := *e.job
	listed.Answer = nil
	return []job.Job{listed}, nil
}

func (e *fakeJobs) Next(context.Context, string, int64) (job.Job, bool, error) {
	return job.Job{}, false, e.err
}

func (e *fakeJobs) Cancel(context.Context, string) (bool, error) {
	e.asked = "to cancel\n"
	e.job.State, e.job.Ended = "cancelled", time.Now()
	if e.job.Answer == nil {
		e.job.Answer = e.cancelled
	}
	return true, e.err
}

func (e *fakeJobs) Delete(context.Context, string) (bool, error) {
	e.asked += "to delete\n"
	return true, e.err
}

// fakeCampaigns are Campaigns with at most one campaign, or with an error.
type fakeCampaigns struct {
	campaign *campaign.Campaign
	results  []campaign.Result
	err      error
	asked    string
}

func (c *fakeCampaigns) ask(format string, args ...any) { c.asked += fmt.Sprintf(format+"\n", args...) }

func (c *fakeCampaigns) Create(_ context.Context, _ string, p campaign.Plan, tell job.Webhook) (campaign.Campaign, error) {
	name := p.Game
	if name == "" {
		name = string(p.Rules.Canonical())
	}
	who := strconv.Quote(p.Player)
	if len(p.Options) > 0 {
		who += fmt.Sprintf(" with %v", p.Options)
	}
	c.ask("for %s: %s of %s, %v and %d states a deal, fresh %v, player %s from %d", p.Client, p.Range(), name, p.Deadline, p.States, p.Fresh, who, p.PlayerSeed)
	c.ask("until %d deals, width %v, %v; priority %d, share %d", p.Stop.Deals, p.Stop.Width, p.Stop.Until, p.Priority, p.Share)
	if tell.URL != "" {
		c.ask("telling %+v", tell)
	}
	if c.err != nil {
		return campaign.Campaign{}, c.err
	}
	return campaign.Campaign{Plan: p, PlayedBy: p.PlayedBy(), ID: c.campaign.ID, State: campaign.Queued, Version: 1, Created: time.Now()}, nil
}

func (c *fakeCampaigns) Campaign(_ context.Context, id string) (campaign.Campaign, bool, error) {
	if c.err != nil || c.campaign == nil || c.campaign.ID != id {
		return campaign.Campaign{}, false, c.err
	}
	return *c.campaign, true, nil
}

func (c *fakeCampaigns) List(_ context.Context, f campaign.Filter) ([]campaign.Campaign, error) {
	game := ""
	for _, g := range rules.Games() {
		if f.Rules != nil && g.Rules == *f.Rules {
			game = g.Name
		}
	}
	c.ask("the list {Game:%s State:%s Own:%t Most:%d}", game, f.State, !f.Named, f.Most)
	if c.err != nil || c.campaign == nil {
		return nil, c.err
	}
	return []campaign.Campaign{*c.campaign}, nil
}

func (c *fakeCampaigns) Watch(context.Context, string, int64) (campaign.Campaign, bool, error) {
	return campaign.Campaign{}, false, c.err
}

func (c *fakeCampaigns) Cancel(context.Context, string) (bool, error) {
	c.ask("to cancel")
	if errors.Is(c.err, solver.ErrDamaged) {
		return false, nil // only reading it fails
	}
	if c.campaign.Final() {
		return false, c.err
	}
	c.campaign.State, c.campaign.Reason, c.campaign.Ended = campaign.Cancelled, "it was cancelled", time.Now()
	return true, c.err
}

func (c *fakeCampaigns) Resume(context.Context, string) (bool, error) {
	c.ask("to resume")
	if c.campaign.State != campaign.Cancelled && c.campaign.State != campaign.Failed {
		return false, c.err
	}
	c.campaign.State, c.campaign.Reason, c.campaign.Ended = campaign.Queued, "", time.Time{}
	return true, c.err
}

func (c *fakeCampaigns) Delete(context.Context, string) (bool, error) {
	c.ask("to delete")
	if errors.Is(c.err, solver.ErrDamaged) {
		return true, nil
	}
	return c.campaign.Final(), c.err
}

func (c *fakeCampaigns) Results(_ context.Context, _ string, from int64, most int) ([]campaign.Result, error) {
	c.ask("%d results from %d", most, from)
	var page []campaign.Result
	for _, d := range c.results {
		if d.Seed >= from && len(page) < most {
			page = append(page, d)
		}
	}
	return page, c.err
}

// hooks are Webhooks that allow one host.
type hooks struct{}

func (hooks) Check(url string) (string, error) {
	if !strings.HasPrefix(url, "https://hooks.example/") {
		return "", errors.New("host other.example:443 is not allowed; the operator must add it to WEBHOOK_HOSTS")
	}
	return "hooks.example:443", nil
}

func (hooks) Secret(owner string) string { return "whsec_of " + owner }

// adviser is an Adviser with a new engine for each call, or with an error.
type adviser struct{ err error }

func (a adviser) Advise(ctx context.Context, s *player.Observation, plan []game.Move, samples int, seed uint64) (player.Advice, error) {
	if a.err != nil {
		return player.Advice{}, a.err
	}
	return player.Advise(solver.NewClock(ctx), s, plan, samples, seed, portfolio.New(1<<24)), nil
}

type health map[string]error

// weakened is the fault of a part that is degraded.
type weakened string

func (w weakened) Error() string { return string(w) }
func (weakened) Degraded() bool  { return true }

func (h health) Ready(context.Context) map[string]error { return h }

// Errors with the behaviour of those of the parts.
type (
	tooBusy time.Duration // a full queue
	crowded struct {      // too many, in all or of the client
		what string
		own  bool
	}
	absent   string // what does not exist
	wrong    struct{ Name, Detail string }
	stopping struct{}
)

func (e tooBusy) Error() string {
	return "all workers are taken and the queue is full; try again later"
}
func (e tooBusy) RetryAfter() time.Duration { return time.Duration(e) }
func (e crowded) Error() string {
	if e.own {
		return "you have too many unfinished " + e.what + "; wait for one to end, or cancel one"
	}
	return "too many unfinished " + e.what + " on this server; try again later"
}
func (e crowded) RetryAfter() time.Duration { return 10 * time.Second }
func (e crowded) OwnLimit() bool            { return e.own }
func (e absent) Error() string              { return string(e) }
func (e absent) NotFound() bool             { return true }
func (e wrong) Error() string               { return e.Detail }
func (e wrong) Field() string               { return e.Name }
func (stopping) Error() string              { return "10.0.0.7 does not answer" }
func (stopping) Unavailable() bool          { return true }

// options returns options whose judge answers unknown.
func options() Options {
	return Options{
		Judge: judge(func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
			return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.States}, Source: solver.FromSearch}, nil
		}),
		Analyst: analyst{},
		Engines: lender(func(ctx context.Context, _ *solver.Problem, task func(*solver.Clock, solver.Engine)) error {
			task(solver.NewClock(ctx), portfolio.New(1<<20))
			return nil
		}),
		Adviser: adviser{},
		Bulk: patient(func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
			return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.States}, Source: solver.FromSearch}, nil
		}),
		Jobs:      &fakeJobs{},
		Campaigns: &fakeCampaigns{},
		Library:   library{},
		Proofs:    fakeProofs{},
		Dealer:    &dealer{deals: []seeds.Deal{{Seed: "solvitaire:17"}}, day: seeds.Day{Date: "2026-11-28"}},
		Stats:     &statistician{},
		Health:    health{},
		Metrics: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain; version=0.0.4")
			_, _ = io.WriteString(w, "figures 1\n")
		}),
		Observe: func(string, string, int, time.Duration) {},
		Log:     slog.New(slog.DiscardHandler),
		Access:  middleware.Access{Local: true, Hosts: []string{"example.com"}},
		Limits:  request.Limits{Body: 4096, BodyRoom: 64 << 20, BodyTurns: 2, Deadline: time.Minute, DefaultDeadline: 10 * time.Second, States: 1_000_000, Batches: 4, BatchLines: 1000, BatchWindow: 1, JobDeadline: 10 * time.Minute, JobRetention: time.Hour, ProofDeadline: 4 * time.Minute, EventStreams: 8, CampaignDeadline: 10 * time.Minute, CampaignDeals: 1_000_000},

		Stopping:  context.Background(),
		BatchLine: func(string) {},
	}
}

// serving returns the handler of some options, with a check that requests and responses conform to
// the OpenAPI document.
func serving(t *testing.T, o Options) http.Handler {
	return apitest.Handler(t, Handler(o))
}
