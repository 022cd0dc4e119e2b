package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// Jobs does work whose answer is fetched later. [JobWork] is what it has to do.
type Jobs interface {
	// Accept accepts a request of a client, to be answered within some time from now. The
	// error has RetryAfter if there are too many.
	Accept(ctx context.Context, client string, body []byte, within time.Duration) (job.Job, error)
	// Job returns a job, without its answer unless its version is above one that is known;
	// false if there is none.
	Job(ctx context.Context, id string, known int64) (job.Job, bool, error)
	// Next waits for a version above a known one; false if there is no such job any more.
	Next(ctx context.Context, id string, known int64) (job.Job, bool, error)
	// Cancel ends a job; false if it has ended, or there is none.
	Cancel(ctx context.Context, id string) (bool, error)
	// Delete deletes a job that has ended; false if there is none.
	Delete(ctx context.Context, id string) (bool, error)
}

// Job is a solve request that is answered later, and what has become of it.
type Job struct {
	ID         string           `json:"id" example:"Q2NFIMYJMZ5DRGSYLIBTSQTCHX"`                                                                     // whoever knows it may ask; it can't be guessed
	State      string           `json:"state" enums:"queued,running,done,cancelled,failed"`                                                          // how far it is
	Final      bool             `json:"final"`                                                                                                       // whether the job has ended, so that nothing changes any more
	Answer     *AnswerDocument  `json:"answer" extensions:"x-nullable"`                                                                              // what is known so far; the final answer if the job has ended
	Problem    *problem.Problem `json:"problem,omitempty"`                                                                                           // with failed: why
	AcceptedAt time.Time        `json:"accepted_at" swaggertype:"string" format:"date-time" example:"2026-11-22T10:00:00.123Z"`                      // when it was asked for
	DeadlineAt time.Time        `json:"deadline_at" swaggertype:"string" format:"date-time" example:"2026-11-22T10:10:00.123Z"`                      // when it will have ended, whatever is known by then
	EndedAt    *time.Time       `json:"ended_at" swaggertype:"string" format:"date-time" extensions:"x-nullable" example:"2026-11-22T10:00:04.567Z"` // when it ended; null if it has not
} //	@name	Job

// AnswerDocument is the JSON of a SolveAnswer.
type AnswerDocument json.RawMessage

// MarshalJSON gives the document as it is.
func (d AnswerDocument) MarshalJSON() ([]byte, error) { return bytes.TrimSpace(d), nil }

// jobBody is the most bytes of a request that is kept: the largest deal with the longest
// rules has a tenth of that.
const jobBody = 64 << 10

// forJobs are the limits of requests that are answered later.
func (l Limits) forJobs() Limits {
	l.DefaultDeadline, l.Deadline = l.Deadline, max(l.Deadline, l.JobDeadline)
	return l
}

// prefersLater tells whether a request has Prefer: respond-async (RFC 7240).
func prefersLater(r *http.Request) bool {
	for preference := range request.Listed(r, "Prefer") {
		if preference == "respond-async" {
			return true
		}
	}
	return false
}

// accept answers POST /v1/solve, a request that arrived at some time, with a job.
func (s *service) accept(w http.ResponseWriter, r *http.Request, arrival time.Time, body []byte) error {
	if len(body) > jobBody {
		return problem.New(problem.TooLarge, "a request that is answered later may have at most %d bytes", jobBody)
	}
	q, _, err := pose(r.Context(), body, s.Limits.forJobs())
	if err != nil {
		return err
	}
	// Databases take no text that is not UTF-8; in JSON it means the same as this.
	body = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	// What the request took to be sent is over. A job of which nothing is left ends at once.
	left := max(q.Deadline-time.Since(arrival), 0)
	j, err := s.Jobs.Accept(r.Context(), middleware.ClientName(r.Context()), body, left)
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	w.Header().Set("Location", "/v1/jobs/"+j.ID)
	w.Header().Set("Preference-Applied", "respond-async")
	send(w, http.StatusAccepted, render(j))
	return nil
}

// render says a job in JSON.
func render(j job.Job) Job {
	out := Job{
		ID: j.ID, State: j.State, Final: !j.Ended.IsZero(),
		AcceptedAt: j.Accepted.UTC(), DeadlineAt: j.Deadline.UTC(),
	}
	if out.Final {
		ended := j.Ended.UTC()
		out.EndedAt = &ended
	}
	switch {
	case j.Answer == nil:
	case j.State == "failed":
		var p problem.Problem
		if err := json.Unmarshal(j.Answer, &p); err != nil {
			p = problem.Of(err, problem.Internal).Problem() // written by another version of the service
		}
		out.Problem = &p
	default:
		out.Answer = (*AnswerDocument)(&j.Answer)
	}
	return out
}

