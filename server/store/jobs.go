package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Limits limits the number of unfinished jobs or campaigns: All in all, Client for each client. If
// several processes add some at the same moment, there may be a few more.
type Limits struct{ All, Client int }

// site returns how many unfinished jobs all clients of an IPv6 /48 network may have together. A
// customer of a provider may have such a network, or share it with many others.
func (c Limits) site() int { return max(c.Client, min(2*c.Client, c.All*3/4)) }

// Guest is a client with a lower limit of jobs than others. The zero value means that there is none.
type Guest struct {
	Client string
	Jobs   int // limit of unfinished jobs, and of ended jobs that are kept
}

// LimitReached is the error of adding a job, campaign or idempotency key beyond a limit.
type LimitReached struct {
	What   string // jobs, campaigns or idempotency keys
	Client bool   // it is the limit of the client
	Site   string // it is the limit of this /48 network; if Client and Site are unset, it is that of the server
	Ended  bool   // the limit counts ended jobs too, not only unfinished ones
}

func (e *LimitReached) Error() string {
	switch {
	case e.What == "idempotency keys":
		return "you have used too many idempotency keys within a day; send requests without one"
	case e.Client:
		return "you have too many unfinished " + e.What + "; wait for one to end, or cancel one"
	case e.Site != "" && e.Ended:
		return "too many " + e.What + " of the network " + e.Site + " are stored; try again later"
	case e.Site != "":
		return "the network " + e.Site + " has too many unfinished " + e.What + "; try again later"
	case e.Ended:
		return "too many " + e.What + " are stored on this server; try again later"
	}
	return "too many unfinished " + e.What + " on this server; try again later"
}

// RetryAfter returns how long to wait before the next attempt. It is a guess, since nobody knows when a
// job will end.
func (e *LimitReached) RetryAfter() time.Duration { return 10 * time.Second }

// OwnLimit reports whether the limit is the client's or its network's.
func (e *LimitReached) OwnLimit() bool { return e.Client || e.Site != "" }

