package service

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// metrics are the metrics for Prometheus. They implement the Observer interfaces of the packages pool,
// verdict, backlog, jobs and proofs. Other packages call single methods as functions.
type metrics struct {
	registry *prometheus.Registry

	waiting, searching, helping prometheus.Gauge
	searches                    *prometheus.CounterVec
	seconds                     *prometheus.HistogramVec
	states                      prometheus.Counter
	busy, panics                prometheus.Counter

	answers, looks, refused      *prometheus.CounterVec
	backlogRecords, backlogBytes prometheus.Gauge
	dropped, leftOut             prometheus.Counter
	unshortened                  prometheus.Counter

	batchLines *prometheus.CounterVec
	jobs       *prometheus.GaugeVec
	jobsEnded  *prometheus.CounterVec

	campaignDeals                                    *prometheus.CounterVec
	campaignRanges, campaignSeconds, campaignsFailed prometheus.Counter

	webhooks *prometheus.CounterVec

	proofs, lossChecks *prometheus.HistogramVec
	falseLosses        prometheus.Gauge

	requests *prometheus.HistogramVec
}

func newMetrics(workers int) *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	auto := promauto.With(registry)
	gauge := func(name, help string) prometheus.Gauge {
		return auto.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	}
	gauges := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return auto.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
	}
	counter := func(name, help string) prometheus.Counter {
		return auto.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return auto.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	// Each bucket is four times the one before.
	histograms := func(name, help string, first float64, buckets int, labels ...string) *prometheus.HistogramVec {
		return auto.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: prometheus.ExponentialBuckets(first, 4, buckets)}, labels)
	}
	gauge("thoughtful_workers", "Searches that may run at a time.").Set(float64(workers))
	return &metrics{
		registry:  registry,
		waiting:   gauge("thoughtful_queue_length", "Problems that wait for a worker."),
		searching: gauge("thoughtful_workers_busy", "Workers that search."),
		helping:   gauge("thoughtful_workers_helping", "Idle workers that help others with a search."),
		searches:  counters("thoughtful_searches_total", "Finished searches; because says why one is unknown.", "engine", "verdict", "because"),
		seconds:   histograms("thoughtful_search_seconds", "Duration of searches, without waiting.", .0001, 10, "verdict"), // to 26 s
		// Its rate over the sum of search seconds is the states per second.
		states: counter("thoughtful_states_total", "Positions searched. Its rate over that of thoughtful_search_seconds_sum is the speed of a worker."),
		busy:   counter("thoughtful_queue_full_total", "Problems refused (503) because the queue was full."),
		panics: counter("thoughtful_engine_panics_total", "Engines that panicked. Anything but zero is a fault."),

		answers:        counters("thoughtful_answers_total", "Answers, by where they came from: search, cache, store or inferred.", "source", "verdict"),
		looks:          counters("thoughtful_lookups_total", "Lookups of remembered verdicts. Places: backlog, process, cache (shared), store, and relatives for all of them at once about related games. Outcomes: hit, miss, failed, or skipped after a failure.", "place", "outcome"),
		refused:        counters("thoughtful_refused_results_total", "Results that failed verification, from an engine, a place of lookups or the dealer. Anything but zero is a fault.", "place"),
		backlogRecords: gauge("thoughtful_backlog_records", "Verdicts not stored yet."),
		backlogBytes:   gauge("thoughtful_backlog_bytes", "Estimated memory of the verdicts not stored yet."),
		dropped:        counter("thoughtful_backlog_dropped_total", "Verdicts lost because too many waited to be stored."),
		leftOut:        counter("thoughtful_store_left_out_total", "Verdicts not stored because of STORE_MAX."),
		unshortened:    counter("thoughtful_unshortened_total", "Answered solutions that were not shortened afterwards, because more than 500 waited."),

		batchLines: counters("thoughtful_batch_lines_total", "Answered lines of batches, by verdict or problem.", "outcome"),
		jobs:       gauges("thoughtful_jobs", "Jobs in the store, counted every ten seconds; the same in all processes on one database.", "state"),
		jobsEnded:  counters("thoughtful_jobs_ended_total", "Jobs that this process has ended, by state.", "state"),

		campaignDeals:   counters("thoughtful_campaign_deals_total", "Deals that campaigns have finished here, by verdict, or won and lost by a player.", "outcome"),
		campaignRanges:  counter("thoughtful_campaign_ranges_total", "Ranges of deals that campaigns have finished here."),
		campaignSeconds: counter("thoughtful_campaign_busy_seconds_total", "Working time of all campaign workers, without pauses."),
		campaignsFailed: counter("thoughtful_campaigns_failed_total", "Campaigns that failed: a rejected solution, an engine panic, a contradiction. Anything but zero is a fault."),

		webhooks: counters("thoughtful_webhook_attempts_total", "Attempts to send webhooks, by outcome: delivered, failed (to be sent again) or abandoned.", "outcome"),

		proofs:      histograms("thoughtful_proof_seconds", "Duration of making and checking proofs that were asked for, with pauses, by outcome: made, limit, doubtful, failed or stopped.", .001, 10, "outcome"), // to 262 s
		lossChecks:  histograms("thoughtful_loss_check_seconds", "Duration of checks of stored losses, with pauses, by outcome: proven, unproven, doubtful or failed.", .001, 10, "outcome"),
		falseLosses: gauge("thoughtful_false_losses", "Losses that failed their check and are no longer answered; the same in all processes on one database. Anything but zero is a fault."),

		requests: histograms("thoughtful_request_seconds", "Duration of requests. The route is a pattern such as /v1/deals/{id}, or unmatched. Streams and batches last as long as their clients stay.", .0005, 9, "route", "method", "status"), // to 33 s
	}
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *metrics) Load(waiting, searching, helping int) {
	m.waiting.Set(float64(waiting))
	m.helping.Set(float64(helping))
	m.searching.Set(float64(searching))
}

