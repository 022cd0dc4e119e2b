package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// rulesOf are those of a game of the catalogue.
func rulesOf(t testing.TB, name string) rules.Rules {
	t.Helper()
	g, found := rules.Lookup(name)
	if !found {
		t.Fatalf("no game %s", name)
	}
	return g.Rules
}

// planned is a campaign of a game's seeds that is to be added.
func planned(t testing.TB, name, game string, first, last int64) campaign.Campaign {
	t.Helper()
	return campaign.Campaign{
		Plan: campaign.Plan{
			Game: game, Rules: rulesOf(t, game), Seeds: campaign.Seeds{Scheme: "solvitaire", First: first, Last: last},
			States: 1000, Client: "192.0.2.1", Priority: 3,
		},
		ID: name + "-0123456789012345678901", Epoch: solver.Epoch, Created: start,
	}
}

func addCampaigns(t testing.TB, s Store, campaigns ...campaign.Campaign) []campaign.Campaign {
	t.Helper()
	var added []campaign.Campaign
	for _, c := range campaigns {
		c, err := s.AddCampaign(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		added = append(added, c)
	}
	return added
}

// wantCampaign checks what a campaign has become.
func wantCampaign(t *testing.T, s Store, want campaign.Campaign) {
	t.Helper()
	got, found, err := s.Campaign(t.Context(), want.ID)
	if err != nil || !found {
		t.Fatalf("%s: %t, %v", want.ID, found, err)
	}
	spread, err := stats.ReadSpread(got.Spread)
	if err != nil || spread.Elapsed.N() != want.Tally.Deals()-want.Inferred {
		t.Errorf("distributions of %d deals: %s, %v", want.Tally.Deals(), got.Spread, err)
	}
	got.Spread, want.Spread = nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("campaign (- want + got):\n%s", diff)
	}
}

// hand hands out ranges, which must begin and end with these seeds.
func hand(t testing.TB, s Store, id string, seeds int64, open int, want ...int64) []Range {
	t.Helper()
	ranges, err := s.HandOut(t.Context(), id, seeds, open, at(1))
	if err != nil {
		t.Fatal(err)
	}
	wantRanges(t, "handed out", ranges, want...)
	return ranges
}

func wantRanges(t testing.TB, what string, ranges []Range, want ...int64) {
	t.Helper()
	var got []int64
	for _, r := range ranges {
		got = append(got, r.First, r.Last)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: %d, want %d", what, got, want)
	}
}

func wantOpen(t *testing.T, s Store, id string, want ...int64) {
	t.Helper()
	open, err := s.OpenRanges(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	wantRanges(t, "open", open, want...)
}

// verdictOf is made up of a seed: all kinds come, each once in ten seeds.
func verdictOf(seed int64) campaign.Result {
	r := campaign.Result{Seed: seed, States: 1000 + seed, Elapsed: time.Duration(seed)*time.Microsecond + 1}
	switch seed % 10 {
	case 0:
		r.Verdict = solver.Unwinnable
	case 1:
		r.Verdict, r.Inferred, r.States, r.Elapsed = solver.Unwinnable, true, 0, 0
	case 2:
		r.Verdict, r.Reason = solver.Unknown, solver.Deadline
	case 3:
		r.Verdict, r.Reason = solver.Unknown, solver.States
	case 4:
		r.Verdict, r.Reason = solver.Unknown, solver.Memory
	default:
		r.Verdict, r.Length = solver.Winnable, int(100+seed%50)
	}
	return r
}

// verdictsOf are those of all seeds of a range.
func verdictsOf(first, last int64) []campaign.Result {
	var results []campaign.Result
	for seed := first; seed <= last; seed++ {
		results = append(results, verdictOf(seed))
	}
	return results
}

// done is a range with its results, finished so many seconds after the start.
func done(r Range, seconds int) FinishedRange {
	return FinishedRange{Range: r, Engine: "v1", Results: verdictsOf(r.First, r.Last), Busy: time.Second, At: at(seconds)}
}

func wantResults(t testing.TB, s Store, id string, from int64, most int, want []campaign.Result) {
	t.Helper()
	got, err := s.Results(t.Context(), id, from, most)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results from %d (- want + got):\n%s", from, diff)
	}
}

// by says that a version of the program found these results.
func by(engine string, results []campaign.Result) []campaign.Result {
	for i := range results {
		results[i].Engine = engine
	}
	return results
}

