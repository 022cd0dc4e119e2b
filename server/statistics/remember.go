package statistics

import (
	"context"
	"sync"
	"time"
)

// memory keeps what is costly to find out, by key. What is asked for at the same time is
// found out once.
type memory[K comparable, V any] struct {
	// patience is how long what was found is kept at least, whatever has changed; if it took
	// long to find out, it is costs times as long as that.
	patience time.Duration
	costs    int
	most     int             // keys to keep
	busy     *sync.WaitGroup // has what is being found out

	mu    sync.Mutex
	found map[K]*finding[V]
}

// finding is what was found last, and the search that is under way, if one is.
type finding[V any] struct {
	value   V
	has     bool
	version string // of what it was found out from
	at      time.Time
	cost    time.Duration
	search  *search[V]
}

type search[V any] struct {
	done  chan struct{}
	value V
	err   error
}

// get gives what find finds, now or before, or an error of the context; then what was found
// before, if anything was, is given too. find has the context within, which outlives that
// of whoever asks.
func (m *memory[K, V]) get(ctx, within context.Context, key K, version string, find func(context.Context) (V, error)) (value V, has bool, err error) {
	m.mu.Lock()
	f := m.found[key]
	if f == nil {
		if m.found == nil {
			m.found = map[K]*finding[V]{}
		}
		m.forgetOne()
		f = &finding[V]{}
		m.found[key] = f
	}
	if f.has && (f.version == version || time.Since(f.at) < max(m.patience, time.Duration(m.costs)*f.cost)) {
		defer m.mu.Unlock()
		return f.value, true, nil
	}
	s := f.search
	if s == nil {
		s = &search[V]{done: make(chan struct{})}
		f.search = s
		m.busy.Go(func() { m.find(within, f, s, version, find) })
	}
	value, has = f.value, f.has
	m.mu.Unlock()
	select {
	case <-s.done:
		if s.err != nil {
			return value, has, s.err
		}
		return s.value, true, nil
	case <-ctx.Done():
		return value, has, ctx.Err()
	}
}

func (m *memory[K, V]) find(ctx context.Context, f *finding[V], s *search[V], version string, find func(context.Context) (V, error)) {
	began := time.Now()
	s.value, s.err = find(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	f.search = nil
	if s.err == nil {
		f.value, f.has, f.version, f.at, f.cost = s.value, true, version, time.Now(), time.Since(began)
	}
	close(s.done)
}

// forgetOne makes room for a key, at the expense of that which was found first.
func (m *memory[K, V]) forgetOne() {
	if len(m.found) < m.most {
		return
	}
	var oldest K
	var first *finding[V]
	for key, f := range m.found {
		if f.search == nil && (first == nil || f.at.Before(first.at)) {
			oldest, first = key, f
		}
	}
	if first != nil {
		delete(m.found, oldest)
	}
}
