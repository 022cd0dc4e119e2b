package advising

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// played returns the rows of a file without the seconds.
func played(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	seconds := slices.Index(rows[0], "seconds")
	for i := range rows {
		rows[i][seconds] = ""
	}
	return rows
}

// TestResume plays games in one run and in two. The first of the two is cut off in the middle
// of a row. The results must be equal.
func TestResume(t *testing.T) {
	w := work{samples: 2, sees: player.StockKnown, stray: true}
	whole, cut := filepath.Join(t.TempDir(), "whole.csv"), filepath.Join(t.TempDir(), "cut.csv")
	run := func(seeds, name string) {
		t.Helper()
		if err := w.run(context.Background(), "klondike", seeds, name); err != nil {
			t.Fatal(err)
		}
	}
	run("solvitaire:1-4", whole)
	run("solvitaire:1-3", cut)
	text, err := os.ReadFile(cut)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cut, text[:len(text)-20], 0o644); err != nil {
		t.Fatal(err)
	}
	run("solvitaire:1-4", cut)
	a, b := played(t, whole), played(t, cut)
	if len(a) != 5 || !slices.EqualFunc(a, b, slices.Equal[[]string]) {
		t.Errorf("%v\n%v", a, b)
	}
	for _, row := range a[1:] {
		if row[2] != "insight" || !strings.Contains(row[10], ":2:") {
			t.Errorf("%v", row)
		}
	}
	if err := w.run(context.Background(), "klondike", "solvitaire:1-4", ""); err == nil {
		t.Error("accepted without a file")
	}
}

// TestInformation plays with covered cards face down, and refuses information that there is not.
func TestInformation(t *testing.T) {
	name := filepath.Join(t.TempDir(), "covered.csv")
	args := []string{"--game", "tripeaks", "--seeds", "solvitaire:1-1", "--samples", "1", "--out", name, "--information"}
	if err := Run(context.Background(), append(args, "covered-hidden")); err != nil {
		t.Fatal(err)
	}
	if rows := played(t, name); len(rows) != 2 || rows[1][3] != "covered-hidden" {
		t.Errorf("%v", rows)
	}
	if err := Run(context.Background(), append(args, "thoughtful")); err == nil || !strings.Contains(err.Error(), "--information") {
		t.Errorf("information that hides nothing: %v", err)
	}
}

// TestPolicies plays with an unknown stock. Advice of another policy than the last one must
// have its name.
func TestPolicies(t *testing.T) {
	w := work{samples: 2, sees: player.StockSeen}
	name := filepath.Join(t.TempDir(), "seen.csv")
	if err := w.run(context.Background(), "klondike", "solvitaire:1-2", name); err != nil {
		t.Fatal(err)
	}
	for _, row := range played(t, name)[1:] {
		advised := strings.Fields(row[10])
		if row[2] != "insight" || !strings.HasPrefix(advised[0], "hindsight:45:2:") || strings.Contains(advised[len(advised)-1], "hindsight") {
			t.Errorf("%v", row)
		}
	}
}

// TestPolicy plays by an advisor that is not the table's, and refuses one that there is not.
func TestPolicy(t *testing.T) {
	name := filepath.Join(t.TempDir(), "hindsight.csv")
	args := []string{"--game", "golf", "--seeds", "solvitaire:1-2", "--samples", "2", "--out", name, "--policy"}
	if err := Run(context.Background(), append(args, "hindsight")); err != nil {
		t.Fatal(err)
	}
	for _, row := range played(t, name)[1:] {
		if row[2] != "hindsight" {
			t.Errorf("%v", row)
		}
	}
	if err := Run(context.Background(), append(args, "foresights")); err == nil || !strings.Contains(err.Error(), "--policy") {
		t.Errorf("an unknown advisor: %v", err)
	}
}
