package store

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// ran adds a campaign that ended here, with these verdicts of seeds from 0.
func ran(t *testing.T, s *Store, name, game string, verdicts ...solver.Verdict) campaign.Campaign {
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

// TestKnown reads proven verdicts.
func TestKnown(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
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

// TestPairs counts the verdicts of two games.
func TestPairs(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
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

// TestDecided counts the deals that two sources have decided.
func TestDecided(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		klondike := rulesOf(t, "klondike")
		want := func(want int64, of string) {
			t.Helper()
			if got, err := s.Decided(t.Context(), DigestOf(&klondike)); got != want || err != nil {
				t.Errorf("%s: %d, %v, want %d", of, got, err, want)
			}
		}
		want(0, "nothing")
		ran(t, s, "a", "klondike", either, either, either, either, either, either, either, either)
		ran(t, s, "b", "klondike", won, lost, either, won, lost, won)
		ran(t, s, "c", "klondike", won, lost, lost)
		own, results := imports(t, "d", campaign.Ours, "klondike", 0, 1)
		results[0].Verdict = won
		mustImport(t, s, own, results, false)
		want(0, "one source alone")
		others, results := imports(t, "e", "others", "klondike", 0, 1, 2, 3, 7) // 0 and 1 lost, unknown the rest
		mustImport(t, s, others, results, false)
		want(2, "another source")
		player := planned(t, "p", "klondike", 3, 6)
		player.PlayedBy = "yan"
		addCampaigns(t, s, player)
		r := hand(t, s, player.ID, 4, 1, 3, 6)[0]
		must(t, true)(s.FinishRange(t.Context(), FinishedRange{Range: r, Results: []campaign.Result{{Seed: 3, Won: true}, {Seed: 4}, {Seed: 5}, {Seed: 6, Won: true}}}))
		want(3, "a player")
		ran(t, s, "f", "klondike", either, either, either, either, won) // was lost
		want(4, "a contradiction of one source")
		elsewhere, results := imports(t, "g", "others", "free-cell", 3)
		mustImport(t, s, elsewhere, results, false)
		want(4, "another game")
		e.damage(t, s, "UPDATE campaigns SET epoch = epoch + 1 WHERE source = ''")
		want(2, "other epochs of what was run here")
	})
}

// TestContradictions finds deals with contradicting results.
func TestContradictions(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
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

// TestSizeWithoutCampaigns does not count results as verdicts.
func TestSizeWithoutCampaigns(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
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
