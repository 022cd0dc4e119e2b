package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// wandered is a game of the catalogue after some random moves.
type wandered struct {
	rules.Game
	deal  deal.Position
	moves []game.Move
	end   *game.State
}

// wander plays a few random moves of deal 7 of every game.
func wander(t *testing.T, visit func(t *testing.T, w *wandered)) {
	for i, g := range rules.Games() {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 7}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(uint64(i), 7))
		w := wandered{Game: g, deal: p, end: game.New(&g.Rules, &p)}
		for range 12 {
			legal := w.end.Legal()
			if len(legal) == 0 {
				break
			}
			w.end.Do(legal[random.IntN(len(legal))])
			w.moves = append(w.moves, w.end.Last())
		}
		visit(t, &w)
	}
}

// TestPlayedMoves asks about the position after moves of every game, once with the moves and once
// with the position.
func TestPlayedMoves(t *testing.T) {
	h := serving(t, positionsOnly())
	wander(t, func(t *testing.T, w *wandered) {
		want := solver.NewProblem(w.Rules, w.end.Position()).ID()
		made, _ := json.Marshal(reply.List(w.moves))
		dealt := w.deal.Document(&w.Rules)
		for _, from := range []string{`"seed":"7"`, `"deal":` + string(dealt)} {
			body := fmt.Appendf(nil, `{"game":%q,%s,"moves":%s}`, w.Name, from, made)
			for _, path := range []string{"/v1/solve", "/v1/moves", "/v1/advise"} {
				got := positionOf(t, h, path, body)
				if path == "/v1/advise" { // it has no id
					got.ID = want
				}
				if got.ID != want || got.Position == nil {
					t.Fatalf("%s %s: %+v", path, body, got)
				}
			}
			body = fmt.Appendf(nil, `{"game":%q,%s,"positions":"all","moves":%s}`, w.Name, from, made)
			replayed, err := moves.Replay(body)
			n := len(replayed.Positions) - 1
			if err != nil || n != len(w.moves) || string(replayed.Positions[0]) != string(dealt) || string(replayed.Positions[n]) != string(replayed.Position) {
				t.Fatalf("replay %s: %v, %d positions", body, err, n+1)
			}
			for i, text := range replayed.Positions {
				rest, _ := json.Marshal(reply.List(w.moves[i:]))
				end, err := moves.Replay(fmt.Appendf(nil, `{"game":%q,"deal":%s,"moves":%s}`, w.Name, text, rest))
				if err != nil || !end.Legal || string(end.Position) != string(replayed.Position) {
					t.Fatalf("%s from position %d: %+v, %v", body, i, end, err)
				}
			}
		}
	})
}

// TestPlayedRuns asks about the position after a run, which every answer expands alike.
func TestPlayedRuns(t *testing.T) {
	var home []string
	for _, suit := range "CHSD" {
		for _, rank := range "A23456789" {
			home = append(home, fmt.Sprintf("%q", string(rank)+string(suit)))
		}
	}
	body := fmt.Appendf(nil, `{"game":"free-cell","deal":{"tableau piles":[["TH","QC","JD","TS"],["KD"],["KH"],["QH","JC","TD"],["KC","QD"],["TC","JH"],[],["QS"]],
		"cells":["KS","JS","",""],"foundations":[%s]},"moves":[{"action":"move","from":"tableau/1","to":"tableau/2","cards":["QC","JD","TS"]}]}`, strings.Join(home, ","))
	replayed, err := moves.Replay(body)
	if err != nil || len(replayed.Expanded) != 1 || replayed.Expanded[0].At != 1 || len(replayed.Expanded[0].Moves) != 5 {
		t.Fatalf("replay: %+v, %v", replayed, err)
	}
	h := serving(t, positionsOnly())
	for _, path := range []string{"/v1/solve", "/v1/moves", "/v1/advise"} {
		if got := positionOf(t, h, path, body).Expanded; !reflect.DeepEqual(got, replayed.Expanded) {
			t.Errorf("%s: %+v", path, got)
		}
	}
}

// positionsOnly returns options whose parts find nothing, so that answers have little but the position.
func positionsOnly() Options {
	o := options()
	o.Analyst, o.Adviser = unfinding{}, unfinding{}
	return o
}

// unfinding is an Analyst and an Adviser that finds nothing.
type unfinding struct{ analyst }

func (unfinding) Moves(context.Context, *solver.Problem, solver.Budget) (analysis.Position, error) {
	return analysis.Position{Verdict: solver.Unknown, Reason: solver.States}, nil
}

func (unfinding) Advise(context.Context, *player.Observation, []game.Move, int, uint64) (player.Advice, error) {
	return player.Advice{}, nil
}

// position is what answers say of the position that is asked about.
type position struct {
	ID       solver.ID
	Position json.RawMessage
	Expanded []request.ExpandedMove
}

// positionOf sends a request, and returns what its answer says of the position.
func positionOf(t *testing.T, h http.Handler, path string, body []byte) (p position) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s %s: %d %v: %s", path, body, w.Code, err, w.Body)
	}
	return p
}

// TestReplayIsBounded asks for the positions of a game without end.
func TestReplayIsBounded(t *testing.T) {
	_, err := moves.Replay([]byte(`{"game":"klondike","seed":"2","positions":"all","moves":[` +
		strings.TrimSuffix(strings.Repeat(strings.Repeat(`{"action":"draw","count":3},`, 8)+`{"action":"redeal"},`, 1500), ",") + `]}`))
	if err == nil || !strings.HasPrefix(err.Error(), "positions: the positions after the first ") {
		t.Errorf("13500 moves: %v", err)
	}
}

// TestSchemasEverywhere sends positions of every game in the explicit form and in one line, and compares the
// positions in the answers with them.
func TestSchemasEverywhere(t *testing.T) {
	h := serving(t, positionsOnly())
	wander(t, func(t *testing.T, w *wandered) {
		at := w.end.Position()
		for _, schema := range []string{"explicit", "line"} {
			written := request.Write(&w.Rules, &at, schema)
			body := fmt.Appendf(nil, `{"game":%q,"schema":%q,"deal":%s,"moves":[]}`, w.Name, schema, written)
			replayed, err := moves.Replay(body)
			if err != nil || string(replayed.Position) != string(written) {
				t.Fatalf("replay %s: %s, %v", body, replayed.Position, err)
			}
			if got := positionOf(t, h, "/v1/solve", body); got.ID != solver.NewProblem(w.Rules, at).ID() || string(got.Position) != string(written) {
				t.Fatalf("solve %s: %+v", body, got)
			}
		}
	})
}
