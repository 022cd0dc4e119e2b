// Package deadlock proves without search that a position of Klondike, or of a game like
// it, can't be won, and says why in words that a person can check.
//
// # The relaxation
//
// Let nothing that was once possible ever cease to be: a card that was uncovered once
// can be played at any time, one that was laid into the tableau once carries others for
// good, and what has reached its foundation counts as up for ever. What can be done is
// then a set of facts that only grows, and if it stops growing before all cards are up,
// the position is lost (Bjarnason, Tadepalli & Fern 2007, section 5). With cards as bits
// that takes half a microsecond (relax.go). Of a stock turned several at a time a card
// is within reach only once the card after it has left, or as many before it as its
// place is beyond a multiple of the draw (board.go).
//
// # One card on another
//
// What a growing set of facts can't say is that two cards never lie on the same card
// (Dang, Gent, Nightingale, Ulrich-Oltean & Waller 2025 have it as a constraint). But for
// any line of play one can say which of two cards that compete for the same places, the
// 5♠ and the 5♣ on red sixes, is laid into the tableau first. Given that, the other one
// wants both sixes, or the first one up, and both are facts that grow. So the relaxation
// is looked at for each answer, and a position is lost if it is lost for all. Kings
// compete for spaces in the same way, and a card goes up only when the cards that were
// laid on it are up themselves or have another place. Few of these orders ever matter,
// and which ones is seen from a look that leaves them open and takes care (cases.go).
//
// # Certificates
//
// A proof becomes a [proof.Certificate]: as few claims as it takes about cards that hold
// each other up (blame.go). Package proof checks it from the position and the rules alone,
// with none of the code that found it. [Find] returns only certificates that have passed.
//
// # Patterns
//
// Some losses can be seen at a glance: a card that lies in its column over all that could
// carry it and over one that has to go up before it, or a deal in which nothing can be
// played. [Patterns] finds those and calls them by name (patterns.go). Each has a certificate
// of its own, the claims of which are plain; package odds counts how often they are dealt.
//
// The proofs are in docs/engines/deadlock.md.
package deadlock
