package cost

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// settings writes a list of one setting to a new directory.
func settings(t *testing.T, line string) string {
	t.Helper()
	dir := t.TempDir()
	text := "name,setting,game,without,memory,seeds,states\n" + line + "\n"
	if err := os.WriteFile(filepath.Join(dir, "settings.csv"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRun goes on with a table that was cut off, and compresses it.
func TestRun(t *testing.T) {
	dir := settings(t, "few,a few,klondike,klondike+deadlocks,1,solvitaire:1-4,500")
	const begun = "game,seed,verdict,because,cpu_us,states\nklondike,solvitaire:2,winnable,,1,12345\nklondike,solvi"
	if err := os.WriteFile(filepath.Join(dir, "few.csv"), []byte(begun), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := Run(t.Context(), []string{"-dir", dir}); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Open(filepath.Join(dir, "few.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(unpacked).ReadAll()
	if err != nil || len(table) != 5 || table[1][5] != "12345" || table[2][1] != "solvitaire:1" || table[4][1] != "solvitaire:4" {
		t.Errorf("%v, %v", table, err)
	}
}

// TestRefused names settings that are wrong.
func TestRefused(t *testing.T) {
	for _, line := range []string{
		"x,,nobody,,1,solvitaire:1-2,500", "x,,klondike,nothing,1,solvitaire:1-2,500",
		"x,,klondike,,1,solvitaire:2-1,500", "x,,klondike,,1,solvitaire:1-2,many",
	} {
		if err := Run(t.Context(), []string{"-dir", settings(t, line)}); err == nil {
			t.Errorf("%s is accepted", line)
		}
	}
	if err := Run(t.Context(), []string{"-dir", settings(t, "x,,klondike,,1,solvitaire:1-2,500"), "-fc-solve", "true"}); err == nil {
		t.Error("fc-solve plays Klondike")
	}
}

// TestFCSolve reads what fc-solve prints, here a program that loses the quick search and wins, loses
// or gives up the complete one.
func TestFCSolve(t *testing.T) {
	g, _ := rules.Lookup("free-cell")
	cards, err := deal.Seed{Scheme: "microsoft", Number: 1}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		says  string
		limit int64
		want  solver.Verdict
	}{
		{"This game is solveable.", 1000, solver.Winnable},
		{"I could not solve this game.", 1000, solver.Unwinnable},
		{"I could not solve this game.", 21, solver.Unknown}, // at the limit
		{"Iterations count exceeded.", 1000, solver.Unknown},
	} {
		program := filepath.Join(t.TempDir(), "fc-solve")
		script := "#!/bin/sh\n[ \"$1\" = -l ] && echo 'I could not solve this game.' || echo '" + test.says + "'\n" +
			"grep -q 'JD KD 2S 4C 3S 6D 6S' && echo 'Total number of states checked is 21.'\n"
		if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		search, err := fcSolve(program, &g.Rules, test.limit)
		if err != nil {
			t.Fatal(err)
		}
		r, err := search(context.Background(), solver.NewProblem(g.Rules, cards))
		if err != nil || r.verdict != test.want || r.states != 42 {
			t.Errorf("%+v: %+v, %v", test, r, err)
		}
	}
}
