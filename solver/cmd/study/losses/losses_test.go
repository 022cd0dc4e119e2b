package losses

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// small returns a study with few guesses and states.
func small() study {
	o := player.Insight.Defaults()
	o["guesses"], o["states"] = 4, 100
	return study{kind: player.Insight, engine: portfolio.New(1 << 24), states: 1_000_000, settings: strengths(o, 8, 200), losing: 3, control: 1}
}

// TestRun studies deals in one run and in two. The rows must be equal, and studied once.
func TestRun(t *testing.T) {
	last := map[bool]string{true: "4", false: "12"}[testing.Short()]
	dir := t.TempDir()
	s := small()
	results := func(seeds, name string) [][]string {
		t.Helper()
		out := filepath.Join(dir, name)
		if err := s.run(context.Background(), "klondike", seeds, "v1", out); err != nil {
			t.Fatal(err)
		}
		table, _, err := s.read(out)
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	whole := results("solvitaire:1-"+last, "whole.csv.gz")
	results("solvitaire:1-3", "parts.csv.gz")
	parts := results("solvitaire:1-"+last, "parts.csv.gz")
	if !slices.EqualFunc(whole, parts, slices.Equal[[]string]) {
		t.Errorf("%v\n%v", whole, parts)
	}
	found := map[Class]int{}
	for _, fields := range whole[1:] {
		row, err := Parse(fields)
		if err != nil {
			t.Fatal(err)
		}
		found[row.Class]++
	}
	if found[Lost] == 0 || found[Unwinnable]+found[Won] == 0 || found[Unknown] > 0 {
		t.Errorf("classes: %v", found)
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	parted := filepath.Join(dir, "parts.csv.gz")
	before, err := os.ReadFile(parted)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.run(ctx, "klondike", "solvitaire:1-20", "v1", parted); err == nil {
		t.Error("no error from a context that has ended")
	}
	if after, err := os.ReadFile(parted); err != nil || string(after) != string(before) {
		t.Errorf("an interrupted run changed its file: %v", err)
	}
	s.states++
	if err := s.run(context.Background(), "klondike", "solvitaire:1-20", "v1", parted); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("other settings: %v", err)
	}
}

// TestUnknown gives the search with all cards known too few states.
func TestUnknown(t *testing.T) {
	s := small()
	s.states = 1
	out := filepath.Join(t.TempDir(), "unknown.csv.gz")
	if err := s.run(context.Background(), "klondike", "solvitaire:1-4", "v1", out); err != nil {
		t.Fatal(err)
	}
	table, _, err := s.read(out)
	if err != nil {
		t.Fatal(err)
	}
	found := map[Class]int{}
	for _, fields := range table[1:] {
		row, _ := Parse(fields)
		found[row.Class]++
	}
	if found[Unknown] == 0 || found[Lost] > 0 {
		t.Errorf("classes: %v", found)
	}
}

func TestFlags(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.csv.gz")
	for _, args := range [][]string{
		{"--out", out},
		{"--engine", "v1"},
		{"--engine", "v1", "--out", "x.csv"},
		{"--engine", "v1", "--out", out, "--game", "free-cell"},
		{"--engine", "v1", "--out", out, "--game", "nothing"},
		{"--engine", "v1", "--out", out, "--seeds", "2-1"},
		{"--engine", "v1", "--out", out, "--times", "0"},
		{"--engine", "v1", "--out", out, "--control", "2000"},
	} {
		if err := Run(context.Background(), args); err == nil {
			t.Errorf("%v: accepted", args)
		}
	}
}
