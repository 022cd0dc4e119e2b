package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// errGone is why a runner is stopped whose job is not its own any more: it was cancelled,
// or taken by somebody else.
var errGone = errors.New("the job is not this runner's any more")

// dispatch is the life of the dispatcher: it takes jobs as long as there is a runner for
// them, and else waits until one arrives, or until another process may have left one.
func (m *Manager) dispatch() {
	runners := make(chan struct{}, max(1, m.Runners))
	for {
		select {
		case runners <- struct{}{}:
		case <-m.life.Done():
			return
		}
		if j, found := m.take(false); found {
			m.staff.Go(func() {
				m.run(j)
				<-runners
			})
			continue
		}
		<-runners
		again := time.NewTimer(poll)
		select {
		case <-m.arrived:
		case <-again.C:
		case <-m.life.Done():
		}
		again.Stop()
	}
}

// take takes the job whose turn it is, if there is one.
func (m *Manager) take(overdue bool) (job.Job, bool) {
	short, cancel := context.WithTimeout(m.life, timeout)
	defer cancel()
	now := time.Now()
	j, found, err := m.Store.TakeJob(short, m.holder, now, now.Add(lease), overdue)
	if err != nil && m.life.Err() == nil {
		m.Log.Warn("no job can be taken", "error", err)
	}
	return j, found && err == nil
}

// run does a job.
func (m *Manager) run(j job.Job) {
	ctx, drop := context.WithCancelCause(m.life)
	defer drop(nil)
	if !m.enter(j.ID, drop) {
		return // its lease had run out while it was run here, and is renewed now
	}
	defer m.leave(j.ID)
	m.hub.Tell(j.ID)
	ctx, cancel := context.WithDeadline(ctx, j.Deadline)
	defer cancel()

	state := store.JobDone
	if j.Attempts > attempts {
		m.Log.Error("a job is given up", "job", j.ID, "attempts", j.Attempts-1, "request", string(j.Request))
		state = store.JobCancelled
		cancel()
	}
	answer, failed := m.Work(ctx, j.Request, j.Answer, func(answer []byte) { m.publish(ctx, j.ID, answer) })
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
		// The store is down; the answer is kept as long as the lease may be renewed.
		m.Log.Warn("the end of a job can't be stored; it is tried again", "job", j.ID, "error", err)
		select {
		case <-time.After(pause):
		case <-m.life.Done():
		}
	}
	m.hub.Tell(j.ID)
}

// publish writes what is known of a job so far. It may fail: then nobody is told before
// the end.
func (m *Manager) publish(ctx context.Context, id string, answer []byte) {
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	if _, err := m.Store.PublishJob(short, m.holder, id, answer); err != nil {
		m.Log.Warn("what is known of a job can't be published", "job", id, "error", err)
	}
	m.hub.Tell(id)
}

// enter notes that a job is run here, unless it is already.
func (m *Manager) enter(id string, drop context.CancelCauseFunc) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running[id] != nil {
		return false
	}
	m.running[id] = drop
	return true
}

func (m *Manager) leave(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.running, id)
}

// drop stops whoever runs a job here.
func (m *Manager) drop(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if stop := m.running[id]; stop != nil {
		stop(errGone)
	}
}
