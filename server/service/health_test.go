package service

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestHealthIsCached checks that concurrent requests for readiness ping each part once a second,
// and wait for a part that does not answer until the timeout.
func TestHealthIsCached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		down := errors.New("connection refused")
		var log bytes.Buffer
		h := &health{log: slog.New(slog.NewTextHandler(&log, nil)), parts: map[string]func(context.Context) error{
			"store": func(context.Context) error {
				asked.Add(1)
				return down
			},
			"cache": func(ctx context.Context) error {
				<-ctx.Done()
				return ctx.Err()
			},
		}}
		began := time.Now()
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		h.Ready(gone)
		var askers sync.WaitGroup
		for range 100 {
			askers.Go(func() {
				faults := h.Ready(t.Context())
				if !errors.Is(faults["store"], down) || !errors.Is(faults["cache"], context.DeadlineExceeded) {
					t.Errorf("faults %v", faults)
				}
			})
		}
		askers.Wait()
		if took := time.Since(began); took != pingTimeout || asked.Load() != 1 || strings.Count(log.String(), "service part is down") != 2 {
			t.Errorf("%d pings in %v; log:\n%s", asked.Load(), took, &log)
		}
		time.Sleep(pingTimeout)
		h.Ready(t.Context())
		if asked.Load() != 2 {
			t.Errorf("%d pings a second later", asked.Load())
		}
	})
}
