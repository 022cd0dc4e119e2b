package backlog

import (
	"cmp"
	"container/list"
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Store keeps records permanently.
type Store interface {
	// Put writes all of these records or none. If the store has a record of the same problem, the
	// better one stays (solver.Record.Better).
	Put(ctx context.Context, records ...solver.Record) error
}

// Observer receives events for metrics. It is called while the Backlog is locked and must not call it.
type Observer interface {
	// Backlog reports how many records are not written yet, and their estimated bytes,
	// after each change.
	Backlog(records int, bytes int64)
	// Dropped reports that a record was dropped because the backlog was full.
	Dropped()
}

// Options configure a Backlog.
type Options struct {
	Store    Store
	Stored   func(solver.Record) // called after a record was stored, by several goroutines at a time
	Log      *slog.Logger
	Observer Observer

	Timeout time.Duration // of one batch written to the store; 0 means 5 s

	// First makes every answer wait until its record is stored. Otherwise only answers of searches
	// longer than 100 ms wait. An answer waits at most until a second after its record was found, and
	// at most until its deadline.
	First bool

	Records int   // how many records may wait for the store; 0 means 50,000
	Bytes   int64 // how much memory they may take, estimated; 0 means 64 MiB
}

// Backlog has the records that are not stored yet, and writes them to the store.
type Backlog struct {
	Options
	arrived watch.Bell // wakes the writer

	closing context.Context // ends when the writer is to write what is left, and stop
	stop    context.CancelFunc
	life    context.Context // ends when the writer is to give up
	abandon context.CancelFunc
	running sync.WaitGroup // the writer

	mu      sync.Mutex // guards what follows
	entries map[solver.ID]*entry
	proven  list.List // of *entry, oldest first
	unknown list.List // of *entry, oldest first
	taken   int64     // bytes, estimated
	dropped int       // since takeDropped was called last
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

// New makes a Backlog and starts its writer, which stops with Close.
func New(o Options) *Backlog {
	o.Timeout, o.Records, o.Bytes = cmp.Or(o.Timeout, 5*time.Second), cmp.Or(o.Records, 50_000), cmp.Or(o.Bytes, 64<<20)
	l := &Backlog{
		Options: o, arrived: watch.NewBell(), entries: make(map[solver.ID]*entry),
	}
	l.closing, l.stop = context.WithCancel(context.Background())
	l.life, l.abandon = context.WithCancel(context.Background())
	l.running.Go(l.write)
	return l
}

// Add queues a record for the store. If a record of the problem is queued already, the better one
// stays.
func (l *Backlog) Add(r solver.Record) {
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
	for len(l.entries) > l.Records || l.taken > l.Bytes {
		victim := l.unknown.Front()
		if victim == nil {
			victim = l.proven.Front()
		}
		l.take(victim.Value.(*entry))
		l.dropped++
		l.Observer.Dropped()
	}
	l.Observer.Backlog(len(l.entries), l.taken)
	l.arrived.Ring()
}

func (l *Backlog) take(e *entry) {
	e.line.Remove(e.place)
	delete(l.entries, e.record.ID)
	l.taken -= e.bytes
	e.release()
}

// unstored returns the entry of a problem unless it is stored; nil if there is none.
func (l *Backlog) unstored(id solver.ID) *entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.entries[id]; e != nil && !e.over {
		return e
	}
	return nil
}

// Get returns the queued record of a problem, and whether there is one.
func (l *Backlog) Get(_ context.Context, id solver.ID) (solver.Record, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.entries[id]; e != nil {
		return e.record, true, nil
	}
	return solver.Record{}, false, nil
}

// Find returns the first of the wanted problems whose queued record has the wanted verdict. It returns
// false if there is none.
func (l *Backlog) Find(_ context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range wanted {
		if e := l.entries[w.ID]; e != nil && e.record.Verdict == w.Verdict {
			return w.ID, true, nil
		}
	}
	return "", false, nil
}

// Delete deletes the queued record of a problem, if there is one.
func (l *Backlog) Delete(_ context.Context, id solver.ID) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.entries[id]; e != nil {
		l.take(e)
		l.Observer.Backlog(len(l.entries), l.taken)
	}
	return nil
}

// batch returns up to most entries to be written now, verdicts first.
func (l *Backlog) batch(most int) []*entry {
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
func (l *Backlog) stored(batch []*entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range batch {
		e.release()
	}
}

// removeWritten removes entries that were written, except those that a better record has replaced
// meanwhile.
func (l *Backlog) removeWritten(batch []*entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range batch {
		if l.entries[e.record.ID] == e {
			l.take(e)
		}
	}
	l.Observer.Backlog(len(l.entries), l.taken)
}

// postpone moves an entry that could not be written behind the others, so that one that the
// store never accepts does not hold up all of them.
func (l *Backlog) postpone(e *entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.entries[e.record.ID] == e {
		e.line.MoveToBack(e.place)
	}
}

// size returns how many records wait.
func (l *Backlog) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.entries)
}

// oldest returns when the record was found that has waited longest for the store; zero if none
// waits.
func (l *Backlog) oldest() time.Time {
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

// takeDropped returns how many records were dropped since the last call.
func (l *Backlog) takeDropped() int {
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
