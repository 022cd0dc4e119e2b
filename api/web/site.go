package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Site is the web site of the service: its pages and the files that they load.
type Site struct {
	Stats interface {
		Rates(ctx context.Context, scope stats.Scope) ([]stats.Report, error)
		Game(ctx context.Context, name string, scope stats.Scope) (stats.Report, error)
	}
	Campaigns interface {
		Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error)
		List(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error)
	}
	Dealer interface {
		Daily(game, date string, grade difficulty.Grade) (seeds.Day, seeds.Deal, error)
		Games() []string
	}
	// Pace returns the pace of a campaign in deals per second. It returns 0 if the pace is unknown.
	Pace     func(c *campaign.Campaign, now time.Time) float64
	Version  string        // of the program
	Keyed    bool          // whether a client needs a key to start a campaign
	Deadline time.Duration // the default deadline of a deal
	Problems *problem.Writer
	Engine   *Engine // the engines that pages run in the browser; nil if there are none
}

// Routes adds the pages and assets to a router.
func (s *Site) Routes(r chi.Router) {
	for path, page := range map[string]func(http.ResponseWriter, *http.Request) error{
		"/":                                s.home,
		"/deals":                           s.toDeal,
		"/win-rates":                       s.winRates,
		"/games":                           s.games,
		"/games/{game}":                    atSlug(s.game),
		"/games/{game}/random-deal":        request.OfGame(s.randomDeal),
		"/games/{game}/winnable-deal":      s.winnableDeal,
		"/games/{game}/daily-deal":         s.dailyDeal,
		"/games/{game}/deals/{seed}":       atSlug(s.deal),
		"/embed/games/{game}/deals/{seed}": request.OfGame(s.embed),
		"/oembed":                          s.oembed,
		"/campaigns":                       s.campaigns,
		"/campaigns/{id}":                  s.campaign,
		"/play":                            s.play,
		"/offline":                         s.offline,
		"/convert":                         s.convert,
		"/data/packed/{file}":              s.packed,
		"/docs":                            s.docs,
		"/docs/index":                      s.index,
		"/docs/{page}":                     s.pageByName,
		"/docs/{shelf}/{page}":             s.page,
		"/problems/{name}":                 s.problem,
	} {
		r.Get(path, s.Problems.Handle(spoken(page)))
	}
	for _, route := range []string{"/web/{file}", "/web/{version}/{file}"} {
		r.Get(route, s.Problems.Handle(s.file))
	}
}

// gamePath returns the address of the page of a game, by any of its names.
func gamePath(name string) string {
	if g, known := rules.Lookup(name); known {
		name = g.Slug
	}
	return "/games/" + url.PathEscape(name)
}

// atSlug returns the handler of a page of a game, which has one address: other names of the game redirect
// to it.
func atSlug(page func(http.ResponseWriter, *http.Request, rules.Game) error) request.Handler {
	return request.OfGame(func(w http.ResponseWriter, r *http.Request, g rules.Game) error {
		given := request.Param(r, "game")
		if given == g.Slug {
			return page(w, r, g)
		}
		at := url.URL{Path: strings.Replace(r.URL.Path, "/games/"+given, "/games/"+g.Slug, 1), RawQuery: r.URL.RawQuery}
		redirect(w, at.String())
		return nil
	})
}

// file answers with a file that pages load.
func (s *Site) file(w http.ResponseWriter, r *http.Request) error {
	name, version := chi.URLParam(r, "file"), chi.URLParam(r, "version")
	if version == "" && name == workerFile {
		return s.worker(w, r)
	}
	if version == "" && (name == elementScript || strings.HasPrefix(name, wordsPrefix)) {
		w.Header().Set("Access-Control-Allow-Origin", "*") // pages of all origins may have it
	}
	if version == "" && s.Engine.send(w, r, name) || Asset(w, r, name, version) {
		return nil
	}
	return NotFound(w, r)
}

// NotFound answers a request for a path that has no page and no call.
func NotFound(_ http.ResponseWriter, r *http.Request) error {
	if strings.HasPrefix(r.URL.Path, "/v1/") {
		return problem.New(problem.NotFound, "no call at %s; /docs lists all calls", problem.Clip(r.URL.Path))
	}
	return problem.New(problem.NotFound, "no page at %s", problem.Clip(r.URL.Path))
}

// docs answers GET /docs.
//
//	@ID			docs
//	@Summary	Table of contents of the book, and this description
//	@Router		/docs [get]
func (*Site) docs(w http.ResponseWriter, r *http.Request) error {
	return send(w, r, "docs", "/docs", Contents{Shelves: book().shelves})
}

// convert answers GET /convert.
//
//	@ID			convertPage
//	@Summary	Page to convert deals and solutions
//	@Router		/convert [get]
func (*Site) convert(w http.ResponseWriter, r *http.Request) error {
	return send(w, r, "convert", "/convert", nil)
}

// Problem answers a browser with the page of a problem. For programs, for paths under /v1 and /web,
// and for requests that are not reads, it returns false and answers nothing.
func Problem(w http.ResponseWriter, r *http.Request, p problem.Problem) bool {
	if !wantsPage(r) {
		return false
	}
	w.Header().Add("Vary", "Accept")
	return sendPage(w, r, p.Status, "oops", "", oops(r, p, w.Header())) == nil
}

func wantsPage(r *http.Request) bool {
	if strings.HasPrefix(r.URL.Path, "/v1/") || strings.HasPrefix(r.URL.Path, "/web/") || !middleware.IsRead(r) {
		return false
	}
	for media := range request.Listed(r, "Accept") {
		switch media {
		case "text/html":
			return true
		case "application/json", problem.MediaType:
			return false // the client prefers this media type
		}
	}
	return false
}
