package service

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// metrics are what Prometheus is told. It watches the pool (pool.Observer), the
// Book (verdict.Observer), the Dealer (deals.Observer), the jobs (jobs.Observer), the work
// on campaigns (campaign.Observer) and the HTTP side (api.Observe).
type metrics struct {
	registry *prometheus.Registry

	waiting   prometheus.Gauge
	searching prometheus.Gauge
	searches  *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	states    prometheus.Counter
	busy      prometheus.Counter
	panics    prometheus.Counter

	answers        *prometheus.CounterVec
	looks          *prometheus.CounterVec
	refused        *prometheus.CounterVec
	backlogRecords prometheus.Gauge
	backlogBytes   prometheus.Gauge
	dropped        prometheus.Counter
	leftOut        prometheus.Counter

	batchLines *prometheus.CounterVec
	jobs       *prometheus.GaugeVec
	jobsEnded  *prometheus.CounterVec

	poolDeals   *prometheus.GaugeVec
	poolTried   *prometheus.CounterVec
	poolSeconds *prometheus.HistogramVec

	campaignDeals   *prometheus.CounterVec
	campaignRanges  prometheus.Counter
	campaignSeconds prometheus.Counter
	campaignsFailed prometheus.Counter

	requests *prometheus.HistogramVec
}

