package store

import (
	"errors"
	"fmt"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// sealAnyway gives all campaigns a valid seal, whatever their rows say.
func sealAnyway(t *testing.T, s *Store) {
	t.Helper()
	all := func([]byte, string, ...[]byte) bool { return true }
	r := resealing{Store: s, trusted: all}
	if err := r.campaigns(t.Context()); err != nil || r.left > 0 {
		t.Fatal(r.left, err)
	}
}

// solvedCampaign adds a campaign of deals from 1, done in ranges of so many deals.
func solvedCampaign(t *testing.T, s *Store, name, game string, deals, size int64) campaign.Campaign {
	t.Helper()
	c := addCampaigns(t, s, planned(t, name, game, 1, deals))[0]
	for {
		open, err := s.HandOut(t.Context(), c.ID, size, 1, start, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(open) == 0 {
			return c
		}
		must(t, true)(s.FinishRange(t.Context(), FinishedRange{
			Range: open[0], Engine: "v1", Results: searched(open[0].First, open[0].Last), At: start,
		}))
	}
}

// wantReadable checks how many results of a campaign can be read.
func wantReadable(t *testing.T, s *Store, id string, want int) {
	t.Helper()
	found := 0
	for from := int64(1); ; {
		page, err := s.Results(t.Context(), id, from, 700)
		if err != nil {
			t.Errorf("results from %d: %v", from, err)
			return
		}
		if found += len(page); len(page) < 700 {
			break
		}
		from = page[len(page)-1].Seed + 1
	}
	if found != want {
		t.Errorf("%d results, want %d", found, want)
	}
}

// TestPlantedResults changes results, and their seals as far as that needs no key. None of them is
// exported, compared, or inferred from any more; results with other seals are exported.
func TestPlantedResults(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		klondike, other := rulesOf(t, "klondike"), rulesOf(t, "klondike-draw-2")
		of := []RulesDigest{DigestOf(&klondike)}
		const deals = 2500
		solvedCampaign(t, s, "other", "klondike-draw-2", deals, 1300)
		for i, statement := range []string{
			"UPDATE results SET outcome = 3 - outcome WHERE campaign = %d AND seed = (SELECT min(seed) FROM results WHERE outcome < 3 AND seed > 2400)",
			"UPDATE results SET states = states + 1 WHERE campaign = %d AND seed = 2450",
			"UPDATE results SET inferred = 1 WHERE campaign = %d AND seed = 2450",
			"DELETE FROM results WHERE campaign = %d AND seed = 2500",
			"DELETE FROM results WHERE campaign = %d AND seed > 2300",
			"UPDATE results SET seed = 2501 WHERE campaign = %d AND seed = 2500",
			"DELETE FROM result_seals WHERE campaign = %d AND first > 2000",
			"UPDATE result_seals SET seal = (SELECT seal FROM result_seals WHERE campaign = 1 AND first = 1) WHERE campaign = %d AND last = 2500",
			"UPDATE result_seals SET last = 2499 WHERE campaign = %d AND last = 2500",
			"UPDATE result_seals SET campaign = 1000 + campaign WHERE campaign = %d AND last = 2500",
		} {
			name := fmt.Sprintf("planted-%d", i)
			c := solvedCampaign(t, s, name, "klondike", deals, 1300)
			wantReadable(t, s, c.ID, deals)
			if known, err := s.Known(t.Context(), of, "solvitaire", 2400, 2500); err != nil || len(known) < 90 {
				t.Errorf("%d known, %v", len(known), err)
			}
			if pairs, err := s.Pairs(t.Context(), of[0], DigestOf(&other), "solvitaire"); err != nil || len(pairs) == 0 {
				t.Errorf("pairs %v, %v", pairs, err)
			}
			statement = fmt.Sprintf(statement, c.Number)
			e.damage(t, s, statement)
			if page, err := s.Results(t.Context(), c.ID, 2200, 1000); !errors.Is(err, solver.ErrDamaged) || len(page) > 0 {
				t.Errorf("%s: %d results, %v", statement, len(page), err)
			}
			if page, err := s.Results(t.Context(), c.ID, 1, 1000); err != nil || len(page) != 1000 {
				t.Errorf("%s: %d results of others, %v", statement, len(page), err)
			}
			if known, err := s.Known(t.Context(), of, "solvitaire", 2400, 2500); err != nil || len(known) > 0 {
				t.Errorf("%s: %d known, %v", statement, len(known), err)
			}
			if pairs, err := s.Pairs(t.Context(), of[0], DigestOf(&other), "solvitaire"); err != nil || len(pairs) > 0 {
				t.Errorf("%s: pairs %v, %v", statement, pairs, err)
			}
			if n, err := s.Decided(t.Context(), of[0]); err != nil || n > 0 {
				t.Errorf("%s: %d decided, %v", statement, n, err)
			}
			if found, err := s.Contradictions(t.Context(), of[0], 10); err != nil || len(found) > 0 {
				t.Errorf("%s: contradictions %v, %v", statement, found, err)
			}
			must(t, true)(s.DeleteCampaign(t.Context(), c.ID))
		}
	})
}

