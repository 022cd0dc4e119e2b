package verdicts

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Jobs runs [JobWork] in the background.
type Jobs interface {
	// Accept queues a job with its client, site, request and webhook. It keeps the job's id; an
	// empty id means a new one. The job must be answered within the given time from now. The error
	// has RetryAfter if there are too many jobs.
	Accept(ctx context.Context, j job.Job, within time.Duration) (job.Job, error)
	// Job returns a job. The job has its answer only if its version is above known. Job returns
	// false if there is no job with this id.
	Job(ctx context.Context, id string, known int64) (job.Job, bool, error)
	// List returns jobs, newest first, without their answers.
	List(ctx context.Context, which job.Filter) ([]job.Job, error)
	// Next waits until the version of a job is above known. It returns false if the job does not
	// exist any more.
	Next(ctx context.Context, id string, known int64) (job.Job, bool, error)
	// Cancel ends a job. It returns false if the job has already ended or does not exist.
	Cancel(ctx context.Context, id string) (bool, error)
	// Delete deletes a job that has ended. It returns false if the job does not exist.
	Delete(ctx context.Context, id string) (bool, error)
}

// Job is a solve request that is answered later, or a proof that is being made.
type Job struct {
	ID         string           `json:"id" example:"Q2NFIMYJMZ5DRGSYLIBTSQTCHX"`                                                                       // can't be guessed; grants access
	State      string           `json:"state" enums:"queued,running,done,cancelled,failed"`                                                            // state
	Final      bool             `json:"final"`                                                                                                         // whether the job has ended
	Answer     *AnswerDocument  `json:"answer" extensions:"x-nullable"`                                                                                // final answer, or what is known so far
	Problem    *problem.Problem `json:"problem,omitempty"`                                                                                             // if failed, or cancelled because the search may have ended the service's process
	Proof      *JobProof        `json:"proof,omitempty"`                                                                                               // of a job that makes a proof, which has no answer
	AcceptedAt time.Time        `json:"accepted_at" swaggertype:"string" format:"date-time" example:"2026-11-22T10:00:00.123Z"`                        // time of the request
	DeadlineAt time.Time        `json:"deadline_at" swaggertype:"string" format:"date-time" example:"2026-11-22T10:10:00.123Z"`                        // time by which it ends
	EndedAt    *time.Time       `json:"ended_at" swaggertype:"string" format:"date-time" extensions:"x-nullable" example:"2026-11-22T10:00:04.567Z"`   // time of its end; null before
	KeptForMS  int64            `json:"kept_for_ms" example:"3600000"`                                                                                 // milliseconds from its end for which it is kept; of a client with more ended jobs than are kept for it, the oldest go earlier
	ExpiresAt  *time.Time       `json:"expires_at" swaggertype:"string" format:"date-time" extensions:"x-nullable" example:"2026-11-22T11:00:04.567Z"` // time until which it is kept; null before its end
} //	@name	Job

// AnswerDocument is the JSON of a SolveAnswer.
type AnswerDocument json.RawMessage

// MarshalJSON returns the document unchanged.
func (d AnswerDocument) MarshalJSON() ([]byte, error) { return bytes.TrimSpace(d), nil }

// jobBody is the greatest size of a request for a job in bytes. The largest deal with the longest
// rules needs a tenth of it.
const jobBody = 64 << 10

// forJobs returns the limits of requests for jobs.
func forJobs(l request.Limits) request.Limits {
	l.DefaultDeadline, l.Deadline = l.Deadline, max(l.Deadline, l.JobDeadline)
	return l
}

// prefersLater reports whether a request has Prefer: respond-async (RFC 7240).
func prefersLater(r *http.Request) bool {
	for preference := range request.Listed(r, "Prefer") {
		if preference == "respond-async" {
			return true
		}
	}
	return false
}

