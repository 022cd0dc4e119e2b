package service

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
)

// health pings the parts that the service depends on, once a second at most. It implements api.Health.
type health struct {
	parts map[string]func(context.Context) error
	log   *slog.Logger

	mu     sync.Mutex // guards what follows; one caller pings for all that wait
	asked  time.Time
	faults map[string]error
}

// pingTimeout bounds the ping of a part, and is how long its result is valid.
const pingTimeout = time.Second

func (h *health) Ready(ctx context.Context) map[string]error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.faults != nil && time.Since(h.asked) < pingTimeout {
		return h.faults
	}
	// The result is for other callers too, who may stay longer than this one.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
	defer cancel()
	var all sync.WaitGroup
	var lock sync.Mutex
	faults := map[string]error{}
	for name, ping := range h.parts {
		all.Go(func() {
			err := ping(ctx)
			if err != nil {
				h.log.Warn("health check of a part of the service failed", "part", name, "state", api.PartState(err), "error", err)
			}
			lock.Lock()
			defer lock.Unlock()
			faults[name] = err
		})
	}
	all.Wait()
	h.faults, h.asked = faults, time.Now()
	return faults
}

// inTime has a ping return when its context ends, as one of a disk that hangs does not: no system
// call on a file ends with a context. Until that has returned, the part does not answer, and is not
// pinged again. One caller at a time may ping.
func inTime(ping func(context.Context) error) func(context.Context) error {
	var pinging chan error // receives the result of a ping that has not returned; nil for none
	return func(ctx context.Context) error {
		select {
		case <-pinging: // its result is old
			pinging = nil
		default:
		}
		if pinging != nil {
			return errSilent
		}
		result := make(chan error, 1)
		go func() { result <- ping(ctx) }()
		select {
		case err := <-result:
			return err
		case <-ctx.Done():
			pinging = result
			return errSilent
		}
	}
}

var errSilent = errors.New("does not answer")

// degraded is the fault of a part without which the service still answers. A full disk stays full
// until a person makes room, and replicas share it: a balancer that dropped them all would turn
// slow writes into an outage.
type degraded struct{ error }

// Degraded marks the error for package api: the part has a fault, but the service still answers.
func (degraded) Degraded() bool { return true }

func (d degraded) Unwrap() error { return d.error }

// atMostDegraded has a part be degraded where it would be down.
func atMostDegraded(ping func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := ping(ctx); err != nil {
			return degraded{err}
		}
		return nil
	}
}
