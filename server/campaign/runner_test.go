package campaign_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// results returns all results of a campaign in one text, without times.
func results(t *testing.T, s store.Campaigns, id string) string {
	t.Helper()
	list, err := s.Results(context.Background(), id, 0, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, r := range list {
		text += fmt.Sprintln(r.Seed, r.Verdict, r.Reason, r.Won, r.States, r.Length, r.Score, r.Inferred)
	}
	return text
}

// TestRun runs a campaign to its end, on as many workers as there are.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memory{}
		p := begin(t, s, 3, nil)
		began := time.Now()
		c := p.ended(t, p.create(t, klondike(t, 1, 300)).ID)
		if c.State != campaign.Done || c.Tally.Deals() != 300 || c.Busy != 300*time.Second || c.Reason != "" {
			t.Errorf("%s, %+v in %v: %s", c.State, c.Tally, c.Busy, c.Reason)
		}
		// 300 seconds of work for three, and a little at the end when not all have any.
		if took := time.Since(began); took > 110*time.Second {
			t.Errorf("it took %v", took)
		}
		if n := len(p.seen.ranges); n < 30 || n > 45 { // of 8 deals, each a second
			t.Errorf("%d ranges", n)
		}
		list, _ := s.Results(context.Background(), c.ID, 0, 1000)
		for i, r := range list {
			if r.Seed != int64(i+1) || r.Elapsed != time.Second || r.Verdict == "" {
				t.Fatalf("result %d is %+v", i, r)
			}
		}
	})
}

// TestStop stops a campaign by each of the rules: the seeds that count have no gaps.
func TestStop(t *testing.T) {
	for name, test := range map[string]struct {
		change     func(*campaign.Plan)
		least, all int64
	}{
		"deals": {func(o *campaign.Plan) { o.Stop.Deals = 50 }, 50, 50},
		"width": {func(o *campaign.Plan) { o.Stop.Width = 50 }, 8, 60},
		"time":  {func(o *campaign.Plan) { o.Stop.Until = time.Now().Add(time.Minute) }, 170, 210},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &memory{}
				p := begin(t, s, 3, nil)
				c := p.ended(t, p.create(t, klondike(t, 1, 1_000_000, test.change)).ID)
				if n := c.Tally.Deals(); c.State != campaign.Done || n < test.least || n > test.all {
					t.Errorf("%s after %d deals: %s", c.State, n, c.Reason)
				}
				if (c.Reason == "") != (name == "deals") {
					t.Errorf("the reason is %q", c.Reason)
				}
				list, _ := s.Results(context.Background(), c.ID, 0, 1_000_000)
				if n := len(list); int64(n) != c.Tally.Deals() || list[n-1].Seed != int64(n) {
					t.Errorf("%d results up to %d", n, list[n-1].Seed)
				}
			})
		})
	}
}

// TestTurns shares the workers equally among campaigns of one priority, before those of later
// ones, each within its share.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memory{}
		p := begin(t, s, 4, nil)
		late := p.create(t, klondike(t, 1, 1_000_000, func(o *campaign.Plan) { o.Priority = 7 }))
		one := p.create(t, klondike(t, 1, 1_000_000))
		time.Sleep(10 * time.Minute)
		two := p.create(t, klondike(t, 1, 1_000_000, func(o *campaign.Plan) { o.Client = "another" }))
		little := p.create(t, klondike(t, 1, 1_000_000, func(o *campaign.Plan) { o.Share = 1; o.Priority = -1 }))
		busy := func(c campaign.Campaign) int {
			t.Helper()
			c, _, err := p.Campaign(context.Background(), c.ID)
			if err != nil {
				t.Fatal(err)
			}
			return int(c.Busy / time.Second)
		}
		before := busy(one)
		if before < 2300 || busy(late) > 40 {
			t.Errorf("the first had %d seconds, the late one %d", before, busy(late))
		}
		time.Sleep(10 * time.Minute)
		if n := busy(little); n < 570 || n > 600 {
			t.Errorf("the one with a share of one worker had %d seconds", n)
		}
		if a, b := busy(one)-before, busy(two); a < 850 || b < 850 {
			t.Errorf("of 1800 seconds the first had %d, the second %d", a, b)
		}
		for _, c := range []campaign.Campaign{one, two, little} {
			if done, err := p.Cancel(context.Background(), c.ID); !done || err != nil {
				t.Error(done, err)
			}
		}
		before = busy(late)
		time.Sleep(time.Minute)
		if n := busy(late) - before; n < 200 {
			t.Errorf("the late one had %d seconds", n)
		}
	})
}