// TestCampaignLife takes a campaign through its life.
func TestCampaignLife(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		plan := planned(t, "a", "klondike", 1, 100)
		if _, found, err := s.Campaign(t.Context(), plan.ID); found || err != nil {
			t.Errorf("before it was added: %t, %v", found, err)
		}
		c := addCampaigns(t, s, plan)[0]
		if c.Number < 1 || c.State != campaign.Queued || c.Version != 1 || c.Next != 1 {
			t.Errorf("added: %+v", c)
		}
		wantCampaign(t, s, c)

		ranges := hand(t, s, c.ID, 10, 3, 1, 10, 11, 20, 21, 30)
		if want := (Range{Campaign: c.ID, Number: c.Number, First: 11, Last: 20}); ranges[1] != want {
			t.Errorf("a range: %+v, want %+v", ranges[1], want)
		}
		c.State, c.Version, c.Next, c.Started = campaign.Running, 2, 31, at(1)
		wantCampaign(t, s, c)
		hand(t, s, c.ID, 10, 3)
		wantCampaign(t, s, c)

		must(t, true)(s.FinishRange(t.Context(), done(ranges[1], 5)))
		c.Version, c.Busy, c.Inferred, c.Tally = 3, time.Second, 1, stats.Tally{Winnable: 5, Unwinnable: 2, Unknown: 3}
		wantCampaign(t, s, c)
		must(t, false)(s.FinishRange(t.Context(), done(ranges[1], 6)))
		wantCampaign(t, s, c)
		wantOpen(t, s, c.ID, 1, 10, 21, 30)
		wantResults(t, s, c.ID, 0, 100, by("v1", verdictsOf(11, 20)))
		wantResults(t, s, c.ID, 13, 2, by("v1", verdictsOf(13, 14)))
		wantResults(t, s, c.ID, 21, 100, nil)

		ranges = append(ranges, hand(t, s, c.ID, 60, 3, 31, 90)...)
		ranges = append(ranges, hand(t, s, c.ID, 60, 5, 91, 100)...)
		hand(t, s, c.ID, 60, 9)
		must(t, false)(s.DeleteCampaign(t.Context(), c.ID))
		for _, i := range []int{4, 0, 3} {
			must(t, true)(s.FinishRange(t.Context(), done(ranges[i], 7)))
		}
		last := done(ranges[2], 9)
		last.Engine = "v2"
		must(t, true)(s.FinishRange(t.Context(), last))
		must(t, false)(s.FinishRange(t.Context(), last))
		c.Version, c.Next, c.State, c.Ended = 10, 101, campaign.Done, at(9)
		c.Busy, c.Inferred, c.Tally = 5*time.Second, 10, stats.Tally{Winnable: 50, Unwinnable: 20, Unknown: 30}
		wantCampaign(t, s, c)
		wantOpen(t, s, c.ID)
		wantResults(t, s, c.ID, 15, 10, slices.Concat(by("v1", verdictsOf(15, 20)), by("v2", verdictsOf(21, 24))))

		hand(t, s, c.ID, 10, 3)
		must(t, false)(s.StopCampaign(t.Context(), c.ID, "late", at(10)))
		must(t, false)(s.EndCampaign(t.Context(), c.ID, campaign.Cancelled, "late", at(10)))
		must(t, false)(s.ResumeCampaign(t.Context(), c.ID))
		wantCampaign(t, s, c)
		must(t, true)(s.DeleteCampaign(t.Context(), c.ID))
		must(t, false)(s.DeleteCampaign(t.Context(), c.ID))
		wantResults(t, s, c.ID, 0, 10, nil)
		if _, found, err := s.Campaign(t.Context(), c.ID); found || err != nil {
			t.Errorf("after it was deleted: %t, %v", found, err)
		}
		must(t, false)(s.FinishRange(t.Context(), last))
	})
}

// TestPlayersCampaign keeps what became of a player's games.
func TestPlayersCampaign(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		c := planned(t, "a", "klondike", 5, 7)
		c.PlayedBy = "yan"
		c = addCampaigns(t, s, c)[0]
		r := hand(t, s, c.ID, 10, 1, 5, 7)[0]
		results := []campaign.Result{
			{Seed: 5, Won: true, Length: 120, Score: 52, States: 3, Elapsed: 7},
			{Seed: 6, Length: 60, Score: 0},
			{Seed: 7, Score: 17},
		}
		solved := done(r, 2)
		if ok, err := s.FinishRange(t.Context(), solved); ok || err == nil {
			t.Errorf("verdicts in a player's campaign: %t, %v", ok, err)
		}
		must(t, true)(s.FinishRange(t.Context(), FinishedRange{Range: r, Engine: "v1", Results: results, At: at(2)}))
		c.State, c.Version, c.Next, c.Started, c.Ended, c.Tally = campaign.Done, 4, 8, at(1), at(2), stats.Tally{Won: 1, Lost: 2}
		wantCampaign(t, s, c)
		wantResults(t, s, c.ID, 0, 10, by("v1", results))
	})
}

