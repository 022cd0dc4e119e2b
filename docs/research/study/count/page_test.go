package count

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// TestPage plans what is left of four games: one that has its interval, one that needs more deals,
// one whose deals were never timed, and one that is out of reach.
func TestPage(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("goals.csv", "game,deals,half_range,states,most_states\naccordion,1000,1,1000,1000\nfan,1000,1,1000,1000\nyukon,1000,1,1000,1000\ngolf,1000,1,1000,1000\n")
	write("costs.csv", "game,states,deals,seconds\nfan,1000,1000,100\ngolf,1000,1000,100\n")
	for game, winnable := range map[string]struct{ won, lost, unknown int }{
		"accordion": {5000, 0, 0}, "fan": {500, 500, 0}, "yukon": {500, 500, 0}, "golf": {500, 400, 100},
	} {
		r, err := newRow(goal{game: game, deals: 1000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Create(filepath.Join(dir, game+".gz"))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Repeat("w", winnable.won) + strings.Repeat("l", winnable.lost) + strings.Repeat("?", winnable.unknown)
		if err := packed.Write(file, verdicts(t, r, 1000, 1, text)); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	page, err := Page(dir, filepath.Join(dir, "none"))
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(string(page), "better engine.\n\n")
	want := `Games at ± 0.1 points or less: 1 of 4. Out of reach: 1. Next steps of other games that were timed: 1, which take 26.6 h. Not timed yet: 1.

## Next steps

| game | deals | our rate | unknown, % | next step | time |
| --- | --: | --- | --: | --- | --- |
| Fan ` + "`fan`" + ` | 1,000 | 50.0 (46.9–53.1) | 0.00 | 959,365 more deals | 26.6 h |
| Yukon ` + "`yukon`" + ` | 1,000 | 50.0 (46.9–53.1) | 0.00 | 959,365 more deals | – |
| Golf ` + "`golf`" + ` | 1,000 | 50.0–60.0 (46.9–63.0) | 10.00 | out of reach with 1,000 states | – |
`
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
