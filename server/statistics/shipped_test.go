package statistics

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// shippedRange returns a shipped count of winnable deals of Golf.
func shippedRange(first, last, winnable, unwinnable, unknown int64) packed.Count {
	g, _ := rules.Lookup("golf")
	return packed.Count{
		Game: "golf", Digest: packed.Digest(store.DigestOf(&g.Rules)), Scheme: "solvitaire", Epoch: solver.Epoch,
		Method: packed.Method{Engine: "v1", States: 1000}, First: first, Last: last,
		Tally: stats.Tally{Winnable: winnable, Unwinnable: unwinnable, Unknown: unknown},
	}
}

// opened returns the statistics of a store with shipped counts.
func opened(t *testing.T, s *shelf, shipped ...packed.Count) *Statistics {
	t.Helper()
	known := New(s, Release{Counts: shipped})
	t.Cleanup(func() {
		if err := known.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return known
}

// TestShipped pools shipped counts with campaigns, no deal twice.
func TestShipped(t *testing.T) {
	other := func(change func(c *packed.Count)) packed.Count {
		c := shippedRange(1, 1000, 1000, 0, 0)
		change(&c)
		return c
	}
	for _, test := range []struct {
		about     string
		shipped   []packed.Count
		campaigns map[int64]string // by the first seed
		want      stats.Tally
		ships     int64
		seeds     string
	}{
		{"at first start", []packed.Count{shippedRange(1, 10, 5, 4, 1)}, nil, stats.Tally{Winnable: 5, Unwinnable: 4, Unknown: 1}, 10, "[solvitaire:1-10]"},
		{"beside one another", []packed.Count{shippedRange(1, 10, 5, 4, 1)}, map[int64]string{11: "wu"}, stats.Tally{Winnable: 6, Unwinnable: 5, Unknown: 1}, 10, "[solvitaire:1-10 solvitaire:11-12]"},
		{"a smaller campaign", []packed.Count{shippedRange(1, 10, 5, 4, 1)}, map[int64]string{8: "wwwww"}, stats.Tally{Winnable: 5, Unwinnable: 4, Unknown: 1}, 10, "[solvitaire:1-10]"},
		{"a larger campaign", []packed.Count{shippedRange(1, 3, 1, 1, 1)}, map[int64]string{2: "wwww"}, stats.Tally{Winnable: 4}, 0, "[solvitaire:2-5]"},
		{"the same deals", []packed.Count{shippedRange(1, 3, 1, 2, 0)}, map[int64]string{1: "wuu"}, stats.Tally{Winnable: 1, Unwinnable: 2}, 0, "[solvitaire:1-3]"},
		{"the same deals with fewer unknown", []packed.Count{shippedRange(1, 3, 1, 2, 0)}, map[int64]string{1: "wu?"}, stats.Tally{Winnable: 1, Unwinnable: 2}, 3, "[solvitaire:1-3]"},
		{
			"two ranges across a campaign",
			[]packed.Count{shippedRange(1, 4, 4, 0, 0), shippedRange(7, 10, 4, 0, 0)},
			map[int64]string{4: "uuuu"},
			stats.Tally{Winnable: 8},
			8, "[solvitaire:1-4 solvitaire:7-10]",
		},
		{
			"some deals again with another budget", // 8 deals of 1 to 10 in the first, 2 and another one in the second
			[]packed.Count{shippedRange(1, 10, 4, 4, 0), shippedRange(5, 11, 3, 0, 0)},
			map[int64]string{11: "u"},
			stats.Tally{Winnable: 7, Unwinnable: 4},
			11, "[solvitaire:1-11]",
		},
		{
			"other versions, schemes and rules",
			[]packed.Count{
				shippedRange(1, 10, 10, 0, 0),
				other(func(c *packed.Count) { c.Epoch++ }),
				other(func(c *packed.Count) { c.Digest[0]++ }),
				other(func(c *packed.Count) { c.First, c.Last, c.Engine, c.States, c.Time = 2001, 3000, "v2", 0, time.Second }),
			},
			map[int64]string{11: "u"},
			stats.Tally{Winnable: 1010, Unwinnable: 1},
			1010, "[solvitaire:1-10 solvitaire:11-11 solvitaire:2001-3000]",
		},
	} {
		s := &shelf{}
		var own stats.Tally
		for first, verdicts := range test.campaigns {
			own.Add(s.add(t, campaign.Campaign{}, "golf", deals(first, verdicts)).Tally)
		}
		known := opened(t, s, test.shipped...)
		r, err := known.Game(t.Context(), "golf", stats.Pooled)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(stats.Ranges(r.Ours.Samples)); r.Ours.Tally != test.want || r.Ours.Shipped() != test.ships || got != test.seeds {
			t.Errorf("%s: %+v of %s, %d shipped", test.about, r.Ours.Tally, got, r.Ours.Shipped())
		}
		alone, err := known.Game(t.Context(), "golf", stats.Own)
		if err != nil || alone.Ours.Tally != own || alone.Ours.Shipped() != 0 {
			t.Errorf("%s: %+v of campaigns alone (%v)", test.about, alone.Ours, err)
		}
		rates, err := known.Rates(t.Context(), stats.Pooled)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rates {
			if rates[i].Game == "golf" && rates[i].Ours.Tally != r.Ours.Tally {
				t.Errorf("%s: %+v in the list", test.about, rates[i].Ours.Tally)
			}
		}
	}
}

// TestShippedAlike counts a number once if two schemes give it the same deal.
func TestShippedAlike(t *testing.T) {
	g, _ := rules.Lookup("free-cell")
	c := packed.Count{
		Game: g.Name, Digest: packed.Digest(store.DigestOf(&g.Rules)), Scheme: "microsoft", Epoch: solver.Epoch, First: 1, Last: 5,
		Tally: stats.Tally{Winnable: 5},
	}
	s := &shelf{}
	s.add(t, campaign.Campaign{Plan: campaign.Plan{Seeds: campaign.Seeds{Scheme: "pysol"}}}, "free-cell", deals(3, "wwwu"))
	r, err := opened(t, s, c).Game(t.Context(), "free-cell", stats.Pooled)
	if err != nil || r.Ours.Tally != (stats.Tally{Winnable: 5}) {
		t.Errorf("%+v, %v", r.Ours, err)
	}
}

// TestShippedOthers pools players and other solvers with campaigns of theirs.
func TestShippedOthers(t *testing.T) {
	by := func(source, player string, tally stats.Tally) packed.Count {
		c := shippedRange(1, 10, 0, 0, 0)
		c.Source, c.Player, c.Tally = source, player, tally
		return c
	}
	s := &shelf{}
	s.add(t, campaign.Campaign{Source: "another"}, "golf", deals(5, "wwwwwwwwwwwww"))
	played := deals(11, "??")
	for i := range played {
		played[i].Verdict, played[i].Won = "", i == 1
	}
	s.add(t, campaign.Campaign{PlayedBy: "greedy"}, "golf", played)
	known := opened(t, s, by("another", "", stats.Tally{Winnable: 9}), by("", "greedy", stats.Tally{Won: 2, Lost: 8}), by("", "yan n=2", stats.Tally{Lost: 10}))
	said := func(scope stats.Scope) (all []string) {
		r, err := known.Game(t.Context(), "golf", scope)
		if err != nil || r.Ours.Deals() != 0 {
			t.Fatalf("%+v, %v", r.Ours, err)
		}
		for i := range r.Others {
			o := &r.Others[i]
			all = append(all, fmt.Sprintf("%s%s %d %d/%d", o.Source, o.Player, o.Deals(), o.Wins(), o.Shipped()))
		}
		return all
	}
	if got := fmt.Sprint(said(stats.Pooled)); got != "[another 13 13/0 greedy 12 3/10 yan n=2 10 0/10]" {
		t.Errorf("pooled: %s", got)
	}
	if got := fmt.Sprint(said(stats.Own)); got != "[another 13 13/0 greedy 2 1/0]" {
		t.Errorf("alone: %s", got)
	}
}

// TestShippedOnce pools random counts and campaigns: none of what is counted overlaps, and nothing
// that has more deals was left out.
func TestShippedOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		s := &shelf{}
		largest := int64(0)
		var shipped []packed.Count
		for range random.IntN(6) {
			first, n := random.Int64N(50), 1+random.Int64N(20)
			shipped = append(shipped, shippedRange(first, first+n-1, n, 0, 0))
			largest = max(largest, n)
		}
		for range random.IntN(4) {
			c := s.add(t, campaign.Campaign{}, "golf", deals(random.Int64N(50), "wwwwuuuu????wwwwuuuu"[:1+random.IntN(20)]))
			largest = max(largest, c.Tally.Deals())
		}
		known := opened(t, s, shipped...)
		for _, scope := range []stats.Scope{stats.Pooled, stats.Own} {
			r, err := known.Game(t.Context(), "golf", scope)
			if err != nil {
				t.Fatal(err)
			}
			if scope == stats.Pooled && r.Ours.Deals() < largest {
				t.Errorf("%d deals, but %d were counted at once", r.Ours.Deals(), largest)
			}
			for i, one := range r.Ours.Samples {
				for _, two := range r.Ours.Samples[:i] {
					if one.First <= two.Last && two.First <= one.Last {
						t.Fatalf("%s and %s are both counted", one.Seeds(), two.Seeds())
					}
				}
				if scope == stats.Own && one.Shipped {
					t.Errorf("%s is shipped", one.Seeds())
				}
			}
		}
	}
}

