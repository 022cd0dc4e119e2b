package verdicts

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// JobWork answers the requests of jobs.
type JobWork struct {
	Judge  Patient
	Prover Prover
	Limits request.Limits
	Log    *slog.Logger
}

// Answer answers the request of a job by the deadline of the context. The request is the JSON of a
// SolveRequest, or asks for a proof. The answer is JSON: a SolveAnswer, the size of the proof, or a
// Problem if failed is true. Answer publishes a SolveAnswer as soon as the verdict is known, and
// again with each shorter solution. before is the last one that an earlier attempt at the job
// published; nil if there is none.
func (j *JobWork) Answer(ctx context.Context, body, before []byte, publish func([]byte)) (answer []byte, failed bool) {
	fail := func(err error) ([]byte, bool) {
		p := problem.Explain(err)
		if p.Status >= http.StatusInternalServerError {
			j.Log.Error("job failed", "request", string(body), "error", err)
		}
		return reply.JSON(p), true
	}
	defer func() {
		if value := recover(); value != nil {
			answer, failed = fail(problem.Panic(value))
		}
	}()
	if id, proof := readProofRequest(body); proof {
		answer, failed, err := j.prove(ctx, id)
		if err != nil {
			return fail(err)
		}
		return answer, failed
	}
	q, err := readSolve(body, forJobs(j.Limits), true)
	if err != nil {
		return fail(err)
	}
	best, length := before, publishedLength(before)
	for _, step := range steps(q) {
		within := step.of(ctx, q.Deadline)
		budget := q.Budget.Budget
		budget.Objective = step.objective
		a, err := j.Judge.Answer(ctx, q.Problem, budget, q.in.Fresh, within)
		switch {
		case err != nil && best != nil: // the earlier answer still holds
			j.Log.Error("job failed after publishing an answer", "request", string(body), "error", err)
			return best, false
		case err != nil:
			return fail(problem.Of(fmt.Errorf("solving deal %s: %w", q.Problem.ID(), err), problem.Internal))
		case a.Verdict == solver.Unwinnable && best != nil: // a win has been replayed
			j.Log.Error("engine contradicts a verified win", "request", string(body))
			return best, false
		case a.Verdict == solver.Unknown && best != nil:
			return best, false
		case length >= 0 && game.Length(a.Solution) > length: // the earlier solution is no longer stored
			continue
		}
		answered := *q
		answered.Objective = step.objective
		if ended := a.Verdict != solver.Winnable || a.Shortest() || ctx.Err() != nil; ended {
			answered.Objective = q.Objective
			return answered.document(a), false
		}
		improved := best == nil || length > game.Length(a.Solution)
		best, length = answered.document(a), game.Length(a.Solution)
		if improved && !step.last {
			publish(best)
		}
	}
	return best, false
}

// publishedLength returns the length of the solution in a published answer; -1 if it has none.
func publishedLength(published []byte) int {
	var a struct{ Solution *struct{ Length int } }
	if json.Unmarshal(published, &a) != nil || a.Solution == nil {
		return -1
	}
	return a.Solution.Length
}

// step is one of the searches of a job.
type step struct {
	objective solver.Objective
	share     time.Duration // the divisor of the time that is left
	last      bool
}

// steps returns the searches for a question. If the question has an objective, the first search
// finds the verdict, and the second one finds a shorter solution before all the time is used.
func steps(q *solveQuestion) []step {
	if q.Objective == solver.AnySolution || q.in.Fresh {
		return []step{{q.Objective, 1, true}}
	}
	return []step{
		{solver.AnySolution, 1, false},
		{solver.ShortSolution, 8, false},
		{q.Objective, 1, true},
	}
}

// of returns the time for a step, which is its share of the time left in the context. If the
// context has no deadline, it is its share of whole.
func (s *step) of(ctx context.Context, whole time.Duration) time.Duration {
	left := whole
	if deadline, timed := ctx.Deadline(); timed {
		left = time.Until(deadline)
	}
	return max(left/s.share, time.Millisecond)
}

// answerMost is the greatest size of a stored answer in bytes. Few solutions need a tenth of it.
const answerMost = 1 << 20

// document returns the JSON of an answer. It leaves out the solution if the answer is too long.
func (q *solveQuestion) document(a solver.Answer) []byte {
	text := reply.JSON(q.answer(a))
	if len(text) <= answerMost {
		return bytes.TrimSpace(text)
	}
	brief := *q
	brief.in.Solution = false
	brief.Warnings = append(reply.List(brief.Warnings), "solution: too long to store; POST /v1/solve returns it")
	return bytes.TrimSpace(reply.JSON(brief.answer(a)))
}
