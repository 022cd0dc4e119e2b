package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestAdviseBot plays by stand-ins for the service: one that is busy at first and then wins, one
// that deals the stock again and again, one whose move is illegal.
func TestAdviseBot(t *testing.T) {
	g, _ := rules.Lookup("klondike-draw-1")
	last, err := deal.Parse([]byte(`{"tableau piles":[["KD"],[],[],[],[],[],[]],"stock":["KC","KH","KS"],"foundations":[
		["AC","2C","3C","4C","5C","6C","7C","8C","9C","TC","JC","QC"],["AH","2H","3H","4H","5H","6H","7H","8H","9H","TH","JH","QH"],
		["AS","2S","3S","4S","5S","6S","7S","8S","9S","TS","JS","QS"],["AD","2D","3D","4D","5D","6D","7D","8D","9D","TD","JD","QD"]]}`), &g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	up := func(table *deal.Position) string {
		for _, pile := range []string{"waste", "tableau/1"} {
			cards := table.Waste
			if pile != "waste" {
				cards = table.Tableau[0].Cards
			}
			if len(cards) > 0 {
				top := cards[len(cards)-1]
				return fmt.Sprintf(`{"action":"move","from":%q,"to":"foundation/%s","cards":[%q]}`, pile, top.Suit(), top)
			}
		}
		return `{"action":"draw","count":1}`
	}
	bodies := map[string]string{"stock-known": `"deal":{`, "stock-seen": `"seed":"solvitaire:1","moves":[`}
	for name, test := range map[string]struct {
		advice func(call int, table *deal.Position) (int, string)
		want   advised
		wrong  string
	}{
		"a win": {func(call int, table *deal.Position) (int, string) {
			if call == 1 {
				return http.StatusServiceUnavailable, ""
			}
			return http.StatusOK, up(table)
		}, advised{won: 1, refused: 1}, ""},
		"a circle": {func(_ int, table *deal.Position) (int, string) {
			if len(table.Stock) == 0 {
				return http.StatusOK, `{"action":"redeal"}`
			}
			return http.StatusOK, `{"action":"draw","count":1}`
		}, advised{circles: 1}, ""},
		"no move": {func(int, *deal.Position) (int, string) {
			return http.StatusOK, `{"action":"move","from":"waste","to":"tableau/2","cards":["AS"]}`
		}, advised{}, "the first move is"},
		"a fault": {func(int, *deal.Position) (int, string) { return http.StatusInternalServerError, "" }, advised{}, "status 500"},
	} {
		for information, has := range bodies {
			testAdviceBot(t, name, information, has, &bot{rules: &g.Rules, board: game.New(&g.Rules, &last)}, test.advice, test.want, test.wrong)
		}
	}
}

// testAdviceBot has a bot with some information play by a stand-in, whose requests have a text.
func testAdviceBot(t *testing.T, name, information, has string, player *bot, advice func(int, *deal.Position) (int, string), want advised, wrong string) {
	t.Helper()
	calls := 0
	stand := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls++
		if body, err := io.ReadAll(r.Body); err != nil || !strings.Contains(string(body), has) || !strings.Contains(string(body), information) {
			t.Errorf("%s: %s: %v", name, body, err)
		}
		status, move := advice(calls, player.board.Table())
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(status)
		if status == http.StatusOK {
			fmt.Fprintf(w, `{"moves":[{"move":%s,"win":1}]}`, move)
		}
	}))
	var all advised
	command := adviseCommand{Game: "klondike-draw-1", Information: information}
	err := all.play(context.Background(), newService(strings.TrimPrefix(stand.URL, "http://")), command.table("solvitaire:1"), player)
	stand.Close()
	if wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
		t.Errorf("%s: %v", name, err)
	}
	if all.won != want.won || all.circles != want.circles || all.refused != want.refused || all.won > 0 && len(all.calls) != 7 {
		t.Errorf("%s: %+v", name, all)
	}
}