// TestShippedPacked takes ranges that lie among each other, with other budgets, versions and epochs,
// the whole way: as a table, in a report. Each deal counts once.
func TestShippedPacked(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	g, _ := rules.Lookup("golf")
	of := packed.Subject{Game: "golf", Rules: string(g.Rules.Canonical()), Scheme: "solvitaire", Epoch: solver.Epoch}
	older, changed := of, of
	older.Epoch--
	changed.Rules = `{}`
	methods := []packed.Method{{Engine: "v1", States: 1000}, {Engine: "v2", States: 1000}, {Engine: "v2", States: 9000, Memory: 1 << 20}, {Engine: "v3", Time: time.Second}}
	several := 0
	for range 200 {
		type from struct {
			packed.Subject
			packed.Method
		}
		pool := map[from]map[int64]packed.Verdict{}
		counted := map[packed.Subject]map[int64]bool{of: {}, older: {}, changed: {}}
		best := map[int64]packed.Verdict{}
		for range 1 + random.IntN(8) {
			subject := []packed.Subject{of, of, of, older, changed}[random.IntN(5)]
			key := from{subject, methods[random.IntN(len(methods))]}
			if pool[key] == nil {
				pool[key] = map[int64]packed.Verdict{}
			}
			first := random.Int64N(40)
			for seed := first; seed <= first+random.Int64N(30); seed++ {
				proven := packed.Winnable
				if seed%3 == 0 {
					proven = packed.Unwinnable
				}
				v := []packed.Verdict{packed.NotCounted, packed.Unknown, proven}[random.IntN(3)]
				if v == packed.NotCounted || counted[subject][seed] {
					continue
				}
				counted[subject][seed], pool[key][seed] = true, v
				if subject == of {
					best[seed] = v
				}
			}
		}
		var list []packed.Count
		for key, deals := range pool {
			r := &packed.Range{Subject: key.Subject, Method: key.Method}
			for _, seed := range slices.Sorted(maps.Keys(deals)) {
				if err := r.AppendAt(seed, deals[seed]); err != nil {
					t.Fatal(err)
				}
			}
			if len(deals) > 0 {
				list = append(list, r.Counted())
			}
		}
		var want stats.Tally
		for _, v := range best {
			switch v {
			case packed.Winnable:
				want.Winnable++
			case packed.Unwinnable:
				want.Unwinnable++
			default:
				want.Unknown++
			}
		}
		r, err := opened(t, &shelf{}, list...).Game(t.Context(), "golf", stats.Pooled)
		if err != nil || r.Ours.Tally != want || r.Ours.Shipped() != want.Deals() {
			t.Errorf("%+v, %d shipped (%v); want %+v of\n%+v", r.Ours.Tally, r.Ours.Shipped(), err, want, list)
		}
		for _, one := range r.Ours.Samples {
			if len(one.Methods) > 1 {
				several++
			}
		}
	}
	if several < 50 {
		t.Errorf("%d samples of several methods", several)
	}
}

