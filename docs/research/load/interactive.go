package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// interactiveCommand asks for verdicts at an even pace, whether or not answers come, in
// turns without and with a campaign on the same service. The requests are the same in each
// turn, and none is answered from memory.
type interactiveCommand struct {
	serviceFlags `embed:""`
	Game         string        `help:"Game to ask about, also of the campaign." default:"klondike"`
	First        int           `help:"First seed to ask about, of scheme solvitaire." default:"1001"`
	Rate         float64       `help:"Requests a second." default:"2"`
	For          time.Duration `help:"Length of a turn." default:"5m"`
	Rounds       int           `help:"Turns without and with a campaign." default:"3"`
	Warm         time.Duration `help:"How long to ask before the first turn, to warm up." default:"10s"`
	States       int64         `help:"Budget of the campaign for each deal." default:"50000000"`
	Out          string        `help:"Write a row for each request to this file instead of standard output." placeholder:"FILE"`
}

// turn is one turn and its results.
type turn struct {
	campaign bool
	asked    []asked
	deals    int64   // that the campaign finished meanwhile
	cpu      float64 // seconds that the service used
	load     string  // at the end
}

// asked is a request and its answer.
type asked struct {
	seed   int
	due    time.Duration // since the turn began
	took   time.Duration // from when it was due to the end of the answer
	answer struct {
		Verdict string
		Search  struct {
			States  int64
			Elapsed float64 `json:"elapsed_ms"`
		}
	}
	err error
}

