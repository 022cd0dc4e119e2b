package packed

import (
	"reflect"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestResults makes ranges of results that two versions found in turn, of our campaigns and others.
func TestResults(t *testing.T) {
	g, _ := rules.Lookup("golf")
	canonical := string(g.Rules.Canonical())
	plan := campaign.Plan{
		Game: "golf", Rules: g.Rules, Seeds: campaign.Seeds{Scheme: "solvitaire", First: 1, Last: 9},
		States: 50, Deadline: 1500 * time.Microsecond,
	}
	results := []campaign.Result{
		{Seed: 2, Verdict: solver.Winnable, Engine: "v1"},
		{Seed: 3, Verdict: solver.Unwinnable, Engine: "v2"},
		{Seed: 5, Verdict: solver.Unknown, Engine: "v1"},
		{Seed: 6, Verdict: solver.Winnable, Engine: "v2"},
	}
	for name, test := range map[string]struct {
		campaign campaign.Campaign
		source   string
		epoch    int
	}{
		"ours":              {campaign.Campaign{Plan: plan, Epoch: 3}, "", 3},
		"ours, imported":    {campaign.Campaign{Plan: plan, Epoch: 3, Source: campaign.Ours}, "", 3},
		"another program's": {campaign.Campaign{Plan: plan, Epoch: 3, Source: "another"}, "another", 0},
	} {
		made := ResultsOf(&test.campaign)
		for i := range results {
			if err := made.Add(&results[i]); err != nil {
				t.Fatal(err)
			}
		}
		if made.Deals() != 4 {
			t.Errorf("%s: %d deals", name, made.Deals())
		}
		list := made.Take()
		of := Subject{Game: "golf", Rules: canonical, Source: test.source, Scheme: "solvitaire", Epoch: test.epoch}
		by := Method{Engine: "v1", States: 50, Time: 2 * time.Millisecond}
		one := &Range{Subject: of, Method: by, First: 2}
		for _, v := range []Verdict{Winnable, NotCounted, NotCounted, Unknown} {
			one.Append(v)
		}
		by.Engine = "v2"
		two := &Range{Subject: of, Method: by, First: 3}
		for _, v := range []Verdict{Unwinnable, NotCounted, NotCounted, Winnable} {
			two.Append(v)
		}
		if !reflect.DeepEqual(list, []*Range{one, two}) {
			t.Errorf("%s: %+v", name, list)
		}
		if made.Deals() != 0 || len(made.Take()) != 0 {
			t.Errorf("%s: results are taken twice", name)
		}
	}
	played := campaign.Campaign{Plan: plan, PlayedBy: "yan n=2"}
	played.Player, played.PlayerSeed = "yan", 5
	made := ResultsOf(&played)
	for _, won := range []bool{true, false} {
		if err := made.Add(&campaign.Result{Seed: 1 + made.Deals(), Won: won}); err != nil {
			t.Fatal(err)
		}
	}
	if r := made.Take()[0]; r.Player != "yan n=2 seed=5" || r.At(1) != Winnable || r.At(2) != Unwinnable || r.check() != nil {
		t.Errorf("%+v", r)
	}
	if err := made.Add(&results[1]); err != nil {
		t.Fatal(err)
	}
	if err := made.Add(&campaign.Result{Seed: 2, Engine: "v2"}); err == nil {
		t.Error("results out of order")
	}
}
