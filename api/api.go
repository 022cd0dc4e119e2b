package api

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	chimiddleware "github.com/go-chi/chi/v5/middleware"
	"github.com/hashicorp/golang-lru/v2/expirable"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Judge answers problems.
type Judge interface {
	// Answer returns the verdict on a problem: a stored one, unless fresh, or that of a
	// search within the budget and the context's deadline. The solution has been replayed
	// and belongs to the canonical position. A spent budget is an answer, not an error.
	Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error)
}

// Library has stored answers.
type Library interface {
	// Recall returns the problem with an id and its stored answer, with a replayed solution
	// of the canonical position; a nil Problem if there is none.
	Recall(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error)
}

// Health reports whether the service works.
type Health interface {
	// Ready returns the state of each part that the service depends on, by name: nil if it
	// works. The map must not be changed.
	Ready(ctx context.Context) map[string]error
}

// Limits bound what one request may ask for.
type Limits struct {
	request.Limits
	Body      int64 // bytes of a request's body
	BodyRoom  int64 // bytes of large bodies at a time; at least four of the greatest
	BodyTurns int   // large bodies parsed at a time

	Batches     int // batches at a time
	BatchLines  int // lines of a batch
	BatchWindow int // lines of a batch in progress at a time

	JobDeadline   time.Duration // longest deadline of a job
	JobRetention  time.Duration // how long a job is kept after its end
	ProofDeadline time.Duration // of a job that makes a proof
	EventStreams  int           // streams of events at a time

	CampaignDeadline time.Duration // longest deadline of a campaign's deal
	CampaignDeals    int64         // deals of a campaign

	intake *request.Intake // of a [Handler]
	brief  bool            // answers have a certificate only on request
}

// readBody reads the body of a request that has JSON. It must not be used after leave.
func (l *Limits) readBody(w http.ResponseWriter, r *http.Request) (body []byte, leave func(), err error) {
	return l.intake.Body(w, r, middleware.ClientName(r.Context()))
}

// Options are the parts of the service and its settings. All parts are required
// where nothing else is said.
type Options struct {
	Judge     Judge
	Analyst   Analyst
	Adviser   Adviser
	Bulk      Patient
	Jobs      Jobs
	Campaigns Campaigns
	Once      Once
	Webhooks  Webhooks // nil for none
	Engines   Engines
	Library   Library
	Proofs    Proofs
	Dealer    Dealer
	Stats     Statistician
	Health    Health
	Metrics   http.Handler // answers GET /metrics
	Observe   middleware.Observer
	Log       *slog.Logger
	Limits    Limits
	Access    middleware.Access
	Version   string      // of the program
	Engine    *web.Engine // for browsers; nil for none

	// Trace is middleware that makes traces of requests; nil for none.
	Trace func(http.Handler) http.Handler

	// Stopping ends when the service stops, to end batches and streams of events.
	Stopping context.Context
	// BatchLine is called for each answered line of a batch: with the verdict, or "problem".
	BatchLine func(outcome string)
	// Failed is called with each error that is answered with a problem; may be nil.
	Failed func(error)
}

