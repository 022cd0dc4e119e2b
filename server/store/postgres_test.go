package store

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/thoughtful-solitaire/thoughtful/migrations"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store/storetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestPostgresOpenedByManyAtOnce(t *testing.T) {
	t.Parallel()
	c := Config{URL: storetest.Database(t), Log: logger(t)}
	var openers sync.WaitGroup
	for range 8 {
		openers.Go(func() {
			s, err := Open(t.Context(), c)
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	openers.Wait()

	var applied []int64
	err := open(t, c).(*Postgres).pool.QueryRow(t.Context(),
		"SELECT array_agg(version_id ORDER BY id) FROM goose_db_version WHERE version_id > 0").Scan(&applied)
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.ReadDir(migrations.Postgres(), ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(applied) != len(files) {
		t.Errorf("of %d migrations, applied were %d", len(files), applied)
	}
}

// TestInTurn has several processes take turns, each with one connection. The lock belongs to a
// transaction, and those who wait have none open: behind PgBouncer they would occupy its connections.
func TestInTurn(t *testing.T) {
	t.Parallel()
	url := storetest.Database(t)
	const id = 7
	var inside atomic.Int64
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			pool, err := pgxpool.New(t.Context(), url+"&pool_max_conns=1")
			if err != nil {
				t.Error(err)
				return
			}
			defer pool.Close()
			fault := errors.New("a migration failed")
			err = inTurn(t.Context(), pool, id, func() error {
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d at once", n)
				}
				defer inside.Add(-1)
				time.Sleep(50 * time.Millisecond)
				var held, waiting int
				err := pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE granted AND state = 'idle in transaction'), count(*) FILTER (WHERE NOT granted)
					FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND datname = current_database()`).Scan(&held, &waiting)
				if err != nil || held != 1 || waiting != 0 {
					t.Errorf("%d transactions hold the lock, %d wait for it: %v", held, waiting, err)
				}
				return fault
			})
			if !errors.Is(err, fault) {
				t.Error(err)
			}
		})
	}
	all.Wait()

	pool := open(t, Config{URL: url, Log: logger(t)}).(*Postgres).pool
	err := inTurn(t.Context(), pool, id, func() error {
		impatient, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		return inTurn(impatient, pool, id, func() error { return nil })
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting beyond the context: %v", err)
	}
}

// call bounds one call to a database that may be away.
func call(t *testing.T, f func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return f(ctx)
}

// TestDeadlock has two transactions wait for each other, and checks that both are done in the end.
func TestDeadlock(t *testing.T) {
	t.Parallel()
	s := open(t, engines[0].config(t))
	l := tablesOf(s)
	both := addCampaigns(t, s, planned(t, "a", "klondike", 0, 9), planned(t, "b", "klondike", 0, 9))
	var met, work sync.WaitGroup // each transaction has one campaign
	met.Add(2)
	var tries atomic.Int64
	for i := range both {
		work.Go(func() {
			first := true
			err := l.atomically(t.Context(), func(tx transaction) error {
				tries.Add(1)
				for n := range both {
					if _, err := tx.change(t.Context(), stopCampaign, both[(i+n)%2].Number, "test"); err != nil {
						return err
					}
					if first {
						first = false
						met.Done()
						met.Wait()
					}
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	if n := tries.Load(); n < 3 {
		t.Errorf("%d tries of two transactions", n)
	}
}

// TestPostgresKilled kills the database and starts it again during concurrent reads and
// writes, and reads everything that Put had stored.
func TestPostgresKilled(t *testing.T) {
	t.Parallel()
	server := servicetest.Private(t, servicetest.Postgres)
	s := open(t, Config{URL: server.URL(), Log: logger(t)})

	const writers, kills = 4, 2
	var (
		mu     sync.Mutex
		stored []solver.Record
		failed atomic.Int64
		work   sync.WaitGroup
	)
	stop := make(chan struct{})
	progress := make(chan struct{}, writers) // a token per successful Put, dropped if the channel is full
	for w := range writers {
		work.Go(func() {
			for n := w; ; n += writers {
				select {
				case <-stop:
					return
				default:
				}
				r := winnableRecord(problem(t, "klondike", n), 5)
				if err := call(t, func(ctx context.Context) error { return s.Put(ctx, r) }); err != nil {
					failed.Add(1)
					continue
				}
				mu.Lock()
				stored = append(stored, r)
				mu.Unlock()
				select {
				case progress <- struct{}{}:
				default:
				}
			}
		})
	}
	wait := func() {
		for range 5 * writers {
			select {
			case <-progress:
			case <-t.Context().Done():
				t.Fatal("no Put works")
			}
		}
	}
	wait()
	for range kills {
		before := failed.Load()
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		r := winnableRecord(problem(t, "free-cell", 1), 5)
		if err := call(t, func(ctx context.Context) error { _, _, err := s.Get(ctx, r.ID); return err }); err == nil {
			t.Error("Get works without a database")
		}
		if err := call(t, s.Ping); err == nil {
			t.Error("Ping works without a database")
		}
		if err := server.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		wait()
		if failed.Load() == before {
			t.Error("no Put failed without a database")
		}
	}
	close(stop)
	work.Wait()
	for _, r := range stored {
		wantRecord(t, s, r)
	}
	t.Logf("%d stored, %d refused", len(stored), failed.Load())
}

func TestPostgresThatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://nobody@127.0.0.1:1/none?sslmode=disable", // a closed port
		"postgres://nobody:secret@127.0.0.1:port/none",
		"not a url",
	} {
		s, err := Open(t.Context(), Config{URL: url, Log: logger(t)})
		if err == nil {
			s.Close()
			t.Errorf("%s was opened", url)
		}
		if s != nil {
			t.Errorf("%s: a store and an error", url)
		}
	}
}