// TestShippedCounts reads the counts in the program: they are of the catalogue's games with today's
// rules, and every game with published figures has some.
func TestShippedCounts(t *testing.T) {
	release := Shipped()
	list := release.Counts
	for _, s := range release.Spreads {
		if g, known := rules.Lookup(s.Game); !known || store.DigestOf(&g.Rules) != store.RulesDigest(s.Digest) || s.Epoch != solver.Epoch {
			t.Errorf("distributions of %s: unknown, or of other rules or another epoch", s.Game)
		}
	}
	if n := len(release.Spreads); n < 90 || len(docs.Spreads) > 150_000 {
		t.Errorf("distributions of %d ranges in %d bytes", n, len(docs.Spreads))
	}
	if len(docs.Tallies) > 100_000 {
		t.Errorf("%d bytes are too many to ship", len(docs.Tallies))
	}
	for _, c := range list {
		g, known := rules.Lookup(c.Game)
		if !known || g.Name != c.Game || store.DigestOf(&g.Rules) != store.RulesDigest(c.Digest) {
			t.Errorf("%s: unknown, or of other rules", c.Game)
		}
		if c.Source == "" && c.Epoch != solver.Epoch {
			t.Errorf("%s was counted in epoch %d", c.Game, c.Epoch)
		}
	}
	known := opened(t, &shelf{}, list...)
	reports, err := known.Rates(t.Context(), stats.Pooled)
	if err != nil {
		t.Fatal(err)
	}
	for i := range reports {
		r := &reports[i]
		if name, file := r.Game+".gz", r.Packed; file == nil || file.Name != name || file.SHA256 != docs.PackedSums()[name] || file.Size == 0 {
			t.Errorf("%s: %+v has the verdicts", r.Game, file)
		}
		if r.Ours.Deals() == 0 && len(r.Published) > 0 || r.Ours.Deals() == 0 && len(r.Others) == 0 || r.Ours.Shipped() != r.Ours.Deals() {
			t.Errorf("%s: %d deals, of which %d are shipped", r.Game, r.Ours.Deals(), r.Ours.Shipped())
		}
	}
	alone, err := known.Rates(t.Context(), stats.Own)
	if err != nil || len(alone) >= len(reports) {
		t.Errorf("%d games without shipped counts, %d with them (%v)", len(alone), len(reports), err)
	}
	if _, err := packed.ReadTallies(docs.Tallies[:len(docs.Tallies)-20]); err == nil {
		t.Error("a table that was cut off was read")
	}
	down := errors.New("the store does not answer")
	if _, err := opened(t, &shelf{down: down}, list...).Rates(t.Context(), stats.Pooled); !errors.Is(err, down) {
		t.Error(err)
	}
}

