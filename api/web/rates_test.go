package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// TestFamilies checks that each game is in one family, and who leads some of them.
func TestFamilies(t *testing.T) {
	var rows []RateRow
	for _, g := range rules.Games() {
		rows = append(rows, RateRow{Game: g})
	}
	n := 0
	found := map[string]Family{}
	for _, f := range families(rows) {
		n += len(f.Rows)
		found[f.Name] = f
	}
	if n != len(rows) {
		t.Errorf("%d of %d games are in families", n, len(rows))
	}
	for name, want := range map[string]struct {
		main  string
		least int64
	}{
		"Klondike": {"klondike", 50}, "FreeCell": {"free-cell", 8}, "Spider": {"spider", 3}, "Canfield": {"canfield", 5},
		"Gaps": {"gaps-basic-variant", 1}, "American Toad": {"american-toad", 1}, "Streets": {"streets", 0}, "Streets and Alleys": {"streets-and-alleys", 0},
	} {
		if f := found[name]; len(f.Rows) == 0 || f.Rows[0].Name != want.main || f.Variants() < want.least || want.least == 0 && f.Variants() > 0 {
			t.Errorf("%s: %d variants of %+v", name, f.Variants(), f.Rows)
		}
	}
	place := func(name string) int {
		return slices.IndexFunc(found["Klondike"].Rows, func(r RateRow) bool { return r.Name == name })
	}
	if two, ten := place("klondike-draw-2"), place("klondike-draw-10"); two < 1 || two > ten {
		t.Errorf("draw 2 is at %d, draw 10 at %d", two, ten)
	}
}

// TestDifference checks where rates lie beside published ones.
func TestDifference(t *testing.T) {
	wide := stats.Published{Interval: stats.Interval{Low: .1, High: .9}}
	half := stats.Published{Interval: stats.Interval{Low: .495, High: .505}}
	for _, test := range []struct {
		about     string
		ours      stats.Tally
		published []stats.Published
		want      *Difference
	}{
		{"nothing published", stats.Tally{Winnable: 1}, nil, nil},
		{"nothing counted", stats.Tally{}, []stats.Published{half}, nil},
		{"equal, beside a wider one", stats.Tally{Winnable: 5000, Unwinnable: 5000}, []stats.Published{wide, half}, &Difference{
			Text: "0.00", At: 50, From: 40.2, Width: 19.6, Other: 45, Zoom: 5, Others: 10,
		}},
		{"more", stats.Tally{Winnable: 5200, Unwinnable: 4800}, []stats.Published{half}, &Difference{
			Text: "+2.00", Points: 2, At: 70, From: 60.2, Width: 19.58, Other: 45, Zoom: 5, Others: 10,
		}},
		{"far less", stats.Tally{Winnable: 1000, Unwinnable: 9000}, []stats.Published{half}, &Difference{
			Text: "−40.00", Points: -40, Other: 45, Zoom: 5, Others: 10, Beyond: "left",
		}},
		{"far more, with unknown deals", stats.Tally{Winnable: 5300, Unknown: 4700}, []stats.Published{half}, &Difference{
			Text: "+26.5", Points: 26.5, At: 100, From: 70.21, Width: 29.79, Other: 45, Zoom: 5, Others: 10, Beyond: "right",
		}},
	} {
		report := &stats.Report{Ours: stats.Count{Tally: test.ours}, Published: test.published}
		got := differenceOf(report, overviewZoom)
		if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("%s: %+v, want %+v", test.about, got, test.want)
		}
	}
}

// TestZoom checks that the axis of one game fits its interval.
func TestZoom(t *testing.T) {
	half := stats.Published{Interval: stats.Interval{Low: .495, High: .505}}
	for _, test := range []struct {
		ours stats.Tally
		want float64
	}{
		{stats.Tally{}, 0},
		{stats.Tally{Winnable: 50_000_000, Unwinnable: 50_000_000}, .1},
		{stats.Tally{Winnable: 5000, Unwinnable: 5000}, 1},
		{stats.Tally{Winnable: 1, Unwinnable: 99}, 50},
	} {
		report := &stats.Report{Ours: stats.Count{Tally: test.ours}, Published: []stats.Published{half}}
		if got := zoomOn(report); got != test.want {
			t.Errorf("%+v: %v, want %v", test.ours, got, test.want)
		}
	}
}

// TestDraws checks that draw 3 is there under its other name, and draw sizes without counts are not.
func TestDraws(t *testing.T) {
	counted := func(game string, n int64) stats.Report {
		return stats.Report{Game: game, Ours: stats.Count{Tally: stats.Tally{Winnable: n}}}
	}
	list := Draws([]stats.Report{counted("klondike", 3), counted("klondike-draw-24-no-worrying-back", 24), counted("klondike-draw-1", 0), counted("yukon", 7)})
	if len(list) != 2 || list[0].Cards != 3 || list[0].With.Winnable != 3 || list[1].Cards != 24 || list[1].Without.Winnable != 24 {
		t.Errorf("%+v", list)
	}
}

// TestOneAddress checks that a game has a page at the name people know it by, and that its other names
// lead there.
func TestOneAddress(t *testing.T) {
	for path, want := range map[string]string{
		"/games/gargantua-redeal":                             "/games/double-klondike",
		"/games/gargantua-redeal?shipped=false":               "/games/double-klondike?shipped=false",
		"/games/FreeCell":                                     "/games/free-cell",
		"/games/klondike-deal-1/deals/solvitaire:2":           "/games/klondike-draw-1/deals/solvitaire:2",
		"/games/gaps-basic-variant/random-deal":               "/games/gaps/deals/solvitaire:",
		"/games/klondike-spaces-any-build-any-suit/deals/7":   "/games/klondike-built-regardless-of-suit-any-card-in-spaces/deals/7",
		"/games/double-klondike/deals/7":                      "/games/double-klondike/deals/solvitaire:7",
		"/deals?game=gargantua-redeal":                        "/games/double-klondike",
		"/games/la-belle-lucie-no-redeal/deals/solvitaire:1?": "/games/la-belle-lucie-without-redeals/deals/solvitaire:1",
	} {
		w := get(nil, path, "text/html")
		if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %d to %s, want %s", path, w.Code, got, want)
		}
	}
}
