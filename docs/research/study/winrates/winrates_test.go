package winrates

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// TestWinRates checks that docs/research/results/win-rates.md is what the shipped counts give.
func TestWinRates(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	if err := write(t.Context(), &got); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../results/win-rates.md")
	if err != nil {
		t.Fatal(err)
	}
	have, want := strings.Split(got.String(), "\n"), strings.Split(string(text), "\n")
	for i := range max(len(have), len(want)) {
		if i >= len(have) || i >= len(want) || have[i] != want[i] {
			t.Fatalf("docs/research/results/win-rates.md is out of date; run make -C docs/research packed. From line %d it should be\n%s", i+1, strings.Join(have[min(i, len(have)):min(i+3, len(have))], "\n"))
		}
	}
}

// TestOrigin writes several ranges, budgets and versions in one cell each.
func TestOrigin(t *testing.T) {
	method := func(engine string, states int64, limit time.Duration) stats.Method {
		return stats.Method{Engine: engine, States: states, Time: limit}
	}
	for _, test := range []struct {
		samples                []stats.Sample
		seeds, budgets, engine string
	}{
		{[]stats.Sample{{Scheme: "solvitaire", First: 7, Last: 7}}, "7", "", "–"},
		{[]stats.Sample{
			{Scheme: "microsoft", First: 1, Last: 32000, Methods: []stats.Method{method("old", 0, 0)}},
			{Scheme: "solvitaire", First: 1, Last: 1000, Methods: []stats.Method{method("older", 1000, time.Second), method("old", 20000, 0)}},
			{Scheme: "solvitaire", First: 1001, Last: 2000, Methods: []stats.Method{method("new", 0, time.Minute)}},
			{Scheme: "solvitaire", First: 2002, Last: 2003, Methods: []stats.Method{method("", 5000, 0)}},
		}, "microsoft:1–32,000; 1–2,000; 2,002–2,003", "1,000–20,000; 1m0s; none", "new + 2"},
	} {
		if got := seeds(test.samples); got != test.seeds {
			t.Errorf("seeds %q, want %q", got, test.seeds)
		}
		if got := budgets(test.samples); got != test.budgets {
			t.Errorf("budgets %q, want %q", got, test.budgets)
		}
		if got := engines(test.samples); got != test.engine {
			t.Errorf("engines %q, want %q", got, test.engine)
		}
	}
}

// TestVerdicts compares counts with published figures: one that agrees, one that differs, one that
// is too wide to tell, and one that nothing was counted for.
func TestVerdicts(t *testing.T) {
	published := []stats.Published{{Source: "Someone", Text: "50 ± 1", Interval: stats.Interval{Low: 0.49, High: 0.51}}}
	p := winRates{Tables: map[string][]*winRate{}}
	for _, c := range []struct {
		game  string
		tally stats.Tally
	}{
		{"golf", stats.Tally{Winnable: 5000, Unwinnable: 5000}},
		{"klondike", stats.Tally{Winnable: 5000, Unwinnable: 6000}},
		{"canfield", stats.Tally{Winnable: 500, Unwinnable: 400, Unknown: 200}},
		{"spider", stats.Tally{}},
	} {
		p.add(&stats.Report{Game: c.game, Ours: stats.Count{Tally: c.tally}, Published: published})
	}
	p.compare()
	for i, want := range []string{"reproduced (1)", "**differs** (", "not contradicted (1)", "–"} {
		if got := p.Tables["others"][i].Verdict; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", p.Tables["others"][i].Game, got, want)
		}
	}
	if p.Figures != 3 || p.Published != 3 || strings.Join(p.Differ, " ") != "`klondike`" {
		t.Errorf("%d figures of %d games; %v differ", p.Figures, p.Published, p.Differ)
	}
}
