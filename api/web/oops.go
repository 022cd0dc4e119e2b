package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// oops returns the page of a problem. The text of a problem is for programs, with names of fields
// and calls; the page explains the problem to people. header is the header of the answer.
func oops(r *http.Request, p problem.Problem, header http.Header) Oops {
	page := Oops{Title: p.Title, Links: []Link{{"/games", "All games"}, {"/", "Today’s deal"}}}
	soon := "in a minute"
	switch seconds := header.Get("Retry-After"); seconds {
	case "":
	case "1":
		soon = "in a second"
	default:
		soon = "in " + seconds + " seconds"
	}
	switch kind := strings.TrimPrefix(p.Type, "/problems/"); kind {
	case problem.NotFound.Name:
		page.missing(r)
	case problem.BadInput.Name:
		page.mistaken(r, p)
	case problem.TooMany.Name:
		page.Detail = "Too many requests came from your network. Reload the page " + soon + "."
	case problem.Busy.Name:
		page.Detail = "The service has more to do than it can. Reload the page " + soon + "."
	case problem.Unavailable.Name, problem.NotReady.Name:
		page.Detail = "A part of the service does not respond. Reload the page " + soon + "."
	case problem.Internal.Name:
		page.Title, page.Detail = "Something went wrong", "The service has logged what happened. Reload the page."
		if id := header.Get("X-Request-Id"); id != "" {
			page.Detail += " If it happens again, tell the operator of this service the number of the request: " + id + "."
		}
	case problem.Unauthorized.Name, problem.Forbidden.Name:
		page.Detail = "This page needs an API key, or one with more rights. The operator of this service issues keys."
	default:
		page.Detail = sentence(p.Detail)
	}
	return page
}

// gameOf returns the name of a game in the address, and the game if there is one.
func gameOf(r *http.Request) (name string, g rules.Game, known bool) {
	_, rest, found := strings.Cut(r.URL.Path, "/games/")
	name, _, _ = strings.Cut(rest, "/")
	if !found {
		name = r.URL.Query().Get("game")
	}
	g, known = rules.Lookup(name)
	return name, g, known
}

// offer adds links to deals of the game in the address, before the other links.
func (o *Oops) offer(r *http.Request) {
	if _, g, known := gameOf(r); known {
		o.Links = append([]Link{{gamePath(g.Name) + "/random-deal", "Any deal of " + g.Title}, {gamePath(g.Name), "Rules of " + g.Title}}, o.Links...)
	}
}

// missing explains what the address names and the site does not have.
func (o *Oops) missing(r *http.Request) {
	name, g, known := gameOf(r)
	path := r.URL.Path
	switch {
	case name != "" && !known:
		o.Title, o.Detail = "Unknown game", "There is no game called “"+problem.Clip(name)+"”."
		var near []Link
		for _, other := range request.NearestGames(name) {
			g, _ := rules.Lookup(other)
			near = append(near, Link{gamePath(g.Name), g.Title})
		}
		if len(near) > 0 {
			o.Detail += " Did you mean one of these?"
			o.Links = append(near, o.Links...)
		}
	case strings.HasSuffix(path, "/winnable-deal"), strings.HasSuffix(path, "/daily-deal"):
		o.Title, o.Detail = "No such deals", "There are no winnable deals of "+g.Title+" here, but any deal can be played, and may be winnable."
		o.offer(r)
	case strings.HasPrefix(path, "/campaigns/"):
		o.Detail = "There is no such campaign; it may have been deleted."
		o.Links = append([]Link{{"/campaigns", "All campaigns"}}, o.Links...)
	case strings.HasPrefix(path, "/docs/"):
		o.Detail = "There is no such page."
		o.Links = append([]Link{{"/docs", "All pages"}}, o.Links...)
	default:
		o.Title, o.Detail = "Page not found", "There is no page at "+problem.Clip(path)+". Check the address."
	}
}

// mistaken explains what is wrong with the address.
func (o *Oops) mistaken(r *http.Request, p problem.Problem) {
	said := make([]string, 0, len(p.Errors))
	for _, e := range p.Errors {
		switch e.Field {
		case "seed":
			o.Title = "No such deal"
			said = append(said, o.numbered(r))
		case "difficulty":
			o.Title = "No such difficulty"
			said = append(said, "Deals are easy, medium, hard or expert.")
		default:
			said = append(said, fmt.Sprintf("“%s” in the address is wrong: %s", e.Field, sentence(e.Detail)))
		}
	}
	o.Detail = strings.Join(said, " ")
	if o.Detail == "" {
		o.Detail = sentence(p.Detail)
	}
	o.offer(r)
}

// numbered explains which numbers the deals of a game have.
func (o *Oops) numbered(r *http.Request) string {
	seed := r.URL.Query().Get("seed")
	if _, rest, found := strings.Cut(r.URL.Path, "/deals/"); found {
		seed = rest
	}
	if plain, err := url.PathUnescape(seed); err == nil {
		seed = plain
	}
	title := "this game"
	if _, g, known := gameOf(r); known {
		title = g.Title
	}
	return fmt.Sprintf("“%s” is not the number of a deal of %s. Try a whole number below 2147483648, such as 2 or 11982; numbers of other programs have their name before them, such as microsoft:11982 or pysol:24.",
		problem.Clip(strings.TrimPrefix(seed, "solvitaire:")), title)
}