// TestCancel cancels a campaign in the middle of ranges, and resumes it.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memory{}
		p := begin(t, s, 2, nil)
		c := p.create(t, klondike(t, 1, 100))
		time.Sleep(20500 * time.Millisecond)
		if done, err := p.Cancel(context.Background(), c.ID); !done || err != nil {
			t.Fatal(done, err)
		}
		synctest.Wait()
		time.Sleep(time.Second)
		c, _, _ = p.Campaign(context.Background(), c.ID)
		if c.State != campaign.Cancelled || c.Tally.Deals() != 32 {
			t.Errorf("%s with %d deals", c.State, c.Tally.Deals())
		}
		if done, err := p.Cancel(context.Background(), c.ID); done || err != nil {
			t.Errorf("cancelled twice: %v", err)
		}
		began := time.Now()
		if done, err := p.Resume(context.Background(), c.ID); !done || err != nil {
			t.Fatal(done, err)
		}
		synctest.Wait()
		if c, _, _ = p.Campaign(context.Background(), c.ID); c.State != campaign.Running {
			t.Errorf("open ranges are done after the cancellation, state %s", c.State)
		}
		c = p.ended(t, c.ID)
		if took := time.Since(began); c.State != campaign.Done || c.Tally.Deals() != 100 || took > 45*time.Second {
			t.Errorf("%s with %d deals after %v more", c.State, c.Tally.Deals(), took)
		}
		if done, err := p.Resume(context.Background(), c.ID); done || err != nil {
			t.Errorf("a done campaign was resumed: %v", err)
		}
		if done, err := p.Delete(context.Background(), c.ID); !done || err != nil {
			t.Error(done, err)
		}
		if _, found, err := p.Watch(context.Background(), c.ID, 0); found || err != nil {
			t.Error(found, err)
		}
	})
}

// TestFaults makes every call of the store fail in turn, before or after its execution: the
// results are those of a run without faults.
func TestFaults(t *testing.T) {
	plain := func(faults func(string, int) fault) (string, map[string]int) {
		s := &memory{faults: faults}
		var text string
		synctest.Test(t, func(t *testing.T) {
			p := begin(t, s, 2, nil)
			c, err := p.Create(context.Background(), "", klondike(t, 1, 60))
			if err != nil {
				return
			}
			c = p.ended(t, c.ID)
			text = results(t, s, c.ID)
			if c.Tally.Deals() != 60 || c.State != campaign.Done {
				t.Errorf("%s: %+v", c.State, c.Tally)
			}
		})
		return text, s.calls
	}
	want, calls := plain(nil)
	for _, call := range []string{"Campaigns", "OpenRanges", "HandOut", "Known", "FinishRange"} {
		if calls[call] < 3 {
			t.Fatalf("%s was called %d times", call, calls[call])
		}
		for n := 1; n <= calls[call]; n += 2 {
			for _, what := range []fault{before, after} {
				if call == "Campaigns" && n == 1 {
					continue // Create returns this error
				}
				got, _ := plain(func(name string, i int) fault {
					if name == call && i >= n && i < n+3 {
						return what
					}
					return none
				})
				if got != want {
					t.Fatalf("call %d of %s (%d): the results differ", n, call, what)
				}
			}
		}
	}
}