// TestRefusedResults tries to finish a range with what can't have become of it: nothing is
// changed.
func TestRefusedResults(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		c := addCampaigns(t, s, planned(t, "a", "klondike", 1, 10))[0]
		r := hand(t, s, c.ID, 5, 2, 1, 5, 6, 10)[0]
		before, _, _ := s.Campaign(t.Context(), c.ID)
		for what, spoil := range map[string]func(f *FinishedRange){
			"a seed left out":   func(f *FinishedRange) { f.Results = slices.Delete(f.Results, 2, 3) },
			"a seed twice":      func(f *FinishedRange) { f.Results[2].Seed = 2 },
			"another order":     func(f *FinishedRange) { f.Results[1], f.Results[2] = f.Results[2], f.Results[1] },
			"the last left out": func(f *FinishedRange) { f.Results = f.Results[:4] },
			"none":              func(f *FinishedRange) { f.Results = nil },
			"one too many":      func(f *FinishedRange) { f.Results = append(f.Results, verdictOf(6)) },
			"no verdict":        func(f *FinishedRange) { f.Results[0].Verdict = "" },
			"another verdict":   func(f *FinishedRange) { f.Results[0].Verdict = "won" },
			"no reason":         func(f *FinishedRange) { f.Results[1].Reason = "" },
			"cancelled":         func(f *FinishedRange) { f.Results[1].Reason = solver.Cancelled },
			"a reason too many": func(f *FinishedRange) { f.Results[0].Reason = solver.States },
			"won":               func(f *FinishedRange) { f.Results[0].Won = true },
			"a score":           func(f *FinishedRange) { f.Results[0].Score = 52 },
			"states below zero": func(f *FinishedRange) { f.Results[0].States = -1 },
			"time below zero":   func(f *FinishedRange) { f.Results[0].Elapsed = -1 },
		} {
			f := done(r, 3)
			spoil(&f)
			if ok, err := s.FinishRange(t.Context(), f); ok || !errors.Is(err, ErrResults) {
				t.Errorf("%s: %t, %v", what, ok, err)
			}
		}
		// A range that was never handed out is as good as done.
		must(t, false)(s.FinishRange(t.Context(), done(Range{Campaign: c.ID, First: 1, Last: 4}, 3)))
		must(t, false)(s.FinishRange(t.Context(), done(Range{Campaign: c.ID, First: 2, Last: 5}, 3)))
		must(t, false)(s.FinishRange(t.Context(), done(Range{Campaign: "none", First: 1, Last: 5}, 3)))
		wantCampaign(t, s, before)
		wantResults(t, s, c.ID, 0, 10, nil)
		must(t, true)(s.FinishRange(t.Context(), done(r, 3)))
	})
}

// TestSpread adds up distributions. One that is damaged is not written over.
func TestSpread(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
		c := addCampaigns(t, s, planned(t, "a", "klondike", 1, 40))[0]
		whole := stats.NewSpread()
		ranges := hand(t, s, c.ID, 10, 4, 1, 10, 11, 20, 21, 30, 31, 40)
		for _, r := range ranges[:3] {
			f := done(r, 3)
			for i := range f.Results {
				whole.Add(f.Results[i].Deal(false))
			}
			must(t, true)(s.FinishRange(t.Context(), f))
		}
		got, _, err := s.Campaign(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		spread, err := stats.ReadSpread(got.Spread)
		if err != nil || !reflect.DeepEqual(spread, whole) {
			t.Errorf("%s, %v", got.Spread, err)
		}
		e.damage(t, s, `UPDATE campaigns SET spread = '{"states":{"bits":99}}'`)
		if ok, err := s.FinishRange(t.Context(), done(ranges[3], 3)); ok || !errors.Is(err, solver.ErrDamaged) {
			t.Errorf("onto a damaged one: %t, %v", ok, err)
		}
		wantOpen(t, s, c.ID, 31, 40)
	})
}

// TestDamagedPlan reads a campaign whose plan is no plan.
func TestDamagedPlan(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
		c := addCampaigns(t, s, planned(t, "a", "klondike", 1, 40))[0]
		e.damage(t, s, "UPDATE campaigns SET plan = 'nonsense'")
		if _, _, err := s.Campaign(t.Context(), c.ID); !errors.Is(err, solver.ErrDamaged) {
			t.Error(err)
		}
	})
}

// TestStoppedCampaign finishes what is open, and no more.
func TestStoppedCampaign(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		c := addCampaigns(t, s, planned(t, "a", "klondike", 0, 1000))[0]
		ranges := hand(t, s, c.ID, 10, 2, 0, 9, 10, 19)
		must(t, true)(s.StopCampaign(t.Context(), c.ID, "width", at(3)))
		must(t, false)(s.StopCampaign(t.Context(), c.ID, "deals", at(4)))
		hand(t, s, c.ID, 10, 9)
		c.State, c.Version, c.Next, c.Started, c.Stopping, c.Reason = campaign.Running, 3, 20, at(1), true, "width"
		wantCampaign(t, s, c)
		for _, r := range ranges {
			must(t, true)(s.FinishRange(t.Context(), done(r, 5)))
		}
		c.State, c.Version, c.Ended, c.Busy, c.Inferred, c.Tally = campaign.Done, 6, at(5), 2*time.Second, 2, stats.Tally{Winnable: 10, Unwinnable: 4, Unknown: 6}
		wantCampaign(t, s, c)

		// Where nothing is open it ends at once.
		c = addCampaigns(t, s, planned(t, "b", "klondike", 0, 1000))[0]
		must(t, true)(s.StopCampaign(t.Context(), c.ID, "deadline", at(6)))
		c.State, c.Version, c.Stopping, c.Reason, c.Ended = campaign.Done, 3, true, "deadline", at(6)
		wantCampaign(t, s, c)
	})
}

