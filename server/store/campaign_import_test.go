package store

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// imports returns a campaign of a source, and results of these seeds.
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

func mustImport(t *testing.T, s *Store, c campaign.Campaign, results []campaign.Result, replace bool) campaign.Campaign {
	t.Helper()
	c, err := s.ImportCampaign(t.Context(), c, results, replace)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestImport imports campaigns, repeats them, and replaces them.
func TestImport(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
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

// TestImportedByMany imports the same results concurrently: one import succeeds.
func TestImportedByMany(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
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
