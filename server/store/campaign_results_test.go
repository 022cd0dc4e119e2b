package store

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// TestPlayersCampaign stores the results of a player.
func TestPlayersCampaign(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
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

// TestRefusedResults finishes a range with impossible results: nothing changes.
func TestRefusedResults(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
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

// TestSpread adds up distributions. A damaged one is not overwritten.
func TestSpread(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
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

// TestDamagedPlan reads a campaign with a damaged plan, and lists the one beside it.
func TestDamagedPlan(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		both := addCampaigns(t, s, planned(t, "a", "klondike", 1, 40), planned(t, "b", "klondike", 1, 40))
		e.damage(t, s, "UPDATE campaigns SET plan = 'nonsense' WHERE id = '"+both[0].ID+"'")
		if _, found, err := s.Campaign(t.Context(), both[0].ID); found || !errors.Is(err, solver.ErrDamaged) {
			t.Error(found, err)
		}
		list, err := s.Campaigns(t.Context(), campaign.Filter{})
		if err != nil || len(list) != 1 || list[0].ID != both[1].ID {
			t.Errorf("listed: %v, %v; want only %s", list, err, both[1].ID)
		}
	})
}
