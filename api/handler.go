package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Judge answers problems.
type Judge interface {
	// Answer gives the verdict on a problem: from memory, unless fresh, or by a
	// search within the budget and the context's deadline. Its solution has been
	// replayed and is that of the canonical position. A spent budget is an answer,
	// not an error. An error that is [Busy] says to come back later, one that wraps
	// [ErrUnavailable] that there is nobody to ask.
	Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error)
}

// Busy is the error of a Judge that has too much to do to take a problem on.
type Busy interface {
	error
	// RetryAfter is how long to wait before asking again.
	RetryAfter() time.Duration
}

// ErrUnavailable is the error of whoever can't be asked at the moment: the
// service is closing, or what it leans on is out of reach.
var ErrUnavailable = errors.New("unavailable")

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
	Body            int64         // bytes of a request's body
	Deadline        time.Duration // the longest deadline
	DefaultDeadline time.Duration // for requests that name none
	States          int64         // the largest budget of states; 0 is no bound

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
	Observe   Observe
	Log       *slog.Logger
	Limits    Limits
	Access    Access

	// Stopping ends when the service is to stop, and with it what would last.
	Stopping context.Context
	// BatchLine is told of each line of a batch that is answered: the verdict, or "problem".
	BatchLine func(outcome string)
}

// Handler is the service.
func Handler(o Options) http.Handler { return routes(newService(o)) }

type service struct {
	Options
	quotas  *quotas
	batches *seats
	events  *seats
	exports *seats
	posed   *recent[posed]
	plans   *recent[[]game.Move]
	paces   *recent[*pace]
}

func newService(o Options) *service {
	return &service{
		Options: o, quotas: newQuotas(o.Access.Rates), posed: newRecent[posed](mostPosed), plans: newRecent[[]game.Move](mostPlans), paces: newRecent[*pace](mostPaced),
		batches: newSeats("batches", o.Limits.Batches, (o.Limits.Batches+1)/2),
		events:  newSeats("streams of events", o.Limits.EventStreams, (o.Limits.EventStreams+3)/4),
		exports: newSeats("streams of results", o.Limits.Batches, (o.Limits.Batches+1)/2),
	}
}

func routes(s *service) chi.Router {
	r := chi.NewRouter()
	r.Use(
		identify,
		s.introduce,
		s.observe,
		s.recover,
		secure,
		middleware.Compress(5, "application/json", problemType, "text/html", "text/css", "text/csv", "text/javascript", "text/plain", "image/svg+xml"),
		s.rightHost,
		s.share,
		s.admit,
		middleware.GetHead,
	)
	r.NotFound(s.handle(unknownRoute))
	r.MethodNotAllowed(s.handle(wrongMethod))

	r.Post("/v1/solve", s.handle(s.solve))
	r.Post("/v1/moves", s.handle(s.moves))
	r.Post("/v1/analyse", s.handle(s.analyse))
	r.Post("/v1/advise", s.handle(s.advise))
	r.Post("/v1/play", s.handle(s.play))
	r.Get("/v1/players", s.handle(s.players))
	r.Post("/v1/batches", s.handle(s.batch))
	r.Get("/v1/jobs/{id}", s.handle(s.job))
	r.Delete("/v1/jobs/{id}", s.handle(s.dropJob))
	r.Get("/v1/jobs/{id}/events", s.handle(s.jobEvents))
	r.Post("/v1/campaigns", s.handle(s.createCampaign))
	r.Get("/v1/campaigns", s.handle(s.campaigns))
	r.Get("/v1/campaigns/{id}", s.handle(s.campaign))
	r.Delete("/v1/campaigns/{id}", s.handle(s.dropCampaign))
	r.Post("/v1/campaigns/{id}/resume", s.handle(s.resumeCampaign))
	r.Get("/v1/campaigns/{id}/events", s.handle(s.campaignEvents))
	r.Get("/v1/campaigns/{id}/results", s.handle(s.campaignResults))
	r.Post("/v1/replay", s.handle(s.replay))
	r.Post("/v1/convert", s.handle(s.convert))
	r.Get("/v1/games", s.handle(s.games))
	r.Get("/v1/games/{game}", s.handle(s.game))
	r.Get("/v1/games/{game}/deals/{seed}", s.handle(s.numberedDeal))
	r.Get("/v1/games/{game}/winnable-deals", s.handle(s.winnableDeals))
	r.Get("/v1/games/{game}/daily-deal", s.handle(s.dailyDeal))
	r.Get("/v1/stats", s.handle(s.statistics))
	r.Get("/v1/stats.svg", s.handle(s.ratesPlot))
	r.Get("/v1/stats/pairs", s.handle(s.comparison))
	r.Get("/v1/stats/{game}.svg", s.handle(s.gamePlot))
	r.Get("/v1/stats/{game}", s.handle(s.gameStatistics))
	r.Get("/v1/deals/{id}", s.handle(s.storedDeal))
	r.Get("/v1/deals/{id}/solution", s.handle(s.storedSolution))

	r.Get("/healthz", s.handle(s.alive))
	r.Get("/readyz", s.handle(s.ready))
	r.Get("/metrics", s.guarded(s.metrics))
	r.Get("/openapi.json", openAPI)
	r.Get("/", s.handle(s.welcomePage))
	r.Get("/deals", s.handle(s.toDeal))
	r.Get("/win-rates", s.handle(s.ratesPage))
	r.Get("/games/{game}", s.handle(s.gamePage))
	r.Get("/games/{game}/random-deal", s.handle(s.randomDeal))
	r.Get("/games/{game}/daily-deal", s.handle(s.dailyPage))
	r.Get("/games/{game}/deals/{seed}", s.handle(s.dealPage))
	r.Get("/campaigns", s.handle(s.campaignsPage))
	r.Get("/campaigns/{id}", s.handle(s.campaignPage))
	r.Get("/play", s.handle(s.playPage))
	r.Get("/convert", s.handle(s.convertPage))
	r.Get("/docs", s.handle(s.docsPage))
	r.Get("/web/{file}", s.handle(asset))
	return r
}

// handle makes an http.HandlerFunc of a handler that returns its error.
func (s *service) handle(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.fail(w, r, err)
		}
	}
}

func unknownRoute(_ http.ResponseWriter, r *http.Request) error {
	return refuse(notFound, "there is nothing at %s; /docs lists what there is", clip(r.URL.Path))
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
	return refuse(methodNotAllowed, "%s takes no %s; it takes %s", clip(r.URL.Path), clip(r.Method),
		strings.Join(w.Header().Values("Allow"), " and "))
}

// asset serves a file of the pages.
func asset(w http.ResponseWriter, r *http.Request) error {
	if !web.Asset(w, r, chi.URLParam(r, "file")) {
		return unknownRoute(w, r)
	}
	return nil
}