// TestRestart ends the process repeatedly at any point, and another one continues.
func TestRestart(t *testing.T) {
	var want string
	synctest.Test(t, func(t *testing.T) {
		s := &memory{}
		p := begin(t, s, 2, nil)
		want = results(t, s, p.ended(t, p.create(t, klondike(t, 1, 60)).ID).ID)
	})
	for _, life := range []time.Duration{9100, 12_345, 17_000, 24_001} {
		synctest.Test(t, func(t *testing.T) {
			s := &memory{}
			p := begin(t, s, 2, nil)
			c := p.create(t, klondike(t, 1, 60))
			lives := 1
			for {
				time.Sleep(life * time.Millisecond)
				p.close(t)
				now, _, _ := s.Campaign(context.Background(), c.ID)
				if !now.Ended.IsZero() {
					break
				}
				if lives++; lives > 100 {
					t.Fatalf("it does not end: %+v", now.Tally)
				}
				p = begin(t, s, 2, nil)
			}
			if got := results(t, s, c.ID); got != want || lives < 2 {
				t.Errorf("after %d lives of %v the results differ", lives, life*time.Millisecond)
			}
		})
	}
}

// TestEpoch leaves open ranges of an earlier epoch alone, and ends the campaign.
func TestEpoch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memory{}
		p := begin(t, s, 2, nil)
		c := p.create(t, klondike(t, 1, 100))
		time.Sleep(10 * time.Second)
		p.close(t)
		s.find(c.ID).Epoch--
		p = begin(t, s, 2, nil)
		began := time.Now()
		if c = p.ended(t, c.ID); c.State != campaign.Failed || c.Tally.Deals() != 16 || time.Since(began) > time.Second || len(p.seen.ranges) > 0 {
			t.Errorf("%s after %v with %d deals", c.State, time.Since(began), c.Tally.Deals())
		}
	})
}

// refusing is a store that refuses all results.
type refusing struct{ *memory }

func (refusing) FinishRange(context.Context, store.FinishedRange) (bool, error) {
	return false, fmt.Errorf("refused: %w", store.ErrResults)
}

// TestRefused ends a campaign whose results the store refuses.
func TestRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, refusing{&memory{}}, 1, nil)
		c := p.ended(t, p.create(t, klondike(t, 1, 60)).ID)
		if c.State != campaign.Failed || !contains(c.Reason, "one of 1 to 8: refused") || p.seen.failed != 1 {
			t.Errorf("%s: %s", c.State, c.Reason)
		}
	})
}

// TestBroken fails campaigns whose engine panics or gives a false solution, and no others.
func TestBroken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memory{}
		bad, err := solver.Numbered("klondike", "solvitaire:20")
		if err != nil {
			t.Fatal(err)
		}
		e := &slow{takes: time.Second, broke: func(p *solver.Problem) any {
			if p.ID() == bad.ID() {
				return "out of its mind"
			}
			return nil
		}}
		p := begin(t, s, 2, e)
		broken, fine := p.create(t, klondike(t, 1, 100)), p.create(t, klondike(t, 101, 130))
		if c := p.ended(t, broken.ID); c.State != campaign.Failed || !contains(c.Reason, "solvitaire:20", "out of its mind") {
			t.Errorf("%s: %s", c.State, c.Reason)
		}
		if c := p.ended(t, fine.ID); c.State != campaign.Done || c.Tally.Deals() != 30 {
			t.Errorf("%s: %+v", c.State, c.Tally)
		}
		if p.seen.failed != 1 {
			t.Errorf("%d failures were reported", p.seen.failed)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, &memory{}, 1, &slow{takes: time.Second, lies: true})
		c := p.ended(t, p.create(t, klondike(t, 5, 9)).ID)
		if c.State != campaign.Failed || c.Tally.Deals() != 0 || !contains(c.Reason, "solvitaire:5", "referee rejects") {
			t.Errorf("%s: %s", c.State, c.Reason)
		}
	})
}

// TestClose returns even if an engine does not.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, &memory{}, 1, &slow{takes: time.Hour, asks: time.Hour})
		p.create(t, klondike(t, 1, 10))
		time.Sleep(time.Minute)
		soon, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := p.runner.Close(soon); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Close: %v", err)
		}
	})
}
