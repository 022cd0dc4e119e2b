package verdicts

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
)

// Options are the parts that the calls need.
type Options struct {
	reply.Base
	Judge    reply.Judge
	Bulk     Patient
	Jobs     Jobs
	Once     request.Once
	Webhooks request.Webhooks // nil if the service sends no webhooks
	Library  reply.Library
	Proofs   Proofs
	Streams  *reply.Streams
	Access   *middleware.Access
	Work     *middleware.RateLimit // the rate limit for lines of batches and for new proofs

	// Stopping ends when the service stops, to end batches.
	Stopping context.Context
	// BatchLine is called for each answered line of a batch, with the verdict or "problem".
	BatchLine func(outcome string)
}

// Calls are the calls about verdicts.
type Calls struct {
	Options
	batches *middleware.ConcurrencyLimit
}

// New returns the calls.
func New(o Options) *Calls {
	most := int64(o.Limits.Batches)
	return &Calls{o, middleware.NewConcurrencyLimit("batches", most, (most+1)/2)}
}

// Routes adds the calls to a router.
func (c *Calls) Routes(r chi.Router) {
	handle, plain := c.Problems.Handle, request.Plain
	decode := cacheDecoded()
	solve := reply.Asking(&c.Base, decode, c.Judge)
	r.Post("/v1/solve", handle(func(w http.ResponseWriter, r *http.Request) error {
		if prefersLater(r) {
			return c.accept(w, r)
		}
		return solve(w, r)
	}))
	r.Get("/v1/games/{game}/positions/{line}", handle(reply.AskingAt(&c.Base, decode, c.Judge, "solution", "solution_format", "certificate", "deadline_ms", "states", "schema")))
	r.Get("/v1/games/{game}/positions/{line}/solution", handle(c.solutionAt(decode)))
	r.Get("/v1/games/{game}/positions/{line}/solution.txt", handle(c.solutionTextAt(decode)))
	r.Post("/v1/batches", handle(c.postBatch))
	r.Get("/v1/jobs", handle(c.list))
	r.Get("/v1/jobs/{id}", handle(plain(c.get)))
	r.Delete("/v1/jobs/{id}", handle(plain(c.drop)))
	r.Get("/v1/jobs/{id}/events", handle(plain(c.events)))
	r.Get("/v1/webhooks/secret", handle(plain(c.webhookSecret)))
	r.Get("/v1/deals/{id}/proof", handle(plain(c.getProof)))
}
