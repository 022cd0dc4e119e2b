package cache

import (
	"cmp"
	"context"
	"math"
	"time"
	"unsafe"

	"github.com/maypok86/otter/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Process is a cache in this process, bounded by the bytes that its records take. Records are
// shared by all callers of Put and Get, so their solutions must not be changed.
//
// It is an otter and not a simple LRU cache, for three reasons. It is bounded by weight and
// not by number: the record of an unwinnable deal takes one kilobyte, a long solution a
// hundred. It compares and replaces under one lock. And what is asked for once does not evict
// what is asked for often.
type Process struct {
	records *otter.Cache[key, solver.Record]
}

type key struct {
	epoch int
	id    solver.ID
}

// NewProcess makes a cache of at most so many bytes, which it may exceed for a moment while it
// evicts. Proven verdicts are kept for a time, 0 for ever, and unknown ones, 0 for a day.
func NewProcess(bytes int64, keep, keepUnknown time.Duration) *Process {
	keep, keepUnknown = cmp.Or(keep, math.MaxInt64), cmp.Or(keepUnknown, day)
	return &Process{otter.Must(&otter.Options[key, solver.Record]{
		MaximumWeight: uint64(max(bytes, 1)),
		Weigher:       weigh,
		ExpiryCalculator: otter.ExpiryWritingFunc(func(e otter.Entry[key, solver.Record]) time.Duration {
			if e.Value.Verdict == solver.Unknown {
				return keepUnknown
			}
			return keep
		}),
	})}
}

// overhead estimates the bytes that the cache needs for a record beside the record: in the hash
// table, in the order of use, and for counting uses.
const overhead = 256

// weigh estimates how many bytes a record takes.
func weigh(k key, r solver.Record) uint32 {
	n := overhead + int(unsafe.Sizeof(k)+unsafe.Sizeof(r)) + len(r.ID) + len(r.Problem) + len(r.Engine)
	for _, m := range r.Solution {
		n += int(unsafe.Sizeof(m)) + max(8, cap(m.Cards)) // nothing takes less than 8 bytes
	}
	return uint32(min(n, 1<<31))
}

// Get returns the record of a problem in the current epoch, and whether there is one.
func (p *Process) Get(_ context.Context, id solver.ID) (solver.Record, bool, error) {
	r, ok := p.records.GetIfPresent(key{solver.Epoch, id})
	return r, ok, nil
}

// Find returns the first of these problems whose record in the current epoch has the wanted
// verdict, and whether there is one.
func (p *Process) Find(_ context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	for _, w := range wanted {
		// No client asked for these: they do not count as used.
		if entry, ok := p.records.GetEntryQuietly(key{solver.Epoch, w.ID}); ok && entry.Value.Verdict == w.Verdict {
			return w.ID, true, nil
		}
	}
	return "", false, nil
}

// Put stores a record, unless there is a better one.
func (p *Process) Put(_ context.Context, r solver.Record) error {
	if err := check(&r); err != nil {
		return err
	}
	p.records.Compute(key{r.Epoch, r.ID}, func(old solver.Record, found bool) (solver.Record, otter.ComputeOp) {
		if found && !r.Better(&old) {
			return old, otter.CancelOp
		}
		return r, otter.WriteOp
	})
	return nil
}

// Delete deletes the record of a problem in the current epoch, if there is one.
func (p *Process) Delete(_ context.Context, id solver.ID) error {
	p.records.Invalidate(key{solver.Epoch, id})
	return nil
}

// Close drops the records, and stops what drops those that have aged out.
func (p *Process) Close() error {
	p.records.InvalidateAll()
	p.records.StopAllGoroutines()
	return nil
}
