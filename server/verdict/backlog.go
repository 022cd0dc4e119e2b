package verdict

import (
	"container/list"
	"context"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// backlog holds the records that are not stored yet. It is bounded: the oldest unknowns are
// dropped first, then the oldest verdicts.
type backlog struct {
	observer Observer
	records  int        // limit
	bytes    int64      // limit
	arrived  watch.Bell // wakes the writer

	mu      sync.Mutex // guards what follows
	entries map[solver.ID]*entry
	proven  list.List // of *entry, oldest first
	unknown list.List // of *entry, oldest first
	taken   int64     // bytes, estimated
	dropped int       // since losses was called last
}

// entry is a record that waits to be stored.
type entry struct {
	record solver.Record
	added  time.Time
	bytes  int64
	line   *list.List
	place  *list.Element

	stored chan struct{} // closed when it is stored, or no longer in the backlog
	over   bool          // stored is closed
}

// release wakes those who wait for the entry.
func (e *entry) release() {
	if !e.over {
		e.over = true
		close(e.stored)
	}
}

func newBacklog(records int, bytes int64, o Observer) *backlog {
	return &backlog{
		observer: o, records: records, bytes: bytes,
		arrived: watch.NewBell(),
		entries: make(map[solver.ID]*entry),
	}
}

// add queues a record for the store. Of two records of a problem the better one stays.
func (l *backlog) add(r solver.Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if old := l.entries[r.ID]; old != nil {
		if !r.Better(&old.record) {
			return
		}
		l.take(old)
	}
	e := &entry{record: r, added: time.Now(), bytes: weight(&r), line: &l.proven, stored: make(chan struct{})}
	if r.Verdict == solver.Unknown {
		e.line = &l.unknown
	}
	e.place = e.line.PushBack(e)
	l.entries[r.ID] = e
	l.taken += e.bytes
	for len(l.entries) > l.records || l.taken > l.bytes {
		victim := l.unknown.Front()
		if victim == nil {
			victim = l.proven.Front()
		}
		l.take(victim.Value.(*entry))
		l.dropped++
		l.observer.Dropped()
	}
	l.observer.Backlog(len(l.entries), l.taken)
	l.arrived.Ring()
}

func (l *backlog) take(e *entry) {
	e.line.Remove(e.place)
	delete(l.entries, e.record.ID)
	l.taken -= e.bytes
	e.release()
}

// unstored returns the entry of a problem unless it is stored; nil if there is none.
func (l *backlog) unstored(id solver.ID) *entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.entries[id]; e != nil && !e.over {
		return e
	}
	return nil
}

// Get implements Records.
func (l *backlog) Get(_ context.Context, id solver.ID) (solver.Record, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.entries[id]; e != nil {
		return e.record, true, nil
	}
	return solver.Record{}, false, nil
}

// Find implements Records.
func (l *backlog) Find(_ context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range wanted {
		if e := l.entries[w.ID]; e != nil && e.record.Verdict == w.Verdict {
			return w.ID, true, nil
		}
	}
	return "", false, nil
}

// Delete implements Records.
func (l *backlog) Delete(_ context.Context, id solver.ID) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.entries[id]; e != nil {
		l.take(e)
		l.observer.Backlog(len(l.entries), l.taken)
	}
	return nil
}

// batch returns up to most entries to be written now, verdicts first.
func (l *backlog) batch(most int) []*entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	var batch []*entry
	for _, line := range []*list.List{&l.proven, &l.unknown} {
		for at := line.Front(); at != nil && len(batch) < most; at = at.Next() {
			batch = append(batch, at.Value.(*entry))
		}
	}
	return batch
}

// stored wakes those who wait for entries that are in the store now. They stay in the
// backlog until they are in the cache too.
func (l *backlog) stored(batch []*entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range batch {
		e.release()
	}
}

// wrote removes entries that were written, except those that a better record has replaced
// meanwhile.
func (l *backlog) wrote(batch []*entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range batch {
		if l.entries[e.record.ID] == e {
			l.take(e)
		}
	}
	l.observer.Backlog(len(l.entries), l.taken)
}

// postpone moves an entry that could not be written behind the others, so that one that the
// store never accepts does not hold up all of them.
func (l *backlog) postpone(e *entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.entries[e.record.ID] == e {
		e.line.MoveToBack(e.place)
	}
}

// size returns how many records wait.
func (l *backlog) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.entries)
}

// oldest returns when the record was found that has waited longest for the store; zero if none
// waits.
func (l *backlog) oldest() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	var first time.Time
	for _, e := range l.entries {
		if !e.over && (first.IsZero() || e.added.Before(first)) {
			first = e.added
		}
	}
	return first
}

// losses returns how many records were dropped since the last call.
func (l *backlog) losses() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.dropped
	l.dropped = 0
	return n
}

// weight estimates the bytes of memory that a record takes.
func weight(r *solver.Record) int64 {
	const record, move = 400, 100
	return int64(record + len(r.Problem) + len(r.Solution)*move)
}
