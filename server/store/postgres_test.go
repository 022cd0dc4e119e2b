package store

import (
	"context"
	"io/fs"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/migrations"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store/storetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestPostgresOpenedByManyAtOnce(t *testing.T) {
	t.Parallel()
	c := Config{URL: storetest.Database(t), Log: logger(t)}
	var openers sync.WaitGroup
	for range 4 {
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

// call bounds one call to a database that may be away.
func call(t *testing.T, f func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return f(ctx)
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