// TestCancelledCampaign is cancelled, and resumed where it was.
func TestCancelledCampaign(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		for _, state := range []string{campaign.Cancelled, campaign.Failed} {
			c := addCampaigns(t, s, planned(t, state, "klondike", 0, 29))[0]
			must(t, false)(s.ResumeCampaign(t.Context(), c.ID))
			ranges := hand(t, s, c.ID, 10, 2, 0, 9, 10, 19)
			must(t, true)(s.FinishRange(t.Context(), done(ranges[0], 2)))
			must(t, true)(s.StopCampaign(t.Context(), c.ID, "width", at(3)))
			must(t, true)(s.EndCampaign(t.Context(), c.ID, state, "why", at(4)))
			must(t, false)(s.EndCampaign(t.Context(), c.ID, state, "why else", at(5)))
			must(t, false)(s.StopCampaign(t.Context(), c.ID, "why else", at(5)))
			must(t, false)(s.FinishRange(t.Context(), done(ranges[1], 5)))
			hand(t, s, c.ID, 10, 9)
			c.State, c.Version, c.Next, c.Started, c.Stopping, c.Reason, c.Ended = state, 5, 20, at(1), true, "why", at(4)
			c.Busy, c.Inferred, c.Tally = time.Second, 1, stats.Tally{Winnable: 5, Unwinnable: 2, Unknown: 3}
			wantCampaign(t, s, c)
			wantOpen(t, s, c.ID, 10, 19)
			wantResults(t, s, c.ID, 0, 100, by("v1", verdictsOf(0, 9)))

			must(t, true)(s.ResumeCampaign(t.Context(), c.ID))
			must(t, false)(s.ResumeCampaign(t.Context(), c.ID))
			c.State, c.Version, c.Stopping, c.Reason, c.Ended = campaign.Queued, 6, false, "", time.Time{}
			wantCampaign(t, s, c)
			hand(t, s, c.ID, 10, 1) // as much is open
			c.State, c.Version = campaign.Running, 7
			wantCampaign(t, s, c)
			must(t, true)(s.FinishRange(t.Context(), done(ranges[1], 6)))
			must(t, true)(s.FinishRange(t.Context(), done(hand(t, s, c.ID, 10, 1, 20, 29)[0], 7)))
			c.State, c.Version, c.Next, c.Ended = campaign.Done, 11, 30, at(7)
			c.Busy, c.Inferred, c.Tally = 3*time.Second, 3, stats.Tally{Winnable: 15, Unwinnable: 6, Unknown: 9}
			wantCampaign(t, s, c)
		}
		if ok, err := s.EndCampaign(t.Context(), "none", campaign.Done, "", at(0)); ok || err == nil {
			t.Errorf("ended as done: %t, %v", ok, err)
		}
	})
}

// TestRefusedCampaigns adds campaigns that can't be.
func TestRefusedCampaigns(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		for _, c := range []campaign.Campaign{
			planned(t, "a", "klondike", 2, 1),
			planned(t, "a", "klondike", 2, math.MaxInt64),
		} {
			if _, err := s.AddCampaign(t.Context(), c); err == nil {
				t.Errorf("added seeds %d to %d", c.First, c.Last)
			}
		}
		c := addCampaigns(t, s, planned(t, "a", "klondike", math.MaxInt64-5, math.MaxInt64-1))[0]
		hand(t, s, c.ID, math.MaxInt64, 3, math.MaxInt64-5, math.MaxInt64-1)
		if _, err := s.AddCampaign(t.Context(), c); err == nil {
			t.Error("two campaigns have the same id")
		}
		if _, err := s.HandOut(t.Context(), c.ID, 0, 1, at(1)); err == nil {
			t.Error("ranges of no seeds")
		}
	})
}

