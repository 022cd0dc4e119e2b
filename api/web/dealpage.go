package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// deal answers GET /games/{game}/deals/{seed}.
//
//	@ID				dealPage
//	@Summary		A page that shows a deal, its verdict and its solution, and lets one play
//	@Description	`?ply=17` shows the position after 17 moves of the solution. A number without a scheme leads on to the page of the deal that people mean by it.
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Param			game	path		string	true	"a game's name or alias"	extensions(x-example=free-cell)
//	@Param			seed	path		string	true	"a deal by number"			extensions(x-example=microsoft:11982)
//	@Success		200		{string}	string
//	@Success		303
//	@Success		304
//	@Header			200,304		{string}	ETag		"changes when the page does; for If-None-Match"
//	@Header			303			{string}	Location	"the page with the number's scheme"
//	@Failure		400,404,500	{object}	problem.Problem
//	@Router			/games/{game}/deals/{seed} [get]
func (*Site) deal(w http.ResponseWriter, r *http.Request) error {
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	seed := request.Param(r, "seed")
	if !strings.Contains(seed, ":") {
		leadToDeal(w, &g, seed)
		return nil
	}
	q, err := request.Numbered(g.Name, g.Rules, seed)
	if err != nil {
		return err
	}
	p, err := q.Problem()
	if err != nil {
		return err
	}
	asked := p.Asked()
	return send(w, r, Deal{
		Games: choices(), Game: g.Name, Title: g.Title, Summary: g.Summary, Seed: q.Seed.String(),
		Rules: string(g.Rules.Canonical()), Deal: string(asked.Document(p.Rules())),
	})
}

// play answers GET /play.
//
//	@ID				playPage
//	@Summary		A page on which a position is given, and played on
//	@Description	The position is in the fragment of the address, which is not sent.
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Success		200	{string}	string
//	@Success		304
//	@Header			200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Router			/play [get]
func (*Site) play(w http.ResponseWriter, r *http.Request) error {
	return send(w, r, Deal{Games: choices()})
}

// toDeal answers GET /deals, where forms send a game and a number.
//
//	@ID				toDeal
//	@Summary		The way to the page of a deal
//	@Description	For forms: it leads on to `/games/{game}/deals/{seed}`. A number without a scheme is Microsoft's in FreeCell and its kin, and `solvitaire`'s elsewhere.
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Param			game	query	string	true	"a game's name or alias"					extensions(x-example=klondike)
//	@Param			seed	query	string	true	"the deal's number, with a scheme or not"	extensions(x-example=2)
//	@Success		303
//	@Header			303			{string}	Location	"the page of the deal"
//	@Failure		400,404,500	{object}	problem.Problem
//	@Router			/deals [get]
func (*Site) toDeal(w http.ResponseWriter, r *http.Request) error {
	q, err := request.Query(r, "game", "seed")
	if err != nil {
		return err
	}
	g, err := request.Game(q["game"])
	if err != nil {
		return err
	}
	leadToDeal(w, &g, q["seed"])
	return nil
}

// randomDeal answers GET /games/{game}/random-deal.
//
//	@ID			randomDeal
//	@Summary	The way to the page of a deal drawn at random
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Param		game	path	string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Success	303
//	@Header		303	{string}	Location	"the page of the deal"
//	@Failure	404	{object}	problem.Problem
//	@Router		/games/{game}/random-deal [get]
func (*Site) randomDeal(w http.ResponseWriter, r *http.Request) error {
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	// People like numbers that they can tell each other.
	leadToDeal(w, &g, strconv.Itoa(1+rand.IntN(1_000_000)))
	return nil
}

// dailyDeal answers GET /games/{game}/daily-deal.
//
//	@ID				dailyPage
//	@Summary		The way to the page of today's deal, which can be won
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Param			game	path	string	true	"a game's name or alias, of which a pool is kept"	extensions(x-example=klondike)
//	@Success		303
//	@Header			303		{string}	Location	"the page of the deal"
//	@Failure		404		{object}	problem.Problem
//	@Failure		503		{object}	problem.Problem	"unavailable, filling"
//	@Router			/games/{game}/daily-deal [get]
func (s *Site) dailyDeal(w http.ResponseWriter, r *http.Request) error {
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.Deadline)
	defer cancel()
	_, today, err := s.Dealer.Daily(ctx, g.Name, "", "")
	if err != nil {
		return problem.Of(fmt.Errorf("deals of %s: %w", g.Name, err), problem.Unavailable)
	}
	leadToDeal(w, &g, today.Seed)
	return nil
}

// leadToDeal leads on to the page of a deal whose number may lack its scheme.
func leadToDeal(w http.ResponseWriter, g *rules.Game, seed string) {
	scheme, number, named := strings.Cut(strings.TrimSpace(seed), ":")
	if !named {
		scheme, number = plainScheme(&g.Rules, scheme), scheme
	}
	w.Header().Set("Location", "/games/"+url.PathEscape(g.Name)+"/deals/"+url.PathEscape(scheme)+":"+url.PathEscape(number))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusSeeOther)
}

// plainScheme is the scheme that people mean by a number alone: of FreeCell and its kin
// with cells the numbers of Microsoft's program, which books and lists go by, of all other
// games solvitaire's, which has them all.
func plainScheme(r *rules.Rules, number string) string {
	if r.Cells.Count > 0 {
		if s, err := deal.ParseSeed(deal.Microsoft + ":" + number); err == nil {
			if _, err := s.Deal(r); err == nil {
				return s.Scheme
			}
		}
	}
	return deal.Solvitaire
}
