package cli

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/rates"
)

// TestStats checks the output of the command stats after imports, on a store of each kind.
func TestStats(t *testing.T) {
	t.Parallel()
	for name, where := range stores(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const ours = "game,seed,verdict,because,seconds,states,length\n" +
				"klondike,solvitaire:1,unwinnable,,0.001,10,\nklondike,solvitaire:2,winnable,,0.002,20,140\n" +
				"klondike,solvitaire:3,winnable,,0.003,30,150\nklondike,solvitaire:4,unknown,states,0.004,40,\n" +
				"klondike-draw-3-no-worrying-back,solvitaire:2,winnable,,0.5,10,140\nklondike-draw-3-no-worrying-back,solvitaire:3,unwinnable,,0.5,10,\n"
			if got := importing(t, where, ours, "--source", "thoughtful"); got.status != exitDone {
				t.Fatalf("%+v", got)
			}
			const theirs = "game,seed,verdict\nklondike,solvitaire:1,winnable\nklondike,solvitaire:2,winnable\nklondike,solvitaire:4,winnable\n"
			if got := importing(t, where, theirs, "--source", "another"); got.status != exitInternal { // it contradicts stored verdicts
				t.Fatalf("%+v", got)
			}
			stats := func(args ...string) ran {
				return command(t, "", append(append([]string{"stats", "--no-shipped"}, where...), args...)...)
			}

			got := stats("klondike-draw-3", "--json")
			var g rates.GameStatistics
			if err := json.Unmarshal([]byte(got.out), &g); got.status != exitDone || err != nil {
				t.Fatalf("%+v: %v", got, err)
			}
			if g.Tally != (rates.VerdictTally{Winnable: 2, Unwinnable: 1, Unknown: 1}) || len(g.Others) != 1 || g.Compared != 2 ||
				len(g.Contradictions) != 1 || g.Contradictions[0].Seed != "solvitaire:1" || g.Distributions.Length.Deals != 2 ||
				len(g.Neighbours) != 1 || g.Neighbours[0].Winnable != (rates.VerdictTally{Winnable: 1, Unwinnable: 1}) {
				t.Errorf("%s", got.out)
			}
			got = stats("klondike")
			for _, want := range []string{
				"this program", "another", "81.945 ± 0.084", "2 deals were decided by two sources; contradictions: 1\n",
				"solvitaire:1: winnable by another, unwinnable by thoughtful\n", "length of 2 deals: mean 145", "klondike-draw-3-no-worrying-back",
			} {
				if !strings.Contains(got.out, want) {
					t.Errorf("%q missing in\n%s", want, got.out)
				}
			}

			got = stats("--json")
			var all rates.Statistics
			if err := json.Unmarshal([]byte(got.out), &all); err != nil || len(all.Games) < 80 {
				t.Errorf("%v: %s", err, got.out)
			}
			if got = stats(); got.status != exitDone || !regexp.MustCompile(`(?m)^klondike-draw-3-no-worrying-back +2 +0 +1 +1 +0 +50\.0 \(9\.4–90\.6\) `).MatchString(got.out) {
				t.Errorf("%+v", got)
			}
			// Three of the deals are shipped too, with many others, which count instead.
			got = command(t, "", append([]string{"stats", "klondike", "--json"}, where...)...)
			if err := json.Unmarshal([]byte(got.out), &g); got.status != exitDone || err != nil || g.Shipped != g.Deals || g.Deals < 10_000 {
				t.Errorf("%+v: %v", got, err)
			}
		})
	}
	nowhere := []string{"--data-dir", t.TempDir()}
	got := command(t, "", append([]string{"stats", "nope"}, nowhere...)...)
	if got.status != exitUsage || got.out != "" {
		t.Errorf("%+v", got)
	}
	got = command(t, "", append([]string{"stats", "--json"}, nowhere...)...)
	var all rates.Statistics
	if err := json.Unmarshal([]byte(got.out), &all); err != nil || len(all.Games) < 90 {
		t.Errorf("%d games: %v", len(all.Games), err)
	}
	for _, g := range all.Games {
		if g.Shipped != g.Deals || len(g.Published) > 0 && g.Rate == nil || (g.Rate == nil) != (len(g.Seeds) == 0) {
			t.Errorf("without a campaign: %+v", g)
		}
	}
	if got := command(t, "", append([]string{"stats", "golf"}, nowhere...)...); got.status != exitDone || !strings.Contains(got.out, "45.109 ± 0.032") {
		t.Errorf("%+v", got)
	}
}