// The statements, in the SQL that both databases understand.
const (
	// jobCounts counts the jobs of all, of the client $1, and of the site $2.
	jobCounts = `
FROM (SELECT count(*) AS jobs FROM jobs WHERE ended IS NULL) AS unfinished,
     (SELECT count(*) AS jobs FROM jobs) AS stored,
     (SELECT count(*) AS jobs FROM jobs WHERE client = $1 AND ended IS NULL) AS of_client,
     (SELECT count(*) - count(ended) AS unfinished, count(*) AS stored FROM jobs WHERE site = $2) AS of_site`

	insertJob = `
INSERT INTO jobs (client, site, id, request, state, turn, accepted, deadline)
SELECT $1, $2, $3, $4, 'queued', of_client.jobs, $5, $6` + jobCounts + `
WHERE unfinished.jobs < $7 AND stored.jobs < 2 * $7 AND of_client.jobs < $8
    AND of_site.unfinished < $9 AND of_site.stored < 2 * $9`

	selectJobCounts = `SELECT unfinished.jobs, stored.jobs, of_client.jobs, of_site.unfinished, of_site.stored` + jobCounts

	jobColumns = `id, client, coalesce(site, ''), request, state, version, attempts, deaths, accepted, deadline, ended`

	selectJob = `
SELECT ` + jobColumns + `, CASE WHEN version > $2 THEN answer END, CASE WHEN version > $2 THEN seal END
FROM jobs WHERE id = $1`

	listJobs = `SELECT ` + jobColumns + `, NULL, NULL FROM jobs WHERE %s ORDER BY accepted DESC, id DESC LIMIT $1`

	// The processes of these jobs have died: the queue has given their ticket to this process, or another one
	// in its place.
	requeueJobs = `
UPDATE jobs SET state = 'queued', ticket = NULL, deaths = deaths + searching, searching = 0, version = version + 1
WHERE state = 'running' AND ended IS NULL AND deadline > $2 AND (ticket IS NULL OR ticket = $1 OR NOT EXISTS (
    SELECT 1 FROM river_job WHERE id = jobs.ticket AND ` + isUnfinished + `))`
	// isUnfinished selects what the queue has to do.
	isUnfinished = `river_job.state IN ('available', 'pending', 'retryable', 'running', 'scheduled')`

	nextJob = `
SELECT id FROM jobs WHERE state = 'queued' AND ended IS NULL AND deadline > $2 AND deaths <= $3
ORDER BY deaths, turn, accepted, id LIMIT 1`
	// A process that is alive ends a job at its deadline, unless the store is away.
	overdue = `
SELECT id FROM jobs WHERE deadline < $1 AND ended IS NULL AND (state = 'queued' OR deadline < $2) AND NOT id %s
ORDER BY deadline LIMIT 1`
	beginJob = `
UPDATE jobs SET state = 'running', ticket = %s, attempts = attempts + 1, version = version + 1, deaths = deaths + searching, searching = 0
WHERE id = (%s) AND ended IS NULL
RETURNING ` + jobColumns + `, answer, seal`

	markJob       = `UPDATE jobs SET searching = $3 WHERE id = $1 AND attempts = $2 AND state = 'running'`
	takeBackDeath = `
UPDATE jobs SET deaths = deaths - 1
WHERE id = $1 AND ended IS NULL AND deaths > 0 AND (attempts > $2 OR attempts = $2 AND state = 'queued')`

	runningJobs = `SELECT id, attempts FROM jobs WHERE state = 'running' AND id `

	publishJob = `
UPDATE jobs SET answer = $3, seal = $4, version = version + 1
WHERE id = $1 AND attempts = $2 AND state = 'running'`

	endJob = `
UPDATE jobs SET state = $3, ended = $4, answer = coalesce($5, answer), seal = coalesce($6, seal), version = version + 1
WHERE id = $1 AND attempts = $2 AND state = 'running'`

	releaseJob = `
UPDATE jobs SET state = 'queued', ticket = NULL, attempts = attempts - 1, searching = 0, version = version + 1
WHERE id = $1 AND attempts = $2 AND state = 'running'`

	lostTickets = `
UPDATE river_job SET state = 'cancelled', finalized_at = $2
WHERE kind = 'answer' AND state = 'running' AND attempted_at < $1
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE ticket = river_job.id AND ended IS NULL)`
	lackingJobs = `
SELECT (SELECT count(*) FROM jobs WHERE ended IS NULL)
    - (SELECT count(*) FROM river_job WHERE kind = 'answer' AND queue = '` + queue.Answers + `' AND ` + isUnfinished + `)`

	cancelJob = `
UPDATE jobs SET state = 'cancelled', ended = $2, answer = coalesce(answer, $3), seal = coalesce(seal, $4),
    version = version + 1
WHERE id = $1 AND ended IS NULL`

	deleteJob = `DELETE FROM jobs WHERE id = $1 AND ended IS NOT NULL`

	sweepJobs = `
DELETE FROM jobs WHERE ended < $1 OR id IN (
    SELECT id
    FROM (SELECT id, client, row_number() OVER (PARTITION BY client ORDER BY ended DESC, id) AS place
          FROM jobs WHERE ended IS NOT NULL) AS of_client
    WHERE place > $2 OR client = $3 AND place > $4)`

	countJobs = `SELECT state, count(*) FROM jobs GROUP BY state`
)

// jobRow is a job as it is read.
type jobRow struct {
	job.Job
	request            string
	accepted, deadline int64
	ended              sql.NullInt64
	answer, seal       []byte
}

// columns returns where jobColumns, answer and seal go.
func (r *jobRow) columns() []any {
	return []any{
		&r.ID, &r.Client, &r.Site, &r.request, &r.State, &r.Version, &r.Attempts, &r.Deaths, &r.accepted, &r.deadline, &r.ended,
		&r.answer, &r.seal,
	}
}

// read returns the job. With the error that its answer is damaged, the rest is there.
func (r *jobRow) read(seals *seal.Keys) (job.Job, error) {
	j := r.Job
	j.Request = []byte(r.request)
	j.Accepted, j.Deadline = time.UnixMilli(r.accepted), time.UnixMilli(r.deadline)
	j.Ended = timeOf(r.ended)
	if r.answer == nil {
		return j, nil
	}
	if !seals.Valid(r.seal, answerSeal, []byte(j.ID), r.answer) {
		return j, fmt.Errorf("job %s: its answer: %w", j.ID, solver.ErrDamaged)
	}
	answer, err := inflate(r.answer)
	if err != nil {
		return j, fmt.Errorf("job %s: its answer: %w: %w", j.ID, solver.ErrDamaged, err)
	}
	j.Answer = answer
	return j, nil
}

