package service

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
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
		if took := time.Since(began); took != pingTimeout || asked.Load() != 1 || strings.Count(log.String(), "health check of a part of the service failed") != 2 {
			t.Errorf("%d pings in %v; log:\n%s", asked.Load(), took, &log)
		}
		time.Sleep(pingTimeout)
		h.Ready(t.Context())
		if asked.Load() != 2 {
			t.Errorf("%d pings a second later", asked.Load())
		}
	})
}

// TestHangingDisk has the disk hang, as one on a network may: what asks about it does not return.
// Only the first check waits for it, and the disk is degraded until it answers again.
func TestHangingDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers := make(chan error)
		var asked atomic.Int64
		h := &health{log: slog.New(slog.DiscardHandler), parts: map[string]func(context.Context) error{
			"disk": atMostDegraded(inTime(func(context.Context) error {
				asked.Add(1)
				return <-answers
			})),
		}}
		check := func(wait time.Duration, want error, pings int64) {
			t.Helper()
			time.Sleep(pingTimeout) // the last result is old
			began := time.Now()
			fault := h.Ready(t.Context())["disk"]
			if took := time.Since(began); !errors.Is(fault, want) || took != wait || asked.Load() != pings {
				t.Errorf("%v after %s and %d pings; want %v after %s and %d", fault, took, asked.Load(), want, wait, pings)
			}
			if state := api.PartState(fault); want != nil && state != "degraded" {
				t.Errorf("the disk is %s", state)
			}
		}
		check(pingTimeout, errSilent, 1)
		check(0, errSilent, 1)
		check(0, errSilent, 1)
		answers <- errors.New("of a minute ago")
		synctest.Wait()
		full := errors.New("disk full")
		time.AfterFunc(pingTimeout, func() { answers <- full })
		check(0, full, 2)
		close(answers)
		check(0, nil, 3)
	})
}

// TestDegraded checks what becomes of a fault of a part without which the service answers.
func TestDegraded(t *testing.T) {
	full := errors.New("disk full")
	h := &health{log: slog.New(slog.DiscardHandler), parts: map[string]func(context.Context) error{
		"disk":    atMostDegraded(func(context.Context) error { return full }),
		"backlog": atMostDegraded(func(context.Context) error { return nil }),
		"store":   func(context.Context) error { return full },
	}}
	faults := h.Ready(t.Context())
	if !errors.Is(faults["disk"], full) {
		t.Errorf("the fault of the disk is %v", faults["disk"])
	}
	for part, want := range map[string]string{"disk": "degraded", "backlog": "up", "store": "down"} {
		if got := api.PartState(faults[part]); got != want {
			t.Errorf("%s is %s, want %s", part, got, want)
		}
	}
	m := newMetrics(1)
	m.registry.MustRegister(partStates{h})
	answer := httptest.NewRecorder()
	m.handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	for _, line := range []string{
		`thoughtful_part_state{part="disk",state="degraded"} 1`, `thoughtful_part_state{part="disk",state="up"} 0`,
		`thoughtful_part_state{part="store",state="down"} 1`, `thoughtful_part_state{part="backlog",state="up"} 1`,
	} {
		if !strings.Contains(answer.Body.String(), line) {
			t.Errorf("metrics lack %s", line)
		}
	}
}

// TestWorkerParts checks that a worker, too, has a metric of the parts that it depends on.
func TestWorkerParts(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	memory, err := store.Open(t.Context(), database.Config{Dir: t.TempDir(), Log: log}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	port, err := servicetest.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	s := &Service{log: log, Failed: make(chan error, 1)}
	if err := s.serveMetrics(address, newMetrics(1), memory); err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if line := `thoughtful_part_state{part="store",state="up"} 1`; err != nil || !strings.Contains(string(text), line) {
		t.Errorf("metrics lack %s: %v", line, err)
	}
}

// nothingDown are the parts of a service that is ready.
var nothingDown = map[string]func(context.Context) error{"store": func(context.Context) error { return nil }}
