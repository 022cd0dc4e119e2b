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

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
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

// The default deadline is not above the server's maximum, and is cut without a warning.
func TestDefaultDeadline(t *testing.T) {
	for _, c := range []struct{ most, want time.Duration }{
		{time.Minute, 10 * time.Second},
		{3 * time.Second, 3 * time.Second},
	} {
		limits := Limits{Limits: request.Limits{Deadline: c.most, DefaultDeadline: 10 * time.Second}}
		q, err := readSolve([]byte(`{"game":"klondike","seed":"solvitaire:2"}`), limits)
		if err != nil || q.Deadline != c.want || q.States != 0 || len(q.Warnings) > 0 {
			t.Errorf("at most %v: deadline %v, %d states, warnings %q, error %v", c.most, q.Deadline, q.States, q.Warnings, err)
		}
	}
}

// Without a maximum of states any budget is accepted.
func TestStatesWithoutMaximum(t *testing.T) {
	body := `{"game":"klondike","seed":"solvitaire:2","states":9000000000000000000}`
	q, err := readSolve([]byte(body), Limits{Limits: request.Limits{Deadline: time.Minute}})
	if err != nil || q.States != 9_000_000_000_000_000_000 || len(q.Warnings) > 0 {
		t.Errorf("%d states, warnings %q, error %v", q.States, q.Warnings, err)
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
	a, err := Solve(t.Context(), time.Now(), []byte(request), solved, options().Limits)
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
	outcome, err := Replay(again)
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
		_, got := Solve(t.Context(), time.Now(), []byte(`{"game":"klondike","seed":"solvitaire:2"}`), nobody, options().Limits)
		if !errors.Is(got, err) || problem.Explain(got).Status != http.StatusServiceUnavailable {
			t.Errorf("%v: %v, %+v", err, got, problem.Explain(got))
		}
	}
}

// Every request is answered or rejected with a problem, and an accepted one is a valid problem,
// which can be read from its text again.
func FuzzSolveRequest(f *testing.F) {
	for _, seed := range []string{
		`{"game":"klondike","seed":"solvitaire:2","deadline_ms":5000,"solution":true,"states":7,"fresh":false,"objective":"any"}`,
		`{"game":"free-cell","seed":"microsoft:11982"}`,
		`{"rules":{"max rank":2,"tableau piles":{"count":4}},"deal":{"tableau piles":[["2S","AS"],["2C","AC"],["AH","2H"],["2D","AD"]]}}`,
		`{"rules":{"max rank":2,"tableau piles":{"count":2},"stock":{"size":4,"deal count":2,"redeals":2}},"deal":{"tableau piles":[["2H"],["2S","AC"]],"foundations":["AH","AS"],"stock":["2C"],"waste":["AD","2D"],"redeals left":1}}`,
		`{"rules":{"max rank":3,"tableau piles":{"count":3,"face up cards":"top"},"cells":{"count":3,"pre-filled":2},"reserve":{"size":4}},"seed":"solvitaire:7"}`,
		`{"game":"golf","deal":{"faces":"dealt","base":"K"},"format":"pysol"}`,
		`{"game":"klondike","deal":"Game: 7","format":"klondike-solver","solution_format":"minimal-klondike"}`,
		`{"game":"golf","deal":"AS 2S\n3S","format":"fc-solve","solution":false,"solution_format":"text"}`,
		`[]`, `{"game":`, `null`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		q, err := readSolve(body, options().Limits)
		if err != nil {
			if e := problem.Explain(err); e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity || e.Detail == "" {
				t.Fatalf("%v is explained as %+v", err, e)
			}
			return
		}
		p := q.problem
		again, err := solver.ParseProblem(p.Text())
		if err != nil || again.ID() != p.ID() {
			t.Fatalf("problem %s can't be read again: %v", p.Text(), err)
		}
		if q.Deadline <= 0 || q.Deadline > time.Minute || q.States <= 0 || q.States > 1_000_000 {
			t.Fatalf("%s: deadline %v, %d states", body, q.Deadline, q.States)
		}
	})
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
		a, err := Replay(body)
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
