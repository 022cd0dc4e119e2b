package campaign_test

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestInvalid refuses orders that can't be carried out, and says which part of them.
func TestInvalid(t *testing.T) {
	m := campaign.New(campaign.Options{Store: &memory{}, Most: store.Crowd{All: 100, Client: 100}})
	for _, test := range []struct {
		field string
		wrong func(*campaign.Order)
	}{
		{"states", func(o *campaign.Order) { o.Plan.States = 0 }},
		{"states", func(o *campaign.Order) { o.Plan.States = -1 }},
		{"deadline_ms", func(o *campaign.Order) { o.Plan.Deadline = -time.Second }},
		{"player", func(o *campaign.Order) { o.Plan = campaign.Plan{Player: "nobody"} }},
		{"player", func(o *campaign.Order) { o.Plan.Player = "greedy" }}, // and a budget
		{"options.n", func(o *campaign.Order) { o.Plan = campaign.Plan{Player: "greedy", Options: map[string]any{"n": 1}} }},
		{"player", func(o *campaign.Order) { o.Plan = campaign.Plan{Player: "greedy", Deadline: time.Second} }},
		{"seeds", func(o *campaign.Order) { o.Seeds.Last = 0 }},
		{"seeds", func(o *campaign.Order) { o.Seeds.First = -1 }},
		{"seeds", func(o *campaign.Order) { o.Seeds.Last = math.MaxInt64 }},
		{"seeds", func(o *campaign.Order) { o.Seeds.Last = 2_000_000_000 }},
		{"seeds", func(o *campaign.Order) {
			o.Seeds = campaign.Seeds{Scheme: "pysol", First: math.MaxInt64, Last: math.MaxInt64}
		}},
		{"seeds", func(o *campaign.Order) { o.Seeds.Scheme = "microsoft" }}, // numbers no deals of Klondike
		{"seeds", func(o *campaign.Order) { o.Seeds.Scheme = "exact" }},     // has no ranges
		{"seeds", func(o *campaign.Order) { o.Seeds.Scheme = "nonsense" }},
		{"stop.deals", func(o *campaign.Order) { o.Plan.Stop.Deals = -1 }},
		{"stop.width", func(o *campaign.Order) { o.Plan.Stop.Width = -0.1 }},
		{"stop.width", func(o *campaign.Order) { o.Plan.Stop.Width = 101 }},
		{"stop.width", func(o *campaign.Order) { o.Plan.Stop.Width = math.NaN() }},
		{"share", func(o *campaign.Order) { o.Plan.Share = -1 }},
	} {
		_, err := m.Create(context.Background(), klondike(t, 1, 100, test.wrong))
		if wrong, ok := errors.AsType[*campaign.Invalid](err); !ok || wrong.Name != test.field || wrong.Detail == "" {
			t.Errorf("%s: %v", test.field, err)
		}
	}
	c, err := m.Create(context.Background(), klondike(t, 1, 2_000_000_000, func(o *campaign.Order) { o.Plan.Stop.Deals = 20 }))
	if err != nil || c.Last != 20 || c.State != store.JobQueued || c.Next != 1 || c.Version != 1 {
		t.Errorf("%+v: %v", c, err)
	}
}

