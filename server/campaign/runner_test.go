package campaign_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// testStore is a store whose queue a test reads and changes without its knowledge.
type testStore struct {
	*store.Store
	name   string
	query  func(statement string, into any) error
	change func(statement string) error
}

// each runs a test on both databases.
func each(t *testing.T, test func(t *testing.T, s *testStore)) {
	t.Parallel()
	for name, open := range map[string]func(testing.TB) *testStore{"PostgreSQL": shared, "SQLite": alone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// shared returns a PostgreSQL database.
func shared(t testing.TB) *testStore {
	t.Helper()
	s, err := store.Open(t.Context(), database.Config{URL: servicetest.Database(t), Log: slog.New(slog.DiscardHandler)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return &testStore{
		s, "PostgreSQL",
		func(statement string, into any) error {
			return s.Postgres().QueryRow(context.Background(), statement).Scan(into)
		},
		func(statement string) error {
			_, err := s.Postgres().Exec(context.Background(), statement)
			return err
		},
	}
}

// alone returns a SQLite database.
func alone(t testing.TB) *testStore {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), database.Config{Dir: dir, Log: slog.New(slog.DiscardHandler)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "thoughtful.db")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(db.Close(), s.Close()) })
	return &testStore{
		s, "SQLite",
		func(statement string, into any) error {
			return db.QueryRowContext(context.Background(), statement).Scan(into)
		},
		func(statement string) error {
			_, err := db.ExecContext(context.Background(), statement)
			return err
		},
	}
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
}

// share starts a process that takes part in the campaigns of a database, until stop is called or the test
// ends.
func share(t testing.TB, s *testStore, e engine, change ...func(*sharing)) (stop func(), seen *watcher) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	seen = &watcher{}
	o := sharing{
		runner.RunOptions{
			Store: s.Store, Aim: 20 * time.Millisecond, RangeTimeout: time.Minute, Workers: 2, Finished: seen.RangeFinished, Failed: seen.CampaignFailed, Log: log,
			Worker: runner.WorkerOptions{Version: "test", NewEngine: func() solver.Engine { return e }},
		},
		queue.Duties{RescueAfter: 2 * time.Minute, Log: log},
	}
	for _, c := range change {
		c(&o)
	}
	r := runner.Run(o.RunOptions, &o.Duties)
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
func order(t testing.TB, s *testStore, deals int64, change ...func(*campaign.Plan)) campaign.Campaign {
	t.Helper()
	m := runner.New(runner.Options{Store: s, Most: store.Limits{All: 10, Client: 10}})
	defer m.Close(t.Context())
	c, err := m.Create(t.Context(), "", klondike(t, 1, deals, change...), job.Webhook{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// until waits until a campaign meets a condition, and returns it.
func until(t testing.TB, s *testStore, id string, is func(*campaign.Campaign) bool) campaign.Campaign {
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
func count(t *testing.T, s *testStore, where string) (n int) {
	t.Helper()
	if err := s.query("SELECT count(*) FROM river_job WHERE kind = 'campaign_range' AND ("+where+")", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// whole checks that a campaign is done and has one result for each deal.
func whole(t *testing.T, s *testStore, c *campaign.Campaign, deals int64) {
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
		// Four workers: twice as many ranges, and two, of one campaign; one of the other. A sweep
		// that is slow may queue a range that is done meanwhile; its job then does nothing.
		const open = `state <> 'completed' AND EXISTS (SELECT FROM campaign_ranges JOIN campaigns ON number = campaign
			WHERE id = args->>'campaign' AND campaign_ranges.first = CAST(args->>'first' AS bigint) AND done IS NULL)`
		most, shares := count(t, s, open), count(t, s, open+" AND args->>'campaign' = '"+two.ID+"'")
		if most > 2*4+2+1 || shares > 1 {
			t.Errorf("%d unfinished jobs, of which %d of the campaign that is to have one", most, shares)
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
	for name, loss := range map[string]string{
		"deleted":   `DELETE FROM river_job`,
		"discarded": `UPDATE river_job SET state = 'discarded', finalized_at = CURRENT_TIMESTAMP`,
		"cancelled": `UPDATE river_job SET state = 'cancelled', finalized_at = CURRENT_TIMESTAMP`,
		"completed": `UPDATE river_job SET state = 'completed', finalized_at = CURRENT_TIMESTAMP`,
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, s *testStore) {
				const deals = 100
				c := order(t, s, deals)
				e := newStuck()
				stop, _ := share(t, s, e.solve)
				<-e.begun
				stop()
				if err := s.change(loss); err != nil {
					t.Fatal(err)
				}
				share(t, s, quick)
				c = until(t, s, c.ID, over)
				whole(t, s, &c, deals)
			})
		})
	}
}

// TestClosed closes a process in the middle of a range: another one gets it at once, and no
// failure is reported.
func TestClosed(t *testing.T) {
	each(t, func(t *testing.T, s *testStore) {
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
	})
}

// TestFinishesWithinGrace closes a process that needs a moment to finish its range.
func TestFinishesWithinGrace(t *testing.T) {
	each(t, func(t *testing.T, s *testStore) {
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
	})
}

// TestTooSlow has a range exceed its limit. It gets more time each time, as often as a busy
// machine needs, and its deal does not become unknown.
func TestTooSlow(t *testing.T) {
	each(t, func(t *testing.T, s *testStore) {
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
		}, func(o *sharing) { o.RangeTimeout = limit })
		c = until(t, s, c.ID, over)
		whole(t, s, &c, 1)
		if c.Tally.Unwinnable != 1 {
			t.Errorf("tally %+v", c.Tally)
		}
		if count(t, s, "attempt > 1") == 0 { // the store may have had all the time of the first one
			t.Error("the first attempt exceeded its limit")
		}
	})
}

// TestFaulty finds a fault in a campaign of several workers: it fails with a reason.
func TestFaulty(t *testing.T) {
	each(t, func(t *testing.T, s *testStore) {
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
	})
}

// forgetful is a store that can't read known verdicts.
type forgetful struct{ unused }

func (forgetful) Known(context.Context, []store.RulesDigest, string, int64, int64) ([]store.KnownVerdict, error) {
	return nil, errors.New("the disk is full")
}

// TestFailures has a range fail repeatedly without a fault. Killed processes and timeouts don't
// count.
func TestFailures(t *testing.T) {
	each(t, func(t *testing.T, s *testStore) {
		c := order(t, s, 1)
		e := newStuck()
		stop, _ := share(t, s, e.solve)
		<-e.begun
		stop()
		failure := func(text string) string {
			return fmt.Sprintf(`{"at":"2026-01-01T00:00:00Z","attempt":1,"error":"%s","trace":""}`, text)
		}
		failed := strings.Repeat(failure("Stuck job rescued by JobRescuer")+",", 50) + strings.Repeat(failure("the disk is full")+",", 20)
		list := map[string]string{"PostgreSQL": "ARRAY(SELECT jsonb_array_elements('[%s]'::jsonb))", "SQLite": "jsonb('[%s]')"}[s.name]
		if err := s.change("UPDATE river_job SET errors = " + fmt.Sprintf(list, strings.TrimRight(failed, ","))); err != nil {
			t.Fatal(err)
		}
		share(t, s, quick, func(o *sharing) {
			o.Worker.Known = forgetful{}
		})
		c = until(t, s, c.ID, over)
		if c.State != campaign.Failed || !contains(c.Reason, "failed 20 times", "the disk is full") {
			t.Errorf("%s: %s", c.State, c.Reason)
		}
	})
}

// unsteady is a database many of whose calls fail, before or after they were executed.
type unsteady struct {
	*store.Store
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
	return broken(u, func() ([]campaign.Campaign, error) { return u.Store.Campaigns(ctx, which) })
}

func (u unsteady) OpenRanges(ctx context.Context, id string) ([]store.Range, error) {
	return broken(u, func() ([]store.Range, error) { return u.Store.OpenRanges(ctx, id) })
}

func (u unsteady) Known(ctx context.Context, of []store.RulesDigest, scheme string, first, last int64) ([]store.KnownVerdict, error) {
	return broken(u, func() ([]store.KnownVerdict, error) { return u.Store.Known(ctx, of, scheme, first, last) })
}

func (u unsteady) HandOut(ctx context.Context, id string, seeds int64, open int, now time.Time, job func(store.Range) queue.Job) ([]store.Range, error) {
	return broken(u, func() ([]store.Range, error) { return u.Store.HandOut(ctx, id, seeds, open, now, job) })
}

func (u unsteady) QueueRanges(ctx context.Context, jobs []queue.Job) (int, error) {
	return broken(u, func() (int, error) { return u.Store.QueueRanges(ctx, jobs) })
}

func (u unsteady) FinishRange(ctx context.Context, r store.FinishedRange) (bool, error) {
	return broken(u, func() (bool, error) { return u.Store.FinishRange(ctx, r) })
}

// TestUnsteady runs a campaign on two processes over a database one of whose six calls fails:
// every deal counts once.
func TestUnsteady(t *testing.T) {
	each(t, func(t *testing.T, s *testStore) {
		u := unsteady{s.Store, new(atomic.Int64), new(sync.Mutex), rand.New(rand.NewPCG(1, 2))}
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
	})
}

// TestStop stops a campaign by each of the rules: the seeds that count have no gaps.
func TestStop(t *testing.T) {
	for name, test := range map[string]struct {
		rule        func(*campaign.Plan)
		least, most int64
	}{
		"deals": {func(p *campaign.Plan) { p.Stop.Deals = 50 }, 50, 50},
		"width": {func(p *campaign.Plan) { p.Stop.Width = 50 }, 8, 200},
		"time":  {func(p *campaign.Plan) { p.Stop.Until = time.Now().Add(2 * time.Second) }, 0, 1_000_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := alone(t)
			c := order(t, s, 1_000_000, test.rule)
			share(t, s, quick)
			c = until(t, s, c.ID, over)
			deals := c.Tally.Deals()
			if deals < test.least || deals > test.most || (c.Reason == "") != (name == "deals") {
				t.Errorf("%d deals: %s", deals, c.Reason)
			}
			if c.Last = c.First + deals - 1; deals > 0 { // a busy machine may have had no time for one
				whole(t, s, &c, deals)
			}
		})
	}
}

// TestPriority has a campaign wait for one that comes first.
func TestPriority(t *testing.T) {
	t.Parallel()
	s := alone(t)
	last := order(t, s, 1_000_000, func(p *campaign.Plan) { p.Priority = 4 })
	first := order(t, s, 300, func(p *campaign.Plan) { p.Priority, p.Fresh = 1, true })
	share(t, s, func(clock *solver.Clock, p *solver.Problem) solver.Result {
		time.Sleep(time.Millisecond)
		return quick(clock, p)
	})
	until(t, s, first.ID, over)
	c := until(t, s, last.ID, func(*campaign.Campaign) bool { return true })
	if n := c.Tally.Deals(); n > 100 {
		t.Errorf("%d deals of the campaign that comes last were done before the first one ended", n)
	}
}

// TestOnly runs one campaign alone, and then the other one.
func TestOnly(t *testing.T) {
	t.Parallel()
	s := alone(t)
	one, two := order(t, s, 100), order(t, s, 100)
	stop, _ := share(t, s, quick, func(o *sharing) { o.Only = two.ID })
	two = until(t, s, two.ID, over)
	whole(t, s, &two, 100)
	stop()
	if one = until(t, s, one.ID, func(*campaign.Campaign) bool { return true }); one.State != campaign.Queued {
		t.Errorf("the other campaign is %s", one.State)
	}
	share(t, s, quick)
	one = until(t, s, one.ID, over)
	whole(t, s, &one, 100)
}

// refusing is a store that refuses all results.
type refusing struct{ *store.Store }

func (refusing) FinishRange(context.Context, store.FinishedRange) (bool, error) {
	return false, fmt.Errorf("refused: %w", store.ErrResults)
}

// TestRefused ends a campaign whose results the store refuses.
func TestRefused(t *testing.T) {
	each(t, func(t *testing.T, s *testStore) {
		c := order(t, s, 4)
		share(t, s, quick, func(o *sharing) { o.Store = refusing{s.Store} })
		if c = until(t, s, c.ID, over); c.State != campaign.Failed || !contains(c.Reason, "one of 1 to ", "refused") {
			t.Errorf("%s: %s", c.State, c.Reason)
		}
	})
}

// TestBroken fails a campaign whose engine panics, and no other.
func TestBroken(t *testing.T) {
	each(t, func(t *testing.T, s *testStore) {
		bad, err := solver.Numbered("klondike", "solvitaire:20")
		if err != nil {
			t.Fatal(err)
		}
		broken, fine := order(t, s, 100), order(t, s, 10, func(p *campaign.Plan) { p.Fresh = true })
		share(t, s, func(clock *solver.Clock, p *solver.Problem) solver.Result {
			if p.ID() == bad.ID() {
				panic("out of its mind")
			}
			return quick(clock, p)
		})
		if broken = until(t, s, broken.ID, over); broken.State != campaign.Failed || !contains(broken.Reason, "solvitaire:20", "out of its mind") {
			t.Errorf("%s: %s", broken.State, broken.Reason)
		}
		fine = until(t, s, fine.ID, over)
		whole(t, s, &fine, 10)
	})
}