// TestListedCampaigns lists some of several campaigns.
func TestListedCampaigns(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		all := addCampaigns(t, s,
			planned(t, "a", "klondike", 1, 2), planned(t, "b", "free-cell", 1, 2), planned(t, "c", "klondike", 3, 4), planned(t, "d", "klondike", 5, 6))
		must(t, true)(s.EndCampaign(t.Context(), all[2].ID, campaign.Cancelled, "", at(50)))
		must(t, true)(s.EndCampaign(t.Context(), all[1].ID, campaign.Failed, "", at(60)))
		klondike := all[0].Rules
		for _, test := range []struct {
			which campaign.Filter
			want  string
		}{
			{campaign.Filter{}, "dcba"},
			{campaign.Filter{Unfinished: true}, "da"},
			{campaign.Filter{Rules: &klondike}, "dca"},
			{campaign.Filter{Rules: &klondike, Unfinished: true}, "da"},
			{campaign.Filter{Most: 3}, "dcb"},
			{campaign.Filter{State: campaign.Queued}, "da"},
			{campaign.Filter{State: campaign.Cancelled}, "c"},
			{campaign.Filter{State: campaign.Running}, ""},
			{campaign.Filter{Rules: &klondike, State: campaign.Queued, Most: 1}, "d"},
			{campaign.Filter{Named: true}, "dcba"},
			{campaign.Filter{Named: true, State: campaign.Queued}, "da"},
		} {
			found, err := s.Campaigns(t.Context(), test.which)
			got := ""
			for _, c := range found {
				got += c.ID[:1]
				if diff := cmp.Diff(all[c.Number-all[0].Number].Rules, c.Rules); diff != "" {
					t.Errorf("%s has other rules", c.ID)
				}
			}
			if err != nil || got != test.want {
				t.Errorf("%+v: %s, %v, want %s", test.which, got, err, test.want)
			}
		}
		for since, want := range map[int]map[string]int64{
			50: {all[0].ID: 1, all[1].ID: 2, all[2].ID: 2, all[3].ID: 1},
			51: {all[0].ID: 1, all[1].ID: 2, all[3].ID: 1},
			61: {all[0].ID: 1, all[3].ID: 1},
		} {
			got, err := s.Changes(t.Context(), at(since))
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("changes since %d: %v\n%s", since, err, diff)
			}
		}
	})
}

// TestCampaignOfAnotherEpoch is neither handed out nor finished nor resumed.
func TestCampaignOfAnotherEpoch(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
		old, next := planned(t, "old", "klondike", 0, 99), planned(t, "next", "klondike", 0, 99)
		addCampaigns(t, s, old, next)
		ranges := append(hand(t, s, old.ID, 10, 1, 0, 9), hand(t, s, next.ID, 10, 1, 0, 9)...)
		e.damage(t, s, fmt.Sprintf("UPDATE campaigns SET epoch = epoch - 1 WHERE id = '%s'", old.ID))
		e.damage(t, s, fmt.Sprintf("UPDATE campaigns SET epoch = epoch + 1 WHERE id = '%s'", next.ID))
		for _, r := range ranges {
			must(t, false)(s.FinishRange(t.Context(), done(r, 3)))
		}
		hand(t, s, next.ID, 10, 5)
		if c, _, err := s.Campaign(t.Context(), next.ID); err != nil || c.State != campaign.Running {
			t.Errorf("of the next epoch: %s, %v", c.State, err)
		}
		hand(t, s, old.ID, 10, 5)
		if c, _, err := s.Campaign(t.Context(), old.ID); err != nil || c.State != campaign.Failed || c.Reason != "it is of an earlier epoch" {
			t.Errorf("of an old epoch: %s, %s, %v", c.State, c.Reason, err)
		}
		must(t, false)(s.ResumeCampaign(t.Context(), old.ID))
		if _, err := s.Forget(t.Context(), solver.Epoch); err != nil {
			t.Error(err)
		}
		if _, found, err := s.Campaign(t.Context(), old.ID); !found || err != nil {
			t.Errorf("after the verdicts of its epoch were forgotten: %t, %v", found, err)
		}
		must(t, true)(s.EndCampaign(t.Context(), next.ID, campaign.Cancelled, "", at(1)))
		must(t, false)(s.ResumeCampaign(t.Context(), next.ID))
	})
}

