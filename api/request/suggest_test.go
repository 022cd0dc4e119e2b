package request

import (
	"slices"
	"testing"
)

func TestNearGames(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"klondyke", []string{"klondike"}},
		{"FreeSell", []string{"free-cell", "fore-cell"}},
		{"free cel", []string{"free-cell", "fore-cell"}},
		{"klondike deel 1", []string{"klondike-draw-1", "klondike", "klondike-draw-10"}},
		{"spyder", []string{"spider"}},
		{"yukon solitaire", []string{"yukon", "double-yukon"}},
		{"solitaire", nil},
		{"vegas", []string{"klondike-vegas", "klondike-vegas-draw-1"}},
		{"klondike-one-pass", []string{"klondike-draw-1-one-pass"}},
		{"Klondike three passes", []string{"klondike-draw-3-passes-3"}},
		{"freecell two cells", []string{"free-cell-2-cell"}},
		{"spider 2 suits", []string{"spider-2-suit"}},
		{"", nil},
	} {
		if got := Nearest(c.name, gameNames()); !slices.Equal(got, c.want) {
			t.Errorf("near %q: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNearestOfNoGame(t *testing.T) {
	for name, want := range map[string][]string{"Solitaire": {"klondike"}, "patience": {"klondike"}, "": nil, "klondkie": {"klondike"}} {
		if got := NearestGames(name); !slices.Equal(got, want) {
			t.Errorf("near %q: %q, want %q", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "golf", 4},
		{"golf", "", 4},
		{"golf", "golf", 0},
		{"golf", "gulf", 1},
		{"kitten", "sitting", 3},
		{"spider", "spiderette", 4},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
