package api

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"

	"github.com/hashicorp/golang-lru/v2/expirable"
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
	limits := options().Limits
	wander(t, func(t *testing.T, w *wandered) {
		want := solver.NewProblem(w.Rules, w.end.Position()).ID()
		moves, _ := json.Marshal(list(w.moves))
		dealt := w.deal.Document(&w.Rules)
		for _, from := range []string{`"seed":"7"`, `"deal":` + string(dealt)} {
			body := fmt.Appendf(nil, `{"game":%q,%s,"moves":%s}`, w.Name, from, moves)
			solve, err := readSolve(body, limits)
			if err != nil || solve.problem.ID() != want || solve.echo() == nil {
				t.Fatalf("solve %s: %v", body, err)
			}
			hint, err := decodeMoves(t.Context(), body, limits)
			if err != nil || hint.problem.ID() != want {
				t.Fatalf("moves %s: %v", body, err)
			}
			if _, err := decodeAdvise(t.Context(), body, limits); err != nil {
				t.Fatalf("advise %s: %v", body, err)
			}
			body = fmt.Appendf(nil, `{"game":%q,%s,"positions":"all","moves":%s}`, w.Name, from, moves)
			replayed, err := Replay(body)
			n := len(replayed.Positions) - 1
			if err != nil || n != len(w.moves) || string(replayed.Positions[0]) != string(dealt) || string(replayed.Positions[n]) != string(replayed.Position) {
				t.Fatalf("replay %s: %v, %d positions", body, err, n+1)
			}
			for i, text := range replayed.Positions {
				rest, _ := json.Marshal(list(w.moves[i:]))
				end, err := Replay(fmt.Appendf(nil, `{"game":%q,"deal":%s,"moves":%s}`, w.Name, text, rest))
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
	replayed, err := Replay(body)
	if err != nil || len(replayed.Expanded) != 1 || replayed.Expanded[0].At != 1 || len(replayed.Expanded[0].Moves) != 5 {
		t.Fatalf("replay: %+v, %v", replayed, err)
	}
	limits := options().Limits
	solve, err := readSolve(body, limits)
	if err != nil {
		t.Fatal(err)
	}
	hint, err := decodeMoves(t.Context(), body, limits)
	if err != nil {
		t.Fatal(err)
	}
	advice, err := decodeAdvise(t.Context(), body, limits)
	if err != nil {
		t.Fatal(err)
	}
	advised, err := advice.ask(t.Context(), planned{adviser{}, expirable.NewLRU[string, []game.Move](0, nil, 0)})
	if err != nil {
		t.Fatal(err)
	}
	for call, got := range map[string][]ExpandedMove{
		"solve":  solve.answer(solver.Answer{Result: solver.Result{Verdict: solver.Unknown}}).Expanded,
		"moves":  hint.answer(t.Context(), &analysis.Position{}, 0).Expanded,
		"advise": advised.Expanded,
	} {
		if !reflect.DeepEqual(got, replayed.Expanded) {
			t.Errorf("%s: %+v", call, got)
		}
	}
}

// TestReplayIsBounded asks for the positions of a game without end.
func TestReplayIsBounded(t *testing.T) {
	_, err := Replay([]byte(`{"game":"klondike","seed":"2","positions":"all","moves":[` +
		strings.TrimSuffix(strings.Repeat(strings.Repeat(`{"action":"draw","count":3},`, 8)+`{"action":"redeal"},`, 1500), ",") + `]}`))
	if err == nil || !strings.HasPrefix(err.Error(), "positions: the positions after the first ") {
		t.Errorf("13500 moves: %v", err)
	}
}

// TestExplicitEverywhere sends positions of every game in the explicit form, and compares the answers
// with those in the other one.
func TestExplicitEverywhere(t *testing.T) {
	limits := options().Limits
	wander(t, func(t *testing.T, w *wandered) {
		at := w.end.Position()
		explicit := at.Explicit(&w.Rules)
		body := fmt.Appendf(nil, `{"game":%q,"schema":"explicit","deal":%s,"moves":[]}`, w.Name, explicit)
		replayed, err := Replay(body)
		if err != nil || string(replayed.Position) != string(explicit) {
			t.Fatalf("replay %s: %s, %v", body, replayed.Position, err)
		}
		solve, err := readSolve(body, limits)
		if err != nil || solve.problem.ID() != solver.NewProblem(w.Rules, at).ID() || string(solve.echo()) != string(explicit) {
			t.Fatalf("solve %s: %v", body, err)
		}
	})
}