func (m *metrics) Solved(r solver.Result, elapsed time.Duration) {
	m.searches.WithLabelValues(r.Engine, string(r.Verdict), string(r.Reason)).Inc()
	m.seconds.WithLabelValues(string(r.Verdict)).Observe(elapsed.Seconds())
	m.states.Add(float64(max(0, r.States))) // not verified yet, and a counter panics on less
}

func (m *metrics) Panicked() { m.panics.Inc() }

func (m *metrics) Answered(from solver.Source, v solver.Verdict) {
	m.answers.WithLabelValues(string(from), string(v)).Inc()
}

func (m *metrics) Looked(into verdict.Place, what verdict.Look) {
	m.looks.WithLabelValues(string(into), string(what)).Inc()
}

func (m *metrics) Refused(from verdict.Place) { m.refused.WithLabelValues(string(from)).Inc() }

func (m *metrics) Backlog(records int, bytes int64) {
	m.backlogRecords.Set(float64(records))
	m.backlogBytes.Set(float64(bytes))
}

func (m *metrics) Dropped() { m.dropped.Inc() }

// batchLine counts a line of a batch.
func (m *metrics) batchLine(outcome string) { m.batchLines.WithLabelValues(outcome).Inc() }

func (m *metrics) Jobs(byState map[string]int) {
	for state, n := range byState {
		m.jobs.WithLabelValues(state).Set(float64(n))
	}
}

func (m *metrics) JobEnded(state string) { m.jobsEnded.WithLabelValues(state).Inc() }

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

func (m *metrics) WebhookTried(outcome string) { m.webhooks.WithLabelValues(outcome).Inc() }

func (m *metrics) Proved(outcome string, took time.Duration) {
	m.proofs.WithLabelValues(outcome).Observe(took.Seconds())
}

func (m *metrics) LossChecked(outcome string, took time.Duration) {
	m.lossChecks.WithLabelValues(outcome).Observe(took.Seconds())
}

func (m *metrics) FalseLosses(n int) { m.falseLosses.Set(float64(n)) }

// partStates are the metrics of the parts' health, which is asked when they are read.
type partStates struct{ health *health }

var partState = prometheus.NewDesc("thoughtful_part_state", "State of the parts that /readyz lists: 1 for the state that each has (up, degraded or down), 0 for the others.", []string{"part", "state"}, nil)

// Describe implements prometheus.Collector.
func (partStates) Describe(to chan<- *prometheus.Desc) { to <- partState }

// Collect implements prometheus.Collector.
func (s partStates) Collect(to chan<- prometheus.Metric) {
	for part, fault := range s.health.Ready(context.Background()) {
		for _, state := range api.PartStates {
			value := 0.
			if state == api.PartState(fault) {
				value = 1
			}
			to <- prometheus.MustNewConstMetric(partState, prometheus.GaugeValue, value, part, state)
		}
	}
}

// request is a middleware.Observe.
func (m *metrics) request(route, method string, status int, elapsed time.Duration) {
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Observe(elapsed.Seconds())
}

// failed counts requests that were refused because the queue was full.
func (m *metrics) failed(err error) {
	if _, full := errors.AsType[*pool.Busy](err); full {
		m.busy.Inc()
	}
}