// TestCrowded has no more unfinished campaigns than there may be, in all and of one client.
func TestCrowded(t *testing.T) {
	m := campaign.New(campaign.Options{Store: &memory{}, Most: store.Crowd{All: 3, Client: 2}})
	create := func(client string) (string, error) {
		c, err := m.Create(context.Background(), klondike(t, 1, 10, func(o *campaign.Order) { o.Client = client }))
		return c.ID, err
	}
	wantCrowded := func(err error, client bool) {
		t.Helper()
		if crowded, ok := errors.AsType[*store.Crowded](err); !ok || crowded.Client != client {
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

// TestWatch tells those who watch of what this process does at once, and of what others do
// within a second or so; one look at the store serves them all.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memory{}
		here := campaign.New(campaign.Options{Store: s, Most: store.Crowd{All: 100, Client: 100}, Log: slog.New(slog.DiscardHandler)})
		there := campaign.New(campaign.Options{Store: s, Most: store.Crowd{All: 100, Client: 100}, Log: slog.New(slog.DiscardHandler)})
		c, err := here.Create(context.Background(), klondike(t, 1, 10))
		if err != nil {
			t.Fatal(err)
		}
		other, err := here.Create(context.Background(), klondike(t, 1, 10))
		if err != nil {
			t.Fatal(err)
		}
		type event struct {
			after time.Duration
			state string
		}
		heard := make(chan event, 100)
		watch := func(m *campaign.Manager, id string) {
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
		if n := s.called("Changes"); n < 18 || n > 22 {
			t.Errorf("the store was asked for changes %d times in ten seconds by two processes", n)
		}
		if n := s.called("Campaign"); n > 80 {
			t.Errorf("the store was asked for the campaign %d times", n)
		}
		if done, err := here.Cancel(context.Background(), c.ID); !done || err != nil {
			t.Fatal(done, err)
		}
		synctest.Wait()
		if n := len(heard); n != 20 {
			t.Errorf("%d have heard of it at once", n)
		}
		time.Sleep(1100 * time.Millisecond)
		if n := len(heard); n != 40 {
			t.Errorf("%d have heard of it", n)
		}
		for range len(heard) {
			if e := <-heard; e.state != store.JobCancelled {
				t.Errorf("%+v", e)
			}
		}
		asked := s.called("Changes")
		time.Sleep(time.Minute)
		if n := s.called("Changes"); n > asked+2 {
			t.Errorf("the store was asked for changes %d times though nobody watches", n-asked)
		}

		// Somebody elsewhere deletes it.
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

		// The store is away for a while.
		go watch(there, other.ID)
		synctest.Wait()
		s.mu.Lock()
		s.faults = func(call string, _ int) fault {
			if call == "Changes" {
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
		if e := <-heard; e.state != store.JobCancelled {
			t.Errorf("%+v", e)
		}

		go watch(there, "no such campaign")
		if e := <-heard; e.state != "gone" {
			t.Errorf("%+v", e)
		}
		third, err := here.Create(context.Background(), klondike(t, 1, 10))
		if err != nil {
			t.Fatal(err)
		}
		go watch(here, third.ID)
		synctest.Wait()
		for _, m := range []*campaign.Manager{here, there} {
			if err := m.Close(context.Background()); err != nil {
				t.Error(err)
			}
		}
		if e := <-heard; e.state != campaign.ErrClosed.Error() {
			t.Errorf("%+v", e)
		}
		if _, err := here.Create(context.Background(), klondike(t, 1, 10)); !errors.Is(err, campaign.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	})
}

// TestPlans writes plans and reads them.
func TestPlans(t *testing.T) {
	plan := campaign.Plan{
		States: 7, Deadline: time.Minute, Fresh: true, PlayerSeed: math.MaxUint64, Share: 3,
		Options: map[string]any{"depth": 3, "fitness": "cards"},
		Stop:    campaign.Stop{Width: 0.25, Until: time.Date(2030, 1, 2, 3, 4, 5, 6, time.UTC)},
	}
	c := kept(t, klondike(t, 1, 10, func(o *campaign.Order) { o.Plan = plan }))
	if read, err := campaign.PlanOf(&c); err != nil || !read.Same(&plan) {
		t.Errorf("%+v: %v", read, err)
	}
	other := plan
	other.Options = map[string]any{"depth": 2, "fitness": "cards"}
	if other.Same(&plan) {
		t.Errorf("%+v is %+v", other, plan)
	}
	c.Plan = []byte("{")
	if _, err := campaign.PlanOf(&c); err == nil {
		t.Error("half a plan was read")
	}
}

// TestSizes cuts ranges to some seconds of work.
func TestSizes(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	p := campaign.Planner{}
	for _, test := range []struct {
		winnable, inferred int64
		busy               time.Duration
		least, most        int64
	}{
		{0, 0, 0, 8, 16},
		{8, 0, 8 * time.Minute, 1, 1},       // a deal takes a minute
		{8, 0, 8 * time.Millisecond, 8, 16}, // nobody knows much yet
		{1000, 0, time.Second, 1000, 1000},  // a millisecond, and it may be chance
		{100_000, 0, 100 * time.Second, 8000, 8000},
		{1_000_000, 0, time.Second, 10_000, 10_000},
		{1000, 1000, 0, 1000, 1000},               // nothing had to be searched
		{10_000, 9000, 100 * time.Second, 80, 80}, // what had to be took a tenth of a second
	} {
		c := store.Campaign{Rules: g.Rules, Inferred: test.inferred, Busy: test.busy}
		c.Tally.Winnable = test.winnable
		if n := p.Size(&c); n < test.least || n > test.most {
			t.Errorf("%+v: %d seeds", test, n)
		}
	}
}
