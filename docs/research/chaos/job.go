package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// job is a job that the service has accepted.
type job struct {
	ID         string
	State      string
	Final      bool
	Answer     *answer
	Problem    *struct{ Type, Detail string }
	DeadlineAt time.Time  `json:"deadline_at"`
	EndedAt    *time.Time `json:"ended_at"`
}

const (
	jobDeadline = 60 * time.Second
	// overdue is how long after its deadline a job counts as lost.
	overdue = time.Minute
)

// jobList has the jobs that were accepted.
type jobList struct {
	watching sync.WaitGroup

	mu  sync.Mutex
	all []string
}

// postJobs posts jobs. Each of them is then followed by events, or asked about again and again.
// Every fourth searches for a short solution until its deadline.
func (r *run) postJobs(ctx context.Context) {
	for n := 0; pause(ctx, 300*time.Millisecond) == nil; n++ {
		q := r.questions.next()
		more := fmt.Sprintf(`,"deadline_ms":%d`, jobDeadline.Milliseconds())
		if n%4 == 3 {
			more = fmt.Sprintf(`,"objective":"shortest","deadline_ms":%d`, 2000+rand.IntN(4000))
		}
		var j job
		if _, err := r.call(ctx, http.MethodPost, "/v1/solve", q.body(more), &j, "Prefer", "respond-async"); err != nil {
			continue // it was accepted or not: nobody knows its id
		}
		r.ledger.count(acceptedJobs, 1)
		r.jobs.mu.Lock()
		r.jobs.all = append(r.jobs.all, j.ID)
		r.jobs.mu.Unlock()
		r.jobs.watching.Go(func() { r.watchJob(q, j, n%2 == 0) })
	}
}

// watchJob waits for the end of a job, and checks its answer.
func (r *run) watchJob(q *question, j job, byEvents bool) {
	ctx, cancel := context.WithDeadline(r.life, j.DeadlineAt.Add(overdue))
	defer cancel()
	var err error
	if byEvents {
		err = r.follow(ctx, "/v1/jobs/"+j.ID+"/events", &j)
	}
	if err == nil {
		err = again(ctx, func() error {
			now, err := r.job(ctx, j.ID)
			switch {
			case err != nil:
				return err
			case !now.Final && byEvents:
				r.ledger.fail(disorderedEvents, "job %s is %s after its final event", j.ID, now.State)
			case !now.Final:
				return fmt.Errorf("it is %s", now.State)
			}
			j = now
			return nil
		})
	}
	if r.life.Err() != nil {
		return
	}
	if err == nil && j.State == "cancelled" && j.Problem != nil && strings.Contains(j.Problem.Detail, "during this job's search") {
		r.ledger.count(abandonedJobs, 1) // as documented: two processes were killed while they searched it
		return
	}
	if err != nil || j.State != "done" || j.Answer == nil {
		r.ledger.fail(lostJobs, "%s, %s %s: %v; %+v", j.ID, q.game, q.seed, err, j)
		return
	}
	if j.EndedAt != nil {
		r.ledger.late("job", max(0, j.EndedAt.Sub(j.DeadlineAt)), r.outages.during("", j.DeadlineAt, *j.EndedAt, settle))
	}
	if err := q.check(j.Answer, true); err != nil {
		r.ledger.fail(wrongJobs, "%s: %v; %+v", j.ID, err, j.Answer)
	}
	if j.Answer.Verdict == solver.Unknown {
		r.ledger.count(unknownJobs, 1)
		return
	}
	r.ledger.count(endedJobs, 1)
}

func (r *run) job(ctx context.Context, id string) (j job, err error) {
	_, err = r.call(ctx, http.MethodGet, "/v1/jobs/"+id, "", &j)
	return j, err
}

// recount asks for every accepted job once more: none has vanished.
func (r *run) recount(ctx context.Context) {
	for _, id := range r.jobs.all {
		err := again(ctx, func() error {
			_, err := r.job(ctx, id)
			return err
		})
		if err != nil && ctx.Err() == nil {
			r.ledger.fail(lostJobs, "job %s at the end: %v", id, err)
		}
	}
}
