package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/riverqueue/river"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// TestRangesFinishedByMany finishes each range several times, concurrently with handing out,
// cancelling, resuming and stopping: in the end every deal that was handed out counts once.
func TestRangesFinishedByMany(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		const last = 399
		c := addCampaigns(t, s, planned(t, "a", "klondike", 0, last))[0]
		stores := []*Store{s}
		if p := s.Postgres(); p != nil { // as another process would
			stores = append(stores, open(t, database.Config{URL: p.Config().ConnString(), Log: logger(t)}))
		}
		var work sync.WaitGroup
		var counted sync.Map
		for worker := range 6 {
			s := stores[worker%len(stores)]
			random := rand.New(rand.NewPCG(uint64(worker), 0))
			work.Go(func() {
				for {
					got, _, err := s.Campaign(t.Context(), c.ID)
					if err != nil {
						t.Error(err)
						return
					}
					switch got.State {
					case campaign.Done:
						return
					case campaign.Cancelled:
						if _, err := s.ResumeCampaign(t.Context(), c.ID); err != nil {
							t.Error(err)
						}
					}
					if _, err := s.HandOut(t.Context(), c.ID, 1+random.Int64N(20), 4, at(1), nil); err != nil {
						t.Error(err)
					}
					if random.IntN(8) == 0 {
						if _, err := s.EndCampaign(t.Context(), c.ID, campaign.Cancelled, "", at(2)); err != nil {
							t.Error(err)
						}
					}
					open, err := s.OpenRanges(t.Context(), c.ID)
					if err != nil {
						t.Error(err)
						return
					}
					for _, r := range open {
						finished, err := s.FinishRange(t.Context(), done(r, 3))
						if err != nil {
							t.Error(err)
							return
						}
						if finished {
							if other, twice := counted.LoadOrStore(r.First, worker); twice {
								t.Errorf("%+v was finished by %d and %v", r, worker, other)
							}
						}
					}
				}
			})
		}
		work.Wait()
		got, _, err := s.Campaign(t.Context(), c.ID)
		if want := (stats.Tally{Winnable: 200, Unwinnable: 80, Unknown: 120}); err != nil || got.Tally != want || got.Next != last+1 || got.State != campaign.Done {
			t.Errorf("%+v, %v", got, err)
		}
		wantResults(t, s, c.ID, 0, 1000, by("v1", verdictsOf(0, last)))
		wantOpen(t, s, c.ID)
	})
}

// TestStoppedWhileFinishing stops a campaign while its last ranges are finished: it ends in
// any order.
func TestStoppedWhileFinishing(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		for round := range 20 {
			c := addCampaigns(t, s, planned(t, fmt.Sprint(round), "klondike", 0, 1000))[0]
			ranges := hand(t, s, c.ID, 5, 3, 0, 4, 5, 9, 10, 14)
			var work sync.WaitGroup
			for _, r := range ranges {
				work.Go(func() { must(t, true)(s.FinishRange(t.Context(), done(r, 2))) })
			}
			work.Go(func() { must(t, true)(s.StopCampaign(t.Context(), c.ID, "width", at(2))) })
			work.Wait()
			if got, _, err := s.Campaign(t.Context(), c.ID); err != nil || got.State != campaign.Done || got.Tally.Deals() != 15 {
				t.Fatalf("%+v, %v", got, err)
			}
		}
	})
}

// TestDeletedWhileFinishing deletes a cancelled campaign while its ranges are finished: no
// result remains.
func TestDeletedWhileFinishing(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		for round := range 10 {
			c := addCampaigns(t, s, planned(t, fmt.Sprint(round), "klondike", 0, 1000))[0]
			ranges := hand(t, s, c.ID, 50, 3, 0, 49, 50, 99, 100, 149)
			var work sync.WaitGroup
			for _, r := range ranges {
				work.Go(func() {
					if _, err := s.FinishRange(t.Context(), done(r, 2)); err != nil {
						t.Error(err)
					}
				})
			}
			work.Go(func() {
				must(t, true)(s.EndCampaign(t.Context(), c.ID, campaign.Cancelled, "", at(2)))
				must(t, true)(s.DeleteCampaign(t.Context(), c.ID))
			})
			work.Wait()
		}
		wantRows(t, s, "results", 0)
		wantRows(t, s, "campaign_ranges", 0)
		wantRows(t, s, "deleted_campaigns", 0)
	})
}

