package api

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	chimiddleware "github.com/go-chi/chi/v5/middleware"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Judge answers problems.
type Judge interface {
	// Answer returns the verdict on a problem: from memory, unless fresh, or by a
	// search within the budget and the context's deadline. Its solution has been
	// replayed and is that of the canonical position. A spent budget is an answer,
	// not an error. What errors mean is asked by package problem.
	Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error)
}

// Library is the memory of problems answered before.
type Library interface {
	// Recall gives the problem with an id and what is remembered of it, a solution
	// replayed and that of the canonical position; a nil Problem if nothing is. The
	// error says that the memory could not be asked.
	Recall(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error)
}

// Health tells whether the service can work.
type Health interface {
	// Ready asks each part that the service leans on, by name, for what is wrong
	// with it: nil if nothing is. The map is not to be changed.
	Ready(ctx context.Context) map[string]error
}

// Limits bound what one request may ask for.
type Limits struct {
	request.Limits
	Body int64 // bytes of a request's body

	Batches     int // batches at a time
	BatchLines  int // lines of a batch
	BatchWindow int // lines of a batch that are worked on at a time

	JobDeadline  time.Duration // the longest deadline of a job
	EventStreams int           // streams of events at a time

	CampaignDeadline time.Duration // the longest deadline of a campaign's deal
	CampaignDeals    int64         // the most deals of a campaign
}

// Options are what the service is made of. All of it is needed.
type Options struct {
	Judge     Judge
	Analyst   Analyst
	Adviser   Adviser
	Bulk      Patient
	Jobs      Jobs
	Campaigns Campaigns
	Engines   Engines
	Library   Library
	Dealer    Dealer
	Stats     Statistician
	Health    Health
	Metrics   http.Handler // answers GET /metrics
	Observe   middleware.Observer
	Log       *slog.Logger
	Limits    Limits
	Access    middleware.Access

	// Stopping ends when the service is to stop, and with it what would last.
	Stopping context.Context
	// BatchLine is told of each line of a batch that is answered: the verdict, or "problem".
	BatchLine func(outcome string)
	// QueueFull is told of each request that is refused because the queue is full.
	QueueFull func()
}

// Handler is the service.
func Handler(o Options) http.Handler { return routes(newService(o)) }

type service struct {
	Options
	problems *problem.Writer
	work     *middleware.RateLimit
	batches  *middleware.ConcurrencyLimit
	events   *middleware.ConcurrencyLimit
	exports  *middleware.ConcurrencyLimit
	posed    *recent[posed]
	plans    *recent[[]game.Move]
	paces    *recent[*pace]
}

func newService(o Options) *service {
	return &service{
		Options: o, problems: &problem.Writer{Log: o.Log, Page: problemPage}, work: middleware.NewRateLimit("work", o.Access.Rates.Work), posed: newRecent[posed](mostPosed), plans: newRecent[[]game.Move](mostPlans), paces: newRecent[*pace](mostPaced),
		batches: middleware.NewConcurrencyLimit("batches", o.Limits.Batches, (o.Limits.Batches+1)/2),
		events:  middleware.NewConcurrencyLimit("streams of events", o.Limits.EventStreams, (o.Limits.EventStreams+3)/4),
		exports: middleware.NewConcurrencyLimit("streams of results", o.Limits.Batches, (o.Limits.Batches+1)/2),
	}
}

