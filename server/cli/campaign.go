package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/rates"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/server/statistics"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// campaignCommand runs a campaign to its end, without a service. Results are stored, so that an
// interrupted campaign continues where it was.
type campaignCommand struct {
	gameFlags           `embed:""`
	service.StoreConfig `embed:""`
	Seeds               string        `help:"Range of deals, for example solvitaire:1-1000000." placeholder:"SCHEME:FROM-TO" required:""`
	States              int64         `help:"Maximum number of states searched per deal. Without --deadline, and with --fresh or an empty database, verdicts are the same on every machine."`
	Deadline            time.Duration `help:"Time limit per deal."`
	Player              string        `help:"Let this player play the deals instead of solving them." placeholder:"NAME"`
	Option              []string      `help:"Option of the player, for example n=2; may be repeated." placeholder:"NAME=VALUE" sep:"none"`
	PlayerSeed          uint64        `help:"Random seed for the player." default:"1"`
	Fresh               bool          `help:"Also search deals whose verdict follows from related games."`
	Width               float64       `help:"Stop when the 95 % confidence interval is at most this wide, in percentage points." placeholder:"POINTS"`
	Until               time.Time     `help:"Stop at this time, for example 2030-01-01T00:00:00Z." placeholder:"TIME"`
	Jobs                int           `help:"Deals to solve at a time, each on one thread (default: number of processors)." placeholder:"N"`
	Memory              service.Size  `help:"Memory for search tables, per job." default:"1GiB"`
	JSON                bool          `name:"json" help:"Print the campaign as the JSON of the service."`
	Out                 string        `help:"Write the results to this file at the end, with the columns of bench and more; compressed if the name ends in .gz." placeholder:"FILE"`
	Packed              string        `help:"Add the verdicts to this file at the end, two bits a deal (docs/inside/packed.md). Deals that the file has are not added again." placeholder:"FILE"`

	service.RangeConfig `embed:""`
}

func (k *campaignCommand) Run(c console) (err error) {
	plan, err := k.plan(c)
	if err != nil {
		return err
	}
	if err := k.RangeConfig.Complete(); err != nil {
		return err
	}
	jobs := cmp.Or(k.Jobs, runtime.GOMAXPROCS(0))
	if err := checkJobs(jobs, k.Memory); err != nil {
		return err
	}
	defer service.LimitHeap(256 << 20)()
	if k.Out != "" { // so that it does not fail after hours
		if _, err := os.Stat(filepath.Dir(k.Out)); err != nil {
			return service.Usagef("--out: %w", err)
		}
	}
	memory, err := k.Open(c.ctx, slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, memory.Close()) }()

	run := &campaignRun{campaignCommand: k, console: c, store: memory, jobs: jobs, start: time.Now(), used: cpuTime()}
	silent := slog.New(slog.DiscardHandler)
	run.others = service.Relay(memory, k.PollOnly, silent)
	defer func() { err = errors.Join(err, run.others.Close(context.Background())) }()
	run.manager = runner.New(runner.Options{
		Store: memory, Most: store.Limits{All: math.MaxInt, Client: math.MaxInt}, Others: run.others,
	})
	defer func() { err = errors.Join(err, run.manager.Close(context.Background())) }()
	if err := run.begin(&plan); err != nil {
		return err
	}
	writePacked := func() error { return nil }
	if k.Packed != "" {
		if writePacked, err = run.openPacked(); err != nil {
			return err
		}
	}
	if err := errors.Join(run.wait(), writePacked()); err != nil {
		if _, stopped := errors.AsType[interrupted](err); stopped {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(c.ctx), 10*time.Second)
			defer cancel()
			err = errors.Join(err, run.reportContradictions(ctx))
		}
		return err
	}
	if err := run.report(); err != nil {
		return err
	}
	if k.Out != "" {
		if err := run.export(); err != nil {
			return err
		}
	}
	return run.reportContradictions(run.ctx)
}

