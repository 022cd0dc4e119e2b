package store

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

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
	both := addCampaigns(t, s, planned(t, "a", "klondike", 0, 9), planned(t, "b", "klondike", 0, 9))
	var met, work sync.WaitGroup // each transaction has one campaign
	met.Add(2)
	var tries atomic.Int64
	for i := range both {
		work.Go(func() {
			first := true
			err := s.Atomically(t.Context(), func(tx database.Tx) error {
				tries.Add(1)
				for n := range both {
					if _, err := tx.Change(t.Context(), stopCampaign, both[(i+n)%2].Number, "test"); err != nil {
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
	s := open(t, database.Config{URL: server.URL(), Log: logger(t)})

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