func routes(s *service) chi.Router {
	r := chi.NewRouter()
	reads := middleware.NewRateLimit("reads", s.Access.Rates.Reads)
	r.Use(
		middleware.RequestID,
		s.Access.IdentifyClient,
		middleware.Observe(s.Log, s.Observe),
		middleware.Recover(s.problems),
		middleware.Headers,
		chimiddleware.Compress(5, "application/json", problem.MediaType, "text/html", "text/css", "text/csv", "text/javascript", "text/plain", "image/svg+xml"),
		s.Access.CheckHost(s.problems),
		s.Access.CORS(s.problems),
		middleware.LimitRate(reads, s.work, s.problems),
		s.Access.Authorize(s.problems),
		middleware.LimitBodies(s.Access.Rates.Queue, s.problems),
		chimiddleware.GetHead,
	)
	r.NotFound(s.problems.Handle(unknownRoute))
	r.MethodNotAllowed(s.problems.Handle(wrongMethod))

	r.Post("/v1/solve", s.problems.Handle(s.solve))
	r.Post("/v1/moves", s.problems.Handle(s.moves))
	r.Post("/v1/analyse", s.problems.Handle(s.analyse))
	r.Post("/v1/advise", s.problems.Handle(s.advise))
	r.Post("/v1/play", s.problems.Handle(s.play))
	r.Get("/v1/players", s.problems.Handle(s.players))
	r.Post("/v1/batches", s.problems.Handle(s.batch))
	r.Get("/v1/jobs/{id}", s.problems.Handle(s.job))
	r.Delete("/v1/jobs/{id}", s.problems.Handle(s.dropJob))
	r.Get("/v1/jobs/{id}/events", s.problems.Handle(s.jobEvents))
	r.Post("/v1/campaigns", s.problems.Handle(s.createCampaign))
	r.Get("/v1/campaigns", s.problems.Handle(s.campaigns))
	r.Get("/v1/campaigns/{id}", s.problems.Handle(s.campaign))
	r.Delete("/v1/campaigns/{id}", s.problems.Handle(s.dropCampaign))
	r.Post("/v1/campaigns/{id}/resume", s.problems.Handle(s.resumeCampaign))
	r.Get("/v1/campaigns/{id}/events", s.problems.Handle(s.campaignEvents))
	r.Get("/v1/campaigns/{id}/results", s.problems.Handle(s.campaignResults))
	r.Post("/v1/replay", s.problems.Handle(s.replay))
	r.Post("/v1/convert", s.problems.Handle(s.convert))
	r.Get("/v1/games", s.problems.Handle(s.games))
	r.Get("/v1/games/{game}", s.problems.Handle(s.game))
	r.Get("/v1/games/{game}/deals/{seed}", s.problems.Handle(s.numberedDeal))
	r.Get("/v1/games/{game}/winnable-deals", s.problems.Handle(s.winnableDeals))
	r.Get("/v1/games/{game}/daily-deal", s.problems.Handle(s.dailyDeal))
	r.Get("/v1/stats", s.problems.Handle(s.statistics))
	r.Get("/v1/stats.svg", s.problems.Handle(s.ratesPlot))
	r.Get("/v1/stats/pairs", s.problems.Handle(s.comparison))
	r.Get("/v1/stats/{game}.svg", s.problems.Handle(s.gamePlot))
	r.Get("/v1/stats/{game}", s.problems.Handle(s.gameStatistics))
	r.Get("/v1/deals/{id}", s.problems.Handle(s.storedDeal))
	r.Get("/v1/deals/{id}/solution", s.problems.Handle(s.storedSolution))

	r.Get("/healthz", s.problems.Handle(s.alive))
	r.Get("/readyz", s.problems.Handle(s.ready))
	r.Get("/metrics", s.problems.Handle(s.metrics))
	r.Get("/openapi.json", openAPI)
	r.Get("/", s.problems.Handle(s.welcomePage))
	r.Get("/deals", s.problems.Handle(s.toDeal))
	r.Get("/win-rates", s.problems.Handle(s.ratesPage))
	r.Get("/games/{game}", s.problems.Handle(s.gamePage))
	r.Get("/games/{game}/random-deal", s.problems.Handle(s.randomDeal))
	r.Get("/games/{game}/daily-deal", s.problems.Handle(s.dailyPage))
	r.Get("/games/{game}/deals/{seed}", s.problems.Handle(s.dealPage))
	r.Get("/campaigns", s.problems.Handle(s.campaignsPage))
	r.Get("/campaigns/{id}", s.problems.Handle(s.campaignPage))
	r.Get("/play", s.problems.Handle(s.playPage))
	r.Get("/convert", s.problems.Handle(s.convertPage))
	r.Get("/docs", s.problems.Handle(s.docsPage))
	r.Get("/web/{file}", s.problems.Handle(asset))
	return r
}

// refused notes the error of a question that was refused because the queue is full.
func (s *service) refused(err error) error {
	if e := problem.From(err); e.Kind == problem.Busy && e.Unwrap() != nil {
		s.QueueFull()
	}
	return err
}

func unknownRoute(_ http.ResponseWriter, r *http.Request) error {
	return problem.New(problem.NotFound, "there is nothing at %s; /docs lists what there is", problem.Clip(r.URL.Path))
}

// wrongMethod says which methods the path has, as a 405 must.
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
	return problem.New(problem.MethodNotAllowed, "%s takes no %s; it takes %s", problem.Clip(r.URL.Path), problem.Clip(r.Method),
		strings.Join(w.Header().Values("Allow"), " and "))
}

// asset serves a file of the pages.
func asset(w http.ResponseWriter, r *http.Request) error {
	if !web.Asset(w, r, chi.URLParam(r, "file")) {
		return unknownRoute(w, r)
	}
	return nil
}
