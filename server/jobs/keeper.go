package jobs

import (
	"context"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// keep renews the leases of the jobs that run here, and stops those that another process has
// cancelled or taken: at once where there is notice of it.
func (m *Manager) keep() {
	beat := time.Tick(lease / 8)
	for {
		select {
		case <-beat:
		case <-m.doubted:
		case <-m.life.Done():
			return
		}
		// Jobs taken from now on have a new lease, and need not be in the list.
		var mine []string
		for id := range m.stops.Range {
			mine = append(mine, id.(string))
		}
		if len(mine) == 0 {
			continue
		}
		short, cancel := context.WithTimeout(m.life, timeout)
		kept, err := m.Store.KeepJobs(short, m.holder, mine, time.Now().Add(lease))
		cancel()
		if err != nil {
			if m.life.Err() == nil {
				m.Log.Warn("renewing job leases failed", "error", err)
			}
			continue
		}
		for _, id := range mine {
			if !slices.Contains(kept, id) {
				m.drop(id)
			}
		}
	}
}

// tidy ends overdue jobs, which costs no search, and deletes old ones.
func (m *Manager) tidy() {
	again := time.Tick(poll)
	var swept time.Time
	for {
		for m.life.Err() == nil {
			j, found := m.take(store.Overdue)
			if !found {
				break
			}
			m.run(j)
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

// sweep deletes old jobs, and counts the others.
func (m *Manager) sweep(now time.Time) {
	short, cancel := context.WithTimeout(m.life, timeout)
	defer cancel()
	_, err := m.Store.SweepJobs(short, now.Add(-m.KeepFor), m.Keep, m.Guest)
	if err == nil {
		var counts map[string]int
		if counts, err = m.Store.CountJobs(short); err == nil {
			for _, state := range []string{store.JobQueued, store.JobRunning, store.JobDone, store.JobCancelled, store.JobFailed} {
				counts[state] += 0 // report 0 too
			}
			m.Observer.Jobs(counts)
		}
	}
	if err != nil && m.life.Err() == nil {
		m.Log.Warn("deleting old jobs failed", "error", err)
	}
}
