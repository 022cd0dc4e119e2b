package statistics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// deals makes results of deals from a seed on: w is winnable, u unwinnable, anything else unknown.
func deals(first int64, verdicts string) []campaign.Result {
	var list []campaign.Result
	for i, v := range verdicts {
		r := campaign.Result{Seed: first + int64(i), Verdict: solver.Unknown, States: 100, Elapsed: time.Millisecond}
		switch v {
		case 'w':
			r.Verdict, r.Length = solver.Winnable, 120
		case 'u':
			r.Verdict = solver.Unwinnable
		}
		list = append(list, r)
	}
	return list
}

func open(t *testing.T, s *shelf) *Statistics {
	t.Helper()
	known := New(s, Release{})
	t.Cleanup(func() {
		if err := known.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return known
}

// TestPool counts each deal once, without old results and those of others.
func TestPool(t *testing.T) {
	s := &shelf{}
	s.add(t, campaign.Campaign{}, "golf", deals(1, "wwuu?"))
	s.add(t, campaign.Campaign{Source: campaign.Ours}, "golf", deals(4, "uwwwwwww")) // more of them
	s.add(t, campaign.Campaign{}, "golf", deals(100, "wu"))
	s.add(t, campaign.Campaign{Epoch: solver.Epoch + 1}, "golf", deals(200, "wwww"))
	s.add(t, campaign.Campaign{Source: "another"}, "golf", deals(1, "wwuuu"))
	s.add(t, campaign.Campaign{Source: "another"}, "golf", deals(50, "w"))
	s.add(t, campaign.Campaign{Source: "a third"}, "golf", deals(3, "uuw?w"))
	played := deals(1, "???")
	for i := range played {
		played[i].Verdict, played[i].Won = "", i == 1
	}
	s.add(t, campaign.Campaign{PlayedBy: "greedy"}, "golf", played)
	s.add(t, campaign.Campaign{}, "fan", deals(1, "w"))
	known := open(t, s)
	r, err := known.Game(t.Context(), "golf", stats.Pooled)
	if err != nil {
		t.Fatal(err)
	}
	if want := (stats.Tally{Winnable: 8, Unwinnable: 2}); r.Ours.Tally != want || len(r.Ours.Samples) != 2 {
		t.Errorf("ours: %+v", r.Ours)
	}
	if r.Spread.States.N() != 10 || r.Spread.Length.N() != 8 {
		t.Errorf("distributions of %d and %d deals", r.Spread.States.N(), r.Spread.Length.N())
	}
	if len(r.Others) != 3 || r.Others[1].Source != "another" || r.Others[1].Tally != (stats.Tally{Winnable: 3, Unwinnable: 3}) ||
		r.Others[2].Player != "greedy" || r.Others[2].Tally != (stats.Tally{Won: 1, Lost: 2}) {
		t.Errorf("others: %+v", r.Others)
	}
	if len(r.Published) == 0 || r.Published[0].Text != "45.109 ± 0.032" {
		t.Errorf("published: %+v", r.Published)
	}
	// Seeds 1 to 5 and 7 are both in what we and in what other solvers found, 3 to 5
	// twice: 5 is not unwinnable for all.
	if r.Compared != 6 || len(r.Contradictions) != 1 || r.Contradictions[0].Seed != "solvitaire:5" {
		t.Errorf("compared %d: %+v", r.Compared, r.Contradictions)
	}
	all, err := known.Rates(t.Context(), stats.Pooled)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int64{}
	for i := range all {
		found[all[i].Game] = all[i].Ours.Deals()
	}
	if found["golf"] != 10 || found["fan"] != 1 || len(found) != len(all) {
		t.Errorf("%v", found)
	}
	if _, listed := found["klondike"]; !listed {
		t.Error("a game with published figures alone is not listed")
	}
	if _, listed := found["penguin"]; listed {
		t.Error("a game without figures is listed")
	}
}

// TestCompared compares a deal that another solver decided with the verdict of a campaign that is not
// counted, because a larger one has the deal too.
func TestCompared(t *testing.T) {
	s := &shelf{}
	s.add(t, campaign.Campaign{}, "golf", deals(1, "?????"))
	s.add(t, campaign.Campaign{}, "golf", deals(1, "wu"))
	s.add(t, campaign.Campaign{Source: "another"}, "golf", deals(2, "w"))
	r, err := open(t, s).Game(t.Context(), "golf", stats.Pooled)
	if err != nil || r.Compared != 1 || len(r.Contradictions) != 1 {
		t.Errorf("compared %d: %+v, %v", r.Compared, r.Contradictions, err)
	}
}

// TestTwins counts a deal once if two schemes have it under the same number.
func TestTwins(t *testing.T) {
	s := &shelf{}
	s.add(t, campaign.Campaign{Plan: campaign.Plan{Seeds: campaign.Seeds{Scheme: "microsoft"}}}, "free-cell", deals(1, "wwwww"))
	s.add(t, campaign.Campaign{Plan: campaign.Plan{Seeds: campaign.Seeds{Scheme: "pysol"}}}, "free-cell", deals(3, "wwwu"))
	s.add(t, campaign.Campaign{Plan: campaign.Plan{Seeds: campaign.Seeds{Scheme: "solvitaire"}}}, "free-cell", deals(1, "w"))
	r, err := open(t, s).Game(t.Context(), "free-cell", stats.Pooled)
	if err != nil {
		t.Fatal(err)
	}
	if want := (stats.Tally{Winnable: 6}); r.Ours.Tally != want || len(r.Ours.Samples) != 2 {
		t.Errorf("ours: %+v", r.Ours)
	}
}

// TestLeftBehind counts as unknown what was being solved when a campaign was cancelled.
func TestLeftBehind(t *testing.T) {
	s := &shelf{}
	c := s.add(t, campaign.Campaign{}, "golf", deals(1, "wwwu"))
	c.State, c.Last, c.Next = campaign.Cancelled, 1000, 11
	c = s.add(t, campaign.Campaign{}, "golf", deals(1001, "wu"))
	c.State, c.Last, c.Next = campaign.Running, 2000, 1011
	c = s.add(t, campaign.Campaign{Source: campaign.Ours}, "golf", deals(3000, "w"))
	c.Last, c.Next = 3009, 3010 // others' files have gaps, of which nobody knows
	// What is done counts more than what was begun.
	s.add(t, campaign.Campaign{}, "golf", deals(5000, "www"))
	c = s.add(t, campaign.Campaign{}, "golf", deals(5000, "uu"))
	c.State, c.Last, c.Next = campaign.Cancelled, 5999, 5500
	r, err := open(t, s).Game(t.Context(), "golf", stats.Pooled)
	if err != nil {
		t.Fatal(err)
	}
	if want := (stats.Tally{Winnable: 8, Unwinnable: 2, Unknown: 6}); r.Ours.Tally != want {
		t.Errorf("ours: %+v", r.Ours)
	}
}

// TestCompare compares related games, the weaker one first, and finds neighbours.
func TestCompare(t *testing.T) {
	s := &shelf{}
	s.add(t, campaign.Campaign{}, "klondike", deals(1, "wwwu?"))
	s.add(t, campaign.Campaign{}, "klondike-draw-3-no-worrying-back", deals(2, "wuuu"))
	s.add(t, campaign.Campaign{}, "klondike-draw-6", deals(1, "uw"))
	s.add(t, campaign.Campaign{}, "klondike-draw-6-no-worrying-back", deals(1, "uu"))
	s.add(t, campaign.Campaign{}, "golf", deals(1, "ww"))
	known := open(t, s)
	c, err := known.Compare(t.Context(), "klondike-draw-3-no-worrying-back", "klondike-draw-3")
	if err != nil {
		t.Fatal(err)
	}
	want := stats.Comparison{First: "klondike", Second: "klondike-draw-3-no-worrying-back", Weaker: true, Counted: true}
	want.Paired = stats.Paired{{1, 1, 0}, {0, 1, 0}, {0, 1, 0}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v", c)
	}
	if c, err := known.Compare(t.Context(), "golf", "penguin"); err != nil || !c.Counted || c.N() != 0 || c.Weaker {
		t.Errorf("no deals in common: %+v, %v", c, err)
	}
	r, err := known.Game(t.Context(), "klondike", stats.Pooled)
	if err != nil {
		t.Fatal(err)
	}
	var pairs [][2]string
	for _, n := range r.Neighbours {
		pairs = append(pairs, [2]string{n.First, n.Second})
	}
	// Draw 6 without worrying back is beyond both of them.
	if want := [][2]string{{"klondike", "klondike-draw-3-no-worrying-back"}, {"klondike", "klondike-draw-6"}}; !reflect.DeepEqual(pairs, want) {
		t.Errorf("neighbours %v", pairs)
	}
}

// TestRemembers counts pairs once for all callers, and again when a campaign has changed and a
// while has passed.
func TestRemembers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{slow: 3 * time.Second}
		s.add(t, campaign.Campaign{}, "klondike", deals(1, "wwu"))
		s.add(t, campaign.Campaign{}, "klondike-draw-1", deals(1, "www"))
		known := open(t, s)
		ask := func() (stats.Comparison, error) {
			return known.Compare(t.Context(), "klondike", "klondike-draw-1")
		}
		done := make(chan error, 5)
		for range cap(done) {
			go func() {
				_, err := ask()
				done <- err
			}()
		}
		for range cap(done) {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if s.paired != 1 || s.listed != 1 {
			t.Fatalf("counted %d times, listed %d times", s.paired, s.listed)
		}
		// A caller that can't wait gets the earlier count.
		s.campaigns[0].Version++
		s.results[s.campaigns[0].ID] = deals(1, "www")
		time.Sleep(time.Minute)
		if c, err := ask(); err != nil || c.Paired[stats.Winnable][stats.Unwinnable] != 1 || s.paired != 1 {
			t.Errorf("%+v, %v: %d counts; it took 3 s, and a minute is no long while beside that", c, err, s.paired)
		}
		time.Sleep(2 * time.Minute)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		old, err := known.Compare(ctx, "klondike", "klondike-draw-1")
		if !errors.Is(err, context.DeadlineExceeded) || !old.Counted || old.Paired[stats.Winnable][stats.Unwinnable] != 1 {
			t.Errorf("%+v, %v", old, err)
		}
		if c, err := ask(); err != nil || c.Paired[stats.Winnable][stats.Winnable] != 3 || s.paired != 2 {
			t.Errorf("%+v, %v: %d counts", c, err, s.paired)
		}
	})
}

