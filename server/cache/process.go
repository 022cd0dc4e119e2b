package cache

import (
	"cmp"
	"context"
	"math"
	"sync"
	"time"
	"unsafe"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Process is a cache in this process. Its records take a limited number of bytes; beyond that the
// least recently used records are evicted. Callers of Put and Get share the records, so they must not
// change the solutions.
type Process struct {
	most              int64
	keep, keepUnknown time.Duration

	mu      sync.Mutex // guards what follows
	records *simplelru.LRU[key, entry]
	bytes   int64 // of the records
}

type key struct {
	epoch int
	id    solver.ID
}

// entry is a record, until it is too old.
type entry struct {
	solver.Record
	until time.Time
}

// NewProcess makes a cache of at most the given number of bytes. Proven verdicts are kept for the time
// keep (0 means for ever), unknown verdicts for the time keepUnknown (0 means a day).
func NewProcess(bytes int64, keep, keepUnknown time.Duration) *Process {
	p := &Process{most: bytes, keep: cmp.Or(keep, math.MaxInt64), keepUnknown: cmp.Or(keepUnknown, day)}
	records, err := simplelru.NewLRU(math.MaxInt, func(_ key, e entry) { p.bytes -= weigh(&e.Record) })
	if err != nil {
		panic(err) // the only error is a number of records below 1
	}
	p.records = records
	return p
}

// overhead estimates the bytes that the cache needs for a record beside the record: in the hash
// table and in the order of use.
const overhead = 256

// weigh estimates how many bytes a record takes.
func weigh(r *solver.Record) int64 {
	n := overhead + int(unsafe.Sizeof(key{})+unsafe.Sizeof(*r)) + len(r.ID) + len(r.Problem) + len(r.Engine)
	for _, m := range r.Solution {
		n += int(unsafe.Sizeof(m)) + max(8, cap(m.Cards)) // nothing takes less than 8 bytes
	}
	return int64(n)
}

// Get returns the record of a problem in the current epoch, and whether it is cached.
func (p *Process) Get(_ context.Context, id solver.ID) (solver.Record, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := key{solver.Epoch, id}
	e, found := p.records.Get(k)
	if found && time.Now().After(e.until) {
		p.records.Remove(k)
		return solver.Record{}, false, nil
	}
	return e.Record, found, nil
}

// Find returns the first of the wanted problems whose cached record, in the current epoch, has the
// wanted verdict. It returns false if there is none.
func (p *Process) Find(_ context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range wanted {
		// No client asked for these: they do not count as used.
		if e, found := p.records.Peek(key{solver.Epoch, w.ID}); found && e.Verdict == w.Verdict && !time.Now().After(e.until) {
			return w.ID, true, nil
		}
	}
	return "", false, nil
}

// Put stores a record, unless the cache has a better one of the problem.
func (p *Process) Put(_ context.Context, r solver.Record) error {
	if err := check(&r); err != nil {
		return err
	}
	p.add(r)
	return nil
}

// add stores a record, unless there is a better one.
func (p *Process) add(r solver.Record) {
	keep := p.keep
	if r.Verdict == solver.Unknown {
		keep = p.keepUnknown
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	k := key{r.Epoch, r.ID}
	if old, found := p.records.Peek(k); found && !r.Better(&old.Record) && !time.Now().After(old.until) {
		return
	}
	p.records.Remove(k)
	p.records.Add(k, entry{r, time.Now().Add(keep)})
	for p.bytes += weigh(&r); p.bytes > p.most; {
		p.records.RemoveOldest()
	}
}

// Delete deletes the record of a problem in the current epoch, if there is one.
func (p *Process) Delete(_ context.Context, id solver.ID) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.records.Remove(key{solver.Epoch, id})
	return nil
}
