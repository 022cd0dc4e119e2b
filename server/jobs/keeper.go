package jobs

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// keep is the life of the keeper: it renews the leases of what is run here, and stops
// what somebody else has cancelled or taken.
func (m *Manager) keep() {
	beat := time.NewTicker(lease / 8)
	defer beat.Stop()
	for {
		select {
		case <-beat.C:
		case <-m.life.Done():
			return
		}
		// What is taken from now on has its lease, and need not be among those kept.
		m.mu.Lock()
		mine := slices.Collect(maps.Keys(m.running))
		m.mu.Unlock()
		if len(mine) == 0 {
			continue
		}
		short, cancel := context.WithTimeout(m.life, timeout)
		kept, err := m.Store.KeepJobs(short, m.holder, mine, time.Now().Add(lease))
		cancel()
		if err != nil {
			if m.life.Err() == nil {
				m.Log.Warn("the leases of jobs can't be renewed", "error", err)
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

// tidy is the life of whoever ends what is overdue, which costs no search, and deletes
// what is old.
func (m *Manager) tidy() {
	again := time.NewTicker(poll)
	defer again.Stop()
	var swept time.Time
	for {
		for m.life.Err() == nil {
			j, found := m.take(true)
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
		case <-again.C:
		case <-m.life.Done():
			return
		}
	}
}

// sweep deletes what is old, and counts what is left.
func (m *Manager) sweep(now time.Time) {
	short, cancel := context.WithTimeout(m.life, timeout)
	defer cancel()
	_, err := m.Store.SweepJobs(short, now.Add(-m.KeepFor), m.Keep)
	if err == nil {
		var counts map[string]int
		if counts, err = m.Store.CountJobs(short); err == nil {
			for _, state := range []string{store.JobQueued, store.JobRunning, store.JobDone, store.JobCancelled, store.JobFailed} {
				counts[state] += 0 // none is a count too
			}
			m.Observer.Jobs(counts)
		}
	}
	if err != nil && m.life.Err() == nil {
		m.Log.Warn("old jobs can't be deleted", "error", err)
	}
}