// Handler returns the service.
func Handler(o Options) http.Handler {
	o.Limits.intake = request.NewIntake(o.Limits.Body, o.Limits.BodyRoom, o.Limits.BodyTurns)
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
		chimiddleware.Compress(5, "application/json", problem.MediaType, "text/html", "text/css", "text/csv", "text/javascript", "text/plain", "image/svg+xml", ndjson),
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

// service is the parts of the service, and what its calls share.
type service struct {
	*Options
	problems *problem.Writer
	work     *middleware.RateLimit         // against which lines of batches and new proofs count
	exports  *middleware.ConcurrencyLimit  // of results of campaigns
	previews chan struct{}                 // has one for each preview being drawn; they take some 20 ms of a processor each
	streams  *middleware.ConcurrencyLimit  // of events
	paces    *expirable.LRU[string, *pace] // of campaigns that were asked for
}

// routes adds the calls and the pages.
func (o *Options) routes(r chi.Router, problems *problem.Writer, work *middleware.RateLimit) {
	get := func(path string, h handler) { r.Get(path, problems.Handle(h)) }
	post := func(path string, h handler) { r.Post(path, problems.Handle(h)) }
	// plain makes parameters of the query errors.
	plain := func(h handler) handler {
		return func(w http.ResponseWriter, r *http.Request) error {
			if err := request.Query(r).Err(); err != nil {
				return err
			}
			return h(w, r)
		}
	}
	most, half, quarter := int64(o.Limits.Batches), int64(o.Limits.Batches+1)/2, int64(o.Limits.EventStreams+3)/4 // for one client
	s := &service{
		Options: o, problems: problems, work: work, paces: expirable.NewLRU[string, *pace](mostPaced, nil, 0), previews: make(chan struct{}, 2),
		exports: middleware.NewConcurrencyLimit("streams of results", most, half),
		streams: middleware.NewConcurrencyLimit("streams of events", int64(o.Limits.EventStreams), quarter),
	}

	jobs := &jobCalls{s}
	get("/v1/jobs", jobs.list)
	get("/v1/jobs/{id}", plain(jobs.get))
	r.Delete("/v1/jobs/{id}", problems.Handle(plain(jobs.drop)))
	get("/v1/jobs/{id}/events", plain(jobs.events))
	get("/v1/webhooks/secret", plain(s.webhookSecret))

	post("/v1/solve", asking(o.Limits, rememberSolve(), o.Judge, jobs.accept))
	post("/v1/moves", asking(o.Limits, decodeMoves, o.Analyst, nil))
	post("/v1/analyse", asking(o.Limits, decodeAnalyse, o.Analyst, nil))
	post("/v1/advise", asking(o.Limits, decodeAdvise, planned{o.Adviser, expirable.NewLRU[string, []game.Move](mostPlans, nil, 0)}, nil))
	post("/v1/difficulty", asking(o.Limits, decodeDifficulty, Measurer{o.Judge, o.Engines}, nil))
	post("/v1/play", asking(o.Limits, decodePlay, o.Engines, nil))
	post("/v1/replay", answering(o.Limits, Replay))
	post("/v1/convert", answering(o.Limits, Convert))
	batches := &batches{s, o.Limits.forBatches(), middleware.NewConcurrencyLimit("batches", most, half)}
	post("/v1/batches", batches.post)

	campaigns := &campaignCalls{s}
	post("/v1/campaigns", campaigns.create)
	get("/v1/campaigns", campaigns.list)
	get("/v1/campaigns/{id}", plain(campaigns.get))
	r.Delete("/v1/campaigns/{id}", problems.Handle(campaigns.drop))
	post("/v1/campaigns/{id}/resume", plain(campaigns.resume))
	get("/v1/campaigns/{id}/events", plain(campaigns.events))
	get("/v1/campaigns/{id}/results", campaigns.results)

	get("/v1/players", plain(getPlayers))
	get("/v1/games", plain(s.getGames))
	get("/v1/games/{game}", s.getGame)
	deals := &dealCalls{s}
	get("/v1/games/{game}/deals/{seed}", deals.numbered)
	get("/v1/games/{game}/deals/{seed}.txt", deals.numberedText)
	get("/v1/games/{game}/deals/{seed}.svg", plain(deals.picture))
	get("/v1/games/{game}/deals/{seed}.png", deals.preview)
	get("/v1/games/{game}/deals/{seed}/solution", deals.numberedSolution)
	get("/v1/games/{game}/deals/{seed}/solution.txt", deals.numberedSolutionText)
	get("/v1/games/{game}/winnable-deals", deals.winnable)
	get("/v1/games/{game}/seeds", deals.seeds)
	get("/v1/games/{game}/daily-deal", deals.daily)
	get("/v1/deals/{id}", deals.stored)
	get("/v1/deals/{id}.txt", deals.storedText)
	get("/v1/deals/{id}.svg", plain(deals.storedPicture))
	get("/v1/deals/{id}.png", deals.storedPreview)
	get("/v1/deals/{id}/solution", deals.storedSolution)
	get("/v1/deals/{id}/solution.txt", deals.storedSolutionText)
	get("/v1/deals/{id}/proof", plain((&proofCalls{s}).get))

	rates := &statsCalls{s}
	get("/v1/stats", rates.all)
	get("/v1/stats.svg", rates.plotAll)
	get("/v1/stats.csv", rates.tableAll)
	get("/v1/stats/pairs", rates.pair)
	get("/v1/stats/{game}.svg", rates.plotGame)
	get("/v1/stats/{game}.csv", rates.tableGame)
	get("/v1/stats/{game}", rates.game)

	get("/healthz", getAlive)
	get("/readyz", s.getReady)
	get("/metrics", s.getMetrics)
	r.Get("/openapi.json", getOpenAPI)

	site := &web.Site{
		Stats: o.Stats, Campaigns: o.Campaigns, Dealer: o.Dealer, Pace: func(c *campaign.Campaign, now time.Time) float64 { return rounded(s.paceOf(c, now)) }, Version: o.Version,
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
