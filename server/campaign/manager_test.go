package campaign_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// TestCreate adds a campaign that can be carried out, and refuses one that can't.
func TestCreate(t *testing.T) {
	m := runner.New(runner.Options{Store: &memory{}, Most: store.Limits{All: 100, Client: 100}})
	defer m.Close(context.Background())
	_, err := m.Create(context.Background(), "", klondike(t, 1, 100, func(p *campaign.Plan) { p.Share = -1 }), job.Webhook{})
	if wrong, ok := errors.AsType[*campaign.Invalid](err); !ok || wrong.Name != "share" {
		t.Error(err)
	}
	c, err := m.Create(context.Background(), "", klondike(t, 1, 2_000_000_000, func(p *campaign.Plan) { p.Stop.Deals = 20 }), job.Webhook{})
	if err != nil || c.Last != 20 || c.State != campaign.Queued || c.Next != 1 || c.Version != 1 {
		t.Errorf("%+v: %v", c, err)
	}
}

// TestCrowded bounds unfinished campaigns, in all and of one client.
func TestCrowded(t *testing.T) {
	m := runner.New(runner.Options{Store: &memory{}, Most: store.Limits{All: 3, Client: 2}})
	defer m.Close(context.Background())
	create := func(client string) (string, error) {
		c, err := m.Create(context.Background(), "", klondike(t, 1, 10, func(o *campaign.Plan) { o.Client = client }), job.Webhook{})
		return c.ID, err
	}
	wantCrowded := func(err error, client bool) {
		t.Helper()
		if crowded, ok := errors.AsType[*store.LimitReached](err); !ok || crowded.Client != client {
			t.Errorf("%v", err)
		}
	}
	first, err := create("one")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := create("one"); err != nil {
		t.Fatal(err)
	}
	_, err = create("one")
	wantCrowded(err, true)
	if _, err = create("two"); err != nil {
		t.Fatal(err)
	}
	_, err = create("three")
	wantCrowded(err, false)
	if done, err := m.Cancel(context.Background(), first); !done || err != nil {
		t.Fatal(done, err)
	}
	if _, err = create("three"); err != nil {
		t.Fatal(err)
	}
	_, err = m.Resume(context.Background(), first)
	wantCrowded(err, false)
}

// TestWatch wakes watchers at once for changes by this process, and within about a second for
// those by others; one query serves all watchers.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memory{}
		here := runner.New(runner.Options{Store: s, Most: store.Limits{All: 100, Client: 100}})
		there := runner.New(runner.Options{Store: s, Most: store.Limits{All: 100, Client: 100}})
		c, err := here.Create(context.Background(), "", klondike(t, 1, 10), job.Webhook{})
		if err != nil {
			t.Fatal(err)
		}
		other, err := here.Create(context.Background(), "", klondike(t, 1, 10), job.Webhook{})
		if err != nil {
			t.Fatal(err)
		}
		type event struct {
			after time.Duration
			state string
		}
		heard := make(chan event, 100)
		watch := func(m *runner.Manager, id string) {
			began := time.Now()
			now, found, err := m.Watch(context.Background(), id, 1)
			switch {
			case err != nil:
				heard <- event{time.Since(began), err.Error()}
			case !found:
				heard <- event{time.Since(began), "gone"}
			default:
				heard <- event{time.Since(began), now.State}
			}
		}
		for range 20 {
			go watch(here, c.ID)
			go watch(there, c.ID)
		}
		time.Sleep(10300 * time.Millisecond)
		if n := s.called("Campaign"); n < 400 || n > 480 {
			t.Errorf("%d queries for the campaign in 10 s by 40 watchers", n)
		}
		if done, err := here.Cancel(context.Background(), c.ID); !done || err != nil {
			t.Fatal(done, err)
		}
		synctest.Wait()
		if n := len(heard); n != 20 {
			t.Errorf("%d watchers were woken at once", n)
		}
		time.Sleep(1100 * time.Millisecond)
		if n := len(heard); n != 40 {
			t.Errorf("%d watchers were woken", n)
		}
		for range len(heard) {
			if e := <-heard; e.state != campaign.Cancelled {
				t.Errorf("%+v", e)
			}
		}
		asked := s.called("Campaign")
		time.Sleep(time.Minute)
		if n := s.called("Campaign"); n > asked {
			t.Errorf("%d queries without watchers", n-asked)
		}

		// Another process deletes it.
		go func() {
			_, found, err := there.Watch(context.Background(), c.ID, 2)
			if found || err != nil {
				t.Error(found, err)
			}
			heard <- event{}
		}()
		time.Sleep(5 * time.Second)
		if done, err := here.Delete(context.Background(), c.ID); !done || err != nil {
			t.Fatal(done, err)
		}
		<-heard

		// The store is down for a while.
		go watch(there, other.ID)
		synctest.Wait()
		s.mu.Lock()
		s.faults = func(call string, _ int) fault {
			if call == "Campaign" {
				return before
			}
			return none
		}
		s.mu.Unlock()
		time.Sleep(10 * time.Second)
		s.mu.Lock()
		s.faults = nil
		s.mu.Unlock()
		if done, err := here.Cancel(context.Background(), other.ID); !done || err != nil {
			t.Fatal(done, err)
		}
		if e := <-heard; e.state != campaign.Cancelled {
			t.Errorf("%+v", e)
		}

		go watch(there, "no such campaign")
		if e := <-heard; e.state != "gone" {
			t.Errorf("%+v", e)
		}
		third, err := here.Create(context.Background(), "", klondike(t, 1, 10), job.Webhook{})
		if err != nil {
			t.Fatal(err)
		}
		go watch(here, third.ID)
		synctest.Wait()
		for _, m := range []*runner.Manager{here, there} {
			if err := m.Close(context.Background()); err != nil {
				t.Error(err)
			}
		}
		if e := <-heard; e.state != runner.ErrClosed.Error() {
			t.Errorf("%+v", e)
		}
		if _, err := here.Create(context.Background(), "", klondike(t, 1, 10), job.Webhook{}); !errors.Is(err, runner.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	})
}
