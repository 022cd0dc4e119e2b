package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Service is the running service.
type Service struct {
	Address string // the address on which it listens, with the port that was chosen
	log     *slog.Logger
	grace   time.Duration // of searches, after the signal to stop
	linger  time.Duration // of connections, after the grace
	server  *http.Server
	Failed  chan error // receives the error if the HTTP server ends before Stop
	parts   []part     // in the order of their start

	// These are of the service, not of a worker process.
	stopping context.Context // ends with the call of Stop
	end      context.CancelFunc
}

// wrapUp is how long a part may take to stop, after the grace of searches.
const wrapUp = 5 * time.Second

// headerTime is how long a client may take to send the header of a request, and the least that
// it has for a whole request.
const headerTime = 5 * time.Second

// part is something to be stopped.
type part struct {
	name string
	stop func(context.Context) error
}

// Start builds the service part by part, and returns when it accepts connections. If a part can't be
// started, Start stops the parts before it and returns the error.
func Start(ctx context.Context, f *Config, newEngine func() solver.Engine, log *slog.Logger) (*Service, error) {
	s := &Service{log: log, grace: f.ShutdownGrace, linger: wrapUp, Failed: make(chan error, 1)}
	s.stopping, s.end = context.WithCancel(context.Background())
	b := &builder{Service: s, Config: f, newEngine: newEngine}
	if err := b.build(ctx); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Service) started(name string, stop func(context.Context) error) {
	s.parts = append(s.parts, part{name, stop})
}

// Stop stops the parts, the last started first. Batches are told to end before that, since stopped
// parts refuse their lines.
func (s *Service) Stop() error {
	if s.end != nil { // not in a worker process
		s.end()
	}
	var errs []error
	for _, p := range slices.Backward(s.parts) {
		ctx, cancel := context.WithTimeout(context.Background(), wrapUp)
		if err := p.stop(ctx); err != nil {
			errs = append(errs, fmt.Errorf("stopping the %s: %w", p.name, err))
		}
		cancel()
	}
	return errors.Join(errs...)
}

// stopServing stops the server and the pool together: the server accepts no new connections
// and waits for its requests, which end with their searches, within the grace or cancelled
// after it.
func (s *Service) stopServing(workers *pool.Pool) error {
	end, cancelEnd := context.WithTimeout(context.Background(), s.grace+s.linger)
	defer cancelEnd()
	served := make(chan error, 1)
	go func() { served <- s.server.Shutdown(end) }()

	searching, cancel := context.WithTimeout(end, s.grace)
	defer cancel()
	if workers.Close(searching) != nil {
		s.log.Warn("searches cancelled: they had not ended within SHUTDOWN_GRACE", "grace", s.grace)
	}
	if err := <-served; err != nil {
		s.log.Warn("connections of clients closed before their requests had ended", "error", err)
		return s.server.Close()
	}
	return nil
}
