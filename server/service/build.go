package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/server/cache"
	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/jobs"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/proofs"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/trace"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// builder has the parts of a service that others are built of.
type builder struct {
	*Service
	*Config
	newEngine func() solver.Engine

	listener net.Listener
	rebinds  bool // the listener was closed until all parts have started
	access   middleware.Access
	tracing  tracing
	metrics  *metrics

	process *cache.Process
	shared  *cache.Redis // nil where none is configured
	store   *store.Store
	others  *watch.Relay

	gate     *pool.Gate
	workers  *pool.Pool
	wrong    *proofs.FalseLosses
	verdicts *verdict.Service

	duties    *queue.Duties
	limits    request.Limits
	bulk      *pool.Bulk
	proofs    *proofs.Service
	jobs      *jobs.Manager
	campaigns *runner.Manager
	webhooks  request.Webhooks // nil where none are configured
}

// build builds the parts, in the order of the drawing in doc.go.
func (b *builder) build(ctx context.Context) error {
	for _, part := range []func(context.Context) error{
		b.bind, b.startTraces, b.openStore,
		b.startVerdicts, b.startProofs, b.startJobs, b.startCampaigns, b.startWebhooks,
		b.buildServer, b.startWork, b.serve,
	} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

// bind takes the address, so that one that can't be had is the first error. Until all parts have started,
// connections are refused, so that a proxy takes another process; while the store is waited for, which takes
// long, the reason is answered. Nobody knows a port that the system has chosen.
func (b *builder) bind(context.Context) (err error) {
	if b.listener, err = net.Listen("tcp", b.Listen); err != nil {
		return Usagef("LISTEN: %w", err)
	}
	b.started("listener", func(context.Context) error {
		// The server has usually closed it already.
		if err := b.listener.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	b.Address = b.listener.Addr().String()
	if b.rebinds = !strings.HasSuffix(b.Listen, ":0"); b.rebinds {
		if err := b.listener.Close(); err != nil {
			return err
		}
	}
	if b.access, err = b.Config.access(b.listener.Addr(), b.Listen, b.Workers+b.Config.Queue); err != nil {
		return err
	}
	if b.DebugListen == "" {
		return nil
	}
	return b.serveDebug(b.DebugListen)
}

// tracing is what traces are told of. Without a tracer all of it is nil, and nothing is traced.
type tracing struct {
	requests func(http.Handler) http.Handler
	search   func(context.Context, pool.Search)
	carry    func(context.Context) context.Context
	redis    func(context.Context, string) func(error)
}

// startTraces begins to send traces, if that is configured, and makes the metrics.
func (b *builder) startTraces(ctx context.Context) error {
	b.metrics = newMetrics(b.Workers)
	tracer, err := trace.Open(ctx, Version(), b.log)
	if err != nil {
		return Usagef("%w", err)
	}
	if tracer == nil {
		return nil
	}
	b.started("traces", tracer.Close)
	b.log = slog.New(trace.Log(b.log.Handler()))
	b.tracing = tracing{tracer.Requests(middleware.ClientName), tracer.Search, trace.Within, tracer.Redis}
	b.tracer = tracer.Postgres()
	return nil
}

// startWork begins to take work from the queue: the last part, as all others have added their
// duties.
func (b *builder) startWork(ctx context.Context) error {
	queue.Clean(b.duties, clean(b.store, b.log))
	stop, err := b.store.Queue().Start(ctx, b.duties)
	if err != nil {
		return err
	}
	b.started("queue", stop)
	return nil
}

// serve accepts connections.
func (b *builder) serve(context.Context) (err error) {
	if b.rebinds {
		if b.listener, err = net.Listen("tcp", b.Listen); err != nil {
			return Usagef("LISTEN: %w", err)
		}
	}
	b.logMemory(b.log)
	b.logIgnored(b.log)
	bounded := boundListener(b.listener.(*net.TCPListener), b.MaxConnections, b.access.Crowded)
	b.server.ConnState = bounded.note
	go func() {
		if err := b.server.Serve(bounded); !errors.Is(err, http.ErrServerClosed) {
			b.Failed <- fmt.Errorf("serving: %w", err)
		}
	}()
	return nil
}
