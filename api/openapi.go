package api

import (
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
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

// getOpenAPI answers GET /openapi.json.
//
//	@ID			openAPI
//	@Summary	Get this description
//	@Success	200	{object}	object
//	@Router		/openapi.json [get]
func getOpenAPI(w http.ResponseWriter, r *http.Request) {
	reply.SendTagged(w, r, "application/json", docs.OpenAPI)
}
