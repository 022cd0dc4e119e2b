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
//	@Summary		Page of a deal: table, verdict, solution, play
//	@Description	`?ply=17` shows the position after 17 moves of the solution. A number without a scheme redirects to the usual scheme of the game.
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Param			game	path		string	true	"a game's name or alias"	extensions(x-example=free-cell)
//	@Param			seed	path		string	true	"deal by number"			extensions(x-example=microsoft:11982)
//	@Success		200		{string}	string
//	@Success		303
//	@Success		304
//	@Header			200,304		{string}	ETag		"changes when the page does; for If-None-Match"
//	@Header			303			{string}	Location	"the page with the scheme"
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
//	@Summary		Page to play from any position
//	@Description	The position is in the fragment of the address, which browsers do not send.
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Success		200	{string}	string
//	@Success		304
//	@Header			200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Router			/play [get]
func (*Site) play(w http.ResponseWriter, r *http.Request) error {
	return send(w, r, Deal{Games: choices()})
}

// toDeal answers GET /deals, the target of forms.
//
//	@ID				toDeal
//	@Summary		Redirect to the page of a deal
//	@Description	For forms: redirects to `/games/{game}/deals/{seed}`. A number without a scheme is `microsoft` for FreeCell-like games and `solvitaire` for others.
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Param			game	query	string	true	"a game's name or alias"					extensions(x-example=klondike)
//	@Param			seed	query	string	true	"number of the deal, with or without a scheme"	extensions(x-example=2)
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
//	@Summary	Redirect to the page of a random deal
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
	// Short numbers are easy to share.
	leadToDeal(w, &g, strconv.Itoa(1+rand.IntN(1_000_000)))
	return nil
}

// dailyDeal answers GET /games/{game}/daily-deal.
//
//	@ID				dailyPage
//	@Summary		Redirect to the page of today's deal
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Param			game	path	string	true	"a game's name or alias, if it has a pool"	extensions(x-example=klondike)
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

// leadToDeal redirects to the page of a deal. The seed may lack its scheme.
func leadToDeal(w http.ResponseWriter, g *rules.Game, seed string) {
	scheme, number, named := strings.Cut(strings.TrimSpace(seed), ":")
	if !named {
		scheme, number = plainScheme(&g.Rules, scheme), scheme
	}
	w.Header().Set("Location", "/games/"+url.PathEscape(g.Name)+"/deals/"+url.PathEscape(scheme)+":"+url.PathEscape(number))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusSeeOther)
}

// plainScheme returns the usual scheme of a number: Microsoft's for games with cells that it
// numbers, as in books and lists, and otherwise solvitaire.
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
