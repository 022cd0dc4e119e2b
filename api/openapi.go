package api

import (
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// General information for swag:
//
//	@title			Thoughtful
//	@version		1
//	@license.name	Apache-2.0
//	@description	Can this deal of patience be won? A verdict is `winnable`, with a solution that a referee replayed move by move; `unwinnable`, proven by exhaustive search or by the cards that block each other; or `unknown`, with the reason.
//	@description
//	@description	The service knows all cards, face-down ones too. A request names a game or gives its rules, and names a numbered deal or gives its cards. Unknown and duplicate fields are errors.
//	@description
//	@description	Errors are problems (RFC 9457), `application/problem+json`. Their `type` is one of:
//	@description
//	@BasePath			/
//	@accept				json
//	@tag.name			verdicts
//	@tag.description	Verdicts of positions.
//	@tag.name			moves
//	@tag.description	Verdicts of moves, and advice.
//	@tag.name			games
//	@tag.description	Games and their rules.
//	@tag.name			deals
//	@tag.description	Numbered deals, winnable deals and stored verdicts.
//	@tag.name			jobs
//	@tag.description	Solve requests that are answered later.
//	@tag.name			campaigns
//	@tag.description	Win rates measured over many deals.
//	@tag.name			stats
//	@tag.description	Known win rates.
//	@tag.name			pages
//	@tag.description	For browsers. Errors are pages too, if `Accept` has `text/html`.
//	@tag.name			operation
//	@tag.description	For operators.

// getOpenAPI answers GET /openapi.json.
//
//	@ID			openAPI
//	@Summary	Get this description
//	@Tags		operation
//	@Success	200	{object}	object
//	@Router		/openapi.json [get]
func getOpenAPI(w http.ResponseWriter, r *http.Request) {
	web.SendTagged(w, r, "application/json", docs.OpenAPI)
}
