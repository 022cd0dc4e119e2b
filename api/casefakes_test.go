package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/rates"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// judgement returns the answer of a case's judge:
//
//	{"verdict", "because", "solution", "bound", "engine", "states", "elapsed_ms", "source", "game", "id"}
//	{"busy_ms"} or {"error"} or {"panic"} or {"bad solution": true}
func judgement(t *testing.T, text string, p *solver.Problem) (solver.Answer, error) {
	t.Helper()
	var j struct {
		Verdict   solver.Verdict
		Because   solver.Reason
		Solution  []game.Move
		Bound     int
		Engine    string
		States    int64
		ElapsedMS float64 `json:"elapsed_ms"`
		Source    solver.Source
		Game      string
		ID        solver.ID
		BusyMS    int64 `json:"busy_ms"`
		Error     string
		Panic     string
		Bad       bool `json:"bad solution"`
	}
	decode(t, text, &j)
	switch {
	case j.BusyMS > 0:
		return solver.Answer{}, fmt.Errorf("wrapped: %w", tooBusy(time.Duration(j.BusyMS)*time.Millisecond))
	case j.Error != "":
		return solver.Answer{}, errors.New(j.Error)
	case j.Panic != "":
		panic(j.Panic)
	case j.Bad:
		return solver.Answer{}, &solver.BadSolution{Problem: p, Engine: "broken", Outcome: p.Replay(nil)}
	}
	answer := solver.Answer{
		Result: solver.Result{
			Verdict: j.Verdict, Reason: j.Because, Solution: j.Solution, Bound: j.Bound, Engine: j.Engine, States: j.States,
		},
		Elapsed: time.Duration(j.ElapsedMS * float64(time.Millisecond)),
		Source:  j.Source,
		Origin:  solver.Origin{Game: j.Game, ID: j.ID},
	}
	return answer, nil
}

// remembered makes the Library of a case:
//
//	{"question": …, "verdict", "because", "solution"}
//
// The question is a solve request, the solution is that of the canonical position.
func remembered(t *testing.T, text string) library {
	t.Helper()
	switch strings.TrimSpace(text) {
	case "":
		return library{}
	case "down":
		return library{down: true}
	}
	var m struct {
		Question json.RawMessage
		Verdict  solver.Verdict
		Because  solver.Reason
		Solution []game.Move
	}
	decode(t, text, &m)
	p, err := verdicts.Asked(m.Question)
	if err != nil {
		t.Fatal(err)
	}
	answer := solver.Answer{
		Result: solver.Result{
			Verdict: m.Verdict, Reason: m.Because, Solution: m.Solution, Engine: "search", States: 77,
		},
		Elapsed: 1500 * time.Microsecond,
		Source:  solver.FromStore,
	}
	return library{problem: p, answer: answer}
}

// counted makes the Stats of a case:
//
//	{"games": [{"game", "ours", "others", "published", "contradictions", "compared", "neighbours", "deals"}], "comparison"}
//
// in the JSON of package stats; deals are added to the distributions.
func counted(t *testing.T, text string) *statistician {
	t.Helper()
	if strings.TrimSpace(text) == "down" {
		return &statistician{err: stopping{}}
	}
	var c struct {
		Games []struct {
			stats.Report
			Deals []stats.Deal
		}
		Comparison stats.Comparison
	}
	decode(t, text, &c)
	s := &statistician{comparison: c.Comparison}
	for _, g := range c.Games {
		g.Spread = stats.NewSpread()
		for _, d := range g.Deals {
			g.Spread.Add(d)
		}
		s.reports = append(s.reports, g.Report)
	}
	return s
}

// kept makes the Jobs of a case:
//
//	{"id", "request", "state", "version", "answer", "ended", "cancelled"}
//
// The job was accepted now and has a deadline in 10 minutes. With ended it ended now; cancelled is
// its answer if it is cancelled.
func kept(t *testing.T, text string) *fakeJobs {
	t.Helper()
	switch strings.TrimSpace(text) {
	case "none":
		return &fakeJobs{}
	case "down":
		return &fakeJobs{err: errors.New("10.0.0.7 does not answer")}
	case "full":
		return &fakeJobs{err: fmt.Errorf("wrapped: %w", crowded{"jobs", false})}
	case "yours are full":
		return &fakeJobs{err: fmt.Errorf("wrapped: %w", crowded{"jobs", true})}
	case "damaged":
		return &fakeJobs{err: fmt.Errorf("wrapped: %w", solver.ErrDamaged)}
	}
	var k struct {
		ID, State                  string
		Version                    int64
		Request, Answer, Cancelled json.RawMessage
		Ended                      bool
	}
	decode(t, text, &k)
	now := time.Now()
	j := &job.Job{ID: k.ID, Request: k.Request, State: k.State, Version: k.Version, Answer: k.Answer, Accepted: now, Deadline: now.Add(10 * time.Minute)}
	if k.Ended {
		j.Ended = now
	}
	return &fakeJobs{job: j, cancelled: k.Cancelled}
}

