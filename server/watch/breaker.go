package watch

import (
	"sync"
	"time"
)

// backOff is how long to wait after a failure before the next call.
const backOff = time.Second

// Breaker decides whether to call a server that may be down. After a failure it allows one call a
// second, until a call succeeds. So when the server hangs, few callers wait for the timeout. The
// zero Breaker is ready to use.
type Breaker struct {
	mu     sync.Mutex
	failed bool
	until  time.Time // when it may be called again
}

// Ready reports whether to call the server now.
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

// Note records the error of a call, nil for success. It reports whether the last call before had
// the other outcome.
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
