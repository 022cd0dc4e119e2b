package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// TestSeedsInTurn follows the links from the first numbers to the last, and compares them with the
// pack.
func TestSeedsInTurn(t *testing.T) {
	h := Handler(options())
	pack, err := seeds.Open(docs.Seeds, "klondike", deal.Solvitaire)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for range pack.Deals(0, "") {
		want++
	}
	last, got := "", 0
	for path := "/v1/games/klondike/seeds?count=3000&format=text"; path != ""; {
		w := get(h, "GET", path)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		numbers := strings.Fields(w.Body.String())
		if len(numbers) == 0 || numbers[0] == last {
			t.Fatalf("%s: %v", path, numbers)
		}
		got, last = got+len(numbers), numbers[len(numbers)-1]
		link := w.Header().Get("Link")
		path, _, _ = strings.Cut(strings.TrimPrefix(link, "<"), ">")
	}
	if got != want {
		t.Errorf("%d numbers; want %d", got, want)
	}
}

// TestSeedsUnchanged asks for numbers again with the ETag of the answer.
func TestSeedsUnchanged(t *testing.T) {
	h := Handler(options())
	const path = "/v1/games/klondike/seeds?difficulty=Easy"
	first := get(h, "GET", path)
	if first.Code != http.StatusOK || !strings.HasPrefix(first.Body.String(), `{"seed":"solvitaire:`) || strings.Contains(first.Body.String(), `"hard"`) {
		t.Fatalf("%d %s", first.Code, first.Body)
	}
	if again := get(h, "GET", path, "If-None-Match", first.Header().Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("%d %s", again.Code, again.Body)
	}
}

// TestSeedsLoosely asks with a game and a grade as people write them.
func TestSeedsLoosely(t *testing.T) {
	want, err := deals.Seeds("spider-1-suit", deal.Solvitaire, "medium", 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	got, err := deals.Seeds("Spider 1-Suit", "", "Me-dium", 0, 3)
	if err != nil || len(got.Numbers) != 3 || !slices.Equal(got.Numbers, want.Numbers) || got.Game != want.Game {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	if _, err := deals.Seeds("spider", "", "meduim", 0, 3); err == nil || !strings.Contains(err.Error(), `"meduim" is not one of: easy`) {
		t.Errorf("a misspelt grade: %v", err)
	}
}
