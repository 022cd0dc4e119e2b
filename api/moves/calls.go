package moves

import (
	"github.com/go-chi/chi/v5"
	"github.com/hashicorp/golang-lru/v2/expirable"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Options are the parts that the calls need.
type Options struct {
	reply.Base
	Analyst Analyst
	Adviser Adviser
	Engines reply.Engines
}

// Calls are the calls about moves.
type Calls struct {
	Options
	plans *expirable.LRU[string, []game.Move] // unfinished plans of advice, by [adviseQuestion.planKey]
}

// New returns the calls.
func New(o Options) *Calls {
	return &Calls{o, expirable.NewLRU[string, []game.Move](mostPlans, nil, 0)}
}

// Routes adds the calls to a router.
func (c *Calls) Routes(r chi.Router) {
	handle := c.Problems.Handle
	r.Post("/v1/moves", handle(reply.Asking(&c.Base, decodeMoves, c.Analyst)))
	r.Get("/v1/games/{game}/positions/{line}/moves", handle(reply.AskingAt(&c.Base, decodeMoves, c.Analyst, "why", "language", "runs", "solution", "solution_format", "deadline_ms", "states", "schema")))
	r.Post("/v1/analyse", handle(reply.Asking(&c.Base, decodeAnalyse, c.Analyst)))
	r.Post("/v1/advise", handle(reply.Asking(&c.Base, decodeAdvise, c)))
	r.Post("/v1/play", handle(reply.Asking(&c.Base, decodePlay, c.Engines)))
	r.Post("/v1/replay", handle(reply.Answering(&c.Base, Replay)))
	r.Get("/v1/players", handle(request.Plain(getPlayers)))
}
