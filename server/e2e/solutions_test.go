package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestSolutionsOfHandedOutDeals does what an app does with deals of thirteen games: it gets them with
// their solutions, and replays these on the deals by number.
func TestSolutionsOfHandedOutDeals(t *testing.T) {
	t.Parallel()
	games := []string{
		"klondike", "klondike-draw-1", "free-cell", "bakers-game", "seahaven-towers", "eight-off", "canfield",
		"spider-1-suit", "spider", "yukon", "golf", "black-hole", "pyramid",
	}
	l := launch(t, nil)
	handed, byID, otherwise := 0, 0, 0
	for _, name := range games {
		found, r := l.winnable(t, "/v1/games/"+name+"/winnable-deals?count=8&solution=true")
		if r.status != http.StatusOK {
			t.Fatalf("%s: %s", name, r.body)
		}
		for i, d := range found {
			handed++
			path := "/v1/games/" + name + "/deals/" + d.Seed + "/solution"
			var s deals.NumberedSolution
			l.read(t, path, "", http.StatusOK, &s)
			if s.Seed != d.Seed || s.ID != d.ID || s.Game != name || s.Length > d.Length { // it may have been shortened
				t.Errorf("%s %s: %+v, handed out %+v", name, d.Seed, s, d)
			}
			dealt := fmt.Sprintf(`"game":%q,"seed":%q`, name, d.Seed)
			l.counts(t, dealt, d.Solution.Moves, d.Length, d.Redeals)
			l.counts(t, dealt, s.Moves, s.Length, s.Redeals)

			if i >= 4 {
				continue
			}
			// By id the moves are those of the position in the answer, and seldom those of the deal.
			byID++
			var stored deals.StoredSolution
			l.read(t, "/v1/deals/"+string(d.ID)+"/solution", "", http.StatusOK, &stored)
			l.counts(t, fmt.Sprintf(`"game":%q,"deal":%s`, name, stored.Position), stored.Moves, stored.Length, stored.Redeals)
			if !reflect.DeepEqual(stored.Moves, s.Moves) {
				otherwise++
			}
		}
	}
	if handed < 90 || otherwise < byID/2 {
		t.Errorf("%d deals; of %d canonical solutions %d have other moves", handed, byID, otherwise)
	}
	var lost struct{ Detail string }
	l.solve(t, `{"game":"klondike","seed":"solvitaire:15"}`)
	for seed, want := range map[string]string{"15": "unwinnable", "9999999": "not decided"} {
		if l.read(t, "/v1/games/klondike/deals/"+seed+"/solution", "", http.StatusNotFound, &lost); !strings.Contains(lost.Detail, want) {
			t.Errorf("klondike %s: %s", seed, lost.Detail)
		}
	}
}

// counts replays moves on a deal, given as fields of a request. They must win, and be counted as said.
func (c *client) counts(t *testing.T, deal string, line []game.Move, length, redeals int) {
	t.Helper()
	text, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	var end moves.ReplayAnswer
	c.read(t, "/v1/replay", fmt.Sprintf(`{%s,"moves":%s}`, deal, text), http.StatusOK, &end)
	if !end.Won || end.Moves != length || end.Redeals != redeals || length+redeals != len(line) {
		t.Errorf("%s: %d entries, said to be %d moves and %d redeals: %+v", deal, len(line), length, redeals, end)
	}
}

// TestLengths counts the moves of every answer that has a length, at any depth: length and redeals are
// all of them.
func TestLengths(t *testing.T) {
	t.Parallel()
	l := launch(t, nil)
	const deal = `"game":"klondike","seed":"solvitaire:2"`
	solved := l.solve(t, `{`+deal+`}`)
	position := fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:2","moves":%s`, solved.Solution.Moves)
	counted, redeals := 0, 0
	for _, call := range []struct{ path, body string }{
		{"/v1/solve", `{` + deal + `}`},
		{"/v1/solve", `{` + deal + `,"objective":"short","deadline_ms":300}`},
		{"/v1/moves", `{` + deal + `,"solution":true}`},
		{"/v1/difficulty", `{` + deal + `}`},
		{"/v1/play", `{` + deal + `,"player":"greedy"}`},
		{"/v1/convert", position + `}`},
		{"/v1/convert", position + `,"moves_to":"text"}`},
		{"/v1/replay", position + `}`},
		{"/v1/games/klondike/deals/2/solution", ""},
		{"/v1/deals/" + solved.ID, ""},
		{"/v1/deals/" + solved.ID + "/solution", ""},
		{"/v1/games/klondike/winnable-deals?solution=true", ""},
		{"/v1/games/klondike/winnable-deals", ""},
	} {
		r, err := l.call(call.path, call.body)
		var answer any
		if err != nil || r.status != http.StatusOK || json.Unmarshal(r.body, &answer) != nil {
			t.Fatalf("%s: %v %s", call.path, err, r.body)
		}
		n, m := countMoves(t, call.path, answer)
		if n == 0 {
			t.Errorf("%s has no length: %s", call.path, r.body)
		}
		counted, redeals = counted+n, redeals+m
	}
	if counted < 15 || redeals < 20 {
		t.Errorf("%d lengths, %d redeals", counted, redeals)
	}
}

// countMoves checks the lengths in a document and returns how many there are, and how many redeals they
// leave out.
func countMoves(t *testing.T, at string, value any) (lengths, redeals int) {
	t.Helper()
	switch v := value.(type) {
	case []any:
		for i, part := range v {
			n, m := countMoves(t, fmt.Sprintf("%s[%d]", at, i), part)
			lengths, redeals = lengths+n, redeals+m
		}
	case map[string]any:
		for name, part := range v {
			n, m := countMoves(t, at+"."+name, part)
			lengths, redeals = lengths+n, redeals+m
		}
		length, has := v["length"].(float64)
		if moves, counts := v["moves"].(float64); counts {
			length, has = moves, true
		}
		if !has {
			break
		}
		beside, counted := v["redeals"].(float64)
		if !counted {
			t.Errorf("%s: no redeals beside the length", at)
		}
		if moves, list := v["moves"].([]any); list && len(moves) != int(length+beside) {
			t.Errorf("%s: %d moves, said to be %g and %g redeals", at, len(moves), length, beside)
		}
		lengths, redeals = lengths+1, redeals+int(beside)
	}
	return lengths, redeals
}
