package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWinRates checks that docs/results/win-rates.md is what `make win-rates` makes of docs/data.
func TestWinRates(t *testing.T) {
	t.Parallel()
	const data = "../../docs/data"
	dir := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		var out, err bytes.Buffer
		if status := Run(t.Context(), append(args, "--data-dir", dir), strings.NewReader(""), &out, &err); status != exitDone {
			t.Fatalf("%v: exit status %d: %s", args, status, err.String())
		}
		return out.String()
	}
	files := func(pattern string) []string {
		found, err := filepath.Glob(filepath.Join(data, pattern))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	winnability := files("winnability/*.csv.gz")
	if len(winnability) < 50 {
		t.Fatalf("only %d files", len(winnability))
	}
	run(append([]string{"import", "--source", "thoughtful"}, winnability...)...)
	for _, file := range files("campaigns/*.csv.gz") {
		run("import", "--source", "thoughtful", "--replace", file)
	}
	run("import", "--source", "Solvitaire 0.10.1", filepath.Join(data, "solvitaire.csv.gz"))

	var runs strings.Builder
	for i, name := range []string{"winnability/runs.csv", "campaigns/runs.csv"} {
		text, err := os.ReadFile(filepath.Join(data, name))
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 { // the column names are there already
			_, after, _ := strings.Cut(string(text), "\n")
			text = []byte(after)
		}
		runs.Write(text)
	}
	got := strings.Split(run("stats", "--markdown", "--runs", write(t, runs.String())), "\n")
	text, err := os.ReadFile("../../docs/results/win-rates.md")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(text), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("docs/results/win-rates.md is out of date; run make win-rates. From line %d it should be\n%s", i+1, strings.Join(got[min(i, len(got)):min(i+3, len(got))], "\n"))
		}
	}
}
