package api

import (
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// The service as a whole, for swag:
//
//	@title			Thoughtful
//	@version		1
//	@license.name	Apache-2.0
//	@description	Can this deal of patience be won? Every verdict is one of three: `winnable` comes with a solution that a referee has replayed move by move, `unwinnable` only after a complete search or with a proof from the cards, and everything else is `unknown`, with the reason.
//	@description
//	@description	All cards are known to the service, those that lie face down too. A question names a game or gives its rules, and names a numbered deal or gives its cards. Requests are read strictly: an unknown field and a field given twice are mistakes.
//	@description
//	@description	Errors are problems (RFC 9457), `application/problem+json`. Their `type` is one of:
//	@description
//	@description		- `/problems/bad-input` (400): the request has mistakes; `errors` lists the fields and cards that are wrong.
//	@description		- `/problems/unauthorized` (401): the server wants a key, sent as `Authorization: Bearer …`, or the key that was sent is wrong.
//	@description		- `/problems/forbidden` (403): `fresh`, deletions, campaigns and whatever else costs more than an answer needs a key, also where other calls need none.
//	@description		- `/problems/not-found` (404): there is no such page, game, deal, solution, job or campaign.
//	@description		- `/problems/method-not-allowed` (405): the header `Allow` says which methods the path takes.
//	@description		- `/problems/conflict` (409): the campaign is not in a state in which that can be done.
//	@description		- `/problems/too-large` (413): the body, or a line of a batch, is longer than the server reads.
//	@description		- `/problems/media-type` (415): the body is not sent as `application/json`, or a batch as `application/x-ndjson`.
//	@description		- `/problems/misdirected` (421): the request's `Host` is none that a server for its own machine answers for.
//	@description		- `/problems/too-many-requests` (429): one client may ask only so much a minute, or at a time; the header `Retry-After` says when to try again, and `RateLimit` and `RateLimit-Policy` what is left.
//	@description		- `/problems/busy` (503): all workers are taken and the queue is full, or there are as many batches, jobs, campaigns or streams as there may be; the header `Retry-After` says when to try again.
//	@description		- `/problems/unavailable` (503): what the answer needs is out of reach at the moment.
//	@description		- `/problems/filling` (503): there are no deals yet of the kind that was asked for, but they are being looked for; the header `Retry-After` says when to try again.
//	@description		- `/problems/not-ready` (503): the readiness check found a part of the service down.
//	@description		- `/problems/internal` (500): a fault of the service, logged under the request's id, which every response has in its header `X-Request-Id`.
//	@BasePath			/
//	@tag.name			verdicts
//	@tag.description	Questions about positions.
//	@tag.name			moves
//	@tag.description	Questions about moves.
//	@tag.name			games
//	@tag.description	The games that have a name, and their rules.
//	@tag.name			deals
//	@tag.description	Numbered deals, deals that can be won, and what is remembered of deals that somebody asked about.
//	@tag.name			jobs
//	@tag.description	Questions that are answered later.
//	@tag.name			campaigns
//	@tag.description	How often games can be won: many deals solved, or played, and counted.
//	@tag.name			stats
//	@tag.description	How often games can be won, as far as it is known.
//	@tag.name			pages
//	@tag.description	For people, with a browser. An error of theirs is a page too, for whoever's `Accept` asks for `text/html`.
//	@tag.name			operation
//	@tag.description	For those who run the service.

// getOpenAPI answers GET /openapi.json.
//
//	@ID			openAPI
//	@Summary	This description, as OpenAPI 3
//	@Tags		operation
//	@Produce	json,application/problem+json
//	@Success	200	{object}	object
//	@Router		/openapi.json [get]
func getOpenAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(docs.OpenAPI) // a client that has gone can't be told
}
