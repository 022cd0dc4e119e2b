package jobs

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
)

// errGone stops an attempt of a job that was cancelled or taken by another process.
var errGone = errors.New("job cancelled or taken by another process")

// again is the pause before the next attempt when the store failed to begin a job.
const again = time.Second

// runner is River's worker of a manager's jobs.
type runner struct {
	river.WorkerDefaults[queue.Answer]
	*Manager
}

// Timeout implements river.Worker. A job has its own deadline.
func (runner) Timeout(*river.Job[queue.Answer]) time.Duration { return queue.Endless }

// NextRetry implements river.Worker.
func (runner) NextRetry(*river.Job[queue.Answer]) time.Time { return time.Now().Add(again) }

// Work implements river.Worker: it runs the job whose turn it is. If the process stops, the job is given back.
func (m runner) Work(ctx context.Context, ticket *river.Job[queue.Answer]) error {
	// The context may end when the job has begun, but is not known here yet.
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	alone := m.suspect.TryLock() // no other suspect runs here
	j, found, err := m.Store.BeginJob(short, ticket.JobRow, alone, time.Now())
	if alone {
		if j.Deaths > 0 {
			defer m.suspect.Unlock()
		} else {
			m.suspect.Unlock()
		}
	}
	if err != nil {
		m.Log.Warn("taking a job from the database failed", "error", err)
		return err
	}
	if !found {
		return nil
	}
	cancel()
	m.run(ctx, j)
	switch {
	case ctx.Err() != nil:
	case j.Deaths > 0: // other suspects may wait, whose tickets were used in vain
		return river.JobSnooze(0)
	default:
		return nil
	}
	rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	if err := m.Store.ReleaseJob(rest, j.ID, j.Attempts); err != nil {
		m.Log.Warn("giving an interrupted job back to the queue failed", "job", j.ID, "error", err)
		return err
	}
	m.Others.Tell(j.ID, watch.Moved)
	return river.JobSnooze(0)
}

// run runs an attempt of a job, and ends the job unless the context ends before.
func (m *Manager) run(life context.Context, j job.Job) {
	ctx, drop := context.WithCancelCause(life)
	defer drop(nil)
	mine := &attempt{j.Attempts, drop}
	if old, here := m.here.Swap(j.ID, mine); here { // this process was taken for dead
		old.(*attempt).stop(errGone)
	}
	m.Others.Tell(j.ID, watch.Moved)
	ctx, cancel := context.WithDeadline(ctx, j.Deadline)
	defer cancel()

	state := job.Done
	// After its deadline a job is not attempted, but ends with what is known.
	if j.Deaths >= job.MostDeaths && time.Now().Before(j.Deadline) {
		m.Log.Error("job abandoned: processes died while they searched it", "job", j.ID, "deaths", j.Deaths, "request", string(j.Request))
		state = job.Cancelled
		cancel()
	}
	searching := m.searching(&j)
	answer, failed := m.Work(ctx, j.Request, j.Answer, searching, func(answer []byte) { m.publish(ctx, &j, answer) })
	if failed {
		state = job.Failed
	}
	ended := false
	for pause := 100 * time.Millisecond; life.Err() == nil && !errors.Is(context.Cause(ctx), errGone); pause = min(2*pause, timeout) {
		short, cancel := context.WithTimeout(life, timeout)
		var err error
		ended, err = m.Store.EndJob(short, j.ID, j.Attempts, state, time.Now(), answer)
		cancel()
		if ended {
			m.Observer.JobEnded(state)
		}
		if err == nil {
			break
		}
		// The store is down. The answer is kept until it is back.
		m.Log.Warn("storing the end of a job failed, retrying", "job", j.ID, "error", err)
		select {
		case <-time.After(pause):
		case <-life.Done():
		}
	}
	if !ended {
		searching(false) // again, as the store may have been away
	}
	m.here.CompareAndDelete(j.ID, mine)
	m.Others.Tell(j.ID, watch.Ended)
}

// searching returns the function that a job's work calls when a search begins and when it ends. It
// notes searches in the store, unless they are quick. After the first attempt of a job it notes every
// search before it begins, since the search may be what killed the earlier process.
func (m *Manager) searching(j *job.Job) func(bool) {
	var (
		mu         sync.Mutex // held while it is noted
		now, noted bool
		soon       *time.Timer
	)
	note := func() {
		mu.Lock()
		defer mu.Unlock()
		if now == noted {
			return
		}
		short, cancel := context.WithTimeout(m.life, asked)
		defer cancel()
		changed, err := m.Store.MarkJob(short, j.ID, j.Attempts, now)
		if err == nil {
			noted = now && changed
		} else if m.life.Err() == nil {
			m.Log.Warn("storing the start or end of a job's search failed", "job", j.ID, "error", err)
		}
	}
	return func(begins bool) {
		mu.Lock()
		now = begins
		mu.Unlock()
		switch {
		case begins && j.Attempts == 1:
			soon = time.AfterFunc(quick, note)
			return
		case soon != nil:
			soon.Stop()
		}
		note()
	}
}

// publish stores a partial answer of a job. If that fails, clients see only the final answer.
func (m *Manager) publish(ctx context.Context, j *job.Job, answer []byte) {
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	if _, err := m.Store.PublishJob(short, j.ID, j.Attempts, answer); err != nil {
		m.Log.Warn("storing a job's partial answer failed", "job", j.ID, "error", err)
	}
	m.Others.Tell(j.ID, watch.Moved)
}

// drop stops the attempt of a job, if one runs here.
func (m *Manager) drop(id string) {
	if a, here := m.here.Load(id); here {
		a.(*attempt).stop(errGone)
	}
}