// TestRangesFinishedByMany has several finish each range, while ranges are handed out by
// several and the campaign is cancelled, resumed and stopped at any time: every deal that
// was handed out counts once in the end.
func TestRangesFinishedByMany(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
		const last = 399
		c := addCampaigns(t, s, planned(t, "a", "klondike", 0, last))[0]
		stores := []Store{s}
		if p, ok := s.(*Postgres); ok { // as another process would
			stores = append(stores, open(t, Config{URL: p.pool.Config().ConnString(), Log: logger(t)}))
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
					if _, err := s.HandOut(t.Context(), c.ID, 1+random.Int64N(20), 4, at(1)); err != nil {
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

// TestStoppedWhileFinishing stops a campaign while its last ranges are finished: it ends,
// whoever comes last.
func TestStoppedWhileFinishing(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
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

// TestDeletedWhileFinishing deletes a cancelled campaign while others finish its ranges:
// no result stays behind.
func TestDeletedWhileFinishing(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
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
func wantRows(t *testing.T, s Store, table string, want int) {
	t.Helper()
	n := -1
	if _, err := one(t.Context(), tablesOf(s).read, "SELECT count(*) FROM "+table, nil, &n); err != nil || n != want {
		t.Errorf("%s has %d rows, %v, want %d", table, n, err, want)
	}
}

// TestDeletionGoesOn deletes what a deletion that was interrupted left.
func TestDeletionGoesOn(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		last := int64(2*sweptAtOnce + 10)
		all := addCampaigns(t, s, planned(t, "a", "klondike", 0, last), planned(t, "b", "klondike", 0, 9), planned(t, "c", "klondike", 0, 9))
		for _, c := range all {
			must(t, true)(s.FinishRange(t.Context(), done(hand(t, s, c.ID, last+1, 1, 0, c.Last)[0], 1)))
		}
		ctx, cancel := context.WithCancel(t.Context())
		l := tablesOf(s)
		atomically := l.atomically
		transactions := 0
		l.atomically = func(ctx context.Context, f func(tx transaction) (bool, error)) error {
			if transactions++; transactions == 3 {
				cancel()
			}
			return atomically(ctx, f)
		}
		if _, err := l.DeleteCampaign(ctx, all[0].ID); !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted: %v", err)
		}
		wantRows(t, s, "results", 20+int(last)+1-sweptAtOnce)
		must(t, true)(s.DeleteCampaign(t.Context(), all[1].ID))
		wantRows(t, s, "results", 10)
		wantRows(t, s, "deleted_campaigns", 0)
	})
}

// tablesOf is a copy of a store's.
func tablesOf(s Store) tables {
	switch s := s.(type) {
	case *Postgres:
		return s.tables
	case *SQLite:
		return s.tables
	}
	panic("another store")
}

// TestAndMore does something else in the transactions of PostgreSQL.
func TestAndMore(t *testing.T) {
	t.Parallel()
	s := open(t, engines[0].config(t)).(*Postgres)
	if _, err := s.Connections().Exec(t.Context(), "CREATE TABLE more (what text)"); err != nil {
		t.Fatal(err)
	}
	write := func(ctx context.Context, tx pgx.Tx, what string) error {
		_, err := tx.Exec(ctx, "INSERT INTO more VALUES ($1)", what)
		return err
	}
	c := addCampaigns(t, s, planned(t, "a", "klondike", 0, 29))[0]
	refused := errors.New("no")
	_, err := s.HandOutAnd(t.Context(), c.ID, 10, 2, at(1), func(ctx context.Context, tx pgx.Tx, ranges []Range) error {
		wantRanges(t, "handed out", ranges, 0, 9, 10, 19)
		return errors.Join(write(ctx, tx, "x"), refused)
	})
	if !errors.Is(err, refused) {
		t.Error(err)
	}
	wantCampaign(t, s, c)
	ranges, err := s.HandOutAnd(t.Context(), c.ID, 10, 2, at(1), func(ctx context.Context, tx pgx.Tx, ranges []Range) error {
		return write(ctx, tx, fmt.Sprint(len(ranges)))
	})
	if err != nil {
		t.Fatal(err)
	}
	wantRanges(t, "handed out", ranges, 0, 9, 10, 19)

	finish := func(r Range, err error) (bool, error) {
		return s.FinishRangeAnd(t.Context(), done(r, 2), func(ctx context.Context, tx pgx.Tx, finished bool) error {
			return errors.Join(write(ctx, tx, fmt.Sprint(r.First, finished)), err)
		})
	}
	if _, err := finish(ranges[0], refused); !errors.Is(err, refused) {
		t.Error(err)
	}
	wantOpen(t, s, c.ID, 0, 9, 10, 19)
	must(t, true)(finish(ranges[0], nil))
	must(t, false)(finish(ranges[0], nil))
	must(t, true)(s.EndCampaign(t.Context(), c.ID, campaign.Cancelled, "", at(3)))
	must(t, false)(finish(ranges[1], nil))
	var more []string
	if err := s.pool.QueryRow(t.Context(), "SELECT array_agg(what) FROM more").Scan(&more); err != nil {
		t.Fatal(err)
	}
	if want := []string{"2", "0 true", "0 false", "10 false"}; !slices.Equal(more, want) {
		t.Errorf("%q, want %q", more, want)
	}
	wantResults(t, s, c.ID, 0, 100, by("v1", verdictsOf(0, 9)))
}

// imports is a campaign of a source, with the verdicts of these seeds.
func imports(t *testing.T, name, source, game string, seeds ...int64) (campaign.Campaign, []campaign.Result) {
	t.Helper()
	c := planned(t, name, game, 0, 0)
	c.Source, c.Ended = source, at(1)
	var results []campaign.Result
	for _, seed := range seeds {
		results = append(results, verdictOf(seed))
	}
	return c, results
}

func mustImport(t *testing.T, s Store, c campaign.Campaign, results []campaign.Result, replace bool) campaign.Campaign {
	t.Helper()
	c, err := s.ImportCampaign(t.Context(), c, results, replace)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestImport imports campaigns, again, and in place of each other.
func TestImport(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		plan, results := imports(t, "a", "solvitaire", "klondike", 3, 5, 1000)
		c := mustImport(t, s, plan, results, false)
		want := plan
		want.Number, want.State, want.Version, want.First, want.Last, want.Next = c.Number, campaign.Done, 1, 3, 1000, 1001
		want.Tally = stats.Tally{Winnable: 1, Unwinnable: 1, Unknown: 1}
		wantCampaign(t, s, want)
		wantResults(t, s, c.ID, 0, 10, results)

		import2 := func(name, source, game string, replace bool, seeds ...int64) error {
			plan, results := imports(t, name, source, game, seeds...)
			_, err := s.ImportCampaign(t.Context(), plan, results, replace)
			return err
		}
		got, again := errors.AsType[*Imported](import2("b", "solvitaire", "klondike", false, 4, 5, 1000, 1001))
		if !again || *got != (Imported{Campaign: c.ID, Seed: 5}) {
			t.Errorf("again: %+v", got)
		}
		if _, found, _ := s.Campaign(t.Context(), "b-0123456789012345678901"); found {
			t.Error("a refused import is there")
		}
		for i, err := range []error{
			import2("b", "solvitaire", "klondike", false, 2, 4, 999),
			import2("c", "others", "klondike", false, 3, 5, 1000),
			import2("d", "solvitaire", "free-cell", false, 3, 5, 1000),
		} {
			if err != nil {
				t.Errorf("%d: %s", i, err)
			}
		}
		if err := import2("e", "solvitaire", "klondike", true, 4, 5, 6); err != nil {
			t.Error(err)
		}
		found, err := s.Campaigns(t.Context(), campaign.Filter{})
		got2 := ""
		for _, c := range found {
			got2 += c.ID[:1]
		}
		if err != nil || got2 != "edc" {
			t.Errorf("after replacing: %s, %v", got2, err)
		}
		wantRows(t, s, "results", 9)

		for what, err := range map[string]error{
			"nothing":          import2("f", "solvitaire", "klondike", false),
			"no source":        import2("f", "", "klondike", false, 7),
			"not in order":     import2("f", "solvitaire", "klondike", false, 9, 7),
			"twice":            import2("f", "solvitaire", "klondike", false, 7, 7),
			"beyond all seeds": import2("f", "solvitaire", "klondike", false, math.MaxInt64),
		} {
			if err == nil {
				t.Errorf("imported: %s", what)
			}
		}
	})
}

// TestImportedByMany imports the same at the same time: once.
func TestImportedByMany(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		var work sync.WaitGroup
		var errs [4]error
		for i := range errs {
			plan, results := imports(t, fmt.Sprint(i), "solvitaire", "klondike", 1, 2, 3)
			work.Go(func() { _, errs[i] = s.ImportCampaign(t.Context(), plan, results, false) })
		}
		work.Wait()
		fine := 0
		for _, err := range errs {
			if _, again := errors.AsType[*Imported](err); err == nil {
				fine++
			} else if !again {
				t.Error(err)
			}
		}
		if wantRows(t, s, "results", 3); fine != 1 {
			t.Errorf("%d of %d imported", fine, len(errs))
		}
	})
}