// TestPlantedTally changes what a campaign is or has counted. It is refused then, and no range
// adds to it.
func TestPlantedTally(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		for i, change := range []string{
			"winnable = winnable + 1", "busy_ns = 0", "inferred = 5", "spread = ''", "player = 'greedy'", "game = 'spider'",
			"last = 20", "source = 'thoughtful'", "scheme = 'pysol'", "plan = replace(plan, '1000', '2000')", "seal = NULL",
		} {
			c := addCampaigns(t, s, planned(t, fmt.Sprintf("tally-%d", i), "klondike", 1, 30))[0]
			open := hand(t, s, c.ID, 10, 2, 1, 10, 11, 20)
			must(t, true)(s.FinishRange(t.Context(), FinishedRange{Range: open[0], Engine: "v1", Results: searched(1, 10), Busy: 1, At: start}))
			e.damage(t, s, fmt.Sprintf("UPDATE campaigns SET %s WHERE number = %d", change, c.Number))
			if _, found, err := s.Campaign(t.Context(), c.ID); found || !errors.Is(err, solver.ErrDamaged) {
				t.Errorf("%s: found %t, %v", change, found, err)
			}
			if all, err := s.Campaigns(t.Context(), campaign.Filter{}); err != nil || len(all) > 0 {
				t.Errorf("%s: %d listed, %v", change, len(all), err)
			}
			finished, err := s.FinishRange(t.Context(), FinishedRange{Range: open[1], Engine: "v1", Results: searched(11, 20), At: start})
			if finished || !errors.Is(err, solver.ErrDamaged) && !errors.Is(err, ErrResults) {
				t.Errorf("%s: finished %t, %v", change, finished, err)
			}
			must(t, true)(s.EndCampaign(t.Context(), c.ID, campaign.Failed, "", at(1)))
			must(t, true)(s.DeleteCampaign(t.Context(), c.ID))
		}
	})
}

// reseal seals a store anew, and checks how many campaigns that concerns.
func reseal(t *testing.T, s *Store, adopt bool, sealed, left int64) {
	t.Helper()
	if gotSealed, gotLeft, err := s.Reseal(t.Context(), adopt); gotSealed != sealed || gotLeft != left || err != nil {
		t.Errorf("sealed %d, left %d, %v, want %d and %d", gotSealed, gotLeft, err, sealed, left)
	}
}

// TestCampaignKeys replaces the key of campaigns: both are valid, they are sealed anew except a
// damaged one, and the old key goes.
func TestCampaignKeys(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) *Store) {
		s := open(firstKey)
		good, bad := solvedCampaign(t, s, "good", "klondike", 1500, 1500), solvedCampaign(t, s, "bad", "klondike", 1500, 1500)
		if _, err := s.Write.Change(t.Context(), "UPDATE results SET states = states + 1 WHERE campaign = $1 AND seed = 7", bad.Number); err != nil {
			t.Fatal(err)
		}
		s = open(secondKey + "," + firstKey)
		wantReadable(t, s, good.ID, 1500)
		reseal(t, s, false, 1, 1)
		reseal(t, s, false, 0, 1)
		s = open(secondKey)
		wantReadable(t, s, good.ID, 1500)
		if _, found, err := s.Campaign(t.Context(), good.ID); !found || err != nil {
			t.Error(found, err)
		}
		if _, _, err := s.Campaign(t.Context(), bad.ID); !errors.Is(err, solver.ErrDamaged) {
			t.Error(err)
		}
		s = open("") // the database's own key, which did not seal them
		reseal(t, s, true, 0, 2)
	})
}
