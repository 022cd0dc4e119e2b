package service

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/backlog"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/proofs"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/shorten"
)

var _ pool.Leader = (*portfolio.Portfolio)(nil) // else no worker would be lent

// Engines returns the function that makes the engines of the pool's workers.
func (f *Config) Engines() func() solver.Engine {
	return func() solver.Engine { return portfolio.New(int64(f.TableMemory) / int64(f.Workers)) }
}

// startVerdicts starts the workers, and what answers problems by them and by what is remembered.
func (b *builder) startVerdicts(ctx context.Context) (err error) {
	b.gate = pool.NewGate(processors)
	b.workers = pool.New(pool.Options{
		Workers: b.Workers, Queue: b.Config.Queue, NewEngine: b.newEngine, Observer: b.metrics, Gate: b.gate,
		Traced: b.tracing.search, Lend: b.Threads - 1, Processors: processors,
		SolveGrace: 5 * time.Second, // requests don't wait that long: see verdict.Options.Grace
	})
	read, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if b.wrong, err = proofs.ReadFalse(read, b.store); err != nil {
		return err
	}
	shortening := pool.NewShortening(b.workers.WhenQuiet(shorten.Line), b.metrics.unshortened.Inc, b.metrics.panics.Inc, b.log)
	o := verdict.Options{
		False:  b.wrong.Has,
		Solver: b.workers, Near: b.process,
		Store: store.Bound(b.store, int64(b.StoreMax), b.log, b.metrics.leftOut.Inc), Log: b.log, Observer: b.metrics,
		Backlog: backlog.Options{Bytes: min(64*mib, int64(b.CacheMemory)), First: b.Durability == "answered"}, Carry: b.tracing.carry,
		Rough: shortening.Add,
	}
	if b.shared != nil {
		o.Cache = b.shared
	}
	b.verdicts = verdict.New(o)
	b.started("verdicts", b.verdicts.Close)
	shortening.Start(b.verdicts.Replace)
	b.started("shortening", shortening.Close)
	b.bulk = pool.NewBulk(b.verdicts, b.Workers)
	b.duties = b.Duties(0, b.log)
	return nil
}
