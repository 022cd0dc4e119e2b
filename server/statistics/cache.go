package statistics

import (
	"context"
	"fmt"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// cache keeps what is costly to compute, by key. Concurrent callers share one computation.
type cache[K comparable, V any] struct {
	// A value is used at least so long, whatever has changed, or costs times as long as its
	// computation took, if that is longer.
	least time.Duration
	costs int
	busy  *sync.WaitGroup // counts computations

	found *lru.Cache[K, finding[V]]
	under singleflight.Group // the computations that are under way
}

// finding is a value that was computed.
type finding[V any] struct {
	value   V
	version string // of what it was computed from
	at      time.Time
	cost    time.Duration
}

// newCache returns a cache of at most the given number of keys.
func newCache[K comparable, V any](least time.Duration, costs, most int, busy *sync.WaitGroup) *cache[K, V] {
	found, err := lru.New[K, finding[V]](most)
	if err != nil {
		panic(err) // the only error is a number of keys below 1
	}
	return &cache[K, V]{least: least, costs: costs, busy: busy, found: found}
}

// get returns what find returns, cached if possible. If the context ends first, it returns the
// context's error with an earlier value, if there is one. find gets the context within, which
// outlives the caller's.
func (m *cache[K, V]) get(ctx, within context.Context, key K, version string, find func(context.Context) (V, error)) (value V, has bool, err error) {
	fresh := func() (kept finding[V], has, fresh bool) {
		kept, has = m.found.Get(key)
		return kept, has, has && (kept.version == version || time.Since(kept.at) < max(m.least, time.Duration(m.costs)*kept.cost))
	}
	earlier, has, usable := fresh()
	if usable {
		return earlier.value, true, nil
	}
	type result struct {
		value any
		err   error
	}
	done := make(chan result, 1)
	m.busy.Go(func() {
		value, err, _ := m.under.Do(fmt.Sprint(key), func() (any, error) {
			if kept, _, usable := fresh(); usable { // another caller was quicker
				return kept.value, nil
			}
			began := time.Now()
			value, err := find(within)
			if err == nil {
				m.found.Add(key, finding[V]{value, version, time.Now(), time.Since(began)})
			}
			return value, err
		})
		done <- result{value, err}
	})
	select {
	case r := <-done:
		if r.err == nil {
			return r.value.(V), true, nil
		}
		return earlier.value, has, r.err
	case <-ctx.Done():
		return earlier.value, has, ctx.Err()
	}
}
