// Package claims explains certificates that a position of Klondike or a relative can't be won, for
// people to read.
//
// A certificate (package proof) says what cards never do. [Explain] has it checked there, finds which
// cards each claim waits for, and says so in a sentence; [Text] joins the sentences. [Restate] restates a
// certificate for the same cards with the columns in another order. Nothing here has to be believed: the
// checker of a certificate is package proof, which shares no code with this one.
package claims
