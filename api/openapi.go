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
//	@description		- `/problems/bad-input` (400): the request is invalid; `errors` lists the invalid fields and cards.
//	@description		- `/problems/unauthorized` (401): an API key is required, as `Authorization: Bearer …`, or the key is wrong.
//	@description		- `/problems/forbidden` (403): `fresh`, deletions and campaigns need a key even on servers where other calls need none; and calls that cost work are closed to pages of other origins that `CORS_ORIGINS` does not list.
//	@description		- `/problems/not-found` (404): the page, game, deal, solution, job or campaign does not exist.
//	@description		- `/problems/no-proof` (404): the deal can't be won, but no proof was found within the limits of states and time.
//	@description		- `/problems/method-not-allowed` (405): the header `Allow` lists the methods of the path.
//	@description		- `/problems/conflict` (409): the state of the campaign does not allow it, or an `Idempotency-Key` was used for another request.
//	@description		- `/problems/too-large` (413): the body, or a line of a batch, is too large.
//	@description		- `/problems/media-type` (415): the body must be `application/json`, or for a batch `application/x-ndjson`.
//	@description		- `/problems/misdirected` (421): a local server answers only to localhost and the names in `ALLOWED_HOSTS`.
//	@description		- `/problems/too-many-requests` (429): the client exceeded a limit of requests a minute or at a time; see the headers `Retry-After`, `RateLimit` and `RateLimit-Policy`.
//	@description		- `/problems/busy` (503): all workers are taken and the queue is full, or there are too many batches, jobs, campaigns or streams; see the header `Retry-After`.
//	@description		- `/problems/unavailable` (503): a part of the service is unavailable.
//	@description		- `/problems/not-ready` (503): the readiness check found a part down.
//	@description		- `/problems/not-implemented` (501): oEmbed has a format that the service has not.
//	@description		- `/problems/internal` (500): an error of the service, logged under the request id in the header `X-Request-Id`.
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
