package verdict

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// memory is how the Book reads the backlog, the cache and the store.
type memory struct {
	place   Place
	source  solver.Source // of answers that come from it
	get     func(context.Context, solver.ID) (solver.Record, bool, error)
	find    func(context.Context, []solver.Wanted) (solver.ID, bool, error)
	remove  func(context.Context, solver.ID) error
	timeout time.Duration
	health  health
}

func newMemory(
	place Place, source solver.Source,
	get func(context.Context, solver.ID) (solver.Record, bool, error),
	find func(context.Context, []solver.Wanted) (solver.ID, bool, error),
	remove func(context.Context, solver.ID) error,
	timeout time.Duration,
) *memory {
	return &memory{place: place, source: source, get: get, find: find, remove: remove, timeout: timeout}
}

// errResting says that a memory was not asked.
var errResting = errors.New("left alone, because it failed a moment ago")

// read gets what a memory has of a problem, if that is of the current epoch and
// passes the check. What does not pass, or is damaged, is reported and struck out.
// The problem's text is for the report, empty if not known.
func (b *Book) read(ctx context.Context, m *memory, id solver.ID, problem string, check func(*solver.Record) error) (solver.Record, bool, error) {
	r, found, err := b.get(ctx, m, id)
	damaged := errors.Is(err, solver.ErrDamaged)
	if found && r.Epoch == solver.Epoch {
		err = check(&r)
		damaged = err != nil
	}
	switch {
	case damaged:
		b.observer.Looked(m.place, Miss)
		b.strike(m, id, cmp.Or(problem, r.Problem), err)
		err = nil
	case errors.Is(err, errResting):
		b.observer.Looked(m.place, Skipped)
	case err != nil:
		b.observer.Looked(m.place, Failed)
	case !found || r.Epoch != solver.Epoch:
		b.observer.Looked(m.place, Miss)
	default:
		b.observer.Looked(m.place, Hit)
		return r, true, nil
	}
	return solver.Record{}, false, err
}

// get asks a memory within its timeout, unless it is left alone.
func (b *Book) get(ctx context.Context, m *memory, id solver.ID) (solver.Record, bool, error) {
	if !m.health.ask() {
		return solver.Record{}, false, errResting
	}
	short, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	r, found, err := m.get(short, id)
	switch {
	case err == nil:
		b.hear(m, nil)
		return r, found, nil
	case errors.Is(err, solver.ErrDamaged):
		b.hear(m, nil) // it does answer
	case ctx.Err() == nil:
		b.hear(m, err)
	}
	// Where nobody waits any more, it is not the memory's fault.
	return solver.Record{}, false, err
}

// strike takes a damaged record out of a memory.
func (b *Book) strike(m *memory, id solver.ID, problem string, damage error) {
	b.observer.Refused(m.place)
	b.log.Error("a remembered record is damaged and struck out",
		"place", m.place, "id", id, "problem", problem, "error", damage)
	short, cancel := context.WithTimeout(b.life, m.timeout)
	defer cancel()
	if err := m.remove(short, id); err != nil {
		b.log.Error("a damaged record can't be struck out", "place", m.place, "id", id, "error", err)
	}
}

// putNear puts a record into the cache, unless that has a better one, as after a
// fresh search within a smaller budget, or one that is kept nowhere else.
func (b *Book) putNear(r *solver.Record) {
	b.offer(r, func(there *solver.Record) bool { return !there.Better(r) })
}

// offer puts a record into the cache, if that has none of the problem or one that it
// should replace. It may fail: then the record is not there.
func (b *Book) offer(r *solver.Record, replaces func(there *solver.Record) bool) {
	if !b.cache.health.ask() {
		return
	}
	short, cancel := context.WithTimeout(b.life, b.cache.timeout)
	defer cancel()
	there, found, err := b.cache.get(short, r.ID)
	if errors.Is(err, solver.ErrDamaged) {
		found, err = false, nil // it is replaced
	}
	if err == nil && (!found || replaces(&there)) {
		err = b.cachePut(short, *r)
	}
	b.hear(b.cache, err)
}

// hear takes note of how a memory's call went, and logs when that has changed.
func (b *Book) hear(m *memory, err error) {
	switch changed := m.health.hear(err); {
	case changed && err != nil:
		b.log.Warn("a memory fails; it is asked again from time to time", "place", m.place, "error", err)
	case changed:
		b.log.Info("a memory is back", "place", m.place)
	}
}

// rest is how long a memory that failed is left alone.
const rest = time.Second

// health tells whether a memory should be asked: always, until it fails; then
// once in a while, until it does not.
type health struct {
	mu     sync.Mutex
	failed bool
	until  time.Time // when it may be asked again
}

// ask tells whether to ask now.
func (h *health) ask() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.failed {
		return true
	}
	if time.Now().Before(h.until) {
		return false
	}
	h.until = time.Now().Add(rest) // for the others, while this one tries
	return true
}

// hear takes note of how asking went, and tells whether that is news.
func (h *health) hear(err error) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	changed := h.failed != (err != nil)
	h.failed = err != nil
	if h.failed {
		h.until = time.Now().Add(rest)
	}
	return changed
}
