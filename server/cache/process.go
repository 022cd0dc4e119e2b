package cache

import (
	"context"
	"unsafe"

	"github.com/maypok86/otter/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Process is a cache in this process, bounded by the bytes that its records take.
// Its records are shared by all who put or got them, so nobody may change their
// solutions.
//
// It is an otter and not one of the simpler caches that throw out what was not used
// for longest. It is bounded by weight and not by number: what is known of an
// unwinnable deal takes one kilobyte, a long solution a hundred. It compares and
// replaces under one lock. And what is asked for once does not push out what is
// asked for often.
type Process struct {
	records *otter.Cache[key, solver.Record]
}

// key is what a record is found by.
type key struct {
	epoch int
	id    solver.ID
}

// NewProcess makes a cache of at most so many bytes. It may be above that for a
// moment, while it makes room.
func NewProcess(bytes int64) *Process {
	return &Process{otter.Must(&otter.Options[key, solver.Record]{
		MaximumWeight: uint64(max(bytes, 1)),
		Weigher:       weigh,
	})}
}

// overhead is about what the cache needs for a record beside the record: its
// place in the hash table and in the order of use, and how often it was used.
const overhead = 256

// weigh estimates how many bytes a record takes.
func weigh(k key, r solver.Record) uint32 {
	n := overhead + int(unsafe.Sizeof(k)+unsafe.Sizeof(r)) + len(r.ID) + len(r.Problem) + len(r.Engine)
	for _, m := range r.Solution {
		n += int(unsafe.Sizeof(m)) + max(8, cap(m.Cards)) // nothing takes less than 8 bytes
	}
	return uint32(min(n, 1<<31))
}

// Get gives what the current epoch knows of a problem, false if nothing.
func (p *Process) Get(_ context.Context, id solver.ID) (solver.Record, bool, error) {
	r, ok := p.records.GetIfPresent(key{solver.Epoch, id})
	return r, ok, nil
}

// Find gives the first of these problems of which the current epoch knows the
// verdict that is wanted; false if there is none.
func (p *Process) Find(_ context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	for _, w := range wanted {
		// Quietly, as nobody has asked for these: they do not count as used.
		if entry, ok := p.records.GetEntryQuietly(key{solver.Epoch, w.ID}); ok && entry.Value.Verdict == w.Verdict {
			return w.ID, true, nil
		}
	}
	return "", false, nil
}

// Put keeps a record, unless a better one is there.
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

// Delete forgets what the current epoch knows of a problem, if anything.
func (p *Process) Delete(_ context.Context, id solver.ID) error {
	p.records.Invalidate(key{solver.Epoch, id})
	return nil
}

// Ping says that the cache is there, which it always is.
func (p *Process) Ping(context.Context) error { return nil }

// Close lets go of the records.
func (p *Process) Close() error {
	p.records.InvalidateAll()
	return nil
}