// counting makes the Campaigns of a case:
//
//	{"id", "request", "source", "state", "reason", "stopping", "version", "tally", "inferred", "since_ms", "ended", "results"}
//
// The request is that of POST /v1/campaigns, since_ms is the time since the start. With ended it
// ended now.
func counting(t *testing.T, text string) *fakeCampaigns {
	t.Helper()
	switch strings.TrimSpace(text) {
	case "none":
		return &fakeCampaigns{}
	case "down":
		return &fakeCampaigns{err: errors.New("10.0.0.7 does not answer")}
	case "full":
		return &fakeCampaigns{err: fmt.Errorf("wrapped: %w", crowded{"campaigns", false})}
	case "yours are full":
		return &fakeCampaigns{err: fmt.Errorf("wrapped: %w", crowded{"campaigns", true})}
	case "wrong":
		return &fakeCampaigns{err: fmt.Errorf("wrapped: %w", wrong{"seeds", "not today"})}
	case "damaged":
		return &fakeCampaigns{err: fmt.Errorf("wrapped: %w", solver.ErrDamaged)}
	}
	var k struct {
		ID, Source, State, Reason string
		Request                   json.RawMessage
		Stopping, Ended           bool
		Version, Inferred         int64
		Tally                     stats.Tally
		SinceMS                   int64 `json:"since_ms"`
		Results                   []campaign.Result
	}
	decode(t, text, &k)
	now := time.Now()
	c := &campaign.Campaign{
		ID: k.ID, Source: k.Source, State: k.State, Reason: k.Reason, Stopping: k.Stopping, Version: k.Version,
		Tally: k.Tally, Inferred: k.Inferred, Created: now.Add(-time.Duration(k.SinceMS) * time.Millisecond),
	}
	plan, _, err := rates.ReadPlan(k.Request, options().Limits, now)
	if err != nil {
		t.Fatal(err)
	}
	c.Plan, c.PlayedBy = plan, plan.PlayedBy()
	if k.SinceMS > 0 {
		c.Started = c.Created
	}
	if k.Ended {
		c.Ended = now
	}
	return &fakeCampaigns{campaign: c, results: k.Results}
}

// accessOf reads the access settings of a case:
//
//	{"from", "local", "keys", "hosts", "proxies", "origins", "rates", "before"}
//
// Its fields are those of the configuration, and from, the client's address, and before, how often
// the same request is sent first.
func accessOf(t *testing.T, text string) (a middleware.Access, from string, before int) {
	t.Helper()
	var c struct {
		From    string
		Local   bool
		Keys    string
		Hosts   []string
		Proxies []string
		Origins []string
		Rates   middleware.Rates
		Before  int
	}
	decode(t, text, &c)
	keys, err := middleware.ParseKeys(c.Keys)
	if err != nil {
		t.Fatal(err)
	}
	a = middleware.Access{Keys: keys, Local: c.Local, Hosts: c.Hosts, Origins: c.Origins, Rates: c.Rates}
	for _, text := range c.Proxies {
		network, err := middleware.ParseNetwork(text)
		if err != nil {
			t.Fatal(err)
		}
		a.Proxies = append(a.Proxies, network)
	}
	return a, c.From, c.Before
}

// dealing makes the Dealer of a case:
//
//	{"deals": […]} or {"daily": {…}} with the answers' JSON, or
//	{"wrong": {"Name", "Detail"}}, {"none"} or {"error"}
func dealing(t *testing.T, text string) *dealer {
	t.Helper()
	var d struct {
		Deals []deals.WinnableDeal
		Daily deals.DailyDeal
		Wrong *wrong
		None  string
		Error string
	}
	decode(t, text, &d)
	out := &dealer{day: seeds.Day{Date: d.Daily.Date, Version: d.Daily.Version}}
	for _, w := range d.Deals {
		out.deals = append(out.deals, packedDeal(t, w.ProvenDeal, w.Cursor))
	}
	if d.Daily.Date != "" {
		out.deals = append(out.deals, packedDeal(t, d.Daily.ProvenDeal, ""))
	}
	switch {
	case d.Wrong != nil:
		out.err = fmt.Errorf("wrapped: %w", *d.Wrong)
	case d.None != "":
		out.err = absent(d.None)
	case d.Error == "damaged":
		out.err = fmt.Errorf("wrapped: %w", solver.ErrDamaged)
	}
	return out
}

// packedDeal makes the deal of an answer.
func packedDeal(t *testing.T, d deals.ProvenDeal, cursor string) seeds.Deal {
	t.Helper()
	components, err := json.Marshal(d.Components)
	if err != nil {
		t.Fatal(err)
	}
	out := seeds.Deal{Game: d.Game, Seed: d.Seed, ID: d.ID, Grade: difficulty.Grade(d.Difficulty), Cursor: cursor}
	if err := json.Unmarshal(components, &out.Difficulty); err != nil {
		t.Fatal(err)
	}
	out.Method = cmp.Or(d.Measure, difficulty.LineAndPlayers)
	out.Score, out.Length, out.Redeals = d.Score, d.Length, d.Redeals
	return out
}
