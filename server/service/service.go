package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	apiverdicts "github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/server/analyst"
	"github.com/thoughtful-solitaire/thoughtful/server/backlog"
	"github.com/thoughtful-solitaire/thoughtful/server/cache"
	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/jobs"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/statistics"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/trace"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/shorten"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// Service is the running service.
type Service struct {
	Address string // where it listens, the port filled in
	log     *slog.Logger
	grace   time.Duration // of searches, after the signal to stop
	linger  time.Duration // of connections, after the grace
	server  *http.Server
	Failed  chan error // receives the error that ends the server, if any
	parts   []part     // in the order of their start

	// These are of the service, not of a worker process.
	stopping context.Context // ends with the call of Stop
	end      context.CancelFunc
}

// wrapUp is how long a part may take to stop, after the grace of searches.
const wrapUp = 5 * time.Second

// keepBeforeShared is how long a process answers from its own cache what a shared one may know
// better by now: a shorter solution.
const keepBeforeShared = 10 * time.Minute

// headerTime is how long a client may take to send the header of a request, and the least that
// it has for a whole request.
const headerTime = 5 * time.Second

// part is something to be stopped.
type part struct {
	name string
	stop func(context.Context) error
}

// Start builds the service part by part and returns when it listens. If a part can't be started,
// those before it are stopped again.
func Start(ctx context.Context, f *Config, newEngine func() solver.Engine, log *slog.Logger) (*Service, error) {
	s := &Service{log: log, grace: f.ShutdownGrace, linger: wrapUp, Failed: make(chan error, 1)}
	s.stopping, s.end = context.WithCancel(context.Background())
	if err := s.build(ctx, f, newEngine); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Service) build(ctx context.Context, f *Config, newEngine func() solver.Engine) error {
	listener, err := net.Listen("tcp", f.Listen)
	if err != nil {
		return Usagef("LISTEN: %w", err)
	}
	s.started("listener", func(context.Context) error {
		// The server has usually closed it already.
		if err := listener.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	s.Address = listener.Addr().String()
	// Until all parts have started, connections are refused, so that a proxy takes another process; while
	// the store is waited for, which takes long, the reason is answered.
	// Nobody knows a port that the system has chosen.
	closed := !strings.HasSuffix(f.Listen, ":0")
	if closed {
		if err := listener.Close(); err != nil {
			return err
		}
	}
	access, err := f.access(listener.Addr(), f.Listen, f.Workers+f.Queue)
	if err != nil {
		return err
	}

	if f.DebugListen != "" {
		if err := s.serveDebug(f.DebugListen); err != nil {
			return err
		}
	}
	tracer, err := trace.Open(ctx, Version(), s.log)
	if err != nil {
		return Usagef("%w", err)
	}
	// Without a tracer these stay nil, and nothing is traced.
	var traced struct {
		requests func(http.Handler) http.Handler
		search   func(context.Context, pool.Search)
		carry    func(context.Context) context.Context
		redis    func(context.Context, string) func(error)
	}
	if tracer != nil {
		s.started("traces", tracer.Close)
		s.log = slog.New(trace.Log(s.log.Handler()))
		traced.requests, traced.search, traced.carry = tracer.Requests(middleware.ClientName), tracer.Search, trace.Within
		traced.redis, f.tracer = tracer.Redis, tracer.Postgres()
	}

	// The cache comes first because its errors are cheaper. The keys come from the store.
	seals := new(seal.Keys)
	shared, err := f.openRedis(seals, traced.redis, s.log)
	if err != nil {
		return err
	}
	keep, pingCache := time.Duration(0), func(context.Context) error { return nil }
	if shared != nil {
		keep, pingCache, access.Shared = keepBeforeShared, shared.Ping, shared
		s.started("shared cache", func(context.Context) error { return shared.Close() })
	}
	near := cache.NewProcess(int64(f.CacheMemory), keep, f.UnknownTTL)
	memory, err := await(ctx, f.Listen, f.Open, s.log)
	if err != nil {
		return err
	}
	if f.DatabaseURL != "" && f.SealKey == "" {
		s.log.Warn("SEAL_KEY is not set: who can write to the database can plant verdicts")
	}
	*seals = *memory.Seals()
	s.started("store", func(context.Context) error { return memory.Close() })
	others := Relay(memory, f.PollOnly, s.log)
	s.started("notices", others.Close)

	engine, err := f.engine()
	if err != nil {
		return err
	}
	metrics := newMetrics(f.Workers)
	gate := pool.NewGate(processors)
	workers := pool.New(pool.Options{
		Workers: f.Workers, Queue: f.Queue, NewEngine: newEngine, Observer: metrics, Gate: gate,
		Traced: traced.search, Lend: f.Threads - 1, Processors: processors,
		SolveGrace: 5 * time.Second, // requests don't wait that long: see verdict.Options.Grace
	})
	wrong, err := readFalse(ctx, memory)
	if err != nil {
		return err
	}
	shortener := pool.NewShortening(workers.WhenQuiet(shorten.Line), metrics.unshortened.Inc, metrics.panics.Inc, s.log)
	remembered := verdict.Options{
		False:  wrong.Has,
		Solver: workers, Near: near,
		Store: store.Bound(memory, int64(f.StoreMax), s.log, metrics.leftOut.Inc), Log: s.log, Observer: metrics,
		Backlog: backlog.Options{Bytes: min(64*mib, int64(f.CacheMemory)), First: f.Durability == "answered"}, Carry: traced.carry,
		Rough: shortener.Add,
	}
	if shared != nil {
		remembered.Cache = shared
	}
	verdicts := verdict.New(remembered)
	s.started("verdicts", verdicts.Close)
	shortener.Start(verdicts.Replace)
	s.started("shortening", shortener.Close)
	duties := f.Duties(0, s.log)
	proven := f.ProofConfig.service(memory, workers, verdicts, wrong, gate, duties, metrics, s.log)

	batches := pool.NewBulk(verdicts, f.Workers)
	limits := request.Limits{
		Body: int64(f.MaxBody), BodyRoom: f.bodyRoom, BodyTurns: f.bodyTurns, Deadline: f.MaxDeadline, DefaultDeadline: f.Deadline, States: f.MaxStates,
		Batches: f.Batches, BatchLines: f.MaxBatch, BatchWindow: f.BatchWindow,
		JobDeadline: f.JobDeadline, JobRetention: f.JobRetention, ProofDeadline: 2 * f.ProofDeadline, EventStreams: f.EventStreams,
		CampaignDeadline: f.CampaignDeadline, CampaignDeals: campaign.MostDeals,
	}
	work := &apiverdicts.JobWork{Judge: batches, Prover: proven, Limits: limits, Log: s.log}
	answer := func(ctx context.Context, request, before []byte, searching func(bool), publish func([]byte)) ([]byte, bool) {
		return work.Answer(pool.WithSearching(ctx, searching), request, before, publish)
	}
	crowd, pages := f.JobsConfig.crowd(&access)
	manager := jobs.New(jobs.Options{
		Store: memory, Work: answer, Runners: f.JobRunners, Most: crowd, Keep: crowd.Client, Guest: pages, KeepFor: f.JobRetention, Log: s.log, Observer: metrics,
		Others: others,
	}, duties)
	ran := runner.New(runner.Options{Store: memory, Most: f.CampaignConfig.crowd(&access), Others: others})
	s.started("campaigns", ran.Close)
	queue.Clean(duties, clean(memory, s.log))
	hooks := s.sendWebhooks(&f.WebhookConfig, memory, duties, metrics, s.log)
	dealer, err := seeds.NewDealer(docs.Winnable, time.Now, rand.IntN)
	if err != nil {
		return err
	}
	rates := statistics.New(memory, statistics.Shipped())
	s.started("statistics", rates.Close)
	study := analyst.New(workers, verdicts)
	ready := &health{log: s.log, parts: map[string]func(context.Context) error{
		"store": inTime(memory.Ping), "cache": pingCache,
		"backlog": atMostDegraded(verdicts.Ready), "disk": atMostDegraded(inTime(memory.Room)),
	}}
	metrics.registry.MustRegister(partStates{ready})
	s.server = &http.Server{
		Handler: api.Handler(api.Options{
			Judge: verdicts, Bulk: batches, Jobs: manager, Campaigns: ran, Once: manager, Webhooks: hooks, Analyst: study, Adviser: study,
			Engines: workers, Library: verdicts, Proofs: proven, Dealer: dealer, Stats: rates, Metrics: metrics.handler(), Observe: metrics.request, Log: s.log,
			Health: ready, Trace: traced.requests, Version: Version(), Engine: engine,
			Limits: limits, Access: access, Stopping: s.stopping, BatchLine: metrics.batchLine, Failed: metrics.failed,
		}),
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       min(max(f.MaxDeadline, headerTime), 30*time.Second),
		WriteTimeout:      f.MaxDeadline + 30*time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
	s.started("server", func(context.Context) error { return s.stopServing(workers) })
	s.started("jobs", manager.Close)
	s.started("proofs", proven.Close)
	running := f.RunCampaigns(runner.RunOptions{
		Store: memory, Others: others, Workers: *f.CampaignWorkers, Log: s.log,
		Finished: metrics.RangeFinished, Failed: metrics.campaignsFailed.Inc,
		Worker: runner.WorkerOptions{Gate: gate},
	}, f.CampaignMemory, duties)
	s.started("campaign workers", running.Close)
	stopQueue, err := memory.Queue().Start(ctx, duties)
	if err != nil {
		return err
	}
	s.started("queue", stopQueue)
	if closed {
		again, err := net.Listen("tcp", f.Listen)
		if err != nil {
			return Usagef("LISTEN: %w", err)
		}
		listener = again
	}
	f.logMemory(s.log)
	f.logIgnored(s.log)
	bounded := boundListener(listener.(*net.TCPListener), f.MaxConnections, access.Crowded)
	s.server.ConnState = bounded.note
	go func() {
		if err := s.server.Serve(bounded); !errors.Is(err, http.ErrServerClosed) {
			s.Failed <- fmt.Errorf("serving: %w", err)
		}
	}()
	return nil
}

// openRedis opens the cache that is shared with other processes; nil if none is configured.
func (f *Config) openRedis(seals *seal.Keys, traced func(context.Context, string) func(error), log *slog.Logger) (*cache.Redis, error) {
	if f.RedisURL == "" {
		return nil, nil
	}
	shared, err := cache.OpenRedis(cache.RedisOptions{URL: f.RedisURL, Seals: seals, Trace: traced, Log: log, KeepUnknown: f.UnknownTTL})
	if err != nil { // it may repeat the URL, which may contain a password
		return nil, Usagef("REDIS_URL: must be redis://user:password@host:port/number, special characters in the password escaped as %%XX")
	}
	return shared, nil
}

var _ pool.Leader = (*portfolio.Portfolio)(nil) // else no worker would be lent

// Engines returns the constructor of the pool's engines.
func (f *Config) Engines() func() solver.Engine {
	return func() solver.Engine { return portfolio.New(int64(f.TableMemory) / int64(f.Workers)) }
}

func (s *Service) started(name string, stop func(context.Context) error) {
	s.parts = append(s.parts, part{name, stop})
}

// Stop stops the parts, the last started first. Batches know before that, as parts that have
// stopped refuse their lines.
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
		s.log.Warn("searches cut short", "grace", s.grace)
	}
	if err := <-served; err != nil {
		s.log.Warn("connections cut", "error", err)
		return s.server.Close()
	}
	return nil
}
