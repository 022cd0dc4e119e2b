package service

import (
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
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// WorkerConfig configures a process that runs campaigns and nothing else, with as many
// others as there are, on as many machines.
type WorkerConfig struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" help:"The PostgreSQL database of the service, postgres://…" placeholder:"URL"`
	Jobs        int    `env:"WORK_JOBS" help:"Ranges of deals at a time, each on one thread (default: the processors)." placeholder:"N"`
	TableMemory Size   `env:"TABLE_MEMORY" help:"Memory for the tables of all of them together." default:"1GiB"`
	Nice        int    `env:"WORK_NICE" help:"How far to give way to other processes of this machine: 0, not at all, to 19." default:"10"`
	Listen      string `env:"WORK_LISTEN" help:"Address to tell Prometheus how it goes, at /metrics, and whoever asks, at /healthz and /readyz (default: none)." placeholder:"ADDRESS"`

	RangeConfig `embed:""`

	ShutdownGrace time.Duration `env:"SHUTDOWN_GRACE" help:"How long what is being done may go on when the process is told to stop." default:"10s"`

	LogConfig `embed:""`
}

// Complete fills in the defaults that depend on the machine, and checks what can't
// be meant.
func (w *WorkerConfig) Complete() error {
	if w.Jobs == 0 {
		w.Jobs = processors
	}
	switch {
	case w.DatabaseURL == "":
		return Usagef("DATABASE_URL: workers share the PostgreSQL database of a service; what is in a file its service does alone (CAMPAIGN_WORKERS)")
	case w.Jobs < 1:
		return Usagef("WORK_JOBS: at least 1")
	case int64(w.TableMemory)/int64(w.Jobs) < 1<<20:
		return Usagef("TABLE_MEMORY: at least 1 MiB for each of %d jobs", w.Jobs)
	case w.Nice < 0 || w.Nice > 19:
		return Usagef("WORK_NICE: from 0 to 19")
	case w.ShutdownGrace < 0:
		return Usagef("SHUTDOWN_GRACE: at least 0")
	}
	if err := w.RangeConfig.Complete(); err != nil {
		return err
	}
	return w.TableMemory.Fits("TABLE_MEMORY")
}

// StartWorker starts the work on campaigns. Its parts are stopped as those of a service.
func StartWorker(ctx context.Context, w *WorkerConfig, log *slog.Logger) (*Service, error) {
	s := &Service{log: log, Failed: make(chan error, 1)}
	if err := s.buildWorker(ctx, w); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Service) buildWorker(ctx context.Context, w *WorkerConfig) error {
	where := StoreConfig{DatabaseURL: w.DatabaseURL}
	memory, err := where.OpenPostgres(ctx, s.log)
	if err != nil {
		return err
	}
	s.started("store", func(context.Context) error { return memory.Close() })
	metrics := newMetrics(w.Jobs)
	running, err := campaign.StartRiver(ctx, campaign.RunOptions{
		Store: memory, Workers: w.Jobs, Aim: w.RangeWork, Log: s.log, Observer: metrics,
		Worker: campaign.WorkerOptions{
			Version: Version(), NewEngine: func() solver.Engine { return portfolio.New(int64(w.TableMemory) / int64(w.Jobs)) },
		},
	}, w.Shared(w.ShutdownGrace))
	if err != nil {
		return err
	}
	s.started("work on campaigns", func(context.Context) error {
		end, cancel := context.WithTimeout(context.Background(), w.ShutdownGrace+wrapUp)
		defer cancel()
		return running.Close(end)
	})
	if w.Listen == "" {
		return nil
	}
	return s.tell(w.Listen, metrics, memory)
}

// tell answers over HTTP how the work goes.
func (s *Service) tell(address string, metrics *metrics, memory *store.Postgres) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return Usagef("WORK_LISTEN: %w", err)
	}
	ready := &health{parts: map[string]func(context.Context) error{"store": memory.Ping}, log: s.log}
	routes := http.NewServeMux()
	routes.Handle("GET /metrics", metrics.handler())
	routes.HandleFunc("GET /healthz", func(to http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(to, "ok\n") // whoever does not listen to the end knows
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
	s.log.Info("telling how it goes", "address", listener.Addr().String())
	// Nobody waits for what is lost with it.
	s.started("listener", func(context.Context) error { return server.Close() })
	return nil
}
