package deals

import (
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// days are the days in testdata/days.txt.
var days = []winnable.Day{
	{Game: "klondike", Date: "2026-11-22"},
	{Game: "klondike", Date: "2026-11-22", Grade: "medium"}, // as docs/deals.md shows it
	{Game: "klondike", Date: "2026-12-25", Grade: "hard"},
	{Game: "klondike-draw-1", Date: "2026-12-24"},
	{Game: "free-cell", Date: "2026-11-22"},
}

// TestDaysStay finds daily deals with the real engine and compares them with testdata/days.txt. If
// it fails, other days may have other deals than before too: these are a sample, and their scores
// depend on each move of the solutions and plays. Raise DailyVersion, and run the test with
// -update.
func TestDaysStay(t *testing.T) {
	s := newSetting(t)
	s.Games = []string{"klondike", "klondike-draw-1", "free-cell"}
	s.NewEngine = func() solver.Engine { return portfolio.New(Memory) }
	s.Log = slog.New(slog.DiscardHandler)
	s.Measure = func(clock *solver.Clock, e solver.Engine, name string, p *solver.Problem, line []game.Move) (Difficulty, error) {
		d, err := difficulty.MethodOf(name).Measure(clock, e, p, line)
		grade, _ := d.Grade(name)
		return Difficulty{d.Score, string(grade), "{}"}, err
	}
	d := assemble(s.Options)
	var got strings.Builder
	days := days
	if testing.Short() && !*update {
		days = days[:1]
	}
	for _, day := range days {
		day.Version = DailyVersion
		found, err := d.workOut(t.Context(), day, nothing)
		if err != nil || found == nil {
			t.Fatalf("%+v: %v, %v", day, found, err)
		}
		fmt.Fprintln(&got, day.Version, day.Date, day.Game, day.Grade, found.Seed, found.Grade, fmt.Sprintf("%.6f", found.Score))
	}
	const file = "testdata/days.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join(strings.SplitAfter(string(text), "\n")[:len(days)], "")
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("daily deals changed; raise DailyVersion (- want + got):\n%s", diff)
	}
}
