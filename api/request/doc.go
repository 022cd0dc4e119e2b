// Package request reads what many calls share. Every reading is strict: an unknown field or
// parameter and one given twice are errors, and all mistakes of a body are found at once.
//
// intake.go reads the body, request.go the path and the query; question.go which rules and
// cards are meant, with suggest.go for misspelt names; budget.go how much a search may take;
// movelist.go moves already played; player.go who plays; cursor.go where a list goes on. language.go describes the language of
// rules, deals and moves for the OpenAPI document.
//
// A function called Decode… reads fields of a JSON object, and adds what is wrong to the
// errors of the object. What it returns has a meaning only if the object has no errors in
// the end.
package request
