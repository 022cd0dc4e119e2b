package e2e

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// minutes is how long the tests kill processes that run a campaign; 10 in the long version.
var minutes = flag.Float64("minutes", .2, "how long the tests of campaigns kill what runs them")

// killing is how often a test kills, how long it waits before each kill, and the settings of
// ranges.
type killing struct {
	kills                        int
	every, work, timeout, rescue time.Duration
}

func newKilling() killing {
	k := killing{0, 20 * time.Second, 3 * time.Second, 14 * time.Second, 20 * time.Second}
	switch {
	case testing.Short():
		return killing{2, time.Second, 500 * time.Millisecond, 2 * time.Second, 8 * time.Second}
	case *minutes < 2:
		k = killing{0, 4 * time.Second, time.Second, 4 * time.Second, 10 * time.Second}
	}
	k.kills = int(*minutes * float64(time.Minute) / float64(k.every))
	return k
}

// engineMemory is the same for all engines, as verdicts may depend on it.
const engineMemory = 32 << 20

// worker starts a worker in a process of its own, and kills it at the end of the test.
func worker(t *testing.T, url string, k killing, args ...string) *program {
	t.Helper()
	command := exec.Command(os.Args[0], append([]string{
		"work", "--database-url", url, "--jobs", "1", "--table-memory", "32MiB",
		"--range-work", k.work.String(), "--range-timeout", k.timeout.String(), "--range-rescue", k.rescue.String(),
	}, args...)...)
	command.Env = append(os.Environ(), asProgram+"=yes")
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	// Never written to. It closes when this process ends, even if it is killed.
	if _, err := command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	p := &program{command: command, log: new(journal), ended: make(chan error, 1)}
	command.Stderr = p.log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- command.Wait() }()
	t.Cleanup(func() {
		_ = command.Process.Kill()
		p.ended <- <-p.ended
	})
	return p
}

