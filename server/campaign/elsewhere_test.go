package campaign_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// connect connects a process of a test with the others on its database.
func connect(t *testing.T, s *testStore) *watch.Relay {
	t.Helper()
	r := watch.NewRelay(s.Line(), slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return r
}

// TestCancelled cancels a campaign in the middle of a range, in the process that works on it and
// in another one. The range is given up at once. The first one is resumed.
func TestCancelled(t *testing.T) {
	t.Parallel()
	for name, elsewhere := range map[string]bool{"here": false, "elsewhere": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cancelled(t, elsewhere)
		})
	}
}

func cancelled(t *testing.T, elsewhere bool) {
	s := shared(t)
	c := order(t, s, 16)
	e := newStuck()
	here := watch.NewRelay(nil, slog.New(slog.DiscardHandler))
	o := runner.Options{Store: s, Most: store.Limits{All: 10, Client: 10}, Others: here}
	if elsewhere {
		o.Others = connect(t, s)
	}
	m := runner.New(o)
	defer m.Close(t.Context())
	share(t, s, e.solve, func(o *sharing) {
		if elsewhere {
			o.Others = connect(t, s)
		} else {
			o.Others = here
		}
	})
	<-e.begun
	<-e.begun // the process has no idle worker, and looks for cancelled campaigns seldom
	time.Sleep(100 * time.Millisecond)
	began := time.Now()
	if ended, err := m.Cancel(t.Context(), c.ID); !ended || err != nil {
		t.Fatal(ended, err)
	}
	for late := time.After(time.Minute); count(t, s, "state <> 'completed'") > 0; {
		select {
		case <-time.After(5 * time.Millisecond):
		case <-late:
			t.Fatal("jobs are unfinished after a minute")
		}
	}
	took := time.Since(began)
	t.Logf("given up after %s", took)
	if took > 5*time.Second {
		t.Errorf("given up after %s", took)
	}
	if c = until(t, s, c.ID, over); c.Tally.Deals() != 0 {
		t.Errorf("tally %+v", c.Tally)
	}
	if elsewhere {
		return // a process finds what was resumed elsewhere within some seconds
	}
	close(e.goOn)
	if resumed, err := m.Resume(t.Context(), c.ID); !resumed || err != nil {
		t.Fatal(resumed, err)
	}
	c = until(t, s, c.ID, over)
	whole(t, s, &c, 16)
}

// TestFollowedElsewhere follows a campaign in a process that does none of its work: it sees each
// change soon, and the end. Versions only grow.
func TestFollowedElsewhere(t *testing.T) {
	t.Parallel()
	s := shared(t)
	m := runner.New(runner.Options{
		Store: s, Most: store.Limits{All: 10, Client: 10}, Others: connect(t, s),
	})
	defer m.Close(t.Context())
	e := newStuck()
	c := order(t, s, 2, func(p *campaign.Plan) { p.Share = 1 })
	share(t, s, e.solve, func(o *sharing) { o.Others = connect(t, s) })
	for known := c.Version; ; known = c.Version {
		var err error
		if c, _, err = m.Watch(t.Context(), c.ID, known); err != nil {
			t.Fatal(err)
		}
		if c.Version <= known {
			t.Errorf("version %d after %d", c.Version, known)
		}
		if c.State == campaign.Running && c.Tally.Deals() == 0 {
			time.Sleep(100 * time.Millisecond) // the manager waits for the next change
			close(e.goOn)
		}
		if c.Final() {
			break
		}
	}
	late := time.Since(c.Ended)
	t.Logf("the end was seen after %s", late)
	if late > 3*time.Second { // without notices, five seconds at most
		t.Errorf("the end was seen after %s", late)
	}
}

// TestChangedCampaign changes the tally of a campaign in the middle of a range: the campaign fails.
func TestChangedCampaign(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"a range that ends", "a sweep"} {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			s := shared(t)
			c, e := order(t, s, 4), newStuck()
			share(t, s, e.solve)
			<-e.begun
			if err := s.change("UPDATE campaigns SET winnable = winnable + 1"); err != nil {
				t.Fatal(err)
			}
			if by == "a sweep" {
				defer close(e.goOn)
			} else {
				close(e.goOn)
			}
			for late := time.After(time.Minute); ; {
				var state string
				if err := s.query("SELECT state FROM campaigns WHERE id = '"+c.ID+"'", &state); err != nil {
					t.Fatal(err)
				}
				if state == campaign.Failed {
					break
				}
				select {
				case <-time.After(5 * time.Millisecond):
				case <-late:
					t.Fatalf("the campaign is %s", state)
				}
			}
		})
	}
}