// job answers GET /v1/jobs/{id}.
//
//	@ID				job
//	@Summary		What has become of a solve request that is answered later?
//	@Description	While the job runs, `answer` has what is known so far: with the objectives `short` and `shortest` a verdict, and a solution that may become shorter.
//	@Tags			jobs
//	@Produce		json,application/problem+json
//	@Param			id			path		string	true	"the job's id"	extensions(x-example=Q2NFIMYJMZ5DRGSYLIBTSQTCHX)
//	@Success		200			{object}	Job
//	@Failure		400,404		{object}	problem.Problem
//	@Failure		503			{object}	problem.Problem	"unavailable"
//	@Router			/v1/jobs/{id} [get]
func (s *service) job(w http.ResponseWriter, r *http.Request) error {
	j, err := s.findJob(r)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, render(j))
	return nil
}

// findJob finds the job of a request that takes no parameters.
func (s *service) findJob(r *http.Request) (job.Job, error) {
	if err := request.NoParameters(r); err != nil {
		return job.Job{}, err
	}
	id := request.Param(r, "id")
	j, found, err := s.Jobs.Job(r.Context(), id, 0)
	switch {
	case err != nil:
		return job.Job{}, problem.Of(err, problem.Unavailable)
	case !found:
		return job.Job{}, problem.New(problem.NotFound, "there is no job %s; those that have ended are deleted after a while", problem.Clip(id))
	}
	return j, checkJob(&j, s.Limits)
}

// checkJob has the referee replay the solution of a job's answer, as it does wherever else
// one comes from: what is kept might have been changed by others.
func checkJob(j *job.Job, limits Limits) error {
	if j.Answer == nil || j.State == "failed" {
		return nil
	}
	var a struct {
		ID       solver.ID
		Verdict  solver.Verdict
		Solution *struct{ Moves []game.Move }
	}
	if err := json.Unmarshal(j.Answer, &a); err != nil {
		return problem.Of(fmt.Errorf("job %s: its answer: %w", j.ID, err), problem.Internal)
	}
	q, err := decodeSolve(j.Request, limits.forJobs())
	if err != nil {
		return problem.Of(fmt.Errorf("job %s: its request: %w", j.ID, err), problem.Internal)
	}
	p, err := q.Problem()
	switch {
	case err != nil:
		return problem.Of(fmt.Errorf("job %s: its request: %w", j.ID, err), problem.Internal)
	case p.ID() != a.ID:
		return problem.Of(fmt.Errorf("job %s: it asks about %s, and the answer is about %s", j.ID, p.ID(), a.ID), problem.Internal)
	case a.Solution == nil:
		return nil
	}
	position := p.Asked()
	if outcome := game.Replay(p.Rules(), &position, a.Solution.Moves); !outcome.Won || a.Verdict != solver.Winnable {
		return problem.Of(fmt.Errorf("job %s: %w", j.ID, &solver.BadSolution{Problem: p, Outcome: outcome}), problem.Internal)
	}
	return nil
}

