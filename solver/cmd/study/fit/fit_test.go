package fit

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestRun goes through all stages with few deals, goes on, and plays nothing twice.
func TestRun(t *testing.T) {
	docs := t.TempDir()
	if err := os.MkdirAll(filepath.Join(docs, filepath.Dir(Results)), 0o755); err != nil {
		t.Fatal(err)
	}
	results := func(fresh int) []Played {
		t.Helper()
		if err := run(context.Background(), docs, "v1", 7, 2, fresh); err != nil {
			t.Fatal(err)
		}
		done, err := Read(os.DirFS(docs))
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	done := results(3)
	count := map[string]int{}
	won := int64(0)
	for _, p := range done {
		count[p.Stage]++
		for _, n := range p.Won {
			won += n
		}
		if want := map[string]int64{"1": 2, "2": 6, Fresh: 3}[p.Stage]; p.Deals != want || len(p.Won) != len(Rows) || p.engine != "v1" {
			t.Errorf("%+v", p)
		}
	}
	if len(done) != 7+3+1+len(stocks) || count["1"] != 7 || count["2"] != 3 || won == 0 {
		t.Errorf("%v, %d games won", count, won)
	}
	if again := results(3); len(again) != len(done) {
		t.Errorf("%d rows, before %d", len(again), len(done))
	}
	if more := results(4); len(more) != len(done)+1+len(stocks) {
		t.Errorf("%d rows with more fresh deals", len(more))
	}
}

func TestDraw(t *testing.T) {
	drawn := draw(400)
	found := map[string]bool{}
	for _, s := range drawn {
		found[s.Stock] = true
		for _, row := range Rows {
			if _, err := row.play(context.Background(), s, 1, 0); err != nil {
				t.Errorf("%+v, %s: %v", s, row.Name, err)
			}
		}
	}
	if len(found) != len(stocks) {
		t.Errorf("stocks: %v", found)
	}
}

func TestDistance(t *testing.T) {
	p := Played{Deals: 1000}
	for _, row := range Rows {
		p.Won = append(p.Won, int64(row.Printed*10))
	}
	if d := p.Distance(); d > 1e-9 {
		t.Errorf("%g points from the thesis itself", d)
	}
	p.Won[0] += 80
	if d := p.Distance(); d < 2.82 || d > 2.83 { // 8 points in one of 8 rows
		t.Errorf("%g", d)
	}
}

func TestErrors(t *testing.T) {
	for _, args := range [][]string{{"-settings", "0"}, {"-deals", "x"}, {"-fresh", "0"}} {
		if err := Run(context.Background(), args); err == nil {
			t.Errorf("no error for %v", args)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := run(ctx, t.TempDir(), "v1", 3, 20, 1); err == nil {
		t.Error("no error from a context that has ended")
	}
	if _, err := Rows[0].play(context.Background(), Setting{Stock: "nowhere"}, 1, 1); err == nil {
		t.Error("no error for an unknown stock")
	}
}
