package jobs

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
)

// overdue is the time after a job's deadline when its process counts as dead: a live process would
// have ended the job.
const overdue = 5 * time.Second

// look is how often to check that the jobs that run here were not cancelled or taken.
const look = 2500 * time.Millisecond

// keep stops the attempts of jobs that another process has cancelled or taken: at once where there is
// notice of it.
func (m *Manager) keep() {
	for again := time.Tick(look); ; {
		select {
		case <-again:
		case <-m.doubted:
		case <-m.life.Done():
			return
		}
		mine := m.attempts() // one that begins from now on need not be in it
		if len(mine) == 0 {
			continue
		}
		short, cancel := context.WithTimeout(m.life, timeout)
		last, err := m.Store.Attempts(short, slices.Collect(maps.Keys(mine)))
		cancel()
		if err != nil {
			if m.life.Err() == nil {
				m.Log.Warn("checking whether running jobs were cancelled failed", "error", err)
			}
			continue
		}
		for id, a := range mine {
			if last[id] != a.number {
				a.stop(errGone)
			}
		}
	}
}

// attempts returns those that run here, by the job's id.
func (m *Manager) attempts() map[string]*attempt {
	all := map[string]*attempt{}
	for id, a := range m.here.Range {
		all[id.(string)] = a.(*attempt)
	}
	return all
}

// tidy ends overdue jobs, which costs no search, and deletes old ones.
func (m *Manager) tidy() {
	again := time.Tick(poll)
	var swept, failed time.Time
	for {
		for m.life.Err() == nil {
			now := time.Now()
			running := now.Add(-overdue)
			if now.Sub(failed) < 2*overdue { // their processes store their answers now
				running = time.Time{}
			}
			short, cancel := context.WithTimeout(m.life, timeout)
			j, found, err := m.Store.BeginOverdue(short, now, running, slices.Collect(maps.Keys(m.attempts())))
			cancel()
			if err != nil && m.life.Err() == nil {
				failed = time.Now()
				m.Log.Warn("searching the database for overdue jobs failed", "error", err)
			}
			if !found {
				break
			}
			m.run(m.life, j)
		}
		if now := time.Now(); now.Sub(swept) >= m.Sweep {
			swept = now
			m.sweep(now)
		}
		select {
		case <-again:
		case <-m.life.Done():
			return
		}
	}
}

// sweep adds tickets to the queue that it lacks, deletes old ones, and counts the others.
func (m *Manager) sweep(now time.Time) {
	short, cancel := context.WithTimeout(m.life, timeout)
	defer cancel()
	lacked, lacks := m.Store.QueueJobs(short, now)
	if lacked > 0 {
		m.Log.Info("queue had lost tickets of jobs, added again", "jobs", lacked)
	}
	_, err := m.Store.SweepJobs(short, now.Add(-m.KeepFor), m.Keep, m.Guest)
	if err == nil {
		var counts map[string]int
		if counts, err = m.Store.CountJobs(short); err == nil {
			for _, state := range []string{job.Queued, job.Running, job.Done, job.Cancelled, job.Failed} {
				counts[state] += 0 // report 0 too
			}
			m.Observer.Jobs(counts)
		}
	}
	err = errors.Join(lacks, err)
	if err != nil && m.life.Err() == nil {
		m.Log.Warn("deleting and counting old jobs failed", "error", err)
	}
}
