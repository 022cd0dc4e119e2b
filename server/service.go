package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/cache"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/portfolio"
)

// service is the running service: a value, so that tests run the same one.
type service struct {
	address string // where it listens, the port filled in
	log     *slog.Logger
	grace   time.Duration
	server  *http.Server
	failed  chan error // takes the error that ends the server, if any
	parts   []part     // in the order in which they were started
}

// part is something that was started and is to be stopped.
type part struct {
	name string
	stop func(context.Context) error
}

// start builds the service part by part and returns when it listens. If a part
// can't be started, those before it are stopped again.
func start(ctx context.Context, f *serviceFlags, newEngine func() solver.Engine, log *slog.Logger) (*service, error) {
	s := &service{log: log, grace: f.ShutdownGrace, failed: make(chan error, 1)}
	if err := s.build(ctx, f, newEngine); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

func (s *service) build(ctx context.Context, f *serviceFlags, newEngine func() solver.Engine) error {
	listener, err := net.Listen("tcp", f.Listen)
	if err != nil {
		return usage{fmt.Errorf("LISTEN: %w", err)}
	}
	s.started("listener", func(context.Context) error {
		// Usually the server has closed it by then.
		if err := listener.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	s.address = listener.Addr().String()

	config, err := f.config(s.log)
	if err != nil {
		return err
	}
	memory, err := store.Open(ctx, config)
	if err != nil {
		return fmt.Errorf("the database: %w", err)
	}
	s.started("store", func(context.Context) error { return memory.Close() })
	near, err := f.openCache(s.log)
	if err != nil {
		return usage{fmt.Errorf("REDIS_URL: %w", err)}
	}
	s.started("cache", func(context.Context) error { return near.Close() })

	metrics := newMetrics(f.Workers)
	workers := pool.New(pool.Options{
		Workers: f.Workers, Queue: f.Queue, NewEngine: newEngine, Observer: metrics,
	})
	book := verdict.New(verdict.Options{Solver: workers, Cache: near, Store: memory, Log: s.log, Observer: metrics})
	s.started("book", book.Close)
	// The pool stops first: that is how the flights of the Book come to their end.
	s.started("pool", workers.Close)

	answers := &judge{book, metrics}
	s.server = &http.Server{
		Handler: api.Handler(api.Options{
			Judge: answers, Library: answers, Metrics: metrics.handler(), Observe: metrics.request, Log: s.log,
			Health: health{"store": memory.Ping, "cache": near.Ping},
			Limits: api.Limits{
				Body: int64(f.MaxBody), Deadline: f.MaxDeadline, DefaultDeadline: f.Deadline, States: f.MaxStates,
			},
		}),
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      f.MaxDeadline + 30*time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
	s.started("server", s.server.Shutdown)
	go func() {
		if err := s.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.failed <- err
		}
	}()
	return nil
}

// nearMemory is what the service needs of a cache.
type nearMemory interface {
	verdict.Cache
	Ping(context.Context) error
	Close() error
}

func (f *serviceFlags) openCache(log *slog.Logger) (nearMemory, error) {
	if f.RedisURL == "" {
		return cache.NewProcess(int64(f.CacheMemory)), nil
	}
	return cache.OpenRedis(cache.RedisOptions{URL: f.RedisURL, Log: log})
}

// engines makes the engines of a pool.
func (f *serviceFlags) engines() func() solver.Engine {
	return func() solver.Engine { return portfolio.New(int64(f.TableMemory) / int64(f.Workers)) }
}

func (s *service) started(name string, stop func(context.Context) error) {
	s.parts = append(s.parts, part{name, stop})
}

// stop stops the parts, the last one first. The server and the pool are stopped
// together: the server waits for its requests, and those end when the searches
// do, by themselves within the grace or cancelled after it.
func (s *service) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.grace)
	defer cancel()
	// What follows the searches is short: answering, writing, closing.
	end, cancelEnd := context.WithTimeout(context.Background(), s.grace+5*time.Second)
	defer cancelEnd()

	var served chan error
	var errs []error
	for i := len(s.parts) - 1; i >= 0; i-- {
		p := s.parts[i]
		var err error
		switch p.name {
		case "server":
			served = make(chan error, 1)
			go func() { served <- p.stop(end) }()
			continue
		case "pool":
			if err = p.stop(ctx); errors.Is(err, context.DeadlineExceeded) {
				s.log.Warn("searches were cut short", "grace", s.grace)
				err = nil
			}
			if served != nil {
				err = errors.Join(err, <-served)
			}
		default:
			err = p.stop(end)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("stopping the %s: %w", p.name, err))
		}
	}
	return errors.Join(errs...)
}
