// Package claims explains certificates that a position of Klondike or a relative can't be won, for
// people to read.
//
// A certificate (package proof) says what cards never do. Package proof checks it and notes which cards
// each claim waits for; [Explain] says that in sentences, and [Text] joins them. [Restate] restates a
// certificate for the same cards with the columns in another order. Nothing here has to be believed.
package claims
