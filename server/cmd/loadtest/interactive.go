package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
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
	round    int
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
		rows := csv.NewWriter(out)
		_ = rows.Write([]string{"round", "campaign", "seed", "due_s", "took_ms", "elapsed_ms", "states", "verdict"})
		b.ask(c.ctx, s, int(b.Rate*b.Warm.Seconds()), 1)
		var turns []*turn
		for round := range b.Rounds {
			for _, campaign := range []bool{false, true} {
				t := &turn{round: round + 1, campaign: campaign}
				if err := b.take(c.ctx, s, t); err != nil {
					return err
				}
				turns = append(turns, t)
				for _, a := range t.asked {
					_ = rows.Write([]string{
						strconv.Itoa(t.round), strconv.FormatBool(t.campaign), fmt.Sprintf("solvitaire:%d", a.seed),
						fmt.Sprintf("%.3f", a.due.Seconds()), fmt.Sprintf("%.3f", float64(a.took.Microseconds())/1000),
						fmt.Sprintf("%.3f", a.answer.Search.Elapsed), strconv.FormatInt(a.answer.Search.States, 10), a.answer.Verdict,
					})
				}
				rows.Flush()
			}
		}
		return errors.Join(reportTurns(c, turns), rows.Error())
	})
}

// take takes a turn.
func (b *interactiveCommand) take(ctx context.Context, s *service, t *turn) (err error) {
	var running campaign
	if t.campaign {
		if running, err = b.begin(ctx, s, t.round); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, running.end(ctx, s), rest(ctx, s)) }()
	}
	before, err := s.cpuSeconds(ctx)
	if err != nil {
		return err
	}
	t.asked = b.ask(ctx, s, int(b.Rate*b.For.Seconds()), b.First)
	t.load = load()
	after, err := s.cpuSeconds(ctx)
	if err != nil {
		return err
	}
	t.cpu = after - before
	if t.campaign {
		t.deals = -running.deals()
		switch err := running.read(ctx, s); {
		case err != nil:
			return err
		case running.State != "running":
			return fmt.Errorf("the campaign is %s before the turn is over", running.State)
		}
		t.deals += running.deals()
	}
	return ctx.Err()
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

// campaign is what is read of GET /v1/campaigns/{id}.
type campaign struct {
	ID    string
	State string
	Tally struct{ Winnable, Unwinnable, Unknown int64 }
}

func (c *campaign) deals() int64 { return c.Tally.Winnable + c.Tally.Unwinnable + c.Tally.Unknown }

// begin starts a campaign of deals that were not asked about, more than can be solved in a
// turn, and waits until it has finished some.
func (b *interactiveCommand) begin(ctx context.Context, s *service, round int) (c campaign, err error) {
	const many = 1_000_000
	body := fmt.Sprintf(`{"game":%q,"seeds":"solvitaire:%d-%d","states":%d}`, b.Game, (1+round)*many, (2+round)*many-1, b.States)
	_, err = s.fetch(ctx, "/v1/campaigns", body, http.StatusCreated, &c)
	for err == nil && c.deals() == 0 {
		if err = pause(ctx, 100*time.Millisecond); err == nil {
			err = c.read(ctx, s)
		}
	}
	return c, err
}

// read reads the campaign again.
func (c *campaign) read(ctx context.Context, s *service) error {
	_, err := s.fetch(ctx, "/v1/campaigns/"+c.ID, "", http.StatusOK, c)
	return err
}

// end cancels the campaign.
func (c *campaign) end(ctx context.Context, s *service) error {
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

// sums are the answers of several turns.
type sums struct {
	times   times
	unknown int
}

func (u *sums) add(t *turn) {
	for _, a := range t.asked {
		if a.err != nil {
			continue
		}
		if a.answer.Verdict == "unknown" {
			u.unknown++
		}
		u.times = append(u.times, a.took)
	}
}

// reportTurns writes how long answers took without and with a campaign. The error says
// which requests were not answered, or were answered differently in two turns.
func reportTurns(c console, turns []*turn) error {
	t := newTable("round | campaign | questions | p50 ms | p95 ms | p99 ms | max ms | unknown | campaign's deals | CPU s | load")
	p99 := map[bool]time.Duration{} // without and with a campaign
	row := func(round string, with bool, of *sums, deals, cpu any, load string) {
		q := of.times.quantiles(.5, .95, .99, 1)
		p99[with] = of.times.quantile(.99)
		t.row(round, map[bool]string{false: "none", true: "running"}[with], len(of.times), q, of.unknown, deals, cpu, load)
	}
	ratio := func() string { return fmt.Sprintf("%.2f", float64(p99[true])/float64(max(1, p99[false]))) }
	all := map[bool]*sums{false: {}, true: {}}
	var ratios []string
	var faults []error
	verdicts := map[int]string{}
	for _, turn := range turns {
		var own sums
		own.add(turn)
		all[turn.campaign].add(turn)
		row(strconv.Itoa(turn.round), turn.campaign, &own, turn.deals, fmt.Sprintf("%.1f", turn.cpu), turn.load)
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
	for _, with := range []bool{false, true} {
		row("all", with, all[with], "", "", "")
	}
	err := t.write(c.err)
	fmt.Fprintf(c.err, "\np99 with a campaign is %s times p99 without one; by round %s\n", ratio(), strings.Join(ratios, ", "))
	if len(faults) > 0 {
		return fmt.Errorf("%d requests failed, the first: %w", len(faults), faults[0])
	}
	return err
}