// TestShippedSpreads pools shipped distributions with those of campaigns, no deal twice.
func TestShippedSpreads(t *testing.T) {
	g, _ := rules.Lookup("golf")
	ship := func(first int64, lengths ...int) packed.Spread {
		sum := stats.NewSpread()
		for _, n := range lengths {
			sum.Add(stats.Deal{States: 7, Length: n})
		}
		return packed.Spread{
			Game: "golf", Digest: packed.Digest(store.DigestOf(&g.Rules)), Scheme: "solvitaire", Epoch: solver.Epoch,
			First: first, Last: first + int64(len(lengths)) - 1, States: sum.States, Length: sum.Length,
		}
	}
	old := ship(1, 30, 30)
	old.Epoch++
	for _, test := range []struct {
		about         string
		shipped       []packed.Spread
		campaign      string // verdicts from seed 2 on
		pooled, ships int64  // deals with states
		own, times    int64
	}{
		{"at first start", []packed.Spread{ship(1, 30, 31, 0)}, "", 3, 3, 0, 0},
		{"of another epoch", []packed.Spread{old}, "", 0, 0, 0, 0},
		{"beside a campaign", []packed.Spread{ship(10, 30, 31)}, "ww", 4, 2, 2, 2},
		{"more deals than a campaign", []packed.Spread{ship(1, 30, 31, 32)}, "ww", 3, 3, 2, 2},
		{"fewer deals than a campaign", []packed.Spread{ship(1, 30, 31, 32)}, "wwww", 4, 0, 4, 4},
		{"the deals of a campaign", []packed.Spread{ship(2, 30, 31)}, "ww", 2, 0, 2, 2},
	} {
		s := &shelf{}
		if test.campaign != "" {
			s.add(t, campaign.Campaign{}, "golf", deals(2, test.campaign))
		}
		known := New(s, Release{Spreads: test.shipped, Counts: []packed.Count{shippedRange(1, 10, 5, 4, 1)}})
		t.Cleanup(func() { _ = known.Close(context.Background()) })
		pooled, err := known.Game(t.Context(), "golf", stats.Pooled)
		if err != nil {
			t.Fatal(err)
		}
		if pooled.Spread.States.N() != test.pooled || pooled.ShippedSpread.States.N() != test.ships || pooled.Spread.Elapsed.N() != test.times {
			t.Errorf("%s: %d deals, %d shipped, %d with times", test.about, pooled.Spread.States.N(), pooled.ShippedSpread.States.N(), pooled.Spread.Elapsed.N())
		}
		own, err := known.Game(t.Context(), "golf", stats.Own)
		if err != nil || own.Spread.States.N() != test.own || own.ShippedSpread.States.N() != 0 {
			t.Errorf("%s: %d deals of campaigns alone (%v)", test.about, own.Spread.States.N(), err)
		}
	}
}
