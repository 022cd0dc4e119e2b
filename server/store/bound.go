package store

import (
	"context"
	"log/slog"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Bounded is a store that takes nothing new once it has grown to a size, so that
// strangers who ask about position after position can't fill the disk. Unknown
// verdicts, of which there is no end and which cost nobody much to find again, may
// take half of it. What is better than something that is stored is written still.
type Bounded struct {
	Store
	most int64 // bytes
	log  *slog.Logger
	left func() // is told of each record that was left out

	mu    sync.Mutex
	size  int64 // when it was last measured
	until int   // that many records more it will not be measured again
	full  bool  // whether the log says so
}

// measureEvery is how many records go by between two measurements. They are a few
// kilobytes each, so the store may grow beyond its size by a megabyte or so.
const measureEvery = 256

// Bound makes a store take nothing new when it has so many bytes.
func Bound(s Store, most int64, log *slog.Logger, left func()) *Bounded {
	return &Bounded{Store: s, most: most, log: log, left: left}
}

// Put remembers those of the records for which there is room. Without an error, the
// others are left out for good.
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
			// A damaged record says of its problem, too, that there is a row for it.
			_, known, err := b.Get(ctx, r.ID)
			if err == nil && !known {
				b.left()
				continue
			}
		}
		kept = append(kept, r)
	}
	return b.Store.Put(ctx, kept...)
}

// measure is the store's size before so many records more.
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
			b.log.Warn("the store is half full: unknown verdicts are not stored any more, and others until it is full", "bytes", size, "most", b.most)
		}
	}
	return size, nil
}
