package verdict

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

const (
	batchSize  = 256
	firstPause = 100 * time.Millisecond
	// lastPause is short: who is killed when the store is back should have written already.
	lastPause = 500 * time.Millisecond
	// warnEvery is how often a store that stays down is logged.
	warnEvery = 5 * time.Second

	offersAtATime = 16 // of records to caches

	// expensive is the length of a search above which its record is always written before it
	// is answered.
	expensive = 100 * time.Millisecond
	// longestWait is how long after a record was found its answers wait for the store.
	longestWait = time.Second
)

// lagging is how long a record may wait for the store before that is a fault. A full disk shows
// in this way, while the store still answers.
const lagging = 10 * time.Second

// Ready returns an error if records have waited too long for the store.
func (s *Service) Ready(context.Context) error {
	if first := s.backlog.oldest(); !first.IsZero() && time.Since(first) > lagging {
		return fmt.Errorf("verdicts waiting for the store: %d, the first for %s", s.backlog.size(), time.Since(first).Round(time.Second))
	}
	return nil
}

// AwaitStored waits until what was found of a problem is in the store, if its answer has to
// wait for that (see Options.WriteFirst), or until the context ends. The wait is over a second
// after the record was found, so that a store that is down does not delay later answers from
// the backlog too. Before a search a store that hangs has taken part of that second already, for
// the lookup.
func (s *Service) AwaitStored(ctx context.Context, p *solver.Problem) {
	for {
		e := s.backlog.unstored(p.ID())
		if e == nil || !s.WriteFirst && e.record.Elapsed <= expensive {
			return
		}
		wait := longestWait
		if s.store.health.Failed() {
			wait -= s.store.timeout
		}
		timeout := time.NewTimer(time.Until(e.added.Add(wait)))
		select {
		case <-e.stored:
			timeout.Stop()
			continue // a better record may have replaced it
		case <-timeout.C:
		case <-ctx.Done():
		case <-s.written:
		}
		timeout.Stop()
		return
	}
}

// storeCached queues a record for the store that only the caches have.
func (s *Service) storeCached(r *solver.Record) {
	if r.Unstored {
		r.Unstored = false
		s.backlog.add(*r)
	}
}

// write writes the backlog in batches until the Service closes and nothing is left, or gives
// up.
func (s *Service) write() {
	defer close(s.written)
	closing := s.closing
	var pause time.Duration // after a failure
	var warned time.Time
	size := batchSize
	for {
		batch := s.backlog.batch(size)
		if len(batch) == 0 {
			if closing == nil {
				return
			}
			select {
			case <-s.backlog.arrived:
			case <-closing:
				closing = nil
			}
			continue
		}
		err := s.writeBatch(batch)
		if err == nil {
			s.backlog.wrote(batch)
			if pause > 0 {
				s.Log.Info("records are stored again", "waiting", s.backlog.size(), "dropped", s.backlog.losses())
			}
			pause, size = 0, batchSize
			continue
		}
		// In case one record is the reason, the others get through one by one.
		if size == 1 {
			s.backlog.postpone(batch[0])
		}
		size = 1
		pause = min(max(2*pause, firstPause), lastPause)
		if now := time.Now(); now.Sub(warned) >= warnEvery {
			warned = now
			s.Log.Warn("storing records failed, retrying", "waiting", s.backlog.size(), "dropped", s.backlog.losses(), "retry_in", pause, "error", err)
		}
		select {
		case <-time.After(pause):
		case <-closing:
			closing = nil // one more try at once, before the pauses go on
		case <-s.life.Done():
			return
		}
	}
}

// writeBatch writes records to the store, and then to the caches.
func (s *Service) writeBatch(batch []*entry) error {
	records := make([]solver.Record, len(batch))
	for i, e := range batch {
		records[i] = e.record
	}
	short, cancel := context.WithTimeout(s.life, s.WriteTimeout)
	defer cancel()
	if err := s.Store.Put(short, records...); err != nil {
		return err
	}
	s.backlog.stored(batch)
	// At the same time, since a cache far away would hold up the next batch.
	var offers errgroup.Group
	offers.SetLimit(offersAtATime)
	for i := range records {
		offers.Go(func() error { s.putNear(&records[i]); return nil })
	}
	return offers.Wait() // nil: they log their errors
}
