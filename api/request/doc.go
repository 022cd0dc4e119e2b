// Package request reads the parts of requests that many calls share. It is strict: an unknown field
// or parameter is an error, and so is one that is given twice. One answer names all mistakes of a
// body.
//
// intake.go reads the body, request.go the path and the query. question.go reads the rules and the
// cards, and suggest.go finds names that are similar to a misspelt one. budget.go has the limits of
// requests and searches. movelist.go reads moves that were played, and asked.go the common part of
// requests about a problem. player.go reads the player, cursor.go the place in a list, webhook.go
// the webhook of a job or campaign. once.go finds earlier requests with the same idempotency key.
// language.go describes the language of deals and moves for the OpenAPI document.
//
// [Decode] fills the struct of a call by its tags, from which the OpenAPI document is made, too.
// After that, the call checks rules about several fields, and adds mistakes to the errors of the
// body's node. The fields have a meaning only if the node has no errors in the end.
package request
