package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// winnable reads winnable deals.
func (c *client) winnable(t *testing.T, path string) ([]deals.WinnableDeal, reply) {
	t.Helper()
	r, err := c.call(path, "")
	if err != nil {
		t.Fatal(err)
	}
	var found []deals.WinnableDeal
	if r.status == http.StatusOK {
		for line := range bytes.Lines(r.body) {
			var d deals.WinnableDeal
			if err := json.Unmarshal(line, &d); err != nil {
				t.Fatalf("%s in %s", err, line)
			}
			found = append(found, d)
		}
	}
	return found, r
}

// TestWinnableDeals reads winnable deals and the deal of the day. The deals are won by a fresh search and
// have the difficulty that is measured of them, their solutions are found, a cursor goes on at another
// service, and the deal of the day is the same there.
func TestWinnableDeals(t *testing.T) {
	t.Parallel()
	l := launch(t, nil, "--pool-games", "chess", "--pool-size", "many") // these are ignored
	got, r := l.winnable(t, "/v1/games/klondike/winnable-deals?count=3")
	if len(got) != 3 || !strings.Contains(r.header.Get("Link"), "count=3&cursor="+got[2].Cursor) {
		t.Fatalf("%s, Link: %s", r.body, r.header.Get("Link"))
	}
	had := map[solver.ID]bool{}
	for _, d := range got {
		had[d.ID] = true
		deal := fmt.Sprintf(`{"game":"klondike","seed":%q`, d.Seed)
		won := l.solve(t, deal+`,"fresh":true}`)
		if d.Game != "klondike" || won.Verdict != solver.Winnable || won.ID != string(d.ID) {
			t.Errorf("%+v: %+v", d, won)
		}
		var measured deals.DifficultyAnswer
		l.read(t, "/v1/difficulty", deal+`}`, http.StatusOK, &measured)
		if !reflect.DeepEqual(d.Components, *measured.Components) || d.Score != *measured.Score || d.Length != *measured.Length || d.Redeals != *measured.Redeals || d.Difficulty != *measured.Grade {
			t.Errorf("%+v, measured again %+v", d, measured)
		}
		var stored struct{ Difficulty string }
		l.read(t, "/v1/deals/"+string(d.ID), "", http.StatusOK, &stored)
		if stored.Difficulty != d.Difficulty {
			t.Errorf("%s is %s, and by its id %s", d.Seed, d.Difficulty, stored.Difficulty)
		}
	}
	var today, elsewhere deals.DailyDeal
	l.read(t, "/v1/games/klondike/daily-deal", "", http.StatusOK, &today)

	other := launch(t, nil)
	last := got[2].Cursor
	for page := 1000; page == 1000; {
		next, _ := other.winnable(t, "/v1/games/klondike/winnable-deals?count=1000&cursor="+last)
		for _, d := range next {
			if had[d.ID] {
				t.Fatalf("%s was given twice", d.Seed)
			}
			had[d.ID] = true
		}
		page, last = len(next), next[len(next)-1].Cursor
	}
	if len(had) < 1000 {
		t.Errorf("%d deals", len(had))
	}
	other.read(t, "/v1/games/klondike/daily-deal?date="+today.Date, "", http.StatusOK, &elsewhere)
	if !reflect.DeepEqual(today, elsewhere) {
		t.Errorf("daily deal: %+v, on another service %+v", today, elsewhere)
	}
	for path, status := range map[string]int{
		"/v1/games/klondike/winnable-deals?cursor=nonsense": http.StatusBadRequest,
		"/v1/games/klondike/winnable-deals?cursor=" + last:  http.StatusNotFound,
		"/v1/games/klondike/daily-deal?date=2019-12-31":     http.StatusBadRequest,
		"/v1/games/accordion/winnable-deals":                http.StatusNotFound,
		"/v1/games/accordion/daily-deal":                    http.StatusNotFound,
	} {
		if r, err := other.call(path, ""); err != nil || r.status != status {
			t.Errorf("%s: %d %s %v", path, r.status, r.body, err)
		}
	}
}