// ran is a campaign that was run here to its end, with these verdicts of seeds from 0.
func ran(t *testing.T, s Store, name, game string, verdicts ...solver.Verdict) campaign.Campaign {
	t.Helper()
	c := addCampaigns(t, s, planned(t, name, game, 0, int64(len(verdicts)-1)))[0]
	r := hand(t, s, c.ID, int64(len(verdicts)), 1, 0, c.Last)[0]
	f := FinishedRange{Range: r, At: at(2)}
	for seed, v := range verdicts {
		d := campaign.Result{Seed: int64(seed), Verdict: v}
		if v == solver.Unknown {
			d.Reason = solver.Memory
		}
		f.Results = append(f.Results, d)
	}
	must(t, true)(s.FinishRange(t.Context(), f))
	return c
}

const (
	won, lost, either = solver.Winnable, solver.Unwinnable, solver.Unknown
)

// TestKnown reads what campaigns have proven.
func TestKnown(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
		ran(t, s, "a", "klondike", won, lost, either, won, lost)
		ran(t, s, "b", "free-cell", lost, lost, won, either, won)
		ran(t, s, "c", "klondike-draw-2", won, won, won, won, won)
		old := ran(t, s, "d", "klondike", won, won, won, won, won)
		e.damage(t, s, fmt.Sprintf("UPDATE campaigns SET epoch = epoch + 1 WHERE number = %d", old.Number))
		others, results := imports(t, "e", campaign.Ours, "klondike", 0, 1, 2, 3, 4)
		mustImport(t, s, others, results, false)
		player := planned(t, "f", "klondike", 0, 0)
		player.PlayedBy = "yan"
		addCampaigns(t, s, player)
		r := hand(t, s, player.ID, 1, 1, 0, 0)[0]
		must(t, true)(s.FinishRange(t.Context(), FinishedRange{Range: r, Results: []campaign.Result{{Won: true}}}))

		klondike, freeCell := rulesOf(t, "klondike"), rulesOf(t, "free-cell")
		k, f := DigestOf(&klondike), DigestOf(&freeCell)
		got, err := s.Known(t.Context(), []RulesDigest{k, f}, "solvitaire", 1, 3)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(got, func(a, b KnownVerdict) int { return int(a.Seed - b.Seed) })
		want := map[KnownVerdict]bool{
			{k, 1, lost}: true, {k, 3, won}: true, {f, 1, lost}: true, {f, 2, won}: true,
		}
		have := map[KnownVerdict]bool{}
		for _, v := range got {
			have[v] = true
		}
		if !maps.Equal(want, have) || len(got) != len(want) {
			t.Errorf("known: %+v", got)
		}
		if got, err := s.Known(t.Context(), []RulesDigest{k}, "pysol", 1, 3); err != nil || len(got) > 0 {
			t.Errorf("of another scheme: %+v, %v", got, err)
		}
	})
}