// wantRows counts the rows of a table.
func wantRows(t *testing.T, s *Store, table string, want int) {
	t.Helper()
	n := -1
	if _, err := database.One(t.Context(), s.Read, "SELECT count(*) FROM "+table, nil, &n); err != nil || n != want {
		t.Errorf("%s has %d rows, %v, want %d", table, n, err, want)
	}
}

// TestDeletionGoesOn deletes what an interrupted deletion left.
func TestDeletionGoesOn(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		last := int64(2*sweptAtOnce + 10)
		all := addCampaigns(t, s, planned(t, "a", "klondike", 0, last), planned(t, "b", "klondike", 0, 9), planned(t, "c", "klondike", 0, 9))
		for _, c := range all {
			must(t, true)(s.FinishRange(t.Context(), done(hand(t, s, c.ID, last+1, 1, 0, c.Last)[0], 1)))
		}
		failing := copyOf(s)
		transactions := 0
		failing.Atomically = func(ctx context.Context, f func(tx database.Tx) error) error {
			if transactions++; transactions == 3 {
				return errors.New("connection lost")
			}
			return s.Atomically(ctx, f)
		}
		must(t, true)(failing.DeleteCampaign(t.Context(), all[0].ID))
		wantRows(t, s, "results", 20+int(last)+1-sweptAtOnce)
		must(t, true)(s.DeleteCampaign(t.Context(), all[1].ID))
		wantRows(t, s, "results", 10)
		wantRows(t, s, "deleted_campaigns", 0)
	})
}

// copyOf returns a copy of a store, on the same database.
func copyOf(s *Store) *Store {
	db := *s.DB
	return &Store{&db, s.keepUnknown}
}

// triedAgain returns a copy of a store whose transactions are all undone once, and done then.
func triedAgain(s *Store) *Store {
	again, atomically := copyOf(s), s.Atomically
	again.Atomically = func(ctx context.Context, f func(tx database.Tx) error) error {
		err := atomically(ctx, func(tx database.Tx) error {
			if err := f(tx); err != nil {
				return err
			}
			return database.ErrUndo
		})
		if err != nil {
			return err
		}
		return atomically(ctx, f)
	}
	return again
}

// TestDeletionTriedAgain deletes a campaign of several pages in transactions that are undone once.
func TestDeletionTriedAgain(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		last := int64(sweptAtOnce + 10)
		c := addCampaigns(t, s, planned(t, "a", "klondike", 0, last))[0]
		must(t, true)(s.FinishRange(t.Context(), done(hand(t, s, c.ID, last+1, 1, 0, last)[0], 1)))
		must(t, true)(triedAgain(s).DeleteCampaign(t.Context(), c.ID))
		wantRows(t, s, "results", 0)
		wantRows(t, s, "deleted_campaigns", 0)
	})
}

// TestQueuedRanges hands out ranges together with their jobs, or neither.
func TestQueuedRanges(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		type args struct {
			testArgs
			Campaign string `json:"campaign"`
			First    int64  `json:"first"`
		}
		job := func(r Range) queue.Job {
			return queue.Job{Args: args{Campaign: r.Campaign, First: r.First}, InsertOpts: &river.InsertOpts{Queue: "ranges"}}
		}
		wantQueued := func(want ...int64) {
			t.Helper()
			queued, err := s.QueuedRanges(t.Context(), "ranges")
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, q := range queued {
				got = append(got, q.First)
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("queued: %d, want %d", got, want)
			}
		}
		c := addCampaigns(t, s, planned(t, "a", "klondike", 0, 29))[0]
		bad := func(r Range) queue.Job {
			return queue.Job{Args: args{}, InsertOpts: &river.InsertOpts{Queue: "no name"}}
		}
		if _, err := s.HandOut(t.Context(), c.ID, 10, 2, at(1), bad); err == nil {
			t.Error("a job that can't be was added")
		}
		wantCampaign(t, s, c)
		ranges, err := s.HandOut(t.Context(), c.ID, 10, 2, at(1), job)
		if err != nil {
			t.Fatal(err)
		}
		wantRanges(t, "handed out", ranges, 0, 9, 10, 19)
		wantQueued(0, 10)
		if n, err := s.QueueRanges(t.Context(), []queue.Job{job(Range{Campaign: c.ID, First: 20})}); n != 1 || err != nil {
			t.Error(n, err)
		}
		wantQueued(0, 10, 20)
	})
}

// testArgs are the arguments of a job that nobody does.
type testArgs struct{}

func (testArgs) Kind() string { return "test" }
