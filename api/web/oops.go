package web

import (
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
	l := languageOf(r)
	page := Oops{Language: l, Title: say(l, p.Title), Links: []Link{{"/games", say(l, "All games")}, {"/", say(l, "Today’s deal")}}}
	soon := say(l, "Reload the page in a minute.")
	switch seconds := header.Get("Retry-After"); seconds {
	case "":
	case "1":
		soon = say(l, "Reload the page in a second.")
	default:
		soon = say(l, "Reload the page in {n} seconds.", "n", seconds)
	}
	switch kind := strings.TrimPrefix(p.Type, "/problems/"); kind {
	case problem.NotFound.Name:
		page.missing(r)
	case problem.BadInput.Name:
		page.mistaken(r, p)
	case problem.TooMany.Name:
		page.Detail = say(l, "Too many requests came from your network.") + " " + soon
	case problem.Busy.Name:
		page.Detail = say(l, "The service has more to do than it can.") + " " + soon
	case problem.Unavailable.Name, problem.NotReady.Name:
		page.Detail = say(l, "A part of the service does not respond.") + " " + soon
	case problem.Internal.Name:
		page.Title, page.Detail = say(l, "Something went wrong"), say(l, "The service has logged what happened. Reload the page.")
		if id := header.Get("X-Request-Id"); id != "" {
			page.Detail += " " + say(l, "If it happens again, tell the operator of this service the number of the request: {id}.", "id", id)
		}
	case problem.Unauthorized.Name, problem.Forbidden.Name:
		page.Detail = say(l, "This page needs an API key, or one with more rights. The operator of this service issues keys.")
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
		o.Links = append([]Link{{gamePath(g.Name) + "/random-deal", say(o.Language, "Any deal of {game}", "game", titleOf(o.Language, g.Title))}, {gamePath(g.Name), say(o.Language, "Rules of {game}", "game", titleOf(o.Language, g.Title))}}, o.Links...)
	}
}

// missing explains what the address names and the site does not have.
func (o *Oops) missing(r *http.Request) {
	name, g, known := gameOf(r)
	path, l := r.URL.Path, o.Language
	switch {
	case name != "" && !known:
		o.Title, o.Detail = say(l, "Unknown game"), say(l, "There is no game called “{name}”.", "name", problem.Clip(name))
		var near []Link
		for _, other := range request.NearestGames(name) {
			g, _ := rules.Lookup(other)
			near = append(near, Link{gamePath(g.Name), titleOf(l, g.Title)})
		}
		if len(near) > 0 {
			o.Detail += " " + say(l, "Did you mean one of these?")
			o.Links = append(near, o.Links...)
		}
	case strings.HasSuffix(path, "/winnable-deal"), strings.HasSuffix(path, "/daily-deal"):
		o.Title, o.Detail = say(l, "No such deals"), say(l, "There are no winnable deals of {game} here, but any deal can be played, and may be winnable.", "game", titleOf(l, g.Title))
		o.offer(r)
	case strings.HasPrefix(path, "/campaigns/"):
		o.Detail = say(l, "There is no such campaign; it may have been deleted.")
		o.Links = append([]Link{{"/campaigns", say(l, "All campaigns")}}, o.Links...)
	case strings.HasPrefix(path, "/docs/"):
		o.Detail = say(l, "There is no such page.")
		o.Links = append([]Link{{"/docs", say(l, "All pages")}}, o.Links...)
	default:
		o.Title, o.Detail = say(l, "Page not found"), say(l, "There is no page at {path}. Check the address.", "path", problem.Clip(path))
	}
}

// mistaken explains what is wrong with the address.
func (o *Oops) mistaken(r *http.Request, p problem.Problem) {
	l := o.Language
	said := make([]string, 0, len(p.Errors))
	for _, e := range p.Errors {
		switch e.Field {
		case "seed":
			o.Title = say(l, "No such deal")
			said = append(said, o.numbered(r))
		case "difficulty":
			o.Title = say(l, "No such difficulty")
			said = append(said, say(l, "Deals are easy, medium, hard or expert."))
		default:
			said = append(said, say(l, "“{name}” in the address is wrong: {detail}", "name", e.Field, "detail", sentence(e.Detail)))
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
	l := o.Language
	title := say(l, "this game")
	if _, g, known := gameOf(r); known {
		title = titleOf(l, g.Title)
	}
	return say(l, "“{number}” is not the number of a deal of {game}. Try a whole number below 2147483648, such as 2 or 11982; numbers of other programs have their name before them, such as microsoft:11982 or pysol:24.",
		"number", problem.Clip(strings.TrimPrefix(seed, "solvitaire:")), "game", title)
}