// packAnswer returns an answer as it is stored, and its seal; both NULL if there is none.
func packAnswer(id string, answer []byte, seals *seal.Keys) (packed, mark any, err error) {
	if answer == nil {
		return nil, nil, nil
	}
	text, err := deflate(answer, deflaters)
	if err != nil {
		return nil, nil, fmt.Errorf("packing the answer of job %s: %w", id, err)
	}
	return text, seals.Sum(answerSeal, []byte(id), text), nil
}

// answerSeal is what the seals of jobs' answers are for.
const answerSeal = "job's answer"

// AddJob adds a queued job, with its webhook. The error is a *LimitReached in two cases. The
// client, its site, or all clients together have too many unfinished jobs. Or the site or all
// clients together have twice as many jobs, ended jobs included.
func (s *Store) AddJob(ctx context.Context, j job.Job, most Limits) error {
	site := sql.NullString{String: j.Site, Valid: j.Site != ""}
	added := false
	add := func(tx database.Tx) error {
		n, err := tx.Change(ctx, insertJob,
			j.Client, site, j.ID, string(j.Request), j.Accepted.UnixMilli(), j.Deadline.UnixMilli(), most.All, most.Client, most.site())
		if added = n > 0; !added || err != nil {
			return err
		}
		if err := addWebhook(ctx, tx, ofJob, j.ID, j.Webhook); err != nil {
			return err
		}
		_, err = tx.Enqueue(ctx, queue.Job{Args: queue.Answer{}})
		return err
	}
	err := s.Intact()
	if err == nil {
		err = s.Atomically(ctx, add)
	}
	if err == nil && !added {
		var unfinished, stored, ofClient, ofSite, storedOfSite int
		_, err = database.One(ctx, s.Read, selectJobCounts, []any{j.Client, site}, &unfinished, &stored, &ofClient, &ofSite, &storedOfSite)
		switch {
		case err != nil:
		case unfinished >= most.All:
			return &LimitReached{What: "jobs"}
		case stored >= 2*most.All:
			return &LimitReached{What: "jobs", Ended: true}
		case ofClient < most.Client && ofSite >= most.site():
			return &LimitReached{What: "jobs", Site: j.Site}
		case ofClient < most.Client && storedOfSite >= 2*most.site():
			return &LimitReached{What: "jobs", Site: j.Site, Ended: true}
		default:
			return &LimitReached{What: "jobs", Client: true}
		}
	}
	s.Explain(&err, "adding a job")
	return err
}

// Job returns the job with an id. It returns false if there is none. The answer is included only if the
// job's version is later than known. The error wraps solver.ErrDamaged if the answer is damaged.
func (s *Store) Job(ctx context.Context, id string, known int64) (_ job.Job, _ bool, err error) {
	defer s.Explain(&err, "reading a job")
	j, found, err := s.readJob(ctx, s.Read, selectJob, id, known)
	return j, found && err == nil, err
}

// ListJobs returns the jobs that pass a filter, the newest first, without their answers.
func (s *Store) ListJobs(ctx context.Context, which job.Filter) (_ []job.Job, err error) {
	defer s.Explain(&err, "listing jobs")
	where, values := "TRUE", []any{which.Most}
	also := func(condition string, these ...any) {
		for _, value := range these {
			values = append(values, value)
			condition = strings.Replace(condition, "?", fmt.Sprintf("$%d", len(values)), 1)
		}
		where += " AND " + condition
	}
	if which.Client != "" {
		also("client = ?", which.Client)
	}
	if which.State != "" {
		also("state = ?", which.State)
	}
	if which.Before != (job.Place{}) {
		also("(accepted, id) < (?, ?)", which.Before.Accepted.UnixMilli(), which.Before.ID)
	}
	var r jobRow
	return database.List(ctx, s.Read, fmt.Sprintf(listJobs, where), values, r.columns(), func() (job.Job, error) { return r.read(s.Seals()) })
}

// readJob reads a job. With the error that its answer is damaged, the rest is there.
func (s *Store) readJob(ctx context.Context, from database.Querier, statement string, values ...any) (job.Job, bool, error) {
	var r jobRow
	found, err := database.One(ctx, from, statement, values, r.columns()...)
	if err != nil || !found {
		return job.Job{}, false, err
	}
	j, err := r.read(s.Seals())
	return j, true, err
}