// dropJob answers DELETE /v1/jobs/{id}.
//
//	@ID				dropJob
//	@Summary		Cancel a job, or delete one that has ended
//	@Description	A job that is cancelled keeps what was known of it, and else ends `unknown` because it was `cancelled`. A search that others wait for goes on for them.
//	@Tags			jobs
//	@Produce		json,application/problem+json
//	@Param			id			path		string	true	"the job's id"	extensions(x-example=Q2NFIMYJMZ5DRGSYLIBTSQTCHX)
//	@Success		200			{object}	Job		"the job, which was cancelled"
//	@Success		204			"the job had ended and is deleted"
//	@Failure		400,404		{object}	problem.Problem
//	@Failure		503			{object}	problem.Problem	"unavailable"
//	@Router			/v1/jobs/{id} [delete]
func (s *service) dropJob(w http.ResponseWriter, r *http.Request) error {
	j, err := s.findJob(r)
	if err != nil {
		return err
	}
	if j.Ended.IsZero() {
		if _, err := s.Jobs.Cancel(r.Context(), j.ID); err != nil {
			return problem.Of(err, problem.Unavailable)
		}
		// It may have ended by itself in this moment.
		if j, err = s.findJob(r); err != nil {
			return err
		}
		send(w, http.StatusOK, render(j))
		return nil
	}
	if _, err := s.Jobs.Delete(r.Context(), j.ID); err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// jobEvents answers GET /v1/jobs/{id}/events.
//
//	@ID				jobEvents
//	@Summary		Be told of what becomes of a job
//	@Description	Server-sent events, each with the whole job as JSON: `state` at first and whenever it is queued or begun, `verdict` when one is known, `improved` when its solution has become shorter, and `final`, after which the stream ends. A comment every 15 seconds keeps the connection open. Who comes back after the end, with `Last-Event-ID`, gets 204.
//	@Tags			jobs
//	@Produce		text/event-stream,application/problem+json
//	@Param			id				path		string	true	"the job's id"	extensions(x-example=Q2NFIMYJMZ5DRGSYLIBTSQTCHX)
//	@Param			Last-Event-ID	header		string	false	"the id of the last event that was received"
//	@Success		200				{object}	Job
//	@Success		204				"the job has ended, and the last event was final"
//	@Failure		400,404			{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/jobs/{id}/events [get]
func (s *service) jobEvents(w http.ResponseWriter, r *http.Request) error {
	j, err := s.findJob(r)
	if err != nil {
		return err
	}
	known, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	if !j.Ended.IsZero() && known >= j.Version {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	leave, err := s.events.Enter(middleware.ClientName(r.Context()))
	if err != nil {
		return err
	}
	defer leave()
	stream := newEvents(w)
	event := func(name string) bool {
		return stream.tell("id: %d\nevent: %s\ndata: %s\n\n", j.Version, name, bytes.TrimSpace(encode(render(j))))
	}
	if known != j.Version && !event("state") {
		return nil
	}
	for j.Ended.IsZero() {
		ctx, cancel := context.WithTimeout(r.Context(), pingEvery)
		next, found, err := s.Jobs.Next(ctx, j.ID, j.Version)
		cancel()
		if err == nil && found {
			if err := checkJob(&next, s.Limits); err != nil { // whoever asks for the job is told
				s.problems.Report(r.Context(), err)
				return nil
			}
		}
		name := "state"
		switch {
		case errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil:
			if !stream.tell(": ping\n\n") {
				return nil
			}
			continue
		case err != nil || !found:
			return nil
		case j.Answer == nil && next.Answer != nil:
			name = "verdict"
		case !bytes.Equal(j.Answer, next.Answer):
			name = "improved"
		}
		if j = next; j.Ended.IsZero() && !event(name) {
			return nil
		}
	}
	event("final")
	return nil
}

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
	q, err := decodeSolve(body, j.Limits.forJobs())
	if err != nil {
		return fail(err)
	}
	p, err := q.Problem()
	if err != nil {
		return fail(err)
	}
	best, length := before, lengthOf(before)
	for _, step := range steps(&q) {
		within := step.of(ctx, q.Deadline)
		budget := q.Budget.Budget
		budget.Objective = step.objective
		a, err := j.Judge.Answer(ctx, p, budget, q.fresh, within)
		switch {
		case err != nil && best != nil: // what was known before is as true as it was
			j.Log.Error("a job failed, but for what was known before", "request", string(body), "error", err)
			return best, false
		case err != nil:
			return fail(problem.Of(fmt.Errorf("solving %s: %w", p.ID(), err), problem.Internal))
		case a.Verdict == solver.Unwinnable && best != nil: // a win has been replayed
			j.Log.Error("unwinnable, it is said of what was won before", "request", string(body))
			return best, false
		case a.Verdict == solver.Unknown && best != nil:
			return best, false
		case length >= 0 && game.Length(a.Solution) > length: // what was found before is remembered no more
			continue
		}
		said := q
		said.Objective = step.objective
		if ended := a.Verdict != solver.Winnable || a.Shortest() || ctx.Err() != nil; ended {
			said.Objective = q.Objective
			return said.document(p, a), false
		}
		news := best == nil || length > game.Length(a.Solution)
		best, length = said.document(p, a), game.Length(a.Solution)
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
func (q *solveQuestion) document(p *solver.Problem, a solver.Answer) []byte {
	text := encode(q.answer(p, a))
	if len(text) <= answerMost {
		return bytes.TrimSpace(text)
	}
	brief := *q
	brief.solution = false
	brief.Warnings = append(list(brief.Warnings), "solution: it is too long to be kept; POST /v1/solve answers with it")
	return bytes.TrimSpace(encode(brief.answer(p, a)))
}
