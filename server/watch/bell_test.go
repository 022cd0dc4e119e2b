package watch

import (
	"context"
	"errors"
	"testing"
)

// TestBell rings before anybody receives, and more than once.
func TestBell(t *testing.T) {
	b := NewBell()
	b.Ring()
	b.Ring()
	<-b
	select {
	case <-b:
		t.Error("rung twice")
	default:
	}
}

// TestWait waits for what ends and for what does not.
func TestWait(t *testing.T) {
	if err := Wait(t.Context(), func() {}); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Wait(ctx, func() { <-t.Context().Done() }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
