package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// TestSolve compares answers with those of the service.
func TestSolve(t *testing.T) {
	engine := portfolio.New(16 << 20)
	for _, test := range []struct{ name, request, want string }{
		{"a deal that can be won", `{"game":"klondike","seed":"solvitaire:2"}`, `{"id":"1-ffbc332a3612e283adc096c8fae45e58","verdict":"winnable","solution":{"length":127,"redeals":4,"moves":[{"action":"move","from":"tableau/6","to":"tableau/4","cards":["8C"],"turns_up":"9C"},`},
		{"a deadlock", `{"game":"klondike","seed":"solvitaire:15"}`, `"verdict":"unwinnable","certificate":{"kind":"deadlock","text":"The J♠ stays in column 6: it can't go up before the 10♠ (under it);`},
		{"a complete search", `{"game":"free-cell","seed":"microsoft:11982"}`, `"verdict":"unwinnable","certificate":{"kind":"search","text":"All lines of play were searched, except those proven to be superfluous."},"search":{"engine":"freecell",`},
		{"a budget that is used up", `{"game":"spider","seed":"solvitaire:1","states":10}`, `"verdict":"unknown","because":"states","search":{"engine":"search","states":10,`},
		{"a text", `{"game":"free-cell","deal":"Founds: H-K C-K D-K S-Q\nKS\n:\n:\n:\n:\n:\n:\n:","format":"fc-solve"}`, `"text":"  1. KS from tableau/1 to foundation/S\n"}`},
		{"invalid JSON", `{`, `{"errors":[{"field":"","detail":"unexpected end of JSON at line 1, column 2"}]}`},
		{"not an object", `[]`, `{"errors":[{"field":"","detail":"expected an object, found a list"}]}`},
		{"nothing", `{}`, `{"errors":[{"field":"game","detail":"missing: name a game here, or give rules instead"}]}`},
		{"no deal", `{"game":"klondike"}`, `{"errors":[{"field":"seed","detail":"give the seed of a deal, or its cards in deal"}]}`},
		{"both", `{"game":"klondike","rules":{},"seed":"solvitaire:1"}`, `{"errors":[{"field":"rules","detail":"give either game or rules, not both"}]}`},
		{"an unknown game", `{"game":"poker","seed":"solvitaire:1"}`, `{"errors":[{"field":"game","detail":"unknown game \"poker\""}]}`},
		{"a number", `{"game":7,"seed":"solvitaire:1"}`, `{"errors":[{"field":"game","detail":"expected a string, found 7; write \"7\""}]}`},
		{"a seed", `{"game":"klondike","seed":"morse:1"}`, `{"errors":[{"field":"seed","detail":`},
		{"a seed of another game", `{"game":"penguin","seed":"microsoft:1"}`, `{"errors":[{"field":"seed","detail":`},
		{"a seed that is a number", `{"game":"klondike","seed":1}`, `{"errors":[{"field":"seed","detail":"expected a string, found 1; write \"1\""}]}`},
		{"an unknown format", `{"game":"klondike","deal":"","format":"morse"}`, `{"errors":[{"field":"format","detail":"\"morse\" is not one of: fc-solve, pysol, klondike-solver, rows"}]}`},
		{"a format that is a number", `{"game":"klondike","deal":"","format":1}`, `{"errors":[{"field":"format","detail":"expected a string, found 1; write \"1\""}]}`},
		{"a format without a stock", `{"game":"klondike","deal":"","format":"fc-solve"}`, `{"errors":[{"field":"","detail":"fc-solve can't express a stock; pysol and klondike-solver can"}]}`},
		{"a short text", `{"game":"klondike","deal":"011","format":"klondike-solver"}`, `{"errors":[{"field":"deal","detail":"1 cards found, 52 expected; missing: AH,`},
		{"an object with a format", `{"game":"klondike","deal":{},"format":"pysol"}`, `{"errors":[{"field":"deal","detail":"expected a string, found an object"}]}`},
		{"a deadline", `{"game":"klondike","seed":"solvitaire:2","deadline_ms":0}`, `{"errors":[{"field":"deadline_ms","detail":"0 is out of range: must be at least 1"}]}`},
	} {
		got := string(encode(solve([]byte(test.request), engine, time.Now)))
		if !strings.Contains(got, test.want) {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
}

// TestCalls checks the other calls. A test of package e2e compares their answers with the service's.
func TestCalls(t *testing.T) {
	engine := portfolio.New(16 << 20)
	const deal = `"game":"klondike","seed":"solvitaire:2"`
	const first = `{"action":"move","from":"tableau/6","to":"tableau/4","cards":["8C"],"turns_up":"9C"}`
	for _, test := range []struct{ call, request, want string }{
		{"deal", `{` + deal + `}`, `"game":"klondike","title":"Klondike","seed":"solvitaire:2","rules":{`},
		{"deal", `{"rules":{},"seed":"solvitaire:2"}`, `"game":"","title":"","seed":"solvitaire:2","rules":{`},
		{"deal", `{` + deal + `,"moves":[]}`, `{"errors":[{"field":"moves","detail":`},
		{"moves", `{` + deal + `}`, `"moves":[{"move":` + first + `,"why":"lays the 8♣ on the 9♥, turns up the 9♣","verdict":"winnable","length":127,"redeals":4,`},
		{"moves", `{"game":"klondike"}`, `{"errors":[{"field":"seed","detail":`},
		{"replay", `{` + deal + `,"moves":[` + first + `]}`, `{"legal":true,"won":false,"moves":1,"position":{`},
		{"replay", `{` + deal + `}`, `{"errors":[{"field":"moves","detail":"missing: give a list of moves"}]}`},
		{"replay", `{` + deal + `,"moves":[7]}`, `{"errors":[{"field":"moves[0]","detail":`},
		{"analyse", `{` + deal + `,"moves":[` + first + `]}`, `"plies":[{"ply":0,"verdict":"winnable"},{"ply":1,"verdict":"winnable"}],"lost_at":null,"last_winnable":1,"first_unwinnable":null,"better":null,"line":[{`},
		{"analyse", `{` + deal + `,"moves":[{"action":"redeal"}]}`, `{"errors":[{"field":"moves[0]","detail":`},
	} {
		got := string(encode(calls[test.call]([]byte(test.request), engine, time.Now)))
		if !strings.Contains(got, test.want) {
			t.Errorf("%s %s: %.600s\nwant %s", test.call, test.request, got, test.want)
		}
	}
}

// TestGuesses checks that undecided moves come in the order of their estimates.
func TestGuesses(t *testing.T) {
	a, _ := moves([]byte(`{"game":"spider","seed":"solvitaire:1","states":1}`), portfolio.New(16<<20), time.Now).(movesAnswer)
	if len(a.Moves) < 2 || a.Verdict != solver.Unknown {
		t.Fatalf("%+v", a)
	}
	for i, m := range a.Moves {
		if m.Estimate == nil || (i > 0 && *m.Estimate > *a.Moves[i-1].Estimate) {
			t.Errorf("move %d: %+v", i, m)
		}
	}
}

// TestDeadline checks that a search ends at the deadline, which is ten seconds by default.
func TestDeadline(t *testing.T) {
	for request, want := range map[string]time.Duration{
		`{"game":"klondike","seed":"solvitaire:2","deadline_ms":250}`: 250 * time.Millisecond,
		`{"game":"klondike","seed":"solvitaire:2"}`:                   10 * time.Second,
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			a, _ := solve([]byte(request), idle{}, time.Now).(answer)
			if took := time.Since(began); a.Because != solver.Deadline || took != want || a.Search.ElapsedMS != float64(want.Milliseconds()) {
				t.Errorf("%+v after %v; want %v", a, took, want)
			}
		})
	}
}

// TestWrongSolution checks that a solution which the referee rejects is not shown.
func TestWrongSolution(t *testing.T) {
	a, refused := solve([]byte(`{"game":"klondike","seed":"solvitaire:2"}`), liar{}, time.Now).(refusal)
	if !refused || len(a.Errors) != 1 || !strings.HasPrefix(a.Errors[0].Detail, "internal error: ") {
		t.Errorf("%+v", a)
	}
}

// TestLines answers lines, and rejects a line that is too long.
func TestLines(t *testing.T) {
	var out bytes.Buffer
	if err := lines(strings.NewReader("{}\n[]"), &out, idle{}, time.Now); err != nil || strings.Count(out.String(), "\n") != 2 {
		t.Errorf("%s, %v", &out, err)
	}
	if err := lines(strings.NewReader(strings.Repeat(" ", longest+1)), &out, idle{}, time.Now); err == nil {
		t.Error("accepted a line that is too long")
	}
}

// TestGames lists the games.
func TestGames(t *testing.T) {
	var list []struct{ Name, Title string }
	if err := json.Unmarshal(games(), &list); err != nil || len(list) < 100 || list[0].Name == "" || list[0].Title == "" {
		t.Errorf("%d games, %v", len(list), err)
	}
}
