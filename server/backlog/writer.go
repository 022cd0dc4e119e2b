package backlog

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

const (
	batchSize  = 256
	firstPause = 100 * time.Millisecond
	// lastPause is short, so that a process killed soon after the store recovers has already written.
	lastPause = 500 * time.Millisecond
	// warnEvery is how often a store that stays down is logged.
	warnEvery = 5 * time.Second

	toldAtATime = 16 // records that are stored

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
func (l *Backlog) Ready() error {
	if first := l.oldest(); !first.IsZero() && time.Since(first) > lagging {
		return fmt.Errorf("%d verdicts can't be written to the database; the oldest has waited for %s", l.size(), time.Since(first).Round(time.Second))
	}
	return nil
}

// Await waits until the record of a problem is stored, if its answer has to wait for that (see
// Options.First). It returns early when the context ends, or a second after the record was found. So
// a store that is down does not delay later answers from the backlog. The parameter less is subtracted
// from that second: it is the time that the lookup before the search has waited for the store.
func (l *Backlog) Await(ctx context.Context, id solver.ID, less time.Duration) {
	for {
		e := l.unstored(id)
		if e == nil || !l.First && e.record.Elapsed <= expensive {
			return
		}
		timeout := time.NewTimer(time.Until(e.added.Add(longestWait - less)))
		select {
		case <-e.stored:
			timeout.Stop()
			continue // a better record may have replaced it
		case <-timeout.C:
		case <-ctx.Done():
		case <-l.life.Done():
		}
		timeout.Stop()
		return
	}
}

// write writes the backlog in batches until the Backlog closes and nothing is left, or gives
// up.
func (l *Backlog) write() {
	closing := l.closing.Done()
	var pause time.Duration // after a failure
	var warned time.Time
	size := batchSize
	for {
		batch := l.batch(size)
		if len(batch) == 0 {
			if closing == nil {
				return
			}
			select {
			case <-l.arrived:
			case <-closing:
				closing = nil
			}
			continue
		}
		err := l.writeBatch(batch)
		if err == nil {
			l.removeWritten(batch)
			if pause > 0 {
				l.Log.Info("verdicts are written to the database again", "waiting", l.size(), "dropped", l.takeDropped())
			}
			pause, size = 0, batchSize
			continue
		}
		// In case one record is the reason, the others get through one by one.
		if size == 1 {
			l.postpone(batch[0])
		}
		size = 1
		pause = min(max(2*pause, firstPause), lastPause)
		if now := time.Now(); now.Sub(warned) >= warnEvery {
			warned = now
			l.Log.Warn("writing verdicts to the database failed, retrying", "waiting", l.size(), "dropped", l.takeDropped(), "retry_in", pause, "error", err)
		}
		select {
		case <-time.After(pause):
		case <-closing:
			closing = nil // one more try at once, before the pauses go on
		case <-l.life.Done():
			return
		}
	}
}

// writeBatch writes records to the store, and tells of them.
func (l *Backlog) writeBatch(batch []*entry) error {
	records := make([]solver.Record, len(batch))
	for i, e := range batch {
		records[i] = e.record
	}
	short, cancel := context.WithTimeout(l.life, l.Timeout)
	defer cancel()
	if err := l.Store.Put(short, records...); err != nil {
		return err
	}
	l.stored(batch)
	// At the same time, since a cache far away would hold up the next batch.
	var told errgroup.Group
	told.SetLimit(toldAtATime)
	for i := range records {
		told.Go(func() error { l.Stored(records[i]); return nil })
	}
	return told.Wait() // nil
}

// Close writes the remaining records. If the context ends first, Close drops the records that are
// not written yet, and its error has their number.
func (l *Backlog) Close(ctx context.Context) error {
	l.stop()
	_ = watch.Wait(ctx, l.running.Wait) // the error below tells more
	l.abandon()
	l.running.Wait()
	if n := l.size(); n > 0 {
		return fmt.Errorf("%d verdicts were lost: they could not be written to the database in time", n)
	}
	return nil
}
