package watch

import (
	"sync"
	"time"
)

// backOff is how long a part that failed is not called.
const backOff = time.Second

// Breaker decides whether to call a part that may be down: always until it fails, then once a
// second until it works. So a part that hangs does not cost every caller its timeout. The zero
// Breaker is ready to use.
type Breaker struct {
	mu     sync.Mutex
	failed bool
	until  time.Time // when it may be called again
}

// Ready reports whether to call the part now.
func (b *Breaker) Ready() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.failed {
		return true
	}
	if time.Now().Before(b.until) {
		return false
	}
	b.until = time.Now().Add(backOff) // for others, while this caller tries
	return true
}

// Failed reports whether the last call failed.
func (b *Breaker) Failed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failed
}

// Note records how a call went, and reports whether that is a change.
func (b *Breaker) Note(err error) (changed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	changed = b.failed != (err != nil)
	b.failed = err != nil
	if b.failed {
		b.until = time.Now().Add(backOff)
	}
	return changed
}
