package rates

import (
	"github.com/go-chi/chi/v5"
	"github.com/hashicorp/golang-lru/v2/expirable"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
)

// Options are the parts that the calls need.
type Options struct {
	reply.Base
	Stats     Statistician
	Campaigns Campaigns
	Once      request.Once
	Webhooks  request.Webhooks // nil for none
	Streams   *reply.Streams
}

// Calls are the calls about win rates.
type Calls struct {
	Options
	exports *middleware.ConcurrencyLimit  // of results of campaigns
	paces   *expirable.LRU[string, *pace] // of campaigns that were asked for
}

// New returns the calls.
func New(o Options) *Calls {
	most := int64(o.Limits.Batches)
	return &Calls{
		o, middleware.NewConcurrencyLimit("streams of results", most, (most+1)/2), expirable.NewLRU[string, *pace](mostPaced, nil, 0),
	}
}

// Routes adds the calls to a router.
func (c *Calls) Routes(r chi.Router) {
	handle, plain := c.Problems.Handle, request.Plain
	r.Post("/v1/campaigns", handle(c.create))
	r.Get("/v1/campaigns", handle(c.list))
	r.Get("/v1/campaigns/{id}", handle(plain(c.get)))
	r.Delete("/v1/campaigns/{id}", handle(c.drop))
	r.Post("/v1/campaigns/{id}/resume", handle(plain(c.resume)))
	r.Get("/v1/campaigns/{id}/events", handle(plain(c.events)))
	r.Get("/v1/campaigns/{id}/results", handle(c.results))
	r.Get("/v1/stats", handle(c.all))
	r.Get("/v1/stats.svg", handle(c.plotAll))
	r.Get("/v1/stats.csv", handle(c.tableAll))
	r.Get("/v1/stats/pairs", handle(c.pair))
	r.Get("/v1/stats/{game}.svg", handle(c.plotGame))
	r.Get("/v1/stats/{game}.csv", handle(c.tableGame))
	r.Get("/v1/stats/{game}", handle(c.game))
}
