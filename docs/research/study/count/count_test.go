package count

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// open opens a directory as Run does.
func open(t *testing.T, dir string) (*count, *strings.Builder) {
	t.Helper()
	out := new(strings.Builder)
	c := &count{
		dir: dir, engine: "test", work: 20 * time.Millisecond, memory: 16 << 20, out: out,
		files: map[string]*packed.Appender{},
	}
	if err := c.open(filepath.Join(dir, "known"), ""); err != nil {
		t.Fatal(err)
	}
	return c, out
}

// TestCount counts in two goes, the first of which is stopped in the middle, and looks at the file.
func TestCount(t *testing.T) {
	dir := t.TempDir()
	const goals = "# a comment\ngame,deals,half_range,states,most_states\nfree-cell,1000,4 3,20000,20000\n"
	if err := os.WriteFile(filepath.Join(dir, "goals.csv"), []byte(goals), 0o644); err != nil {
		t.Fatal(err)
	}
	// A count that is killed before the first verdict, and so never closes, leaves no file.
	if c, _ := open(t, dir); len(c.files) != 0 {
		t.Errorf("%d files are open", len(c.files))
	}
	if names, err := filepath.Glob(filepath.Join(dir, "*.gz")); len(names) != 0 || err != nil {
		t.Errorf("files before the first block: %s (%v)", names, err)
	}
	for _, limit := range []time.Duration{50 * time.Millisecond, time.Minute} {
		c, _ := open(t, dir)
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		if err := c.run(ctx, 2); err != nil {
			t.Fatal(err)
		}
		cancel()
		if err := c.close(); err != nil {
			t.Fatal(err)
		}
	}
	c, out := open(t, dir)
	if err := c.printPlan(); err != nil || !strings.HasPrefix(out.String(), "0 of 1 games at ± 0.1 %, 1 at their last goal, ") {
		t.Errorf("%v, %s", err, out)
	}
	if err := c.open(dir, "golf"); err == nil || !strings.Contains(err.Error(), `no game "golf"`) {
		t.Errorf("a game that is not counted: %v", err)
	}
	engine := portfolio.New(c.memory)
	file, err := os.Open(filepath.Join(dir, "free-cell.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	counted := map[int64]packed.Verdict{}
	for blocks := packed.NewReader(file); ; {
		r, err := blocks.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for seed := r.First; seed <= r.Last(); seed++ {
			v := r.At(seed)
			if v == packed.NotCounted {
				continue
			}
			if _, twice := counted[seed]; twice {
				t.Errorf("deal %d is counted twice", seed)
			}
			if counted[seed] = v; seed > 20 {
				continue
			}
			again, err := search(t.Context(), engine, &step{row: c.list[0], states: 20_000}, seed)
			if again != v || err != nil {
				t.Errorf("deal %d is %s, and searched again %s, %v", seed, v, again, err)
			}
		}
	}
	for seed := range int64(len(counted)) {
		if counted[seed+1] == packed.NotCounted {
			t.Errorf("deal %d is left out", seed+1)
		}
	}
	if n := int64(len(counted)); n < 1000 || n != c.list[0].tally.Deals() {
		t.Errorf("%d deals in the file, %d counted", n, c.list[0].tally.Deals())
	}
	if err := c.close(); err != nil {
		t.Error(err)
	}
}

// TestProgress counts the games whose intervals are narrow, which says more than the last goal.
func TestProgress(t *testing.T) {
	wide, few, done := golf(t, 1, 0.01), golf(t, 1, 0.01), golf(t, 1)
	fill(t, wide, 500, 500, 0)
	fill(t, few, 1000-1, 0, 0)
	fill(t, done, 100_000, 0, 0)
	many := golf(t, 1, 0.01)
	fill(t, many, 100_000, 0, 50)
	c := count{list: []*row{wide, few, done, many}}
	if got := c.progress(); !strings.HasPrefix(got, "2 of 4 games at ± 0.1 %, 1 at their last goal, the others") {
		t.Error(got)
	}
}

// TestWrongGoals names the line that is wrong.
func TestWrongGoals(t *testing.T) {
	for line, want := range map[string]string{
		"golf,1000,1 2,10,10":                      "each less",
		"golf,0,1,10,10":                           "impossible",
		"golf,1000,,10,10":                         "impossible",
		"golf,1000,1,10,9":                         "impossible",
		"golf,1000,1,ten,10":                       "invalid syntax",
		"gulf,1000,1,10,10":                        "gulf: no such game",
		"golf,1000,-1,10,10":                       "positive",
		"golf,1000,1,10,10\n\"golf\",1000,1,10,10": "golf: twice",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "goals.csv"), []byte("game,deals,half_range,states,most_states\n"+line+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		c := &count{dir: dir, files: map[string]*packed.Appender{}}
		if err := c.open(dir, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}
