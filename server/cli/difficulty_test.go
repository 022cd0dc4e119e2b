package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// winner knows a solution, and has no engine before the time is over.
type winner struct{ localEngine }

func (winner) Do(context.Context, *solver.Problem, func(*solver.Clock, solver.Engine)) error {
	return context.DeadlineExceeded
}

// TestDifficultyLate says how to measure a deal that could not be measured in time, and ends as unknown.
func TestDifficultyLate(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		d := difficultyCommand{JSON: asJSON}
		d.Threads, d.Memory, d.Deadline = 1, 32<<20, time.Minute
		ask := func(engine *localEngine, start time.Time, limits request.Limits) (deals.DifficultyAnswer, error) {
			body := []byte(`{"game":"klondike","seed":"solvitaire:2"}`)
			return deals.Difficulty(t.Context(), start, body, deals.Measurer{Judge: engine, Engines: winner{}}, limits)
		}
		answer, err := search(console{ctx: t.Context()}, &d.searchFlags, ask)
		if err != nil || answer.Verdict != solver.Winnable || answer.Score != nil {
			t.Fatalf("%+v, %v", answer, err)
		}
		var out bytes.Buffer
		err = d.finish(console{out: &out}, &answer)
		var v outcome
		if !errors.As(err, &v) || v != outcome(solver.Unknown) {
			t.Errorf("outcome %v", err)
		}
		if text := out.String(); !strings.Contains(text, "give a longer --deadline") || strings.Contains(text, "deadline_ms") {
			t.Error(text)
		}
	}
	got := command(t, "", "difficulty", small, "--game", "klondike", "--seed", "solvitaire:2", "--deadline", "10m")
	if got.status != exitDone || !strings.Contains(got.out, "score ") {
		t.Errorf("measured: %+v", got)
	}
}