// mostAdded is how many tickets QueueJobs adds at a time. It is called again before they are used.
const mostAdded = 1000

// QueueJobs repairs the queue. Running jobs whose ticket is lost become queued again, and the queue gets
// more tickets if it has fewer than there are unfinished jobs. A ticket also counts as lost if it was
// taken a minute ago and no job has begun with it. QueueJobs returns how many tickets it added.
func (s *Store) QueueJobs(ctx context.Context, now time.Time) (n int, err error) {
	defer s.Explain(&err, "adding tickets of jobs")
	const format = "2006-01-02 15:04:05.000Z07:00" // as River writes it on SQLite, and for PostgreSQL with its zone
	lost := now.UTC().Add(-time.Minute).Format(format)
	if _, err := s.Write.Change(ctx, lostTickets, lost, now.UTC().Format(format)); err != nil {
		return 0, err
	}
	if _, err := s.Write.Change(ctx, requeueJobs, 0, now.UnixMilli()); err != nil {
		return 0, err
	}
	if _, err := database.One(ctx, s.Read, lackingJobs, nil, &n); err != nil || n <= 0 {
		return 0, err
	}
	n = min(n, mostAdded)
	tickets := slices.Repeat([]queue.Job{{Args: queue.Answer{}}}, n)
	return n, s.Atomically(ctx, func(tx database.Tx) error {
		_, err := tx.Enqueue(ctx, tickets...)
		return err
	})
}

// BeginJob begins an attempt of the next queued job whose deadline has not passed, with a ticket that a
// worker has taken. It returns false if there is none. The number of the attempt is the job's Attempts.
// A damaged answer is left out. Jobs during whose search a process died are called suspects: they come
// last, and only if suspects is true. If the ticket was taken before, its process has died, and that
// process's job is queued again first.
func (s *Store) BeginJob(ctx context.Context, ticket *queue.Taken, suspects bool, now time.Time) (job.Job, bool, error) {
	if ticket.Attempt > 1 {
		if _, err := s.changeJobs(ctx, requeueJobs, ticket.ID, now.UnixMilli()); err != nil {
			return job.Job{}, false, err
		}
	}
	deaths := 0
	if suspects {
		deaths = math.MaxInt32
	}
	return s.begin(ctx, fmt.Sprintf(beginJob, "$1", nextJob+s.SkipLocked), ticket.ID, now.UnixMilli(), deaths)
}

// BeginOverdue begins an attempt of a job whose deadline has passed. It returns false if there is none.
// A queued job is overdue if its deadline is before the time waiting, a running job if it is before the
// time running. The jobs with the ids here are left out. It is cheap while no job is overdue.
func (s *Store) BeginOverdue(ctx context.Context, waiting, running time.Time, here []string) (job.Job, bool, error) {
	elsewhere, these := s.In(3, here)
	which := fmt.Sprintf(overdue, elsewhere)
	values := []any{waiting.UnixMilli(), running.UnixMilli(), these}
	var id string
	if found, err := database.One(ctx, s.Read, which, values, &id); err != nil || !found {
		s.Explain(&err, "searching for overdue jobs")
		return job.Job{}, false, err
	}
	return s.begin(ctx, fmt.Sprintf(beginJob, "NULL", which+s.SkipLocked), values...)
}

// begin runs a statement that begins an attempt of a job.
func (s *Store) begin(ctx context.Context, statement string, values ...any) (_ job.Job, _ bool, err error) {
	defer s.Explain(&err, "beginning a job")
	j, found, err := s.readJob(ctx, s.Write, statement, values...)
	if errors.Is(err, solver.ErrDamaged) {
		err = nil
	}
	return j, found, err
}

// MarkJob records whether an attempt is searching. It returns false if nothing was changed. An
// attempt may end its search after its process was wrongly taken for dead, and the job was queued
// again. Then MarkJob lowers the job's count of deaths by one.
func (s *Store) MarkJob(ctx context.Context, id string, attempt int, searching bool) (bool, error) {
	mark := 0
	if searching {
		mark = 1
	}
	n, err := s.changeJobs(ctx, markJob, id, attempt, mark)
	if n == 0 && err == nil && !searching {
		n, err = s.changeJobs(ctx, takeBackDeath, id, attempt)
	}
	return n > 0, err
}

