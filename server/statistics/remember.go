package statistics

import (
	"context"
	"sync"
	"time"
)

// memory keeps what is costly to compute, by key. Concurrent callers share one computation.
type memory[K comparable, V any] struct {
	// A value is used at least so long, whatever has changed, or costs times as long as its
	// computation took, if that is longer.
	least time.Duration
	costs int
	most  int             // keys to keep
	busy  *sync.WaitGroup // counts computations

	mu    sync.Mutex
	found map[K]*finding[V]
}

// finding is the last value, and the error of the last computation.
type finding[V any] struct {
	value   V
	has     bool
	version string // of what it was computed from
	at      time.Time
	cost    time.Duration
	err     error
	done    chan struct{} // closed when the computation that is under way ends; nil if none is
}

// get returns what find returns, now or earlier. If the context ends first, it returns the
// context's error with an earlier value, if there is one. find gets the context within, which
// outlives the caller's.
func (m *memory[K, V]) get(ctx, within context.Context, key K, version string, find func(context.Context) (V, error)) (value V, has bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.found[key]
	if f == nil {
		if m.found == nil {
			m.found = map[K]*finding[V]{}
		}
		m.forgetOne()
		f = &finding[V]{}
		m.found[key] = f
	}
	if f.has && (f.version == version || time.Since(f.at) < max(m.least, time.Duration(m.costs)*f.cost)) {
		return f.value, true, nil
	}
	if f.done == nil {
		f.done = make(chan struct{})
		m.busy.Go(func() { m.find(within, f, version, find) })
	}
	done := f.done
	m.mu.Unlock() // as long as it waits
	select {
	case <-done:
		m.mu.Lock()
		return f.value, f.has, f.err
	case <-ctx.Done():
		m.mu.Lock()
		return f.value, f.has, ctx.Err()
	}
}

func (m *memory[K, V]) find(ctx context.Context, f *finding[V], version string, find func(context.Context) (V, error)) {
	began := time.Now()
	value, err := find(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.err = err; err == nil {
		f.value, f.has, f.version, f.at, f.cost = value, true, version, time.Now(), time.Since(began)
	}
	close(f.done)
	f.done = nil
}

// forgetOne drops the oldest value if there are as many as may be.
func (m *memory[K, V]) forgetOne() {
	if len(m.found) < m.most {
		return
	}
	var oldest K
	var first *finding[V]
	for key, f := range m.found {
		if f.done == nil && (first == nil || f.at.Before(first.at)) {
			oldest, first = key, f
		}
	}
	if first != nil {
		delete(m.found, oldest)
	}
}