// accept answers POST /v1/solve with a job.
func (c *Calls) accept(w http.ResponseWriter, r *http.Request) error {
	arrival := time.Now()
	q, body, leave, err := reply.Read(&c.Base, w, r, func(body []byte) (*solveQuestion, error) {
		if len(body) > jobBody {
			return nil, problem.New(problem.TooLarge, "body larger than %d bytes, the limit for jobs", jobBody)
		}
		return decodeLater(r.Context(), body, forJobs(c.Limits), true)
	})
	if err != nil {
		return err
	}
	defer leave()
	hook, err := q.in.Webhook.Accept(r.Context(), c.Webhooks)
	if err != nil {
		return err
	}
	// Databases need valid UTF-8. JSON decoding replaces invalid bytes in the same way.
	body = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	// Part of the time was needed to send the request. If no time is left, the job ends at once.
	left := max(q.Deadline-time.Since(arrival), 0)
	r, cancel := request.WithStoreTime(r)
	defer cancel()
	made := func(id string) (j job.Job, found bool, err error) {
		j, found, err = c.Jobs.Job(r.Context(), id, 0)
		if err == nil && found {
			_, err = checkJob(&j, c.Limits)
		}
		return j, found, err
	}
	j, repeated, err := request.MakeOnce(r, c.Once, "job", body, made, func(id string) (job.Job, error) {
		return c.Jobs.Accept(r.Context(), job.Job{
			ID: id, Client: middleware.ClientName(r.Context()), Site: middleware.ClientSite(r.Context()), Request: body, Webhook: hook,
		}, left)
	})
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	if repeated {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	w.Header().Set("Location", "/v1/jobs/"+j.ID)
	w.Header().Set("Preference-Applied", "respond-async")
	return reply.Send(w, r, http.StatusAccepted, c.jobAnswer(j))
}

// jobAnswer renders a job.
func (c *Calls) jobAnswer(j job.Job) Job {
	out := Job{
		ID: j.ID, State: j.State, Final: !j.Ended.IsZero(),
		AcceptedAt: j.Accepted.UTC(), DeadlineAt: j.Deadline.UTC(), KeptForMS: c.Limits.JobRetention.Milliseconds(),
	}
	if out.Final {
		out.EndedAt, out.ExpiresAt = new(j.Ended.UTC()), new(j.Ended.UTC().Add(c.Limits.JobRetention))
	}
	out.Proof = proofOf(&j)
	if j.Abandoned() {
		out.Problem = new(problem.New(problem.Internal, "abandoned: the service's process ended %d times during this job's search; send it again with a limit of states, or report it to the operator", j.Deaths).Problem())
	}
	switch {
	case j.Answer == nil:
	case j.State == job.Failed:
		var p problem.Problem
		if err := json.Unmarshal(j.Answer, &p); err != nil {
			p = problem.Of(err, problem.Internal).Problem() // another version of the service wrote the answer
		}
		out.Problem = &p
	case out.Proof != nil:
	default:
		out.Answer = (*AnswerDocument)(&j.Answer)
	}
	return out
}

// get answers GET /v1/jobs/{id}.
//
//	@ID				job
//	@Summary		Get a job
//	@Description	While the job runs, `answer` has what is known so far: for the objectives `short` and `shortest` a verdict, and a solution that may become shorter.
//	@Success		200			{object}	Job
//	@Router			/v1/jobs/{id} [get]
func (c *Calls) get(w http.ResponseWriter, r *http.Request) error {
	j, err := c.find(r)
	if err != nil {
		return err
	}
	return reply.Send(w, r, http.StatusOK, c.jobAnswer(j))
}

// find finds the job whose id is in the path.
func (c *Calls) find(r *http.Request) (job.Job, error) {
	id := request.Param(r, "id")
	j, found, err := c.Jobs.Job(r.Context(), id, 0)
	switch {
	case err != nil:
		return job.Job{}, problem.Of(err, problem.Unavailable)
	case !found:
		return job.Job{}, problem.New(problem.NotFound, "unknown job %s; jobs are deleted some time after their end", problem.Clip(id))
	}
	_, err = checkJob(&j, c.Limits)
	return j, err
}

// checkJob replays the solution of a stored answer, which may have been changed, and returns the
// verdict. It returns nil if the job has no verdict.
func checkJob(j *job.Job, limits request.Limits) (*solver.Verdict, error) {
	if _, proof := readProofRequest(j.Request); proof || j.Answer == nil || j.State == job.Failed {
		return nil, nil
	}
	var a struct {
		ID       solver.ID
		Verdict  solver.Verdict
		Solution *struct{ Moves []game.Move }
	}
	if err := json.Unmarshal(j.Answer, &a); err != nil {
		return nil, problem.Of(fmt.Errorf("reading the stored answer of job %s: %w", j.ID, err), problem.Internal)
	}
	q, err := readSolve(j.Request, forJobs(limits), true)
	if err != nil {
		return nil, problem.Of(fmt.Errorf("reading the stored request of job %s: %w", j.ID, err), problem.Internal)
	}
	p := q.Problem
	if p.ID() != a.ID {
		return nil, problem.Of(fmt.Errorf("job %s: the stored request is for deal %s, the stored answer for deal %s", j.ID, p.ID(), a.ID), problem.Internal)
	}
	if a.Solution != nil {
		position := p.Asked()
		if outcome := game.Replay(p.Rules(), &position, a.Solution.Moves); !outcome.Won || a.Verdict != solver.Winnable {
			return nil, problem.Of(fmt.Errorf("stored answer of job %s: %w", j.ID, &solver.BadSolution{Problem: p, Outcome: outcome}), problem.Internal)
		}
	}
	return &a.Verdict, nil
}

// drop answers DELETE /v1/jobs/{id}.
//
//	@ID				dropJob
//	@Summary		Cancel a job, or delete one that has ended
//	@Description	A cancelled job keeps its last answer, or ends `unknown` because `cancelled`. A search that other clients wait for continues.
//	@Success		200			{object}	Job		"the cancelled job"
//	@Success		204			"the job was deleted"
//	@Failure		403		{object}	problem.Problem
//	@Router			/v1/jobs/{id} [delete]
func (c *Calls) drop(w http.ResponseWriter, r *http.Request) error {
	r, cancel := request.WithStoreTime(r)
	defer cancel()
	j, err := c.find(r)
	if err != nil {
		return err
	}
	if j.Ended.IsZero() {
		if _, err := c.Jobs.Cancel(r.Context(), j.ID); err != nil {
			return problem.Of(err, problem.Unavailable)
		}
		// The job may have ended by itself meanwhile.
		if j, err = c.find(r); err != nil {
			return err
		}
		return reply.Send(w, r, http.StatusOK, c.jobAnswer(j))
	}
	if _, err := c.Jobs.Delete(r.Context(), j.ID); err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// events answers GET /v1/jobs/{id}/events.
//
//	@ID				jobEvents
//	@Summary		Follow a job
//	@Description	Server-sent events, each with the whole job as JSON: `state` at first and when it is queued or started, `verdict` when one is known, `improved` for a shorter solution, and `final`, after which the stream ends. A comment every 15 seconds keeps the connection open. `retry` has the time before reconnecting; with `Last-Event-ID`, reconnecting returns what is newer, and 204 after the final event. When the service stops, the stream ends with a comment.
//	@Produce		text/event-stream
//	@Param			Last-Event-ID	header		string	false	"id of the last event received"
//	@Success		200				{object}	Job
//	@Success		204				"the job has ended, and the last event was final"
//	@Failure		503				{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/jobs/{id}/events [get]
func (c *Calls) events(w http.ResponseWriter, r *http.Request) error {
	j, err := c.find(r)
	if err != nil {
		return err
	}
	now := func(name string) reply.Event {
		return reply.Event{Name: name, Version: j.Version, Final: !j.Ended.IsZero(), Content: c.jobAnswer(j)}
	}
	return c.Streams.Follow(w, r, 0, now("state"), func(ctx context.Context) (reply.Event, bool, error) {
		next, found, err := c.Jobs.Next(ctx, j.ID, j.Version)
		if err != nil || !found {
			return reply.Event{}, false, err
		}
		if _, err := checkJob(&next, c.Limits); err != nil {
			c.Problems.Report(r.Context(), err)
			return reply.Event{}, false, err
		}
		name := "state"
		switch {
		case j.Answer == nil && next.Answer != nil:
			name = "verdict"
		case !bytes.Equal(j.Answer, next.Answer):
			name = "improved"
		}
		j = next
		return now(name), true, nil
	})
}

// JobSummary is a job of a list. GET /v1/jobs/{id} has its answer.
type JobSummary struct {
	ID         string          `json:"id" example:"Q2NFIMYJMZ5DRGSYLIBTSQTCHX"`                                                                       // can't be guessed; grants access
	State      string          `json:"state" enums:"queued,running,done,cancelled,failed"`                                                            // state
	Final      bool            `json:"final"`                                                                                                         // whether the job has ended
	Game       *string         `json:"game" example:"klondike" extensions:"x-nullable"`                                                               // name of the game; null if rules were given
	Seed       *string         `json:"seed" example:"solvitaire:2" extensions:"x-nullable"`                                                           // deal by number; null if cards were given
	Verdict    *solver.Verdict `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown" extensions:"x-nullable"`                      // known so far; null if nothing is, or the job failed
	AcceptedAt time.Time       `json:"accepted_at" swaggertype:"string" format:"date-time" example:"2026-11-22T10:00:00.123Z"`                        // time of the request
	DeadlineAt time.Time       `json:"deadline_at" swaggertype:"string" format:"date-time" example:"2026-11-22T10:10:00.123Z"`                        // time by which it ends
	EndedAt    *time.Time      `json:"ended_at" swaggertype:"string" format:"date-time" extensions:"x-nullable" example:"2026-11-22T10:00:04.567Z"`   // time of its end; null before
	ExpiresAt  *time.Time      `json:"expires_at" swaggertype:"string" format:"date-time" extensions:"x-nullable" example:"2026-11-22T11:00:04.567Z"` // time until which it is kept; null before its end
} //	@name	JobSummary

// JobList is a list of jobs.
type JobList struct {
	Jobs []JobSummary `json:"jobs"`                         // newest first
	Next *string      `json:"next" extensions:"x-nullable"` // as the parameter cursor, it continues the list; null at its end
} //	@name	JobList

const (
	// jobPage is how many jobs are listed at once. Their answers are then read one by one.
	jobPage = 100
	// mostJobsRead is how many jobs are read for a page. Those with another state or verdict are
	// not on the page.
	mostJobsRead = 1000
)

var jobStates = []string{job.Queued, job.Running, job.Done, job.Cancelled, job.Failed}

// list answers GET /v1/jobs.
//
//	@ID				jobs
//	@Summary		List your jobs
//	@Description	The jobs of the API key, newest first. Without keys, the owner of a local service sees all jobs, and others none (403).
//	@Description	A page may have less than `count` jobs, or none, and others follow: `next` is null at the end.
//	@Param			state	query		string	false	"state; all if absent"	Enums(queued, running, done, cancelled, failed)
//	@Param			verdict	query		string	false	"verdict known so far; all if absent"	Enums(winnable, unwinnable, unknown)
//	@Param			count	query		int		false	"at most"	minimum(1)	maximum(1000)	default(100)
//	@Param			cursor	query		string	false	"where the list continues; copy it from the field next"
//	@Success		200		{object}	JobList
//	@Header			200		{string}	Link	"address of the jobs that follow, as rel=next; absent if there are none"
//	@Failure		403	{object}	problem.Problem
//	@Router			/v1/jobs [get]
func (c *Calls) list(w http.ResponseWriter, r *http.Request) error {
	given := request.Query(r, "state", "verdict", "count", "cursor")
	client, err := c.Access.ListedClient(r)
	if err != nil {
		return err
	}
	state, verdict := given.Word("state", jobStates), given.Verdict()
	count := given.ListCount()
	name := fmt.Sprintf("jobs %s %s", state, verdict)
	which := job.Filter{Client: client, State: state}
	if place := given.Cursor(name); place != "" {
		var read bool
		if which.Before, read = readJobPlace(place); !read {
			given.BadCursor()
		}
	}
	if err := given.Err(); err != nil {
		return err
	}
	r, cancel := request.WithStoreTime(r)
	defer cancel()
	answer := JobList{Jobs: []JobSummary{}}
	more := true
	for read := 0; more && len(answer.Jobs) < count && read < mostJobsRead; {
		which.Most = min(jobPage, count-len(answer.Jobs)) + 1 // to know whether more follow
		page, err := c.Jobs.List(r.Context(), which)
		if err != nil {
			return problem.Of(err, problem.Unavailable)
		}
		if more = len(page) == which.Most; more {
			page = page[:len(page)-1]
		}
		for i := range page {
			s, found, err := c.summary(r, page[i])
			if err != nil {
				return err
			}
			if found && (state == "" || s.State == state) && (verdict == "" || s.Verdict != nil && *s.Verdict == verdict) {
				answer.Jobs = append(answer.Jobs, s)
			}
			which.Before = job.Place{Accepted: page[i].Accepted, ID: page[i].ID}
		}
		read += len(page)
	}
	if more {
		next := request.WriteCursor(name, writeJobPlace(which.Before))
		answer.Next = &next
		given.LinkNext(w, "/v1/jobs", next)
	}
	w.Header().Set("Cache-Control", "private, no-cache")
	return reply.Send(w, r, http.StatusOK, answer)
}

// summary returns a listed job with what is known so far. It returns false if the job was deleted
// meanwhile. A job with a damaged answer has no verdict.
func (c *Calls) summary(r *http.Request, listed job.Job) (JobSummary, bool, error) {
	j, found, err := c.Jobs.Job(r.Context(), listed.ID, 0)
	switch {
	case errors.Is(err, solver.ErrDamaged):
		c.Problems.Note(r.Context(), "job listed without its verdict", err)
		j, found = listed, true
	case err != nil:
		return JobSummary{}, false, problem.Of(err, problem.Unavailable)
	case !found:
		return JobSummary{}, false, nil
	}
	verdict, err := checkJob(&j, c.Limits)
	if err != nil {
		c.Problems.Note(r.Context(), "job listed without its verdict", err)
	}
	a := c.jobAnswer(j)
	s := JobSummary{
		ID: a.ID, State: a.State, Final: a.Final, Verdict: verdict,
		AcceptedAt: a.AcceptedAt, DeadlineAt: a.DeadlineAt, EndedAt: a.EndedAt, ExpiresAt: a.ExpiresAt,
	}
	if q, err := readSolve(j.Request, forJobs(c.Limits), true); err == nil { // limits may have changed
		s.Game = reply.OrNull(q.Game)
		if q.Seed != nil {
			s.Seed = reply.OrNull(q.Seed.String())
		}
	}
	return s, true, nil
}

// A cursor in the list of jobs has the time of a job's acceptance in milliseconds, and its id.
func writeJobPlace(p job.Place) string {
	return fmt.Sprintf("%d %s", p.Accepted.UnixMilli(), p.ID)
}

func readJobPlace(text string) (place job.Place, read bool) {
	before, id, _ := strings.Cut(text, " ")
	at, err := strconv.ParseInt(before, 10, 64)
	return job.Place{Accepted: time.UnixMilli(at), ID: id}, err == nil && id != ""
}
