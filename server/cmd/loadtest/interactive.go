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

// interactiveCommand asks for verdicts as people do who play, at an even pace whether or
// not answers come, now without and now with a campaign that runs on the same service. The
// questions are the same in each turn, and none is answered from memory.
type interactiveCommand struct {
	serviceFlags `embed:""`
	Game         string        `help:"The game that is asked about, and that the campaign is of." default:"klondike"`
	First        int           `help:"The first seed that is asked about, under scheme solvitaire." default:"1001"`
	Rate         float64       `help:"Questions a second." default:"2"`
	For          time.Duration `help:"How long a turn is." default:"5m"`
	Rounds       int           `help:"Turns without and with a campaign." default:"3"`
	Warm         time.Duration `help:"How long to ask before the first turn, so that the engines are warm." default:"10s"`
	States       int64         `help:"The campaign's budget for each deal." default:"50000000"`
	Out          string        `help:"Write a row for each question to this file in place of standard output." placeholder:"FILE"`
}

// turn is a while of questions.
type turn struct {
	round    int
	campaign bool
	asked    []asked
	deals    int64   // that the campaign finished meanwhile
	cpu      float64 // seconds that the service used
	load     string  // at its end
}

// asked is one question and what became of it.
type asked struct {
	seed    int
	due     time.Duration // since the turn began
	took    time.Duration // from when it was due to the end of the answer
	verdict string
	states  int64
	elapsed float64 // milliseconds, as the service says
	err     error
}

func (b *interactiveCommand) Run(c console) (err error) {
	out, err := c.create(b.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	s, err := b.start(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()

	rows := csv.NewWriter(out)
	_ = rows.Write([]string{"round", "campaign", "seed", "due_s", "took_ms", "elapsed_ms", "states", "verdict"})
	// The engines get warm, and the connections are made.
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
					fmt.Sprintf("%.3f", a.elapsed), strconv.FormatInt(a.states, 10), a.verdict,
				})
			}
			rows.Flush()
		}
	}
	return errors.Join(reportTurns(c, turns), rows.Error())
}

// take takes a turn, beside a campaign or without one.
func (b *interactiveCommand) take(ctx context.Context, s *service, t *turn) (err error) {
	var id string
	var before int64
	if t.campaign {
		if id, before, err = b.begin(ctx, s, t.round); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, end(ctx, s, id), rest(ctx, s)) }()
	}
	used, err := s.metric(ctx, cpuSeconds)
	if err != nil {
		return err
	}
	t.asked = b.ask(ctx, s, int(b.Rate*b.For.Seconds()), b.First)
	t.load = load()
	uses, err := s.metric(ctx, cpuSeconds)
	if err != nil {
		return err
	}
	t.cpu = uses - used
	if t.campaign {
		after, err := look(ctx, s, id)
		switch {
		case err != nil:
			return err
		case after.State != "running":
			return fmt.Errorf("the campaign is %s before its turn is over", after.State)
		}
		t.deals = after.deals() - before
	}
	return ctx.Err()
}

// ask asks so many questions about deals from the first on, each when it is due.
func (b *interactiveCommand) ask(ctx context.Context, s *service, questions, first int) []asked {
	all := make([]asked, questions)
	var asking sync.WaitGroup
	start := time.Now()
	for n := range all {
		a := &all[n]
		a.seed, a.due = first+n, time.Duration(float64(n)/b.Rate*float64(time.Second))
		if a.err = pause(ctx, time.Until(start.Add(a.due))); a.err != nil {
			continue
		}
		asking.Go(func() {
			var answer struct {
				Verdict string
				Search  struct {
					States  int64
					Elapsed float64 `json:"elapsed_ms"`
				}
			}
			body := fmt.Sprintf(`{"game":%q,"seed":"solvitaire:%d","fresh":true}`, b.Game, a.seed)
			a.err = s.answer(ctx, "/v1/solve", body, http.StatusOK, &answer)
			a.took = time.Since(start) - a.due
			a.verdict, a.states, a.elapsed = answer.Verdict, answer.Search.States, answer.Search.Elapsed
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

// begin starts a campaign of deals that nobody has asked about, more than can be solved in a
// turn, and waits until it has finished some, whose number it gives.
func (b *interactiveCommand) begin(ctx context.Context, s *service, round int) (id string, deals int64, err error) {
	const many = 1_000_000
	var made campaign
	err = s.answer(ctx, "/v1/campaigns", fmt.Sprintf(`{"game":%q,"seeds":"solvitaire:%d-%d","states":%d}`,
		b.Game, (1+round)*many, (2+round)*many-1, b.States), http.StatusCreated, &made)
	for err == nil && made.deals() == 0 {
		if err = pause(ctx, 100*time.Millisecond); err == nil {
			made, err = look(ctx, s, made.ID)
		}
	}
	return made.ID, made.deals(), err
}

// end ends a campaign.
func end(ctx context.Context, s *service, id string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodDelete, "http://"+s.address+"/v1/campaigns/"+id, nil)
	if err != nil {
		return err
	}
	response, err := s.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("DELETE /v1/campaigns/%s: %s", id, response.Status)
	}
	return nil
}

// rest waits until the service has nothing to do any more.
func rest(ctx context.Context, s *service) error {
	for before := -1.; ; {
		used, err := s.metric(ctx, cpuSeconds)
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

// look asks how far a campaign is.
func look(ctx context.Context, s *service, id string) (c campaign, err error) {
	return c, s.answer(ctx, "/v1/campaigns/"+id, "", http.StatusOK, &c)
}

// sums are the answers of several turns.
type sums struct {
	times               times
	unknown, unanswered int
}

func (u *sums) add(t *turn) {
	for _, a := range t.asked {
		switch {
		case a.err != nil:
			u.unanswered++
			continue
		case a.verdict == "unknown":
			u.unknown++
		}
		u.times = append(u.times, a.took)
	}
}

// reportTurns tells how long answers took without and with a campaign. The error is that
// questions were not answered, or answered in two ways.
func reportTurns(c console, turns []*turn) error {
	t := table{}
	t.row("round", "campaign", "questions", "p50 ms", "p95 ms", "p99 ms", "most ms", "unknown", "campaign's deals", "CPU s", "load")
	all := map[bool]*sums{false: {}, true: {}}
	p99 := map[bool]time.Duration{}
	row := func(round string, with bool, of *sums, deals, cpu any, load string) {
		q := of.times.quantiles(.5, .95, .99, 1)
		p99[with] = of.times.quantile(.99)
		running := "none"
		if with {
			running = "running"
		}
		t.row(round, running, len(of.times), q[0], q[1], q[2], q[3], of.unknown, deals, cpu, load)
	}
	ratio := func() string { return fmt.Sprintf("%.2f", float64(p99[true])/float64(max(1, p99[false]))) }
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
			case a.verdict == "unknown":
			case known != "" && known != a.verdict:
				faults = append(faults, fmt.Errorf("solvitaire:%d is %s, and it is %s", a.seed, known, a.verdict))
			default:
				verdicts[a.seed] = a.verdict
			}
		}
	}
	for _, with := range []bool{false, true} {
		row("all", with, all[with], "", "", "")
	}
	t.write(c.err)
	fmt.Fprintf(c.err, "\np99 with a campaign is %s times p99 without one; by round %s\n", ratio(), strings.Join(ratios, ", "))
	if len(faults) > 0 {
		return fmt.Errorf("%d questions failed, the first: %w", len(faults), faults[0])
	}
	return nil
}