// plan returns the plan that the flags describe. The manager checks it.
func (k *campaignCommand) plan(c console) (campaign.Plan, error) {
	name, r, err := k.rulesOf(c)
	if err != nil {
		return campaign.Plan{}, err
	}
	first, last, err := deal.ParseRange(k.Seeds)
	switch {
	case err != nil:
		return campaign.Plan{}, service.Usagef("--seeds: must be scheme:from-to, such as solvitaire:1-1000000: %w", err)
	case k.States < 0:
		return campaign.Plan{}, service.Usagef("--states: must be at least 1")
	case k.Width < 0:
		return campaign.Plan{}, service.Usagef("--width: must be more than 0")
	}
	plan := campaign.Plan{
		Game: name, Rules: r, Priority: rates.DefaultPriority,
		Seeds:  campaign.Seeds{Scheme: first.Scheme, First: int64(first.Number), Last: int64(last.Number)},
		States: k.States, Deadline: k.Deadline, Fresh: k.Fresh, Player: k.Player,
		Stop: campaign.Stop{Width: k.Width, Until: k.Until.UTC()},
	}
	switch {
	case k.Player != "":
		plan.PlayerSeed = k.PlayerSeed
		kind, known := roster.Lookup(k.Player)
		if !known {
			return campaign.Plan{}, service.Usagef("--player: %s", request.UnknownPlayer(k.Player))
		}
		options, err := kind.ParseOptions(k.Option)
		if err != nil {
			return campaign.Plan{}, service.Usagef("--option: %w", err)
		}
		plan.Options = kind.NonDefaultOptions(options)
	case len(k.Option) > 0:
		return campaign.Plan{}, service.Usagef("--option: needs --player")
	}
	return plan, nil
}

// campaignRun is a campaign that this process runs.
type campaignRun struct {
	*campaignCommand
	console
	store    *store.Store
	manager  *runner.Manager
	others   *watch.Relay
	jobs     int
	start    time.Time
	used     time.Duration // of processors, before it started
	campaign campaign.Campaign
	before   int64 // deals done before it started
}

// begin finds an equal campaign, to continue it, or creates one.
func (r *campaignRun) begin(plan *campaign.Plan) error {
	all, err := r.manager.List(r.ctx, campaign.Filter{Rules: &plan.Rules})
	if err != nil {
		return err
	}
	for _, known := range all {
		if known.Source != "" || known.Epoch != solver.Epoch || !known.Same(plan) {
			continue
		}
		if _, err := r.manager.Resume(r.ctx, known.ID); err != nil {
			return err
		}
		r.campaign, r.before = known, known.Tally.Deals()
		return nil
	}
	r.campaign, err = r.manager.Create(r.ctx, "", *plan, job.Webhook{})
	if _, wrong := errors.AsType[*campaign.Invalid](err); wrong {
		return service.Usagef("%w", err)
	}
	return err
}