// TestOneAtATime reports which neighbours are not counted when the caller can't wait, and
// counts them nevertheless, one after another.
func TestOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{slow: 10 * time.Second}
		s.add(t, campaign.Campaign{}, "klondike", deals(1, "wwu"))
		s.add(t, campaign.Campaign{}, "klondike-draw-1", deals(1, "www"))
		s.add(t, campaign.Campaign{}, "klondike-draw-6", deals(1, "wuu"))
		known := open(t, s)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r, err := known.Game(ctx, "klondike", stats.Pooled)
		if err != nil || len(r.Neighbours) != 2 || r.Neighbours[0].Counted || r.Neighbours[1].Counted {
			t.Fatalf("%+v, %v", r.Neighbours, err)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if s.paired != 2 {
			t.Errorf("%d counts have begun after one is done", s.paired)
		}
		time.Sleep(10 * time.Second)
		r, err = known.Game(t.Context(), "klondike", stats.Pooled)
		if err != nil || !r.Neighbours[0].Counted || !r.Neighbours[1].Counted || s.paired != 2 {
			t.Errorf("%+v, %v, %d counts", r.Neighbours, err, s.paired)
		}
	})
}

// TestLine asks for all pairs of games at once: some are counted, and reports are not delayed.
func TestLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{slow: time.Minute}
		const games = 24
		for n := 1; n <= games; n++ {
			s.add(t, campaign.Campaign{}, fmt.Sprintf("klondike-draw-%d", n), deals(1, "wwu"))
		}
		known := open(t, s)
		if _, err := known.Rates(t.Context(), stats.Pooled); err != nil { // the list of campaigns is read
			t.Fatal(err)
		}
		counting, refused := 0, 0
		for a := 1; a < games; a++ {
			for b := a + 1; b <= games; b++ {
				ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
				_, err := known.Compare(ctx, fmt.Sprintf("klondike-draw-%d", a), fmt.Sprintf("klondike-draw-%d", b))
				cancel()
				switch {
				case errors.Is(err, errLong):
					refused++
				case errors.Is(err, context.DeadlineExceeded):
					counting++
				default:
					t.Fatal(err)
				}
			}
		}
		if counting != mostInLine || refused != games*(games-1)/2-mostInLine {
			t.Errorf("%d are counted, %d are not", counting, refused)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if r, err := known.Game(ctx, "klondike-draw-20", stats.Pooled); err != nil || len(r.Neighbours) == 0 || r.Ours.Deals() != 3 {
			t.Errorf("%+v, %v", r, err)
		}
		time.Sleep(2 * mostInLine * time.Minute)
		if c, err := known.Compare(t.Context(), "klondike-draw-23", "klondike-draw-24"); err != nil || !c.Counted {
			t.Errorf("when the others are done: %+v, %v", c, err)
		}
	})
}

