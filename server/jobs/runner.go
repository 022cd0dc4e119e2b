package jobs

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// errGone stops the runner of a job that was cancelled or taken by another process.
var errGone = errors.New("job cancelled or taken by another process")

// dispatch takes jobs while a runner is free. Where there is none to take it waits until one
// arrives, or looks again for one that another process left. Suspected jobs come after all others, one
// at a time: if this process dies, at most one has its second death, and no other suspect is to blame.
func (m *Manager) dispatch() {
	runners := make(chan struct{}, max(1, m.Runners))
	for {
		select {
		case runners <- struct{}{}:
		case <-m.life.Done():
			return
		}
		j, found := m.take(store.Unsuspected)
		suspect := false
		if !found && m.suspect.Load() {
			j, found = m.take(store.Abandoned)
		} else if !found {
			j, found = m.take(store.Suspected)
			suspect = found
			m.suspect.Store(found)
		}
		if found {
			m.running.Go(func() {
				m.run(j)
				<-runners
				if suspect {
					m.suspect.Store(false)
					m.arrived.Ring() // the next one can be taken
				}
			})
			continue
		}
		<-runners
		select {
		case <-m.arrived:
		case <-time.After(poll):
		case <-m.life.Done():
		}
	}
}

// take takes the job of these whose turn it is; false if there is none.
func (m *Manager) take(which store.Which) (job.Job, bool) {
	short, cancel := context.WithTimeout(m.life, timeout)
	defer cancel()
	now := time.Now()
	j, found, err := m.Store.TakeJob(short, m.holder, now, now.Add(lease), which)
	if err != nil && m.life.Err() == nil {
		m.Log.Warn("taking a job failed", "error", err)
	}
	return j, found && err == nil
}

// run runs a job.
func (m *Manager) run(j job.Job) {
	ctx, drop := context.WithCancelCause(m.life)
	defer drop(nil)
	if _, here := m.stops.LoadOrStore(j.ID, drop); here {
		return // it runs here already: its lease had run out, and is renewed now
	}
	defer m.stops.Delete(j.ID)
	m.changed(j.ID, false)
	ctx, cancel := context.WithDeadline(ctx, j.Deadline)
	defer cancel()

	state := store.JobDone
	// After its deadline a job is not attempted, but ends with what is known.
	if j.Deaths >= job.MostDeaths && time.Now().Before(j.Deadline) {
		m.Log.Error("job abandoned: processes died while they searched it", "job", j.ID, "deaths", j.Deaths, "request", string(j.Request))
		state = store.JobCancelled
		cancel()
	}
	answer, failed := m.Work(ctx, j.Request, j.Answer, m.searching(&j), func(answer []byte) { m.publish(ctx, j.ID, answer) })
	if failed {
		state = store.JobFailed
	}
	for pause := 100 * time.Millisecond; m.life.Err() == nil && !errors.Is(context.Cause(ctx), errGone); pause = min(2*pause, timeout) {
		short, cancel := context.WithTimeout(m.life, timeout)
		ended, err := m.Store.EndJob(short, m.holder, j.ID, state, time.Now(), answer)
		cancel()
		if ended {
			m.Observer.JobEnded(state)
		}
		if err == nil {
			break
		}
		// The store is down. The answer is kept as long as the lease can be renewed.
		m.Log.Warn("storing the end of a job failed, retrying", "job", j.ID, "error", err)
		select {
		case <-time.After(pause):
		case <-m.life.Done():
		}
	}
	m.changed(j.ID, true)
}

// searching returns the function that a job's work calls when a search begins and when it ends. The
// store notes searches that are not quick. But of a job that was taken by a process that died, it notes
// each before it begins, for it may be the cause.
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
		err := m.Store.MarkJob(short, m.holder, j.ID, now)
		if err == nil {
			noted = now
		} else if m.life.Err() == nil {
			m.Log.Warn("noting a job's search failed", "job", j.ID, "error", err)
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

// publish stores what is known of a job so far. If that fails, it is only known at the end.
func (m *Manager) publish(ctx context.Context, id string, answer []byte) {
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	if _, err := m.Store.PublishJob(short, m.holder, id, answer); err != nil {
		m.Log.Warn("publishing a job's answer so far failed", "job", id, "error", err)
	}
	m.changed(id, false)
}

// drop stops the runner of a job, if it runs here.
func (m *Manager) drop(id string) {
	if stop, here := m.stops.Load(id); here {
		stop.(context.CancelCauseFunc)(errGone)
	}
}
