package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// JobWork is what a job has to do: it answers a solve request.
type JobWork struct {
	Judge  Patient
	Limits Limits
	Log    *slog.Logger
}

// Answer answers the JSON of a SolveRequest that was accepted before with that of a
// SolveAnswer by the context's deadline, and tells whether it failed, in which case the
// answer is the JSON of a Problem. A verdict is published as soon as it is known, while a
// shorter solution is looked for, and so is a shorter one. Before is what an earlier
// attempt has published; nil if nothing.
func (j *JobWork) Answer(ctx context.Context, body, before []byte, publish func([]byte)) (answer []byte, failed bool) {
	fail := func(err error) ([]byte, bool) {
		p := problem.Explain(err)
		if p.Status >= http.StatusInternalServerError {
			j.Log.Error("a job failed", "request", string(body), "error", err)
		}
		return encode(p), true
	}
	defer func() {
		if value := recover(); value != nil {
			answer, failed = fail(problem.Panic(value))
		}
	}()
	q, err := readSolve(body, j.Limits.forJobs())
	if err != nil {
		return fail(err)
	}
	best, length := before, lengthOf(before)
	for _, step := range steps(q) {
		within := step.of(ctx, q.Deadline)
		budget := q.Budget.Budget
		budget.Objective = step.objective
		a, err := j.Judge.Answer(ctx, q.problem, budget, q.fresh, within)
		switch {
		case err != nil && best != nil: // what was known before is as true as it was
			j.Log.Error("a job failed, but for what was known before", "request", string(body), "error", err)
			return best, false
		case err != nil:
			return fail(problem.Of(fmt.Errorf("solving %s: %w", q.problem.ID(), err), problem.Internal))
		case a.Verdict == solver.Unwinnable && best != nil: // a win has been replayed
			j.Log.Error("unwinnable, it is said of what was won before", "request", string(body))
			return best, false
		case a.Verdict == solver.Unknown && best != nil:
			return best, false
		case length >= 0 && game.Length(a.Solution) > length: // what was found before is remembered no more
			continue
		}
		said := *q
		said.Objective = step.objective
		if ended := a.Verdict != solver.Winnable || a.Shortest() || ctx.Err() != nil; ended {
			said.Objective = q.Objective
			return said.document(a), false
		}
		news := best == nil || length > game.Length(a.Solution)
		best, length = said.document(a), game.Length(a.Solution)
		if news && !step.last {
			publish(best)
		}
	}
	return best, false
}

// lengthOf is the length of the solution of an answer that was published; -1 if it has
// none.
func lengthOf(published []byte) int {
	var a struct{ Solution *struct{ Length int } }
	if json.Unmarshal(published, &a) != nil || a.Solution == nil {
		return -1
	}
	return a.Solution.Length
}

// step is one of the questions that a job asks, one after the other.
type step struct {
	objective solver.Objective
	share     time.Duration // which part of the time that is left; 1 is all of it
	last      bool
}

// steps are those that a question takes. Whoever wants a short solution is to have a
// verdict soon, and a shorter one before all the time is used.
func steps(q *solveQuestion) []step {
	if q.Objective == solver.AnySolution || q.fresh {
		return []step{{q.Objective, 1, true}}
	}
	return []step{
		{solver.AnySolution, 1, false},
		{solver.ShortSolution, 8, false},
		{q.Objective, 1, true},
	}
}

// of is the time for a step: its share of what the context leaves, or of the whole.
func (s *step) of(ctx context.Context, whole time.Duration) time.Duration {
	left := whole
	if deadline, timed := ctx.Deadline(); timed {
		left = time.Until(deadline)
	}
	return max(left/s.share, time.Millisecond)
}

// answerMost is the most bytes of an answer that is kept. Few solutions are a tenth as
// long.
const answerMost = 1 << 20

// document is the JSON of an answer. A solution that is too long is left out.
func (q *solveQuestion) document(a solver.Answer) []byte {
	text := encode(q.answer(a))
	if len(text) <= answerMost {
		return bytes.TrimSpace(text)
	}
	brief := *q
	brief.solution = false
	brief.Warnings = append(list(brief.Warnings), "solution: it is too long to be kept; POST /v1/solve answers with it")
	return bytes.TrimSpace(encode(brief.answer(a)))
}