// Attempts returns, for each of the given jobs that is running, the number of its latest attempt.
func (s *Store) Attempts(ctx context.Context, ids []string) (_ map[string]int, err error) {
	defer s.Explain(&err, "reading attempts of jobs")
	isOne, these := s.In(1, ids)
	return database.Dictionary[string, int](ctx, s.Read, runningJobs+isOne, these)
}

// CountJobs returns the number of jobs in each state.
func (s *Store) CountJobs(ctx context.Context) (_ map[string]int, err error) {
	defer s.Explain(&err, "counting jobs")
	return database.Dictionary[string, int](ctx, s.Read, countJobs)
}

// changeJobs runs a statement that changes jobs and returns how many.
func (s *Store) changeJobs(ctx context.Context, statement string, values ...any) (n int64, err error) {
	defer s.Explain(&err, "changing jobs")
	return s.Write.Change(ctx, statement, values...)
}

// jobValues returns the parameters of a statement that changes a job. The last two are an answer and
// its seal.
func (s *Store) jobValues(id string, answer []byte, values ...any) ([]any, error) {
	packed, mark, err := packAnswer(id, answer, s.Seals())
	return slices.Concat([]any{id}, values, []any{packed, mark}), err
}

// endingJob runs a statement that ends a job, and gives the job's message to the queue; false if there is
// no job to be ended. Most jobs have no message, which they would have from the beginning.
func (s *Store) endingJob(ctx context.Context, statement, id string, answer []byte, values ...any) (ended bool, err error) {
	defer s.Explain(&err, "ending a job")
	if values, err = s.jobValues(id, answer, values...); err != nil {
		return false, err
	}
	if has, err := database.One(ctx, s.Read, hasWebhook, []any{id}, new(string)); err != nil {
		return false, err
	} else if !has {
		n, err := s.Write.Change(ctx, statement, values...)
		return n > 0, err
	}
	err = s.Atomically(ctx, func(tx database.Tx) error {
		n, err := tx.Change(ctx, statement, values...)
		if ended = n > 0; !ended || err != nil {
			return err
		}
		return s.queueWebhook(ctx, tx, ofJob, id)
	})
	return ended && err == nil, err
}

// PublishJob writes a partial answer of a job. It returns false if the attempt is not the latest one.
func (s *Store) PublishJob(ctx context.Context, id string, attempt int, answer []byte) (bool, error) {
	values, err := s.jobValues(id, answer, attempt)
	if err != nil {
		return false, err
	}
	n, err := s.changeJobs(ctx, publishJob, values...)
	return n > 0, err
}

// EndJob ends a job with a state and an answer; if the answer is nil, the stored partial answer stays.
// It returns false if the attempt is not the latest one.
func (s *Store) EndJob(ctx context.Context, id string, attempt int, state string, now time.Time, answer []byte) (bool, error) {
	return s.endingJob(ctx, endJob, id, answer, attempt, state, now.UnixMilli())
}

// ReleaseJob queues a running job again, as if the attempt had not begun.
func (s *Store) ReleaseJob(ctx context.Context, id string, attempt int) error {
	_, err := s.changeJobs(ctx, releaseJob, id, attempt)
	return err
}

// CancelJob cancels an unfinished job. A stored partial answer stays; otherwise the job gets the given
// answer. It returns false if there is no unfinished job with this id.
func (s *Store) CancelJob(ctx context.Context, id string, now time.Time, answer []byte) (bool, error) {
	return s.endingJob(ctx, cancelJob, id, answer, now.UnixMilli())
}

// DeleteJob deletes a job that has ended. It returns false if there is no ended job with this id.
func (s *Store) DeleteJob(ctx context.Context, id string) (bool, error) {
	n, err := s.changeJobs(ctx, deleteJob, id)
	return n > 0, err
}

// SweepJobs deletes the jobs that ended before a time, and of each client all ended jobs except the
// newest keep ones; for the guest, its limit counts instead of keep. It returns how many jobs it
// deleted. It also deletes expired idempotency keys.
func (s *Store) SweepJobs(ctx context.Context, before time.Time, keep int, guest Guest) (int64, error) {
	if _, err := s.changeJobs(ctx, sweepKeys, time.Now().UnixMilli(), mostKeys); err != nil {
		return 0, err
	}
	if guest == (Guest{}) {
		guest.Jobs = keep
	}
	return s.changeJobs(ctx, sweepJobs, before.UnixMilli(), keep, guest.Client, guest.Jobs)
}
