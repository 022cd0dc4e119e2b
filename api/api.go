package api

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	chimiddleware "github.com/go-chi/chi/v5/middleware"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/rates"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
)

// Health reports whether the service works.
type Health interface {
	// Ready returns the state of each part that the service depends on, by the name of the part.
	// The state is nil if the part works. The caller must not change the map.
	Ready(ctx context.Context) map[string]error
}

// Options are the parts of the service and its settings. A part is required unless its comment says
// otherwise.
type Options struct {
	Judge     reply.Judge
	Analyst   moves.Analyst
	Adviser   moves.Adviser
	Bulk      verdicts.Patient
	Jobs      verdicts.Jobs
	Campaigns rates.Campaigns
	Once      request.Once
	Webhooks  request.Webhooks // nil if the service sends no webhooks
	Engines   reply.Engines
	Library   reply.Library
	Proofs    verdicts.Proofs
	Dealer    deals.Dealer
	Stats     rates.Statistician
	Health    Health
	Metrics   http.Handler // answers GET /metrics
	Observe   middleware.Observer
	Log       *slog.Logger
	Limits    request.Limits
	Access    middleware.Access
	Version   string      // of the program
	Engine    *web.Engine // the engines that pages run in the browser; nil if there are none

	// Trace is middleware that records a trace of each request; nil if there are no traces.
	Trace func(http.Handler) http.Handler

	// Stopping ends when the service stops, to end batches and streams of events.
	Stopping context.Context
	// BatchLine is called for each answered line of a batch, with the verdict or "problem".
	BatchLine func(outcome string)
	// Failed is called with each error that the service answers with a problem; may be nil.
	Failed func(error)
}

// Handler returns the service.
func Handler(o Options) http.Handler {
	problems := &problem.Writer{Log: o.Log, Page: web.Problem, Failed: o.Failed}
	reads := middleware.NewRateLimit("reads", o.Access.Rates.Reads, o.Access.Pages.Reads, o.Access.Shared)
	work := middleware.NewRateLimit("work", o.Access.Rates.Work, o.Access.Pages.Work, o.Access.Shared)
	r := chi.NewRouter()
	r.Use(
		middleware.RequestID,
		o.Access.IdentifyClient,
	)
	if o.Trace != nil {
		r.Use(o.Trace)
	}
	r.Use(
		middleware.Observe(o.Log, o.Observe),
		middleware.Recover(problems),
		chimiddleware.SetHeader("X-Content-Type-Options", "nosniff"),
		chimiddleware.SetHeader("Referrer-Policy", "no-referrer"),
		chimiddleware.SetHeader("Content-Security-Policy", web.Policy),
		chimiddleware.Compress(5, "application/json", problem.MediaType, "text/html", "text/css", "text/csv", "text/javascript", "text/plain", "image/svg+xml", reply.NDJSON),
		o.Access.CheckHost(problems),
		middleware.CheckPath(problems),
		o.Access.CORS(problems),
		middleware.LimitRate(reads, work, problems),
		o.Access.Authorize(problems),
		middleware.LimitBodies(o.Access.Rates.Queue, o.Access.Pages.Queue, problems),
		chimiddleware.GetHead,
	)
	r.NotFound(problems.Handle(web.NotFound))
	r.MethodNotAllowed(problems.Handle(wrongMethod))
	o.routes(r, problems, work)
	return r
}

// routes adds the calls and the pages.
func (o *Options) routes(r chi.Router, problems *problem.Writer, work *middleware.RateLimit) {
	base := reply.Base{Intake: request.NewIntake(o.Limits.Body, o.Limits.BodyRoom, o.Limits.BodyTurns), Limits: o.Limits, Problems: problems}
	streams := &reply.Streams{
		Places:   middleware.NewConcurrencyLimit("streams of events", int64(o.Limits.EventStreams), int64(o.Limits.EventStreams+3)/4),
		Stopping: o.Stopping,
	}
	verdicts.New(verdicts.Options{
		Base: base, Judge: o.Judge, Bulk: o.Bulk, Jobs: o.Jobs, Once: o.Once, Webhooks: o.Webhooks, Library: o.Library, Proofs: o.Proofs,
		Streams: streams, Access: &o.Access, Work: work, Stopping: o.Stopping, BatchLine: o.BatchLine,
	}).Routes(r)
	moves.New(moves.Options{Base: base, Analyst: o.Analyst, Adviser: o.Adviser, Engines: o.Engines}).Routes(r)
	deals.New(deals.Options{
		Base: base, Judge: o.Judge, Engines: o.Engines, Library: o.Library, Dealer: o.Dealer, Version: o.Version,
	}).Routes(r)
	counted := rates.New(rates.Options{
		Base: base, Stats: o.Stats, Campaigns: o.Campaigns, Once: o.Once, Webhooks: o.Webhooks, Streams: streams,
	})
	counted.Routes(r)

	r.Get("/healthz", problems.Handle(getAlive))
	r.Get("/readyz", problems.Handle(o.getReady))
	r.Get("/metrics", problems.Handle(o.getMetrics))
	r.Get("/openapi.json", getOpenAPI)
	site := &web.Site{
		Stats: o.Stats, Campaigns: o.Campaigns, Dealer: o.Dealer, Pace: counted.Pace, Version: o.Version,
		Keyed: len(o.Access.Keys) > 0, Deadline: o.Limits.DefaultDeadline, Problems: problems,
		Engine: o.Engine,
	}
	site.Routes(r)
}

// wrongMethod answers 405 with the methods that the path takes.
func wrongMethod(w http.ResponseWriter, r *http.Request) error {
	routes := chi.RouteContext(r.Context()).Routes
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		if routes.Match(chi.NewRouteContext(), method, r.URL.EscapedPath()) {
			w.Header().Add("Allow", method)
		}
	}
	if w.Header().Get("Allow") == http.MethodGet {
		w.Header().Add("Allow", http.MethodHead)
	}
	return problem.New(problem.MethodNotAllowed, "%s does not take %s; it takes %s", problem.Clip(r.URL.Path), problem.Clip(r.Method),
		strings.Join(w.Header().Values("Allow"), " and "))
}
