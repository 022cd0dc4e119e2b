package store

import (
	"context"
	"log/slog"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Bounded is a store with a maximum size, so that clients can't fill the disk with requests for ever
// new positions. When it has reached the size, it stores no new problems; unknown verdicts are no
// longer stored from half the size. Better verdicts for stored problems are always written.
type Bounded struct {
	verdicts
	most int64 // bytes
	log  *slog.Logger
	left func() // called for each record that was left out

	mu    sync.Mutex
	size  int64 // bytes, as last measured
	until int   // records until it is measured again
	full  bool  // whether the log has said so
}

// verdicts is what a Bounded needs of a [Store].
type verdicts interface {
	Get(ctx context.Context, id solver.ID) (solver.Record, bool, error)
	Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error)
	Put(ctx context.Context, records ...solver.Record) error
	Delete(ctx context.Context, id solver.ID) error
	Size(ctx context.Context) (int64, error)
}

// measureEvery is how many records are written between two measurements. They take a few
// kilobytes each, so the store may exceed its size by about a megabyte.
const measureEvery = 256

// Bound returns a store that is limited to most bytes. It calls left for each record that is not stored
// because of the limit.
func Bound(s verdicts, most int64, log *slog.Logger, left func()) *Bounded {
	return &Bounded{verdicts: s, most: most, log: log, left: left}
}

// Put stores the records for which there is room. The others are dropped; that is not an error.
func (b *Bounded) Put(ctx context.Context, records ...solver.Record) error {
	size, err := b.measure(ctx, len(records))
	if err != nil {
		return err
	}
	var kept []solver.Record
	for _, r := range records {
		room := b.most
		if r.Verdict == solver.Unknown {
			room /= 2
		}
		if size >= room {
			// The error of a damaged record shows as well that there is a row.
			_, known, err := b.Get(ctx, r.ID)
			if err == nil && !known {
				b.left()
				continue
			}
		}
		kept = append(kept, r)
	}
	return b.verdicts.Put(ctx, kept...)
}

// measure returns the store's size before the given number of further records.
func (b *Bounded) measure(ctx context.Context, more int) (int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until -= more; b.until > 0 {
		return b.size, nil
	}
	size, err := b.Size(ctx)
	if err != nil {
		return 0, err
	}
	b.size, b.until = size, measureEvery
	if full := size >= b.most/2; full != b.full {
		b.full = full
		if full {
			b.log.Warn("the store has reached half of STORE_MAX: it no longer stores unknown verdicts, and stores proven ones until it is full", "bytes", size, "most", b.most)
		}
	}
	return size, nil
}
