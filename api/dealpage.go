package api

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// dealPage answers GET /games/{game}/deals/{seed}.
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
func (s *service) dealPage(w http.ResponseWriter, r *http.Request) error {
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	seed := request.Param(r, "seed")
	if !strings.Contains(seed, ":") {
		leadToDeal(w, &g, seed)
		return nil
	}
	found, _, err := DealOf(g.Name, g.Rules, seed)
	if err != nil {
		return err
	}
	return sendPage(w, r, web.Deal{
		Games: choices(), Game: g.Name, Title: g.Title, Summary: g.Summary, Seed: found.Seed,
		Rules: string(encode(&g.Rules)), Deal: string(found.Deal),
	})
}

// playPage answers GET /play.
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
func (s *service) playPage(w http.ResponseWriter, r *http.Request) error {
	return sendPage(w, r, web.Deal{Games: choices()})
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

// choices are the games to choose from.
func choices() []web.Choice {
	var list []web.Choice
	for _, g := range rules.Games() {
		list = append(list, web.Choice{Name: g.Name, Title: g.Title})
	}
	return list
}
