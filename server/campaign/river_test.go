package campaign_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/storetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// shared returns a PostgreSQL database.
func shared(t testing.TB) *store.Postgres {
	t.Helper()
	s, err := store.OpenPostgres(t.Context(), store.Config{URL: storetest.Database(t), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// engine makes an engine of a function.
type engine func(clock *solver.Clock, p *solver.Problem) solver.Result

func (e engine) Solve(clock *solver.Clock, p *solver.Problem, _ solver.Budget) solver.Result {
	return e(clock, p)
}

// quick loses at once.
func quick(*solver.Clock, *solver.Problem) solver.Result {
	return solver.Result{Verdict: solver.Unwinnable, Engine: "quick", States: 1}
}

// stuck is an engine that waits until goOn is closed or its clock ends.
type stuck struct {
	begun, goOn chan struct{}
}

func newStuck() *stuck { return &stuck{make(chan struct{}, 1000), make(chan struct{})} }

func (s *stuck) solve(clock *solver.Clock, p *solver.Problem) solver.Result {
	s.begun <- struct{}{}
	select {
	case <-s.goOn:
		return quick(clock, p)
	case <-clock.Context().Done():
		return solver.Result{Verdict: solver.Unknown, Reason: clock.StopReason(), Engine: "stuck"}
	}
}

// sharing is how a process does its part.
type sharing struct {
	runner.RunOptions
	queue.Duties
	timeout time.Duration // of a range
}

// share starts a process that takes part in the campaigns of a database, until stop is called or the test
// ends.
func share(t testing.TB, s *store.Postgres, e engine, change ...func(*sharing)) (stop func(), seen *watcher) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	seen = &watcher{}
	o := sharing{
		runner.RunOptions{
			Store: s, Aim: 20 * time.Millisecond, Workers: 2, Observer: seen, Log: log,
			Worker: runner.WorkerOptions{Version: "test", NewEngine: func() solver.Engine { return e }},
		},
		queue.Duties{RescueAfter: 2 * time.Minute, Log: log},
		time.Minute,
	}
	for _, c := range change {
		c(&o)
	}
	r, err := runner.Share(o.RunOptions, o.timeout, &o.Duties)
	if err != nil {
		t.Fatal(err)
	}
	end, err := s.Queue().Start(t.Context(), &o.Duties)
	if err != nil {
		t.Fatal(errors.Join(err, r.Close(t.Context())))
	}
	stop = sync.OnceFunc(func() {
		if err := errors.Join(end(context.Background()), r.Close(context.Background())); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop, seen
}

// order adds a campaign of so many deals.
func order(t testing.TB, s *store.Postgres, deals int64, change ...func(*campaign.Plan)) campaign.Campaign {
	t.Helper()
	m := runner.New(runner.Options{Store: s, Most: store.Crowd{All: 10, Client: 10}, Log: slog.New(slog.DiscardHandler)})
	defer m.Close(t.Context())
	c, err := m.Create(t.Context(), "", klondike(t, 1, deals, change...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// until waits until a campaign meets a condition, and returns it.
func until(t testing.TB, s *store.Postgres, id string, is func(*campaign.Campaign) bool) campaign.Campaign {
	t.Helper()
	late := time.After(3 * time.Minute)
	for {
		c, found, err := s.Campaign(t.Context(), id)
		if err != nil || !found {
			t.Fatal(found, err)
		}
		if is(&c) {
			return c
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-late:
			t.Fatalf("still %s after three minutes, with seed %d to come: %+v", c.State, c.Next, c.Tally)
		}
	}
}

func over(c *campaign.Campaign) bool { return !c.Ended.IsZero() }

// count counts the queue's jobs of ranges that meet a condition.
func count(t *testing.T, s *store.Postgres, where string) int {
	t.Helper()
	var n int
	if err := s.Connections().QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE kind = 'campaign_range' AND ("+where+")").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// change changes River's tables without its knowledge.
func change(t *testing.T, s *store.Postgres, statement string) {
	t.Helper()
	if _, err := s.Connections().Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// whole checks that a campaign is done and has one result for each deal.
func whole(t *testing.T, s *store.Postgres, c *campaign.Campaign, deals int64) {
	t.Helper()
	if c.State != campaign.Done || c.Tally.Deals() != deals {
		t.Fatalf("%s (%s), tally %+v; want %d deals", c.State, c.Reason, c.Tally, deals)
	}
	for from := c.First; from <= c.Last; {
		found, err := s.Results(t.Context(), c.ID, from, 10_000)
		if err != nil || len(found) == 0 {
			t.Fatalf("from seed %d on: %d results, %v", from, len(found), err)
		}
		for _, r := range found {
			if r.Seed != from {
				t.Fatalf("seed %d follows %d", r.Seed, from-1)
			}
			from++
		}
	}
}

// TestShared runs two campaigns on two processes, one without notifications. There are never
// more jobs than their workers need, and in the end none is left.
func TestShared(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const deals = 300
	fresh := func(o *campaign.Plan) { o.Fresh = true } // neither uses results of the other
	one, two := order(t, s, deals, fresh), order(t, s, deals, fresh, func(o *campaign.Plan) { o.Share = 1 })
	// This process takes its time until the other one, which only polls, has begun.
	joined := make(chan struct{})
	_, first := share(t, s, func(clock *solver.Clock, p *solver.Problem) solver.Result {
		select {
		case <-joined:
		case <-time.After(30 * time.Millisecond):
		}
		most, shares := 0, 0
		err := s.Connections().QueryRow(clock.Context(), `SELECT count(*), count(*) FILTER (WHERE args->>'campaign' = $1) FROM river_job
			WHERE kind = 'campaign_range' AND state <> 'completed'`, two.ID).Scan(&most, &shares)
		// Four workers: twice as many ranges, and two, of one campaign; one of the other.
		if err != nil || most > 2*4+2+1 || shares > 1 {
			t.Errorf("%d unfinished jobs, of which %d of the campaign that is to have one (%v)", most, shares, err)
		}
		return quick(clock, p)
	})
	join := sync.OnceFunc(func() { close(joined) })
	_, second := share(t, s, func(clock *solver.Clock, p *solver.Problem) solver.Result {
		join()
		return quick(clock, p)
	}, func(o *sharing) { o.PollOnly = true })
	for _, id := range []string{one.ID, two.ID} {
		c := until(t, s, id, over)
		whole(t, s, &c, deals)
	}
	if n := count(t, s, "state <> 'completed'"); n != 0 {
		t.Errorf("%d jobs are left", n)
	}
	first.mu.Lock()
	second.mu.Lock()
	if len(first.ranges) == 0 || len(second.ranges) == 0 {
		t.Errorf("one did %d ranges, the other %d", len(first.ranges), len(second.ranges))
	}
	second.mu.Unlock()
	first.mu.Unlock()
}

// TestLostJobs removes the jobs of open ranges in every possible way. New ones are made.
func TestLostJobs(t *testing.T) {
	t.Parallel()
	for name, loss := range map[string]string{
		"deleted":   `DELETE FROM river_job`,
		"discarded": `UPDATE river_job SET state = 'discarded', finalized_at = now()`,
		"cancelled": `UPDATE river_job SET state = 'cancelled', finalized_at = now()`,
		"completed": `UPDATE river_job SET state = 'completed', finalized_at = now()`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := shared(t)
			const deals = 100
			c := order(t, s, deals)
			e := newStuck()
			stop, _ := share(t, s, e.solve)
			<-e.begun
			stop()
			change(t, s, loss)
			share(t, s, quick)
			c = until(t, s, c.ID, over)
			whole(t, s, &c, deals)
		})
	}
}

// TestClosed closes a process in the middle of a range: another one gets it at once, and no
// failure is reported.
func TestClosed(t *testing.T) {
	t.Parallel()
	s := shared(t)
	c := order(t, s, 8)
	e := newStuck()
	stop, _ := share(t, s, e.solve)
	<-e.begun
	stop()
	if n := count(t, s, "state = 'available' AND attempt = 0 AND errors IS NULL"); n == 0 || n != count(t, s, "true") {
		t.Errorf("%d of %d jobs are available", n, count(t, s, "true"))
	}
	share(t, s, quick)
	c = until(t, s, c.ID, over)
	whole(t, s, &c, 8)
}

// TestFinishesWithinGrace closes a process that needs a moment to finish its range.
func TestFinishesWithinGrace(t *testing.T) {
	t.Parallel()
	s := shared(t)
	c := order(t, s, 1)
	e := newStuck()
	stop, _ := share(t, s, e.solve, func(o *sharing) { o.Grace = time.Minute })
	<-e.begun
	var all sync.WaitGroup
	all.Go(stop)
	close(e.goOn)
	all.Wait()
	c = until(t, s, c.ID, over)
	whole(t, s, &c, 1)
}

// TestTooSlow has a range exceed its limit. It gets more time each time, as often as a busy
// machine needs, and its deal does not become unknown.
func TestTooSlow(t *testing.T) {
	t.Parallel()
	s := shared(t)
	c := order(t, s, 1)
	const limit = time.Second
	share(t, s, func(clock *solver.Clock, p *solver.Problem) solver.Result {
		if _, ends := clock.Left(); ends {
			t.Error("the engine's clock ends with the range's limit")
		}
		select {
		case <-clock.Context().Done():
		case <-time.After(limit * 3 / 2):
			if clock.Context().Err() == nil {
				return quick(clock, p)
			}
		}
		return solver.Result{Verdict: solver.Unknown, Reason: clock.StopReason(), Engine: "slow"}
	}, func(o *sharing) { o.timeout = limit })
	c = until(t, s, c.ID, over)
	whole(t, s, &c, 1)
	if c.Tally.Unwinnable != 1 {
		t.Errorf("tally %+v", c.Tally)
	}
	if count(t, s, "attempt > 1") == 0 { // the store may have had all the time of the first one
		t.Error("the first attempt exceeded its limit")
	}
}

// TestFaulty finds a fault in a campaign of several workers: it fails with a reason.
func TestFaulty(t *testing.T) {
	t.Parallel()
	s := shared(t)
	c := order(t, s, 1000)
	_, seen := share(t, s, func(*solver.Clock, *solver.Problem) solver.Result {
		return solver.Result{Verdict: solver.Winnable, Solution: []game.Move{{Action: game.Redeal}}, Engine: "liar"}
	})
	c = until(t, s, c.ID, over)
	if c.State != campaign.Failed || !contains(c.Reason, "solvitaire:", "referee") {
		t.Errorf("%s: %s", c.State, c.Reason)
	}
	for late := time.After(time.Minute); ; {
		seen.mu.Lock()
		failed := seen.failed
		seen.mu.Unlock()
		if failed == 1 {
			break
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-late:
			t.Fatalf("%d failures reported", failed)
		}
	}
}

// forgetful is a store that can't read known verdicts.
type forgetful struct{}

func (forgetful) Known(context.Context, []store.RulesDigest, string, int64, int64) ([]store.KnownVerdict, error) {
	return nil, errors.New("the disk is full")
}

// TestFailures has a range fail repeatedly without a fault. Killed processes and timeouts don't
// count.
func TestFailures(t *testing.T) {
	t.Parallel()
	s := shared(t)
	c := order(t, s, 1)
	e := newStuck()
	stop, _ := share(t, s, e.solve)
	<-e.begun
	stop()
	const times = `UPDATE river_job SET errors = errors || array_fill('{"at":"2026-01-01T00:00:00Z","attempt":1,"error":"%s","trace":""}'::jsonb, ARRAY[%d])`
	change(t, s, fmt.Sprintf(times, "Stuck job rescued by JobRescuer", 50))
	change(t, s, fmt.Sprintf(times, "the disk is full", 20))
	share(t, s, quick, func(o *sharing) {
		o.Worker.Known = forgetful{}
	})
	c = until(t, s, c.ID, over)
	if c.State != campaign.Failed || !contains(c.Reason, "failed 20 times", "the disk is full") {
		t.Errorf("%s: %s", c.State, c.Reason)
	}
}

// unsteady is a database many of whose calls fail, before or after they were executed.
type unsteady struct {
	*store.Postgres
	calls *atomic.Int64
	mu    *sync.Mutex
	dice  *rand.Rand
}

func (u unsteady) fault() fault {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.calls.Add(1)
	switch u.dice.IntN(12) {
	case 0:
		return before
	case 1:
		return after
	}
	return none
}

// broken makes a call, or not, and may return an error in either case.
func broken[T any](u unsteady, call func() (T, error)) (result T, err error) {
	switch u.fault() {
	case before:
		return result, errDown
	case after:
		_, err := call()
		return result, errors.Join(errDown, err)
	}
	return call()
}

func (u unsteady) Campaigns(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error) {
	return broken(u, func() ([]campaign.Campaign, error) { return u.Postgres.Campaigns(ctx, which) })
}

func (u unsteady) OpenRanges(ctx context.Context, id string) ([]store.Range, error) {
	return broken(u, func() ([]store.Range, error) { return u.Postgres.OpenRanges(ctx, id) })
}

func (u unsteady) Known(ctx context.Context, of []store.RulesDigest, scheme string, first, last int64) ([]store.KnownVerdict, error) {
	return broken(u, func() ([]store.KnownVerdict, error) { return u.Postgres.Known(ctx, of, scheme, first, last) })
}

func (u unsteady) HandOutAnd(ctx context.Context, id string, seeds int64, open int, now time.Time, also func(context.Context, pgx.Tx, []store.Range) error) ([]store.Range, error) {
	return broken(u, func() ([]store.Range, error) { return u.Postgres.HandOutAnd(ctx, id, seeds, open, now, also) })
}

func (u unsteady) FinishRangeAnd(ctx context.Context, r store.FinishedRange, also func(context.Context, pgx.Tx, bool) error) (bool, error) {
	return broken(u, func() (bool, error) { return u.Postgres.FinishRangeAnd(ctx, r, also) })
}

// TestUnsteady runs a campaign on two processes over a database one of whose six calls fails:
// every deal counts once.
func TestUnsteady(t *testing.T) {
	t.Parallel()
	s := shared(t)
	u := unsteady{s, new(atomic.Int64), new(sync.Mutex), rand.New(rand.NewPCG(1, 2))}
	for range 2 {
		share(t, s, quick, func(o *sharing) {
			o.Store, o.RunOptions.Log, o.Duties.Log = u, slog.New(slog.DiscardHandler), slog.New(slog.DiscardHandler)
		})
	}
	c := order(t, s, 200)
	c = until(t, s, c.ID, over)
	whole(t, s, &c, 200)
	if u.calls.Load() < 50 {
		t.Errorf("only %d calls", u.calls.Load())
	}
}

// TestRescueTooSoon refuses to rescue ranges that may still be running.
func TestRescueTooSoon(t *testing.T) {
	t.Parallel()
	_, err := runner.Share(runner.RunOptions{}, time.Minute, &queue.Duties{RescueAfter: time.Minute + runner.WrapUp})
	if err == nil || !contains(err.Error(), "twice") {
		t.Error(err)
	}
}
