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

// write is the life of the writer: it writes the backlog, batch after batch,
// waits for more, and stops when the Book closes and nothing is left, or when it
// gives up.
func (b *Book) write() {
	defer close(b.written)
	closing := b.closing
	var pause time.Duration // after a failure
	size := batchSize
	for {
		batch := b.backlog.batch(size)
		if len(batch) == 0 {
			if closing == nil {
				return
			}
			select {
			case <-b.backlog.arrived:
			case <-closing:
				closing = nil
			}
			continue
		}
		err := b.writeBatch(batch)
		if err == nil {
			b.backlog.wrote(batch)
			if pause > 0 {
				b.log.Info("the store takes records again", "waiting", b.backlog.size(), "dropped", b.backlog.losses())
			}
			pause, size = 0, batchSize
			continue
		}
		// Should one record be the reason, the others get through one by one.
		if size == 1 {
			b.backlog.postpone(batch[0])
		}
		size = 1
		pause = min(max(2*pause, firstPause), lastPause)
		b.log.Warn("the store does not take records; they are kept and tried again",
			"waiting", b.backlog.size(), "dropped", b.backlog.losses(), "again_in", pause, "error", err)
		again := time.NewTimer(pause)
		select {
		case <-again.C:
		case <-closing:
			// One more try at once, before the pauses go on.
			closing = nil
		case <-b.life.Done():
			again.Stop()
			return
		}
		again.Stop()
	}
}

// writeBatch puts records into the store, and then, whether or not that worked,
// into the cache if they were not offered to it before.
func (b *Book) writeBatch(batch []*entry) error {
	records := make([]solver.Record, len(batch))
	for i, e := range batch {
		records[i] = e.record
	}
	short, cancel := context.WithTimeout(b.life, b.writeTimeout)
	defer cancel()
	err := b.storePut(short, records...)
	for i, e := range batch {
		if !e.near {
			e.near = true
			b.putNear(&records[i])
		}
	}
	return err
}