// wait runs the campaign to its end and shows its progress.
func (r *campaignRun) wait() (err error) {
	count := countDeals(r.campaign.Deals(), r.campaign.Tally)
	bar := showProgress(r.console, 0, count.state)
	defer bar.end()
	log := slog.New(slog.NewTextHandler(bar.err(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	duties := r.Duties(time.Second, log)
	// The workers work on this campaign only. If other processes share the store, they work on all.
	only := r.campaign.ID
	if r.store.Line() != nil {
		only = ""
	}
	running := r.RunCampaigns(runner.RunOptions{
		Store: r.store, Only: only, Others: r.others, Workers: r.jobs, Log: log,
	}, r.Memory*service.Size(r.jobs), duties)
	stopQueue, err := r.store.Queue().Start(r.ctx, duties)
	if err != nil {
		return errors.Join(err, running.Close(r.ctx))
	}
	defer func() {
		end, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		err = errors.Join(err, stopQueue(end), running.Close(end))
	}()
	for known := int64(-1); ; known = r.campaign.Version {
		now, found, err := r.manager.Watch(r.ctx, r.campaign.ID, known)
		switch {
		case r.ctx.Err() != nil:
			return interrupted(fmt.Sprintf("stopped after %d of %d deals; the same command goes on with the rest",
				r.campaign.Tally.Deals(), r.campaign.Deals()))
		case err != nil:
			return err
		case !found:
			return errors.New("the campaign was deleted")
		}
		r.campaign = now
		count.set(now.Tally)
		switch now.State {
		case campaign.Done:
			return nil
		case campaign.Cancelled, campaign.Failed:
			return fmt.Errorf("the campaign has %s: %s", now.State, now.Reason)
		}
	}
}

// report prints the campaign, and on standard error what it took.
func (r *campaignRun) report() error {
	k := &r.campaign
	if err := r.print(); err != nil {
		return err
	}
	deals, took := k.Tally.Deals(), time.Since(r.start)
	if now := deals - r.before; now > 0 {
		fmt.Fprintf(r.err, "%d deals in %s now: %.1f a second, %s of processors' time\n",
			now, roughly(took), float64(now)/took.Seconds(), roughly(cpuTime()-r.used))
	}
	fmt.Fprintf(r.err, "the whole campaign took %s of workers' time\n", roughly(k.Busy))
	bytes, err := r.store.Size(r.ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.err, "%d rows; the store has %.1f MiB\n", deals, float64(bytes)/(1<<20))
	return nil
}

// print prints the results of the campaign.
func (r *campaignRun) print() error {
	k := &r.campaign
	if r.JSON {
		return printJSON(r.out, rates.CampaignAnswer(k, time.Now(), 0))
	}
	name := cmp.Or(k.Game, "these rules")
	deals := k.Tally.Deals()
	fmt.Fprintf(r.out, "%s, %s:%d-%d: %d deals: %s\n", name, k.Scheme, k.First, k.Last, deals, tallyText(k.Tally))
	if k.Reason != "" {
		fmt.Fprintf(r.out, "it ended because %s\n", k.Reason)
	}
	if k.Inferred > 0 {
		fmt.Fprintf(r.out, "%d of them follow from what was known of this game or related ones\n", k.Inferred)
	}
	if deals > 0 {
		what := "winnable"
		if k.Player != "" {
			what = "won by " + k.PlayedBy
		}
		fmt.Fprintf(r.out, "%s: %s, 95 %% interval, unknowns counted both ways\n", what, k.Tally.Rate().Text(" %"))
	}
	r.compare()
	return nil
}

// compare prints published win rates of the game and whether they agree.
func (r *campaignRun) compare() {
	tally := r.campaign.Tally
	if r.campaign.Player != "" || tally.Deals() == 0 {
		return
	}
	for _, p := range statistics.Published(r.campaign.Game) {
		whether := "overlap"
		if !p.Interval.Overlaps(tally.Interval()) {
			whether = "do not overlap"
		}
		fmt.Fprintf(r.out, "published: %s %% (%s); the intervals %s\n", p.Text, p.Source, whether)
	}
}

// contradictions is the error of a campaign whose results contradict others. Its value is their number.
type contradictions int

func (n contradictions) Error() string {
	return fmt.Sprintf("%d contradictions; the results were stored nevertheless", int(n))
}

// reportContradictions reports contradictions between the results of the campaign and of other sources.
func (r *campaignRun) reportContradictions(ctx context.Context) error {
	k := &r.campaign
	n, err := printContradictions(ctx, r.console, r.store, k.Game, &k.Rules, func(d *stats.Contradiction) bool {
		won, lost := d.Winnable == "" && d.Player == k.PlayedBy, d.Unwinnable == "" && k.PlayedBy == ""
		return (won || lost) && k.Has(d.Seed)
	})
	if err == nil && n > 0 {
		err = contradictions(n)
	}
	return err
}
