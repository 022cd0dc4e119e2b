package service

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/server/analyst"
	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/statistics"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// buildServer builds the HTTP server. When it stops, what runs jobs, proofs and campaigns has stopped, and the
// workers stop with it: requests end with their searches.
func (b *builder) buildServer(context.Context) error {
	engine, err := b.engine()
	if err != nil {
		return err
	}
	dealer, err := seeds.NewDealer(docs.Winnable, time.Now, rand.IntN)
	if err != nil {
		return err
	}
	rates := statistics.New(b.store, statistics.Shipped())
	b.started("statistics", rates.Close)
	study := analyst.New(b.workers, b.verdicts)
	pingCache := func(context.Context) error { return nil }
	if b.shared != nil {
		pingCache = b.shared.Ping
	}
	ready := &health{log: b.log, parts: map[string]func(context.Context) error{
		"store": inTime(b.store.Ping), "cache": pingCache,
		"backlog": atMostDegraded(b.verdicts.Ready), "disk": atMostDegraded(inTime(b.store.Room)),
	}}
	b.metrics.registry.MustRegister(partStates{ready})
	b.server = &http.Server{
		Handler: api.Handler(api.Options{
			Judge: b.verdicts, Bulk: b.bulk, Jobs: b.jobs, Campaigns: b.campaigns, Once: b.jobs, Webhooks: b.webhooks, Analyst: study,
			Adviser: study, Engines: b.workers, Library: b.verdicts, Proofs: b.proofs, Dealer: dealer, Stats: rates,
			Metrics: b.metrics.handler(), Observe: b.metrics.request, Log: b.log,
			Health: ready, Trace: b.tracing.requests, Version: Version(), Engine: engine,
			Limits: b.limits, Access: b.access, Stopping: b.stopping, BatchLine: b.metrics.batchLine, Failed: b.metrics.failed,
		}),
		ErrorLog:          slog.NewLogLogger(b.log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       min(max(b.MaxDeadline, headerTime), 30*time.Second),
		WriteTimeout:      b.MaxDeadline + 30*time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
	b.started("server", func(context.Context) error { return b.stopServing(b.workers) })
	b.started("jobs", b.jobs.Close)
	b.started("proofs", b.proofs.Close)
	running := b.RunCampaigns(runner.RunOptions{
		Store: b.store, Others: b.others, Workers: *b.CampaignWorkers, Log: b.log,
		Finished: b.metrics.RangeFinished, Failed: b.metrics.campaignsFailed.Inc,
		Worker: runner.WorkerOptions{Gate: b.gate},
	}, b.CampaignMemory, b.duties)
	b.started("campaign workers", running.Close)
	return nil
}
