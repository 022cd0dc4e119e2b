package deals

import (
	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
)

// Options are the parts that the calls need.
type Options struct {
	reply.Base
	Judge   reply.Judge
	Engines reply.Engines
	Library reply.Library
	Dealer  Dealer
	Version string // of the program
}

// Calls are the calls about games and deals.
type Calls struct {
	Options
	previews chan struct{} // has one for each preview being drawn; they take some 20 ms of a processor each
}

// New returns the calls.
func New(o Options) *Calls { return &Calls{o, make(chan struct{}, 2)} }

// Routes adds the calls to a router.
func (c *Calls) Routes(r chi.Router) {
	handle, plain := c.Problems.Handle, request.Plain
	r.Post("/v1/difficulty", handle(reply.Asking(&c.Base, decodeDifficulty, Measurer{c.Judge, c.Engines})))
	r.Post("/v1/convert", handle(reply.Answering(&c.Base, Convert)))
	r.Get("/v1/games", handle(plain(c.getGames)))
	r.Get("/v1/games/{game}", handle(c.getGame))
	r.Get("/v1/games/{game}/winnable-deals", handle(request.OfGame(c.winnable)))
	r.Get("/v1/games/{game}/seeds", handle(request.OfGame(c.seeds)))
	r.Get("/v1/games/{game}/daily-deal", handle(request.OfGame(c.daily)))
	r.Get("/v1/games/{game}/deals/{seed}", handle(c.numbered))
	r.Get("/v1/games/{game}/deals/{seed}.txt", handle(c.numberedText))
	r.Get("/v1/games/{game}/deals/{seed}.svg", handle(plain(c.picture)))
	r.Get("/v1/games/{game}/deals/{seed}.png", handle(c.preview))
	r.Get("/v1/games/{game}/deals/{seed}/solution", handle(c.numberedSolution))
	r.Get("/v1/games/{game}/deals/{seed}/solution.txt", handle(c.numberedSolutionText))
	// A line has full stops, and {line}.svg would end at the first one.
	r.Get(`/v1/games/{game}/positions/{line:[^/]+\.svg}`, handle(plain(c.positionPicture)))
	r.Get(`/v1/games/{game}/positions/{line:[^/]+\.png}`, handle(c.positionPreview))
	r.Get("/v1/deals/{id}", handle(c.stored))
	r.Get("/v1/deals/{id}.txt", handle(c.storedText))
	r.Get("/v1/deals/{id}.svg", handle(plain(c.storedPicture)))
	r.Get("/v1/deals/{id}.png", handle(c.storedPreview))
	r.Get("/v1/deals/{id}/solution", handle(c.storedSolution))
	r.Get("/v1/deals/{id}/solution.txt", handle(c.storedSolutionText))
}
