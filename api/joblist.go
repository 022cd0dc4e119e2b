package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

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
	// jobPage is how many jobs are listed at a time, whose answers are then read one by one.
	jobPage = 100
	// mostJobsRead bounds the jobs that are read for a page, most of which may have another verdict.
	mostJobsRead = 1000
)

var jobStates = []string{"queued", "running", "done", "cancelled", "failed"}

// list answers GET /v1/jobs.
//
//	@ID				jobs
//	@Summary		List your jobs
//	@Description	The jobs of the API key, newest first. Without keys, the owner of a local service sees all jobs, and others none (403).
//	@Description	A page may have less than `count` jobs, or none, and others follow: `next` is null at the end.
//	@Param			state	query		string	false	"state; all if absent"	Enums(queued, running, done, cancelled, failed)
//	@Param			verdict	query		string	false	"verdict known so far; all if absent"	Enums(winnable, unwinnable, unknown)
//	@Param			count	query		int		false	"at most"	minimum(1)	maximum(1000)	default(100)
//	@Param			cursor	query		string	false	"continues a list; from next"
//	@Success		200		{object}	JobList
//	@Header			200		{string}	Link	"address of the jobs that follow, as rel=next; absent if there are none"
//	@Failure		403	{object}	problem.Problem
//	@Router			/v1/jobs [get]
func (c *jobCalls) list(w http.ResponseWriter, r *http.Request) error {
	given := request.Query(r, "state", "verdict", "count", "cursor")
	client, err := c.access.ListedClient(r)
	if err != nil {
		return err
	}
	state, verdict := given.Word("state", jobStates), given.Word("verdict", verdicts)
	count := given.Number("count", usualList, mostList)
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
	r, cancel := inTime(r)
	defer cancel()
	answer := JobList{Jobs: []JobSummary{}}
	more := true
	for read := 0; more && len(answer.Jobs) < count && read < mostJobsRead; {
		which.Most = min(jobPage, count-len(answer.Jobs)) + 1 // to know whether more follow
		page, err := c.jobs.List(r.Context(), which)
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
			if found && (state == "" || s.State == state) && (verdict == "" || s.Verdict != nil && string(*s.Verdict) == verdict) {
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
	return send(w, r, http.StatusOK, answer)
}

// summary returns a listed job with what is known so far; false if it was deleted meanwhile. One with
// a damaged answer has no verdict.
func (c *jobCalls) summary(r *http.Request, listed job.Job) (JobSummary, bool, error) {
	j, found, err := c.jobs.Job(r.Context(), listed.ID, 0)
	switch {
	case errors.Is(err, solver.ErrDamaged):
		c.problems.Report(r.Context(), problem.Of(err, problem.Unavailable))
		j, found = listed, true
	case err != nil:
		return JobSummary{}, false, problem.Of(err, problem.Unavailable)
	case !found:
		return JobSummary{}, false, nil
	}
	if err := checkJob(&j, c.limits); err != nil {
		c.problems.Report(r.Context(), err)
		j.Answer = nil
	}
	a := c.answer(j)
	s := JobSummary{
		ID: a.ID, State: a.State, Final: a.Final,
		AcceptedAt: a.AcceptedAt, DeadlineAt: a.DeadlineAt, EndedAt: a.EndedAt, ExpiresAt: a.ExpiresAt,
	}
	if q, err := readSolve(j.Request, c.limits.forJobs()); err == nil { // limits may have changed
		s.Game = orNull(q.Game)
		if q.Seed != nil {
			s.Seed = orNull(q.Seed.String())
		}
	}
	if a.Answer != nil {
		var known struct{ Verdict solver.Verdict }
		if err := json.Unmarshal(*a.Answer, &known); err != nil {
			return s, true, problem.Of(fmt.Errorf("job %s: answer: %w", j.ID, err), problem.Internal)
		}
		s.Verdict = &known.Verdict
	}
	return s, true, nil
}

// The place of a job in a cursor is the milliseconds of its acceptance and its id.
func writeJobPlace(p job.Place) string { return fmt.Sprintf("%d %s", p.Accepted.UnixMilli(), p.ID) }

func readJobPlace(text string) (place job.Place, read bool) {
	before, id, _ := strings.Cut(text, " ")
	at, err := strconv.ParseInt(before, 10, 64)
	return job.Place{Accepted: time.UnixMilli(at), ID: id}, err == nil && id != ""
}