func newMetrics(workers int) *metrics {
	m := &metrics{
		registry:  prometheus.NewRegistry(),
		waiting:   prometheus.NewGauge(prometheus.GaugeOpts{Name: "thoughtful_queue_length", Help: "Problems that wait for a worker."}),
		searching: prometheus.NewGauge(prometheus.GaugeOpts{Name: "thoughtful_workers_busy", Help: "Workers that search."}),
		searches: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thoughtful_searches_total", Help: "Searches that came to their end, by engine and verdict.",
		}, []string{"engine", "verdict", "because"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "thoughtful_search_seconds", Help: "How long searches took, waiting not counted.",
			Buckets: prometheus.ExponentialBuckets(.0001, 4, 10), // 0.1 ms to 26 s
		}, []string{"verdict"}),
		// Its rate over the sum of search seconds is the states a second.
		states: prometheus.NewCounter(prometheus.CounterOpts{Name: "thoughtful_states_total", Help: "States searched."}),
		busy:   prometheus.NewCounter(prometheus.CounterOpts{Name: "thoughtful_queue_full_total", Help: "Problems refused because the queue was full."}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{Name: "thoughtful_engine_panics_total", Help: "Engines that broke down."}),

		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thoughtful_answers_total", Help: "Answers, by where they came from and verdict.",
		}, []string{"source", "verdict"}),
		looks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thoughtful_lookups_total", Help: "Looks into a memory, by place and outcome.",
		}, []string{"place", "outcome"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thoughtful_refused_results_total", Help: "Results that the referee or the gate rejected. Anything but zero needs a person.",
		}, []string{"place"}),
		backlogRecords: prometheus.NewGauge(prometheus.GaugeOpts{Name: "thoughtful_backlog_records", Help: "Results not written to the store yet."}),
		backlogBytes:   prometheus.NewGauge(prometheus.GaugeOpts{Name: "thoughtful_backlog_bytes", Help: "Memory that they take, roughly."}),
		dropped:        prometheus.NewCounter(prometheus.CounterOpts{Name: "thoughtful_backlog_dropped_total", Help: "Results forgotten because the backlog was full."}),
		leftOut:        prometheus.NewCounter(prometheus.CounterOpts{Name: "thoughtful_store_left_out_total", Help: "Results not written to the store because it has grown to its size."}),

		batchLines: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thoughtful_batch_lines_total", Help: "Lines of batches that were answered, by verdict, or with a problem.",
		}, []string{"outcome"}),

		poolDeals: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "thoughtful_pool_deals", Help: "Winnable deals in the pools, by game and difficulty.",
		}, []string{"game", "difficulty"}),
		poolTried: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thoughtful_pool_tried_total", Help: "Deals tried for the pools and for days, by game and verdict.",
		}, []string{"game", "verdict"}),
		poolSeconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "thoughtful_pool_try_seconds", Help: "How long trying a deal took, its difficulty measured, pauses included.",
			Buckets: prometheus.ExponentialBuckets(.001, 4, 9), // 1 ms to 66 s
		}, []string{"game"}),

		jobs: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "thoughtful_jobs", Help: "Jobs in the store, by state, as they were counted last.",
		}, []string{"state"}),
		jobsEnded: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thoughtful_jobs_ended_total", Help: "Jobs that this process has ended, by state.",
		}, []string{"state"}),

		campaignDeals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thoughtful_campaign_deals_total", Help: "Deals that campaigns have done here, by verdict, or won and lost by a player.",
		}, []string{"outcome"}),
		campaignRanges:  prometheus.NewCounter(prometheus.CounterOpts{Name: "thoughtful_campaign_ranges_total", Help: "Ranges of deals that campaigns have done here."}),
		campaignSeconds: prometheus.NewCounter(prometheus.CounterOpts{Name: "thoughtful_campaign_busy_seconds_total", Help: "Time spent on those deals by all workers together, pauses not counted."}),
		campaignsFailed: prometheus.NewCounter(prometheus.CounterOpts{Name: "thoughtful_campaigns_failed_total", Help: "Campaigns that found a fault: a rejected solution, an engine that broke down, a contradiction. Anything but zero needs a person."}),

		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "thoughtful_request_seconds", Help: "How long requests took, by route, method and status.",
			Buckets: prometheus.ExponentialBuckets(.0005, 4, 9), // 0.5 ms to 33 s
		}, []string{"route", "method", "status"}),
	}
	total := prometheus.NewGauge(prometheus.GaugeOpts{Name: "thoughtful_workers", Help: "Workers there are."})
	total.Set(float64(workers))
	m.registry.MustRegister(
		m.waiting, m.searching, total, m.searches, m.seconds, m.states, m.busy, m.panics,
		m.answers, m.looks, m.refused, m.backlogRecords, m.backlogBytes, m.dropped, m.leftOut, m.batchLines, m.jobs, m.jobsEnded,
		m.poolDeals, m.poolTried, m.poolSeconds, m.campaignDeals, m.campaignRanges, m.campaignSeconds, m.campaignsFailed, m.requests,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Load implements pool.Observer.
func (m *metrics) Load(waiting, searching int) {
	m.waiting.Set(float64(waiting))
	m.searching.Set(float64(searching))
}

// Solved implements pool.Observer.
func (m *metrics) Solved(r solver.Result, elapsed time.Duration) {
	m.searches.WithLabelValues(r.Engine, string(r.Verdict), string(r.Reason)).Inc()
	m.seconds.WithLabelValues(string(r.Verdict)).Observe(elapsed.Seconds())
	m.states.Add(float64(max(0, r.States))) // this comes before the gate, and a counter panics on less
}

// Panicked implements pool.Observer.
func (m *metrics) Panicked() { m.panics.Inc() }

// Answered implements verdict.Observer.
func (m *metrics) Answered(from solver.Source, v solver.Verdict) {
	m.answers.WithLabelValues(string(from), string(v)).Inc()
}

// Looked implements verdict.Observer.
func (m *metrics) Looked(into verdict.Place, what verdict.Look) {
	m.looks.WithLabelValues(string(into), string(what)).Inc()
}

// Refused implements verdict.Observer.
func (m *metrics) Refused(from verdict.Place) { m.refused.WithLabelValues(string(from)).Inc() }

// Backlog implements verdict.Observer.
func (m *metrics) Backlog(records int, bytes int64) {
	m.backlogRecords.Set(float64(records))
	m.backlogBytes.Set(float64(bytes))
}

// Dropped implements verdict.Observer.
func (m *metrics) Dropped() { m.dropped.Inc() }

// batchLine is told of each line of a batch.
func (m *metrics) batchLine(outcome string) { m.batchLines.WithLabelValues(outcome).Inc() }

// Tried implements deals.Observer.
func (m *metrics) Tried(game string, v solver.Verdict, took time.Duration) {
	m.poolTried.WithLabelValues(game, string(v)).Inc()
	m.poolSeconds.WithLabelValues(game).Observe(took.Seconds())
}

// Pooled implements deals.Observer.
func (m *metrics) Pooled(game, grade string, deals int) {
	m.poolDeals.WithLabelValues(game, grade).Set(float64(deals))
}

// Rejected implements deals.Observer.
func (m *metrics) Rejected() { m.refused.WithLabelValues("dealer").Inc() }

// Jobs implements jobs.Observer.
func (m *metrics) Jobs(byState map[string]int) {
	for state, n := range byState {
		m.jobs.WithLabelValues(state).Set(float64(n))
	}
}

// JobEnded implements jobs.Observer.
func (m *metrics) JobEnded(state string) { m.jobsEnded.WithLabelValues(state).Inc() }

// RangeFinished implements campaign.Observer.
func (m *metrics) RangeFinished(r *store.FinishedRange) {
	m.campaignRanges.Inc()
	m.campaignSeconds.Add(r.Busy.Seconds())
	for i := range r.Results {
		outcome := string(r.Results[i].Verdict)
		switch {
		case outcome != "":
		case r.Results[i].Won:
			outcome = "won"
		default:
			outcome = "lost"
		}
		m.campaignDeals.WithLabelValues(outcome).Inc()
	}
}

// CampaignFailed implements campaign.Observer.
func (m *metrics) CampaignFailed() { m.campaignsFailed.Inc() }

// request is an api.Observe.
func (m *metrics) request(route, method string, status int, elapsed time.Duration) {
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Observe(elapsed.Seconds())
}

// failed counts requests that were refused because the queue was full.
func (m *metrics) failed(err error) {
	if _, full := errors.AsType[*pool.Busy](err); full {
		m.busy.Inc()
	}
}