func (b *interactiveCommand) Run(c console) (err error) {
	out, err := create(c, b.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	return b.with(c, func(s *service) error {
		fmt.Fprintln(out, "round,campaign,seed,due_s,took_ms,elapsed_ms,states,verdict")
		b.ask(c.ctx, s, int(b.Rate*b.Warm.Seconds()), 1)
		var turns []turn
		for n := range 2 * b.Rounds {
			t, err := b.take(c.ctx, s, n/2+1, n%2 == 1)
			if err != nil {
				return err
			}
			turns = append(turns, t)
			for _, a := range t.asked {
				if _, err := fmt.Fprintf(out, "%d,%t,solvitaire:%d,%.3f,%.3f,%.3f,%d,%s\n", n/2+1, t.campaign, a.seed,
					a.due.Seconds(), 1000*a.took.Seconds(), a.answer.Search.Elapsed, a.answer.Search.States, a.answer.Verdict); err != nil {
					return err
				}
			}
		}
		return reportTurns(c, turns)
	})
}

// take takes a turn of a round, with a campaign or without.
func (b *interactiveCommand) take(ctx context.Context, s *service, round int, with bool) (t turn, err error) {
	t.campaign = with
	var running campaignAnswer
	if with {
		if running, err = b.begin(ctx, s, round); err != nil {
			return t, err
		}
		defer func() { err = errors.Join(err, running.end(ctx, s), rest(ctx, s)) }()
	}
	before, err := s.cpuSeconds(ctx)
	if err != nil {
		return t, err
	}
	t.asked = b.ask(ctx, s, int(b.Rate*b.For.Seconds()), b.First)
	t.load = load()
	after, err := s.cpuSeconds(ctx)
	if err != nil {
		return t, err
	}
	t.cpu = after - before
	if with {
		t.deals = -running.Tally.Deals()
		switch err := running.read(ctx, s); {
		case err != nil:
			return t, err
		case running.State != "running":
			return t, fmt.Errorf("the campaign is %s before the turn is over", running.State)
		}
		t.deals += running.Tally.Deals()
	}
	return t, ctx.Err()
}

// ask asks about consecutive deals, each when it is due.
func (b *interactiveCommand) ask(ctx context.Context, s *service, requests, first int) []asked {
	all := make([]asked, requests)
	var asking sync.WaitGroup
	start := time.Now()
	for n := range all {
		a := &all[n]
		a.seed, a.due = first+n, time.Duration(float64(n)/b.Rate*float64(time.Second))
		if a.err = pause(ctx, time.Until(start.Add(a.due))); a.err != nil {
			continue
		}
		asking.Go(func() {
			body := fmt.Sprintf(`{"game":%q,"seed":"solvitaire:%d","fresh":true}`, b.Game, a.seed)
			_, a.err = s.fetch(ctx, "/v1/solve", body, http.StatusOK, &a.answer)
			a.took = time.Since(start) - a.due
		})
	}
	asking.Wait()
	return all
}

// campaignAnswer is what is read of GET /v1/campaigns/{id}.
type campaignAnswer struct {
	ID    string
	State string
	Tally stats.Tally
}

// begin starts a campaign of deals that were not asked about, more than can be solved in a
// turn, and waits until it has finished some.
func (b *interactiveCommand) begin(ctx context.Context, s *service, round int) (c campaignAnswer, err error) {
	const many = 1_000_000
	body := fmt.Sprintf(`{"game":%q,"seeds":"solvitaire:%d-%d","states":%d}`, b.Game, (1+round)*many, (2+round)*many-1, b.States)
	_, err = s.fetch(ctx, "/v1/campaigns", body, http.StatusCreated, &c)
	for err == nil && c.Tally.Deals() == 0 {
		if err = pause(ctx, 100*time.Millisecond); err == nil {
			err = c.read(ctx, s)
		}
	}
	return c, err
}

// read reads the campaign again.
func (c *campaignAnswer) read(ctx context.Context, s *service) error {
	_, err := s.fetch(ctx, "/v1/campaigns/"+c.ID, "", http.StatusOK, c)
	return err
}

// end cancels the campaign.
func (c *campaignAnswer) end(ctx context.Context, s *service) error {
	r, err := s.do(ctx, http.MethodDelete, "/v1/campaigns/"+c.ID, "")
	if err == nil && r.status >= http.StatusMultipleChoices {
		err = fmt.Errorf("DELETE /v1/campaigns/%s: status %d: %s", c.ID, r.status, r.body)
	}
	return err
}

// rest waits until the service is idle.
func rest(ctx context.Context, s *service) error {
	for before := -1.; ; {
		used, err := s.cpuSeconds(ctx)
		if err != nil {
			return err
		}
		if before >= 0 && used-before < .05 { // of half a second
			return nil
		}
		before = used
		if err := pause(ctx, time.Second/2); err != nil {
			return err
		}
	}
}

// reportTurns writes how long answers took without and with a campaign. The error says
// which requests were not answered, or were answered differently in two turns.
func reportTurns(c console, turns []turn) error {
	t := newTable("round | campaign | questions | p50 ms | p95 ms | p99 ms | max ms | unknown | campaign's deals | CPU s | load")
	p99 := map[bool]time.Duration{} // without and with a campaign
	row := func(round any, with bool, of []asked, deals, cpu any, load string) {
		var took times
		unknown := 0
		for _, a := range of {
			if a.err == nil {
				took = append(took, a.took)
			}
			if a.answer.Verdict == "unknown" {
				unknown++
			}
		}
		q := took.quantiles(.5, .95, .99, 1)
		p99[with] = took.quantile(.99)
		t.row(round, map[bool]string{false: "none", true: "running"}[with], len(took), q, unknown, deals, cpu, load)
	}
	ratio := func() string { return fmt.Sprintf("%.2f", float64(p99[true])/float64(max(1, p99[false]))) }
	all := map[bool][]asked{}
	var ratios []string
	var faults []error
	verdicts := map[int]string{}
	for n, turn := range turns {
		all[turn.campaign] = append(all[turn.campaign], turn.asked...)
		row(n/2+1, turn.campaign, turn.asked, turn.deals, fmt.Sprintf("%.1f", turn.cpu), turn.load)
		if turn.campaign {
			ratios = append(ratios, ratio())
		}
		for _, a := range turn.asked {
			known := verdicts[a.seed]
			switch {
			case a.err != nil:
				faults = append(faults, fmt.Errorf("solvitaire:%d: %w", a.seed, a.err))
			case a.answer.Verdict == "unknown":
			case known != "" && known != a.answer.Verdict:
				faults = append(faults, fmt.Errorf("solvitaire:%d was %s, and is %s", a.seed, known, a.answer.Verdict))
			default:
				verdicts[a.seed] = a.answer.Verdict
			}
		}
	}
	row("all", false, all[false], "", "", "")
	row("all", true, all[true], "", "", "")
	err := t.write(c.err)
	fmt.Fprintf(c.err, "\np99 with a campaign is %s times p99 without one; by round %s\n", ratio(), strings.Join(ratios, ", "))
	if len(faults) > 0 {
		return fmt.Errorf("%d requests failed, the first: %w", len(faults), faults[0])
	}
	return err
}
