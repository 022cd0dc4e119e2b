package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// slow is a body that can be read only after a time.
type slow struct {
	io.Reader
	wait time.Duration
}

func (s slow) Read(p []byte) (int, error) {
	time.Sleep(s.wait)
	return s.Reader.Read(p)
}

// The deadline counts from the request's arrival, so a slow body shortens the search.
func TestDeadlineCountsFromArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		arrival := time.Now()
		o := options()
		o.Judge = judge(func(ctx context.Context, _ *solver.Problem, _ solver.Budget, _ bool) (solver.Answer, error) {
			if deadline, _ := ctx.Deadline(); !deadline.Equal(arrival.Add(5 * time.Second)) {
				t.Errorf("deadline %v after arrival", deadline.Sub(arrival))
			}
			if since := time.Since(arrival); since < 2*time.Second {
				t.Errorf("the body took %v", since)
			}
			return options().Judge.Answer(ctx, nil, solver.Budget{}, false)
		})
		body := slow{strings.NewReader(`{"game":"klondike","seed":"solvitaire:2","deadline_ms":5000}`), time.Second}
		r := httptest.NewRequest(http.MethodPost, "/v1/solve", body)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		serving(t, o).ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Errorf("%d: %s", w.Code, w.Body)
		}
	})
}

// TestUnreportedSearch checks that an answer without figures of its search says so.
func TestUnreportedSearch(t *testing.T) {
	for _, unreported := range []bool{true, false} {
		o := options()
		o.Judge = judge(func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
			return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline}, Unreported: unreported, Source: solver.FromSearch}, nil
		})
		r := httptest.NewRequest(http.MethodPost, "/v1/solve", strings.NewReader(`{"game":"golf","seed":"solvitaire:2"}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		serving(t, o).ServeHTTP(w, r)
		if said := strings.Contains(w.Body.String(), `"warnings":["search: `); w.Code != http.StatusOK || said != unreported {
			t.Errorf("unreported %t: %d: %s", unreported, w.Code, w.Body)
		}
	}
}

// The moves of an answer win from the position in the answer. The judge solves the canonical
// position, whose piles are in another order.
func TestSolutionReplays(t *testing.T) {
	request := `{"rules": {"max rank": 2, "tableau piles": {"count": 4, "build policy": "no-build"}, "cells": {"count": 2}},
		"deal": {"tableau piles": [["2S"], ["2C", "AC"], ["AH"], ["2D", "AD"]], "cells": ["AS", "2H"]}}`
	solved := judge(func(_ context.Context, p *solver.Problem, _ solver.Budget, _ bool) (solver.Answer, error) {
		return solver.Answer{Result: solver.Result{Verdict: solver.Winnable, Solution: greedy(p)}, Source: solver.FromSearch}, nil
	})
	a, err := verdicts.Solve(t.Context(), time.Now(), []byte(request), solved, options().Limits)
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(map[string]any{
		"rules": json.RawMessage(`{"max rank": 2, "tableau piles": {"count": 4, "build policy": "no-build"}, "cells": {"count": 2}}`),
		"deal":  a.Position,
		"moves": a.Solution.Moves,
	})
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := moves.Replay(again)
	if err != nil || !outcome.Won || outcome.Moves != a.Solution.Length {
		t.Errorf("replayed: %+v, %v\n%s", outcome, err, again)
	}
}

// greedy plays every move to a foundation, from the canonical position.
func greedy(p *solver.Problem) []game.Move {
	at := p.Position()
	s := game.New(p.Rules(), &at)
	var moves []game.Move
	for !s.Won() {
		for _, m := range s.Legal() {
			if m.To.Pile == game.Foundation {
				s.Do(m)
				moves = append(moves, m)
				break
			}
		}
	}
	return moves
}

// A cancelled request, or one that comes while the service stops, is not an internal error.
func TestNobodyAnswers(t *testing.T) {
	for _, err := range []error{context.Canceled, context.DeadlineExceeded, stopping{}} {
		nobody := judge(func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
			return solver.Answer{}, err
		})
		_, got := verdicts.Solve(t.Context(), time.Now(), []byte(`{"game":"klondike","seed":"solvitaire:2"}`), nobody, options().Limits)
		if !errors.Is(got, err) || problem.Explain(got).Status != http.StatusServiceUnavailable {
			t.Errorf("%v: %v, %+v", err, got, problem.Explain(got))
		}
	}
}

// All moves are either replayed or rejected with a problem.
func FuzzReplayRequest(f *testing.F) {
	for _, seed := range []string{
		`{"game":"klondike","seed":"solvitaire:2","moves":[{"action":"draw","count":3},{"action":"redeal"}]}`,
		`{"game":"free-cell","seed":"microsoft:1","moves":[{"action":"move","from":"tableau/1","to":"cell/1","cards":["6S"]}]}`,
		`{"rules":{"max rank":1,"tableau piles":{"count":4}},"seed":"solvitaire:1","moves":[{"action":"move","from":"sequence/1/1","to":"foundation/S/1","cards":["AS"],"turns_up":"AH"}]}`,
		`{"moves":[{"action":"deal","count":104}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		a, err := moves.Replay(body)
		if err != nil {
			if e := problem.Explain(err); e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity {
				t.Fatalf("%v is explained as %+v", err, e)
			}
			return
		}
		if a.Legal != (a.At == 0) || a.Legal != (a.Reason == "") || !json.Valid(a.Position) || bytes.Equal(a.Position, []byte("null")) {
			t.Fatalf("%s: %+v", body, a)
		}
	})
}
