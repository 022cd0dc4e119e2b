package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// riverFlags configure how processes share the work of campaigns on a PostgreSQL database.
// They should be the same for all of them.
type riverFlags struct {
	RangeWork    time.Duration `env:"RANGE_WORK" help:"How much work the ranges of deals are cut to that workers take: what is lost if one is killed." default:"8s"`
	RangeTimeout time.Duration `env:"RANGE_TIMEOUT" help:"How long a range may take, beside the deadline of a deal, before it is begun again and may take twice as long." default:"2m"`
	RangeRescue  time.Duration `env:"RANGE_RESCUE" help:"When a range whose worker was killed is given to another one, at the earliest: more than RANGE_TIMEOUT." default:"3m"`
	PollOnly     bool          `env:"POLL_ONLY" help:"Do without the database's notifications, which PgBouncer does not pass on."`
}

func (f *riverFlags) complete() error {
	switch {
	case f.RangeWork < time.Millisecond:
		return usage{errors.New("RANGE_WORK: at least 1ms")}
	case f.RangeTimeout < f.RangeWork:
		return usage{fmt.Errorf("RANGE_TIMEOUT: at least RANGE_WORK, which is %s", f.RangeWork)}
	case f.RangeRescue <= f.RangeTimeout+campaign.WrapUp:
		return usage{fmt.Errorf("RANGE_RESCUE: more than %s after RANGE_TIMEOUT, which is %s", campaign.WrapUp, f.RangeTimeout)}
	}
	return nil
}

// shared are the options by which a process does its part.
func (f *riverFlags) shared(grace time.Duration) campaign.RiverOptions {
	return campaign.RiverOptions{RangeTimeout: f.RangeTimeout, RescueAfter: f.RangeRescue, PollOnly: f.PollOnly, Grace: grace}
}

// workCommand runs campaigns, and nothing else, until it is told to stop: with as many
// others as there are, on as many machines.
type workCommand struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" help:"The PostgreSQL database of the service, postgres://…" placeholder:"URL"`
	Jobs        int    `env:"WORK_JOBS" help:"Ranges of deals at a time, each on one thread (default: the processors)." placeholder:"N"`
	TableMemory size   `env:"TABLE_MEMORY" help:"Memory for the tables of all of them together." default:"1GiB"`
	Nice        int    `env:"WORK_NICE" help:"How far to give way to other processes of this machine: 0, not at all, to 19." default:"10"`
	Listen      string `env:"WORK_LISTEN" help:"Address to tell Prometheus how it goes, at /metrics, and whoever asks, at /healthz and /readyz (default: none)." placeholder:"ADDRESS"`

	riverFlags `embed:""`

	ShutdownGrace time.Duration `env:"SHUTDOWN_GRACE" help:"How long what is being done may go on when the process is told to stop." default:"10s"`

	logFlags `embed:""`
}

func (w *workCommand) complete() error {
	if w.Jobs == 0 {
		w.Jobs = runtime.GOMAXPROCS(0)
	}
	switch {
	case w.DatabaseURL == "":
		return usage{errors.New("DATABASE_URL: workers share the PostgreSQL database of a service; what is in a file its service does alone (CAMPAIGN_WORKERS)")}
	case w.Jobs < 1:
		return usage{errors.New("WORK_JOBS: at least 1")}
	case int64(w.TableMemory)/int64(w.Jobs) < 1<<20:
		return usage{fmt.Errorf("TABLE_MEMORY: at least 1 MiB for each of %d jobs", w.Jobs)}
	case w.Nice < 0 || w.Nice > 19:
		return usage{errors.New("WORK_NICE: from 0 to 19")}
	case w.ShutdownGrace < 0:
		return usage{errors.New("SHUTDOWN_GRACE: at least 0")}
	}
	if err := w.riverFlags.complete(); err != nil {
		return err
	}
	return w.TableMemory.fits("TABLE_MEMORY")
}

func (w *workCommand) Run(c console) (err error) {
	if err := w.complete(); err != nil {
		return err
	}
	if err := giveWay(w.Nice); err != nil {
		return err
	}
	log := w.logger(c.err)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(w.TableMemory) + 256<<20))
	where := storeFlags{DatabaseURL: w.DatabaseURL}
	memory, err := where.openURL(c.ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, memory.Close()) }()
	metrics := newMetrics(w.Jobs)
	running, err := campaign.StartRiver(c.ctx, campaign.RunOptions{
		Store: memory, Workers: w.Jobs, Aim: w.RangeWork, Log: log, Observer: metrics,
		Worker: campaign.WorkerOptions{
			Version: version(), NewEngine: func() solver.Engine { return portfolio.New(int64(w.TableMemory) / int64(w.Jobs)) },
		},
	}, w.shared(w.ShutdownGrace))
	if err != nil {
		return err
	}
	defer func() {
		end, cancel := context.WithTimeout(context.Background(), w.ShutdownGrace+5*time.Second)
		defer cancel()
		err = errors.Join(err, running.Close(end))
	}()
	failed := make(chan error, 1)
	if w.Listen != "" {
		stop, err := w.tell(metrics, memory, log, failed)
		if err != nil {
			return err
		}
		defer stop()
	}
	log.Info("working", "version", version(), "jobs", w.Jobs, "nice", w.Nice)
	select {
	case <-c.ctx.Done():
		log.Info("stopping", "grace", w.ShutdownGrace)
		return nil
	case err := <-failed:
		return err
	}
}

// tell answers over HTTP how the work goes, until what it gives is called.
func (w *workCommand) tell(metrics *metrics, memory *store.Postgres, log *slog.Logger, failed chan<- error) (stop func(), err error) {
	listener, err := net.Listen("tcp", w.Listen)
	if err != nil {
		return nil, usage{fmt.Errorf("WORK_LISTEN: %w", err)}
	}
	ready := &health{parts: map[string]func(context.Context) error{"store": memory.Ping}, log: log}
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
		Handler: routes, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 8 << 10,
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- fmt.Errorf("WORK_LISTEN: %w", err)
		}
	}()
	log.Info("telling how it goes", "address", listener.Addr().String())
	return func() { _ = server.Close() }, nil // nobody waits for what is lost with it
}
