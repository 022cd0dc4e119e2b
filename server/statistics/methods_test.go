package statistics

import (
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// TestMethods checks what a report says about how deals were counted: the limits and versions of
// shipped ranges, and those of campaigns.
func TestMethods(t *testing.T) {
	s := &shelf{}
	results := deals(21, "wu?")
	results[0].Engine, results[1].Engine = "v2", "v3"
	s.add(t, campaign.Campaign{Plan: campaign.Plan{States: 5000, Deadline: time.Second}}, "golf", results)
	again := shippedRange(5, 11, 3, 0, 0)
	again.Engine, again.States, again.Memory = "v2", 0, 1<<30
	known := opened(t, s, shippedRange(1, 10, 4, 4, 0), again, shippedRange(11, 12, 2, 0, 0))
	for range 2 { // the second time from memory
		r, err := known.Game(t.Context(), "golf", stats.Pooled)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string][]stats.Method{}
		for _, one := range r.Ours.Samples {
			found[one.Seeds()] = one.Methods
		}
		for seeds, want := range map[string][]stats.Method{
			"solvitaire:1-12":  {{Engine: "v1", States: 1000}, {Engine: "v2", Memory: 1 << 30}},
			"solvitaire:21-23": {{Engine: "v2", States: 5000, Time: time.Second}},
		} {
			if !slices.Equal(found[seeds], want) {
				t.Errorf("%s: %+v, want %+v", seeds, found[seeds], want)
			}
		}
	}
	rates, err := known.Rates(t.Context(), stats.Own)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rates {
		if rates[i].Game == "golf" && rates[i].Ours.Samples[0].Methods[0].Engine != "" {
			t.Errorf("the list of all games has engines: %+v", rates[i].Ours.Samples)
		}
	}
}
