package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/store/storetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// winnable reads deals from a pool.
func (c *client) winnable(t *testing.T, path string) ([]api.WinnableDeal, reply) {
	t.Helper()
	r, err := c.call(path, "")
	if err != nil {
		t.Fatal(err)
	}
	var deals []api.WinnableDeal
	if r.status == http.StatusOK {
		for line := range bytes.Lines(r.body) {
			var d api.WinnableDeal
			if err := json.Unmarshal(line, &d); err != nil {
				t.Fatalf("%s in %s", err, line)
			}
			deals = append(deals, d)
		}
	}
	return deals, r
}

// TestPools has a service fill a pool. Its deals are won by a fresh search and their solutions
// are stored, no deal is given twice, even after a restart, and the daily deal is the same for a
// service with another database.
func TestPools(t *testing.T) {
	t.Parallel()
	args := []string{"--pool-size", "1", "--pool-max", "3"}
	where := append([]string{"--database-url", storetest.Database(t), "--pool-games", "klondike"}, args...)
	l := launch(t, nil, where...)
	var got []api.WinnableDeal
	eventually(t, "deals in the pool", func() bool {
		var r reply
		got, r = l.winnable(t, "/v1/games/klondike/winnable-deals?count=1000")
		if r.status == http.StatusServiceUnavailable && (r.header.Get("Retry-After") == "" || !strings.Contains(string(r.body), "/problems/filling")) {
			t.Fatalf("empty pool: %s", r.body)
		}
		return len(got) >= 2
	})
	got, r := l.winnable(t, "/v1/games/klondike/winnable-deals?count=2")
	if len(got) != 2 || !strings.Contains(r.header.Get("Link"), "count=2&cursor="+got[1].Cursor) {
		t.Fatalf("%s, Link: %s", r.body, r.header.Get("Link"))
	}
	had := map[solver.ID]bool{}
	for _, d := range got {
		had[d.ID] = true
		won := l.solve(t, fmt.Sprintf(`{"game":"klondike","seed":%q,"fresh":true}`, d.Seed))
		if d.Game != "klondike" || won.Verdict != solver.Winnable || won.ID != string(d.ID) || d.Components.Careless.Plays == 0 {
			t.Errorf("%+v: %+v", d, won)
		}
		var stored struct{ Moves json.RawMessage }
		l.read(t, "/v1/deals/"+string(d.ID)+"/solution", "", http.StatusOK, &stored)
		var same struct{ Difficulty string }
		l.read(t, "/v1/games/klondike/daily-deal?difficulty=easy", "", http.StatusOK, &same)
		if same.Difficulty != "easy" {
			t.Errorf("the easy daily deal is %s", same.Difficulty)
		}
	}
	for name, want := range map[string]float64{
		"thoughtful_pool_deals":                                           2,
		"thoughtful_pool_tried_total":                                     2,
		"thoughtful_pool_try_seconds_count":                               2,
		`thoughtful_pool_tried_total{game="klondike",verdict="winnable"}`: 2,
		`thoughtful_refused_results_total{place="dealer"}`:                0,
	} {
		if got, err := l.metric(name); err != nil || got < want {
			t.Errorf("%s: %g, want %g at least (%v)", name, got, want, err)
		}
	}
	var today, elsewhere api.DailyDeal
	l.read(t, "/v1/games/klondike/daily-deal", "", http.StatusOK, &today)
	l.stop(t)

	l = launch(t, nil, where...)
	eventually(t, "another deal", func() bool {
		next, r := l.winnable(t, "/v1/games/klondike/winnable-deals?count=1&cursor="+got[1].Cursor)
		for _, d := range next {
			if had[d.ID] {
				t.Fatalf("%s was given twice", d.Seed)
			}
		}
		return r.status == http.StatusOK
	})
	other := launch(t, nil, append([]string{"--data-dir", t.TempDir(), "--pool-games", "klondike,klondike-deal-1"}, args...)...)
	if _, err := other.metric(`thoughtful_pool_deals{difficulty="easy",game="klondike-draw-1"}`); err != nil {
		t.Error(err) // klondike-deal-1 above is an alias
	}
	other.read(t, "/v1/games/klondike/daily-deal?date="+today.Date, "", http.StatusOK, &elsewhere)
	if !reflect.DeepEqual(today, elsewhere) {
		t.Errorf("daily deal: %+v, on another service %+v", today, elsewhere)
	}
	for path, status := range map[string]int{
		"/v1/games/klondike/winnable-deals?cursor=nonsense": http.StatusBadRequest,
		"/v1/games/klondike/daily-deal?date=2019-12-31":     http.StatusBadRequest,
		"/v1/games/free-cell/winnable-deals":                http.StatusNotFound,
		"/v1/games/free-cell/daily-deal":                    http.StatusNotFound,
		"/v1/games/klondike/daily-deal?date=" + today.Date:  http.StatusOK,
	} {
		if r, err := other.call(path, ""); err != nil || r.status != status {
			t.Errorf("%s: %d %s %v", path, r.status, r.body, err)
		}
	}
}