// TestStoreIsDown returns an error of the store to all who wait, and does not keep it.
func TestStoreIsDown(t *testing.T) {
	down := errors.New("the store does not answer")
	s := &shelf{down: down}
	known := open(t, s)
	if _, err := known.Rates(t.Context(), stats.Pooled); !errors.Is(err, down) {
		t.Error(err)
	}
	if _, err := known.Game(t.Context(), "golf", stats.Pooled); !errors.Is(err, down) {
		t.Error(err)
	}
	s.down = nil
	s.add(t, campaign.Campaign{}, "golf", deals(1, "w"))
	if r, err := known.Game(t.Context(), "golf", stats.Pooled); err != nil || r.Ours.Deals() != 1 {
		t.Errorf("%+v, %v", r.Ours, err)
	}
}

func TestSpoiledDistributions(t *testing.T) {
	s := &shelf{}
	s.add(t, campaign.Campaign{}, "golf", deals(1, "w")).Spread = json.RawMessage(`{"states":{"bits":99}}`)
	if _, err := open(t, s).Rates(t.Context(), stats.Pooled); err == nil {
		t.Error("what is no distribution was added up")
	}
}

// TestForgets keeps no more than it may.
func TestForgets(t *testing.T) {
	known := open(t, &shelf{})
	m := newCache[int, int](time.Hour, 0, 3, &known.busy)
	found := 0
	for range 2 {
		for key := range 4 {
			v, has, err := m.get(t.Context(), t.Context(), key, "", func(context.Context) (int, error) { found++; return key * key, nil })
			if v != key*key || !has || err != nil {
				t.Fatal(v, has, err)
			}
		}
	}
	if m.found.Len() != 3 || found != 8 {
		t.Errorf("%d are kept, %d were found", m.found.Len(), found)
	}
}
