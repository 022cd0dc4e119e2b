package store

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// rulesOf returns the rules of a game of the catalogue.
func rulesOf(t testing.TB, name string) rules.Rules {
	t.Helper()
	g, found := rules.Lookup(name)
	if !found {
		t.Fatalf("no game %s", name)
	}
	return g.Rules
}

// planned returns a campaign to be added.
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

func addCampaigns(t testing.TB, s *Store, campaigns ...campaign.Campaign) []campaign.Campaign {
	t.Helper()
	var added []campaign.Campaign
	for _, c := range campaigns {
		c, err := s.AddCampaign(t.Context(), c, job.Webhook{})
		if err != nil {
			t.Fatal(err)
		}
		added = append(added, c)
	}
	return added
}

// wantCampaign checks a stored campaign.
func wantCampaign(t *testing.T, s *Store, want campaign.Campaign) {
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
func hand(t testing.TB, s *Store, id string, seeds int64, open int, want ...int64) []Range {
	t.Helper()
	ranges, err := s.HandOut(t.Context(), id, seeds, open, at(1), nil)
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

func wantOpen(t *testing.T, s *Store, id string, want ...int64) {
	t.Helper()
	open, err := s.OpenRanges(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	wantRanges(t, "open", open, want...)
}

// verdictOf makes up a result from a seed: each kind at least once in ten seeds.
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

// verdictsOf returns the results of all seeds of a range.
func verdictsOf(first, last int64) []campaign.Result {
	var results []campaign.Result
	for seed := first; seed <= last; seed++ {
		results = append(results, verdictOf(seed))
	}
	return results
}

// done returns a range with its results, finished so many seconds after the start.
func done(r Range, seconds int) FinishedRange {
	return FinishedRange{Range: r, Engine: "v1", Results: verdictsOf(r.First, r.Last), Busy: time.Second, At: at(seconds)}
}

func wantResults(t testing.TB, s *Store, id string, from int64, most int, want []campaign.Result) {
	t.Helper()
	got, err := s.Results(t.Context(), id, from, most)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results from %d (- want + got):\n%s", from, diff)
	}
}

// by sets the version of the program that found results.
func by(engine string, results []campaign.Result) []campaign.Result {
	for i := range results {
		results[i].Engine = engine
	}
	return results
}

// TestCampaignLife takes a campaign through its life.
func TestCampaignLife(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
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

// TestStoppedCampaign finishes open ranges only.
func TestStoppedCampaign(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
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

// TestCancelledCampaign cancels a campaign and resumes it.
func TestCancelledCampaign(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
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

// TestRefusedCampaigns adds impossible campaigns.
func TestRefusedCampaigns(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		for _, c := range []campaign.Campaign{
			planned(t, "a", "klondike", 2, 1),
			planned(t, "a", "klondike", 2, math.MaxInt64),
		} {
			if _, err := s.AddCampaign(t.Context(), c, job.Webhook{}); err == nil {
				t.Errorf("added seeds %d to %d", c.First, c.Last)
			}
		}
		c := addCampaigns(t, s, planned(t, "a", "klondike", math.MaxInt64-5, math.MaxInt64-1))[0]
		hand(t, s, c.ID, math.MaxInt64, 3, math.MaxInt64-5, math.MaxInt64-1)
		if _, err := s.AddCampaign(t.Context(), c, job.Webhook{}); err == nil {
			t.Error("two campaigns have the same id")
		}
		if _, err := s.HandOut(t.Context(), c.ID, 0, 1, at(1), nil); err == nil {
			t.Error("ranges of no seeds")
		}
	})
}

// TestListedCampaigns filters campaigns, and leaves out a damaged one without shortening the page.
func TestListedCampaigns(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
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
			{campaign.Filter{Most: 2, Before: all[2].Number}, "ba"},
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
		e.damage(t, s, fmt.Sprintf("UPDATE campaigns SET last = 20 WHERE number = %d", all[2].Number))
		found, err := s.Campaigns(t.Context(), campaign.Filter{Most: 3})
		if err != nil || len(found) != 3 || found[2].ID != all[0].ID {
			t.Errorf("beside a damaged one: %d listed, %v", len(found), err)
		}
	})
}

// TestCampaignOfAnotherEpoch neither hands out nor finishes nor resumes it.
func TestCampaignOfAnotherEpoch(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		old, next := planned(t, "old", "klondike", 0, 99), planned(t, "next", "klondike", 0, 99)
		addCampaigns(t, s, old, next)
		ranges := append(hand(t, s, old.ID, 10, 1, 0, 9), hand(t, s, next.ID, 10, 1, 0, 9)...)
		e.damage(t, s, fmt.Sprintf("UPDATE campaigns SET epoch = epoch - 1 WHERE id = '%s'", old.ID))
		e.damage(t, s, fmt.Sprintf("UPDATE campaigns SET epoch = epoch + 1 WHERE id = '%s'", next.ID))
		sealAnyway(t, s)
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

const (
	won, lost, either = solver.Winnable, solver.Unwinnable, solver.Unknown
)