// openCampaign adds a campaign of the deals up to last.
func openCampaign(t *testing.T, memory *store.Store, last int64) campaign.Campaign {
	t.Helper()
	klondike, known := rules.Lookup("klondike")
	if !known {
		t.Fatal("no klondike")
	}
	manager := runner.New(runner.Options{Store: memory, Most: store.Limits{All: 10, Client: 10}})
	defer manager.Close(t.Context())
	c, err := manager.Create(t.Context(), "", campaign.Plan{
		Game: klondike.Name, Rules: klondike.Rules, Priority: 2,
		Seeds:  campaign.Seeds{Scheme: "solvitaire", First: 1, Last: last},
		States: 100_000,
	}, job.Webhook{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestKilledWorkers has three workers run a campaign on PostgreSQL, kills one of them again and
// again, restarts PostgreSQL, and compares the results, deal by deal, with those of an
// undisturbed process with the embedded database.
func TestKilledWorkers(t *testing.T) {
	t.Parallel() // it mostly waits
	k := newKilling()
	postgres := servicetest.Private(t, servicetest.Postgres)
	memory, err := (&service.StoreConfig{DatabaseURL: postgres.URL()}).Open(t.Context(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	c := openCampaign(t, memory, 1_000_000_000)
	watch := watchJobs(t, memory.Postgres())

	var workers [3]*program
	for i := range workers {
		workers[i] = worker(t, postgres.URL(), k)
	}
	for kills := range k.kills {
		next := time.After(k.every)
		if kills == k.kills/2 {
			for _, p := range workers { // a worker can't start without a database
				eventually(t, "the worker to have started", func() bool {
					return len(p.ended) > 0 || doing(t, memory, p.command.Process.Pid) > 0
				})
			}
			if err := postgres.Kill(); err != nil {
				t.Fatal(err)
			}
			if err := postgres.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		<-next
		victim := workers[kills%len(workers)]
		eventually(t, "the worker to take a range", func() bool {
			return len(victim.ended) > 0 || doing(t, memory, victim.command.Process.Pid) > 0
		})
		select {
		case err := <-victim.ended:
			t.Fatalf("a worker ended by itself: %v; log:\n%s", err, victim.log)
		default:
			victim.signal(t, syscall.SIGKILL)
		}
		if _, by := victim.end(t); by != syscall.SIGKILL {
			t.Fatalf("ended by %v; log:\n%s", by, victim.log)
		}
		watch.killed(victim.command.Process.Pid)
		workers[kills%len(workers)] = worker(t, postgres.URL(), k)
	}
	if _, err := memory.StopCampaign(t.Context(), c.ID, "the test is over", time.Now()); err != nil {
		t.Fatal(err)
	}
	end := func(p *program) {
		t.Helper()
		eventually(t, "the worker to listen for signals", func() bool { return p.log.lines("working") > 0 })
		p.signal(t, syscall.SIGTERM)
		if status, by := p.end(t); status != exitDone || by != 0 {
			t.Errorf("a worker ended with status %d by %v; log:\n%s", status, by, p.log)
		}
	}
	left := workers[:]
	if testing.Short() {
		// River's leader looks for ranges of dead workers when it becomes the leader, and then twice
		// a minute. A new worker looks as soon as the others have ended.
		eventually(t, "the ranges of dead workers to be old enough to be rescued", func() bool {
			var young int
			err := memory.Postgres().QueryRow(t.Context(), `SELECT count(*) FROM river_job
				WHERE state = 'running' AND attempted_at > now() - make_interval(secs => $1)`, k.rescue.Seconds()).Scan(&young)
			return err == nil && young == 0
		})
		for _, p := range workers {
			end(p)
		}
		left = []*program{worker(t, postgres.URL(), k)}
	}
	eventually(t, "open ranges to be finished", func() bool {
		var found bool
		c, found, err = memory.Campaign(t.Context(), c.ID)
		return err == nil && found && !c.Ended.IsZero() || t.Failed()
	})
	if c.State != campaign.Done {
		t.Fatalf("the campaign is %s: %s", c.State, c.Reason)
	}
	eventually(t, "all jobs to be done", func() bool {
		var left int
		err := memory.Postgres().QueryRow(t.Context(), `SELECT count(*) FROM river_job
			WHERE kind = 'campaign_range' AND state NOT IN ('completed', 'cancelled')`).Scan(&left) // those given to others are cancelled
		return err == nil && left == 0
	})
	again, waited := watch.figures(t.Context(), memory.Postgres())
	if again == 0 {
		t.Error("no range was done again")
	}
	for _, p := range left {
		end(p)
	}
	deals := sameAsUndisturbed(t, memory, &c)
	t.Logf("%d deals; %d workers killed, PostgreSQL once; %d ranges done again, after waiting %s", deals, k.kills, again, waited)
}

// doing returns how many ranges a process is doing, 0 if the database is down.
func doing(t *testing.T, memory *store.Store, process int) int {
	var n int
	if err := memory.Postgres().QueryRow(t.Context(), `SELECT count(*) FROM river_job
		WHERE state = 'running' AND attempted_by[array_length(attempted_by, 1)] LIKE '%\_' || $1 || '\_%'`, strconv.Itoa(process)).Scan(&n); err != nil {
		return 0
	}
	return n
}

// TestKilledService does the same with a service that runs the campaign alone, on the embedded
// database.
func TestKilledService(t *testing.T) {
	t.Parallel()
	k := newKilling()
	dir := t.TempDir()
	log := slog.New(slog.DiscardHandler)
	memory, err := store.Open(t.Context(), database.Config{Dir: dir, Log: log}, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := openCampaign(t, memory, 1_000_000_000)
	if err := memory.Close(); err != nil {
		t.Fatal(err)
	}
	serve := func() *program {
		return execute(t, "--data-dir", dir, "--range-work", k.work.String(), "--table-memory", "32MiB",
			"--campaign-workers", "2", "--campaign-memory", "64MiB")
	}
	for range k.kills {
		p := serve()
		<-time.After(k.every)
		eventually(t, "a range to be done", func() bool {
			n, err := p.metric("thoughtful_campaign_ranges_total")
			return err == nil && n > 0
		})
		p.signal(t, syscall.SIGKILL)
		if _, by := p.end(t); by != syscall.SIGKILL {
			t.Fatalf("ended by %v; log:\n%s", by, p.log)
		}
	}
	if memory, err = store.Open(t.Context(), database.Config{Dir: dir, Log: log}, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := memory.StopCampaign(t.Context(), c.ID, "the test is over", time.Now()); err != nil {
		t.Fatal(err)
	}
	open, err := memory.OpenRanges(t.Context(), c.ID)
	if err != nil || len(open) == 0 {
		t.Errorf("%d ranges are open after the kill, want some (%v)", len(open), err)
	}
	if err := memory.Close(); err != nil {
		t.Fatal(err)
	}
	p := serve()
	eventually(t, "open ranges to be finished", func() bool {
		r, err := p.call("/v1/campaigns/"+c.ID, "")
		return err == nil && strings.Contains(string(r.body), `"state":"done"`)
	})
	p.signal(t, syscall.SIGTERM)
	if status, by := p.end(t); status != exitDone || by != 0 {
		t.Errorf("ended with status %d by %v; log:\n%s", status, by, p.log)
	}
	if memory, err = store.Open(t.Context(), database.Config{Dir: dir, Log: log}, 0); err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	c, found, err := memory.Campaign(t.Context(), c.ID)
	if err != nil || !found || c.State != campaign.Done {
		t.Fatalf("%+v %v %v", c, found, err)
	}
	deals := sameAsUndisturbed(t, memory, &c)
	t.Logf("%d deals; the service was killed %d times, the last time with %d ranges open", deals, k.kills, len(open))
}

// sameAsUndisturbed runs the same campaign undisturbed, compares the results, and returns the
// number of deals.
func sameAsUndisturbed(t *testing.T, memory *store.Store, c *campaign.Campaign) int64 {
	t.Helper()
	deals := c.Next - c.First
	alone, err := store.Open(t.Context(), database.Config{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Close()
	reference := openCampaign(t, alone, c.Next-1)
	undisturbed(t, alone, reference.ID)
	compare(t, memory, c, alone, reference.ID)
	return deals
}

// undisturbed runs a campaign to its end in this process.
func undisturbed(t *testing.T, alone *store.Store, id string) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	changes := watch.NewRelay(nil, log)
	manager := runner.New(runner.Options{Store: alone, Others: changes})
	defer manager.Close(context.Background())
	duties := &queue.Duties{RescueAfter: time.Hour, Log: log}
	running := runner.Run(runner.RunOptions{
		Store: alone, Others: changes, Workers: 2, RangeTimeout: time.Minute, Log: log,
		Worker: runner.WorkerOptions{Version: service.Version(), NewEngine: func() solver.Engine { return portfolio.New(engineMemory) }},
	}, duties)
	defer running.Close(context.Background())
	stop, err := alone.Queue().Start(t.Context(), duties)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stop(context.Background()) }()
	for known := int64(0); ; {
		c, found, err := manager.Watch(t.Context(), id, known)
		if err != nil || !found {
			t.Fatal(found, err)
		}
		if !c.Ended.IsZero() {
			return
		}
		known = c.Version
	}
}

// compare compares a disturbed campaign with an undisturbed one. Both must have one result for
// each deal, the same one, and tallies that match their results.
func compare(t *testing.T, memory *store.Store, c *campaign.Campaign, alone *store.Store, id string) {
	t.Helper()
	reference, found, err := alone.Campaign(t.Context(), id)
	if err != nil || !found || reference.State != campaign.Done {
		t.Fatalf("%+v %v %v", reference, found, err)
	}
	if c.Tally != reference.Tally || c.Tally.Deals() != c.Next-c.First {
		t.Errorf("tally of %d deals: %+v, undisturbed %+v", c.Next-c.First, c.Tally, reference.Tally)
	}
	var counted campaign.Campaign
	const page = 10_000
	for from := c.First; from < c.Next; {
		theirs, err := memory.Results(t.Context(), c.ID, from, page)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := alone.Results(t.Context(), id, from, page)
		if err != nil {
			t.Fatal(err)
		}
		if len(theirs) != len(ours) || len(ours) == 0 {
			t.Fatalf("from seed %d: %d results, undisturbed %d", from, len(theirs), len(ours))
		}
		for i := range ours {
			a, b := theirs[i], ours[i]
			if a.Seed != from || b.Seed != from {
				t.Fatalf("the result after seed %d is of seed %d, undisturbed %d", from-1, a.Seed, b.Seed)
			}
			if a.Verdict != b.Verdict || a.Reason != b.Reason || a.States != b.States || a.Length != b.Length {
				t.Errorf("seed %d: %+v, undisturbed %+v", from, a, b)
			}
			switch a.Verdict {
			case solver.Winnable:
				counted.Tally.Winnable++
			case solver.Unwinnable:
				counted.Tally.Unwinnable++
			default:
				counted.Tally.Unknown++
			}
			from++
		}
	}
	if counted.Tally != c.Tally {
		t.Errorf("results add up to %+v, the tally is %+v", counted.Tally, c.Tally)
	}
}

// jobWatch polls River's jobs, which are soon deleted, for those that were done twice, and how
// long they waited.
type jobWatch struct {
	stop  func()
	kills chan kill
	done  chan struct{}

	died  map[int]time.Time       // by process
	again map[int64]time.Duration // how long a job waited, by its id
}

// kill is a process that was killed.
type kill struct {
	process int
	at      time.Time
}

func watchJobs(t *testing.T, pool *pgxpool.Pool) *jobWatch {
	ctx, stop := context.WithCancel(t.Context())
	w := &jobWatch{stop, make(chan kill), make(chan struct{}), map[int]time.Time{}, map[int64]time.Duration{}}
	go func() {
		defer close(w.done)
		for tick := time.NewTicker(time.Second); ; {
			select {
			case k := <-w.kills:
				w.died[k.process] = k.at
			case <-tick.C:
				w.look(ctx, pool)
			case <-ctx.Done():
				tick.Stop()
				return
			}
		}
	}()
	t.Cleanup(stop)
	return w
}

func (w *jobWatch) look(ctx context.Context, pool *pgxpool.Pool) {
	rows, err := pool.Query(ctx, `SELECT id, attempted_at, attempted_by[array_length(attempted_by, 1) - 1] FROM river_job WHERE attempt > 1`)
	if err != nil {
		return // PostgreSQL is down; a completed job is kept for a minute
	}
	var id int64
	var at time.Time
	var by string
	_, _ = pgx.ForEachRow(rows, []any{&id, &at, &by}, func() error {
		fields := strings.Split(by, "_")
		if process, err := strconv.Atoi(fields[len(fields)-2]); err == nil {
			if died, ok := w.died[process]; ok {
				w.again[id] = at.Sub(died)
			}
		}
		return nil
	})
}

// killed records that a process was killed just now.
func (w *jobWatch) killed(process int) { w.kills <- kill{process, time.Now()} }

// figures polls a last time, ends the watch and returns its figures.
func (w *jobWatch) figures(ctx context.Context, pool *pgxpool.Pool) (again int, waited string) {
	w.stop()
	<-w.done
	w.look(ctx, pool)
	var all []time.Duration
	for _, d := range w.again {
		all = append(all, d.Round(time.Second))
	}
	if len(all) == 0 {
		return 0, "no time"
	}
	slices.Sort(all)
	return len(all), all[0].String() + " to " + all[len(all)-1].String() + ", half of them " + all[len(all)/2].String() + " or less"
}
