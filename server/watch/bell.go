package watch

import (
	"context"
	"time"
)

// Bell wakes the one goroutine that receives from it, now or later. It holds one element while
// there may be something to do.
type Bell chan struct{}

// NewBell returns a bell that has not been rung.
func NewBell() Bell { return make(Bell, 1) }

// Ring wakes the goroutine. Rings that it has not received yet are one.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// Pause waits so long, and returns the context's error if that ends first.
func Pause(ctx context.Context, long time.Duration) error {
	select {
	case <-time.After(long):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Wait calls a function that waits, such as that of a sync.WaitGroup, and returns the context's
// error if that ends before the function returns.
func Wait(ctx context.Context, wait func()) error {
	done := make(chan struct{})
	go func() {
		wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