// TestPairs counts deals of two games.
func TestPairs(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
		ran(t, s, "a", "klondike", won, lost, either, won, lost, lost, won)
		ran(t, s, "b", "klondike-draw-2", won, won, won, either, either)
		ran(t, s, "c", "klondike-draw-2", either, either, either, either, lost, lost) // of the rest the better counts
		old := ran(t, s, "d", "klondike-draw-2", won, won, won, won, won, won, won)
		e.damage(t, s, fmt.Sprintf("UPDATE campaigns SET epoch = epoch + 1 WHERE number = %d", old.Number))
		others, results := imports(t, "e", "others", "klondike-draw-2", 6)
		mustImport(t, s, others, results, false)
		three, two := rulesOf(t, "klondike"), rulesOf(t, "klondike-draw-2")
		got, err := s.Pairs(t.Context(), DigestOf(&three), DigestOf(&two), "solvitaire")
		want := map[[2]solver.Verdict]int64{{won, won}: 1, {lost, won}: 1, {either, won}: 1, {won, either}: 1, {lost, lost}: 2}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v (- want + got)\n%s", err, diff)
		}
		others, results = imports(t, "f", campaign.Ours, "klondike-draw-2", 6)
		mustImport(t, s, others, results, false)
		want[[2]solver.Verdict{won, won}]++
		got, err = s.Pairs(t.Context(), DigestOf(&three), DigestOf(&two), "solvitaire")
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("with what another of us found: %v (- want + got)\n%s", err, diff)
		}
	})
}

// TestContradictions finds deals of which two say different things.
func TestContradictions(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
		klondike := rulesOf(t, "klondike")
		want := func(want ...stats.Contradiction) {
			t.Helper()
			got, err := s.Contradictions(t.Context(), DigestOf(&klondike), 10)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%v (- want + got)\n%s", err, diff)
			}
		}
		want()
		ran(t, s, "a", "klondike", won, lost, either, won)
		want()
		others, results := imports(t, "b", "others", "klondike", 0, 1, 2, 3, 4, 5) // 0 and 1 lost, 5 won, unknown the rest
		mustImport(t, s, others, results, false)
		elsewhere, results := imports(t, "c", "others", "free-cell", 3, 10)
		mustImport(t, s, elsewhere, results, false)
		first := stats.Contradiction{Seed: "solvitaire:0", Unwinnable: "others"}
		want(first)
		player := planned(t, "p", "klondike", 0, 1)
		player.PlayedBy = "yan"
		addCampaigns(t, s, player)
		r := hand(t, s, player.ID, 2, 1, 0, 1)[0]
		must(t, true)(s.FinishRange(t.Context(), FinishedRange{Range: r, Results: []campaign.Result{{Seed: 0}, {Seed: 1, Won: true}}}))
		second := stats.Contradiction{Seed: "solvitaire:1", Player: "yan"}
		third := second
		third.Unwinnable = "others"
		want(first, second, third)
		if got, err := s.Contradictions(t.Context(), DigestOf(&klondike), 1); err != nil || len(got) != 1 {
			t.Errorf("at most one: %+v, %v", got, err)
		}
		e.damage(t, s, "UPDATE campaigns SET epoch = epoch + 1 WHERE source = ''")
		want()
	})
}

// TestSizeWithoutCampaigns has campaigns take no room from verdicts.
func TestSizeWithoutCampaigns(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		measure := func() int64 {
			size, err := s.Size(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return size
		}
		before := measure()
		const deals = 50_000 // which take more than a megabyte
		c := addCampaigns(t, s, planned(t, "a", "klondike", 1, deals))[0]
		must(t, true)(s.FinishRange(t.Context(), done(hand(t, s, c.ID, deals, 1, 1, deals)[0], 1)))
		if grown := measure() - before; grown > 200_000 || grown < -200_000 {
			t.Errorf("%d deals take %d bytes", deals, grown)
		}
	})
}
