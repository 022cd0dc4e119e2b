package campaign_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// klondike returns a plan to solve deals of Klondike.
func klondike(first, last int64) campaign.Plan {
	g, _ := rules.Lookup("klondike")
	return campaign.Plan{Game: g.Name, Rules: g.Rules, Seeds: campaign.Seeds{Scheme: "solvitaire", First: first, Last: last}, States: 5000}
}

// TestInvalid checks that invalid plans are rejected, with the field that is wrong.
func TestInvalid(t *testing.T) {
	for _, test := range []struct {
		field string
		wrong func(*campaign.Plan)
	}{
		{"states", func(p *campaign.Plan) { p.States = 0 }},
		{"states", func(p *campaign.Plan) { p.States = -1 }},
		{"deadline_ms", func(p *campaign.Plan) { p.Deadline = -time.Second }},
		{"player", func(p *campaign.Plan) { p.Player, p.States = "nobody", 0 }},
		{"player", func(p *campaign.Plan) { p.Player = "greedy" }}, // and a budget
		{"options.n", func(p *campaign.Plan) { p.Player, p.States, p.Options = "greedy", 0, map[string]any{"n": 1} }},
		{"player", func(p *campaign.Plan) { p.Player, p.States, p.Deadline = "greedy", 0, time.Second }},
		{"seeds", func(p *campaign.Plan) { p.Last = 0 }},
		{"seeds", func(p *campaign.Plan) { p.First = -1 }},
		{"seeds", func(p *campaign.Plan) { p.Last = math.MaxInt64 }},
		{"seeds", func(p *campaign.Plan) { p.Last = 2_000_000_000 }},
		{"seeds", func(p *campaign.Plan) {
			p.Seeds = campaign.Seeds{Scheme: "pysol", First: math.MaxInt64, Last: math.MaxInt64}
		}},
		{"seeds", func(p *campaign.Plan) {
			g, _ := rules.Lookup("penguin")
			p.Game, p.Rules, p.Scheme = g.Name, g.Rules, "microsoft" // numbers no deals of Penguin
		}},
		{"seeds", func(p *campaign.Plan) { p.Scheme = "exact" }}, // has no ranges
		{"seeds", func(p *campaign.Plan) { p.Scheme = "nonsense" }},
		{"stop.deals", func(p *campaign.Plan) { p.Stop.Deals = -1 }},
		{"stop.width", func(p *campaign.Plan) { p.Stop.Width = -0.1 }},
		{"stop.width", func(p *campaign.Plan) { p.Stop.Width = 101 }},
		{"stop.width", func(p *campaign.Plan) { p.Stop.Width = math.NaN() }},
		{"share", func(p *campaign.Plan) { p.Share = -1 }},
	} {
		p := klondike(1, 100)
		test.wrong(&p)
		if wrong, ok := errors.AsType[*campaign.Invalid](p.Settle()); !ok || wrong.Field() != test.field || wrong.Detail == "" {
			t.Errorf("%s: %v", test.field, wrong)
		}
	}
}

// TestSettle checks that seeds are cut to the number of deals at which to stop, and that
// options with default values are removed.
func TestSettle(t *testing.T) {
	p := klondike(11, 2_000_000_000)
	p.Stop.Deals = 20
	if err := p.Settle(); err != nil || p.Range() != "solvitaire:11-30" || p.Deals() != 20 {
		t.Errorf("%+v: %v", p, err)
	}
	p = klondike(7, 7)
	p.States, p.Player, p.Options = 0, "yan", map[string]any{"n": 1}
	if err := p.Settle(); err != nil || p.Range() != "solvitaire:7" {
		t.Errorf("%+v: %v", p, err)
	}
	all := p.AllOptions()
	if len(p.Options) > 1 || len(all) <= len(p.Options) {
		t.Errorf("options %v, all options %v", p.Options, all)
	}
	p.Options = map[string]any{"n": 2}
	if name := p.PlayedBy(); name != "yan n=2" {
		t.Errorf("played by %q", name)
	}
	p.Player = "somebody else"
	if name, all := p.PlayedBy(), p.AllOptions(); name != p.Player || len(all) != 1 {
		t.Errorf("played by %q with %v", name, all)
	}
}

// TestPlanJSON writes plans and reads them back. Fields with columns of their own are not in
// the JSON.
func TestPlanJSON(t *testing.T) {
	plan := klondike(1, 10)
	plan.States, plan.Deadline, plan.Fresh, plan.PlayerSeed, plan.Share = 7, time.Minute, true, math.MaxUint64, 3
	plan.Options = map[string]any{"depth": "deep", "fitness": "cards"}
	plan.Stop = campaign.Stop{Width: 0.25, Until: time.Date(2030, 1, 2, 3, 4, 5, 6, time.UTC)}
	text, err := json.Marshal(&plan)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"states":7,"deadline_ns":60000000000,"fresh":true,"options":{"depth":"deep","fitness":"cards"},` +
		`"player_seed":18446744073709551615,"stop":{"width":0.25,"until":"2030-01-02T03:04:05.000000006Z"},"share":3}`
	if string(text) != want {
		t.Errorf("%s", text)
	}
	read := campaign.Plan{Game: plan.Game, Rules: plan.Rules, Seeds: plan.Seeds}
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, plan) || !read.Same(&plan) {
		t.Errorf("%+v: %v", read, err)
	}
	other := plan
	other.Options = map[string]any{"depth": "shallow", "fitness": "cards"}
	if other.Same(&plan) {
		t.Errorf("%+v: the same as %+v", other, plan)
	}
	other = plan
	if other.Last++; other.Same(&plan) {
		t.Errorf("%+v: the same as %+v", other, plan)
	}
}
