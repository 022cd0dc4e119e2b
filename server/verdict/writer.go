package verdict

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

const (
	batchSize  = 256
	firstPause = 100 * time.Millisecond
	lastPause  = 5 * time.Second
)

// write writes the backlog in batches until the Service closes and nothing is left, or gives
// up.
func (s *Service) write() {
	defer close(s.written)
	closing := s.closing
	var pause time.Duration // after a failure
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
		s.Log.Warn("storing records failed, retrying", "waiting", s.backlog.size(), "dropped", s.backlog.losses(), "retry_in", pause, "error", err)
		select {
		case <-time.After(pause):
		case <-closing:
			closing = nil // one more try at once, before the pauses go on
		case <-s.life.Done():
			return
		}
	}
}

// writeBatch writes records to the store, and then, even if that failed, those to the cache
// that were not offered to it before.
func (s *Service) writeBatch(batch []*entry) error {
	records := make([]solver.Record, len(batch))
	for i, e := range batch {
		records[i] = e.record
	}
	short, cancel := context.WithTimeout(s.life, s.WriteTimeout)
	defer cancel()
	err := s.Store.Put(short, records...)
	for i, e := range batch {
		if !e.near {
			e.near = true
			s.putNear(&records[i])
		}
	}
	return err
}
