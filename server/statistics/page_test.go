package statistics

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

var update = flag.Bool("update", false, "write the page on win rates")

// TestPage makes docs/results/win-rates.md from the data as `make win-rates` does, without a store,
// and compares.
func TestPage(t *testing.T) {
	s := &shelf{}
	for _, pattern := range []string{"winnability/*.csv.gz", "campaigns/*.csv.gz"} {
		files, err := filepath.Glob(filepath.Join("../../docs/data", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name, err := filepath.Rel("../../docs/data", file)
			if err != nil {
				t.Fatal(err)
			}
			for game, deals := range results(t, read(t, name)) {
				s.add(t, campaign.Campaign{Source: campaign.Ours}, game, deals)
			}
		}
	}
	for game, deals := range results(t, read(t, "solvitaire.csv.gz")) {
		s.add(t, campaign.Campaign{Source: "Solvitaire 0.10.1"}, game, deals)
	}
	var runs []Run
	for _, table := range []string{"winnability/runs.csv", "campaigns/runs.csv"} {
		for _, row := range read(t, table) {
			runs = append(runs, Run{Game: row["game"], Seeds: row["seeds"], States: row["states"], Engine: row["commit"]})
		}
	}
	st, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close(t.Context())
	var page strings.Builder
	if err := st.Page(t.Context(), &page, runs); err != nil {
		t.Fatal(err)
	}
	const file = "../../docs/results/win-rates.md"
	if *update {
		if err := os.WriteFile(file, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Split(page.String(), "\n"), strings.Split(string(text), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("docs/results/win-rates.md is not what the data give; run make win-rates. From line %d on it should be\n%s", i+1, strings.Join(got[min(i, len(got)):min(i+3, len(got))], "\n"))
		}
	}
}
