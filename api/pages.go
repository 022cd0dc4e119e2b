package api

import (
	"net/http"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
)

// sendPage answers with a page; its template's fault is one of the program.
func sendPage(w http.ResponseWriter, r *http.Request, p web.Page) error {
	if err := web.Send(w, r, http.StatusOK, p); err != nil {
		return problem.Of(err, problem.Internal)
	}
	return nil
}

// welcomePage answers GET /.
//
//	@ID			welcome
//	@Summary	A page that says what this is, and leads to a deal
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Success	200	{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Router		/ [get]
func (s *service) welcomePage(w http.ResponseWriter, r *http.Request) error {
	return sendPage(w, r, web.Welcome{Games: choices()})
}

// docsPage answers GET /docs.
//
//	@ID			docs
//	@Summary	This description, as a page
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Success	200	{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Router		/docs [get]
func (s *service) docsPage(w http.ResponseWriter, r *http.Request) error {
	return sendPage(w, r, web.Docs{})
}

// convertPage answers GET /convert.
//
//	@ID			convertPage
//	@Summary	A page that converts deals and solutions
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Success	200	{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Router		/convert [get]
func (s *service) convertPage(w http.ResponseWriter, r *http.Request) error {
	return sendPage(w, r, web.Convert{})
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
func (s *service) toDeal(w http.ResponseWriter, r *http.Request) error {
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

// wantsPage tells whether whoever asks is a person: a browser that goes to a page rather
// than a program, or a page's script, that calls the interface. What is under /v1 is for
// programs, whoever asks.
func wantsPage(r *http.Request) bool {
	if strings.HasPrefix(r.URL.Path, "/v1/") || strings.HasPrefix(r.URL.Path, "/web/") || !middleware.IsRead(r) {
		return false
	}
	for media := range request.Listed(r, "Accept") {
		switch media {
		case "text/html":
			return true
		case "application/json", problem.MediaType:
			return false // it comes first
		}
	}
	return false
}

// problemPage answers a person with a problem as a page; false if a program asks.
func problemPage(w http.ResponseWriter, r *http.Request, p problem.Problem) bool {
	if !wantsPage(r) {
		return false
	}
	w.Header().Add("Vary", "Accept")
	o := web.Oops{Title: p.Title, Detail: p.Detail}
	for _, e := range p.Errors {
		o.Errors = append(o.Errors, web.Mistake{Field: e.Field, Detail: e.Detail})
	}
	if len(o.Errors) > 0 {
		o.Detail = "" // it says the first of them
	}
	return web.Send(w, r, p.Status, o) == nil
}
