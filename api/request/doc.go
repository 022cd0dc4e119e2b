// Package request reads what many calls share. Every reading is strict: an unknown field or
// parameter and one given twice are errors, and all mistakes of a body are found at once.
//
// intake.go reads the body, request.go the path and the query; question.go which rules and
// cards are meant, with suggest.go for misspelt names; budget.go has the limits, and how much a search may
// take; movelist.go moves already played, and asked.go all that requests about a problem have in common;
// player.go who plays; cursor.go where a list goes on; webhook.go who is told of an end; once.go knows
// requests that were sent before. language.go describes the language of deals and moves for the OpenAPI
// document.
//
// [Decode] fills the struct of a call by its tags, which the OpenAPI document is made of too. What
// depends on several fields is checked after that, with the node of the body: what is wrong is added
// to its errors. What was read has a meaning only if it has no errors in the end.
package request
