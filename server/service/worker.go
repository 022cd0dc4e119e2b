package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// WorkerConfig configures a worker process, which only runs campaigns. Any number of them may work on
// one database.
type WorkerConfig struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" help:"PostgreSQL database of the service, postgres://…" placeholder:"URL"`
	SealKey     string `env:"SEAL_KEY" help:"The service's, if it has one; OLD,NEW or NEW,OLD while it is replaced." placeholder:"KEY"`
	Jobs        int    `env:"WORK_JOBS" help:"Ranges of deals at a time, each on one thread (default: number of processors, but at least 16MiB of TABLE_MEMORY for each)." placeholder:"N"`
	TableMemory Size   `env:"TABLE_MEMORY" help:"Memory for search tables, all threads together (default: 1GiB, less in a small container)." placeholder:"SIZE"`
	Listen      string `env:"WORK_LISTEN" help:"Address on which to serve /metrics, /healthz and /readyz (default: none)." placeholder:"ADDRESS"`

	RangeConfig `embed:""`

	ShutdownGrace time.Duration `env:"SHUTDOWN_GRACE" help:"How long searches may go on after the signal to stop." default:"10s"`

	LogConfig `embed:""`

	allowed allowance
	heap    int64 // Go's memory limit
}

// Complete fills in the defaults that depend on the machine, and checks all values.
func (w *WorkerConfig) Complete() error {
	w.fit()
	return cmp.Or(
		need(w.DatabaseURL != "", "DATABASE_URL: workers need the PostgreSQL database of a service. A service with a SQLite file runs its campaigns itself (CAMPAIGN_WORKERS)"),
		need(w.Jobs >= 1, "WORK_JOBS: must be at least 1"),
		need(int64(w.TableMemory)/int64(w.Jobs) >= 1<<20, "TABLE_MEMORY: must be at least 1 MiB for each of %d jobs", w.Jobs),
		need(w.ShutdownGrace >= 0, "SHUTDOWN_GRACE: must be at least 0"),
		w.RangeConfig.Complete(),
		w.TableMemory.Fits("TABLE_MEMORY"),
	)
}

// StartWorker starts a worker process, which runs campaigns. The caller stops it with [Service.Stop].
func StartWorker(ctx context.Context, w *WorkerConfig, log *slog.Logger) (*Service, error) {
	s := &Service{log: log, Failed: make(chan error, 1)}
	if err := s.buildWorker(ctx, w); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Service) buildWorker(ctx context.Context, w *WorkerConfig) error {
	where := StoreConfig{DatabaseURL: w.DatabaseURL, SealKey: w.SealKey}
	memory, err := await(ctx, w.Listen, where.Open, s.log)
	if err != nil {
		return err
	}
	s.started("store", func(context.Context) error { return memory.Close() })
	s.started("memory limit", w.limitMemory(s.log))
	others := Relay(memory, w.PollOnly, s.log)
	s.started("notices", others.Close)
	metrics := newMetrics(w.Jobs)
	duties := w.Duties(w.ShutdownGrace, s.log)
	running := w.RunCampaigns(campaign.RunOptions{
		Store: memory, Others: others, Workers: w.Jobs, Log: s.log, Finished: metrics.RangeFinished, Failed: metrics.campaignsFailed.Inc,
	}, w.TableMemory, duties)
	s.started("campaigns", running.Close)
	stop, err := memory.Queue().Start(ctx, duties)
	if err != nil {
		return err
	}
	s.started("campaign workers", func(context.Context) error {
		end, cancel := context.WithTimeout(context.Background(), w.ShutdownGrace+wrapUp)
		defer cancel()
		return stop(end)
	})
	if w.Listen == "" {
		return nil
	}
	return s.serveMetrics(w.Listen, metrics, memory)
}

// serveMetrics serves metrics and health over HTTP.
func (s *Service) serveMetrics(address string, metrics *metrics, memory *store.Store) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return Usagef("WORK_LISTEN: %w", err)
	}
	ready := &health{parts: map[string]func(context.Context) error{"store": memory.Ping}, log: s.log}
	metrics.registry.MustRegister(partStates{ready})
	routes := http.NewServeMux()
	routes.Handle("GET /metrics", metrics.handler())
	routes.HandleFunc("GET /healthz", func(to http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(to, "ok\n") // a client that has gone gets no answer
	})
	routes.HandleFunc("GET /readyz", func(to http.ResponseWriter, r *http.Request) {
		for part, fault := range ready.Ready(r.Context()) {
			if fault != nil {
				http.Error(to, part+" is down", http.StatusServiceUnavailable)
				return
			}
		}
		_, _ = io.WriteString(to, "ready\n")
	})
	server := &http.Server{
		Handler: routes, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 8 << 10,
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.Failed <- fmt.Errorf("WORK_LISTEN: %w", err)
		}
	}()
	s.log.Info("serving metrics and health", "address", listener.Addr().String())
	s.started("listener", func(context.Context) error { return server.Close() })
	return nil
}
