// Package prove finds and writes proofs that positions can't be won, for the checker in package
// proof. The same position gives the same proof. There are two kinds.
//
// # Files
//
// [Write] searches in depth with the ways and lemmas of the checker itself, so that it writes nothing
// that would be refused. It is slower than an engine and sees more states, and runs only when
// somebody asks for a proof. tables.go lists tables, classes.go lists states in which moved cards lie
// anywhere, and writer.go writes lines.
//
// # Deadlocks
//
// [Certificate] proves without search that a position of Klondike, or of a similar game, can't be
// won, by a proof that a person can check (certificate.go). The proofs are in docs/inside/deadlock.md.
//
// # The relaxation
//
// In the relaxed game whatever was possible once stays possible: a card that was uncovered once
// can be played at any time, one that was laid into the tableau once carries others for good, and
// one that reached its foundation counts as up for good. What can be done is then a set of facts
// that only grows. If it stops growing before all cards are up, the position is lost (Bjarnason,
// Tadepalli & Fern 2007, section 5). With sets of cards as bits a fixpoint takes half a
// microsecond (certificate_relax.go). If the stock is turned several cards at a time, a card is available
// only once the next card has left, or enough cards before it: as many as its place exceeds a
// multiple of the draw (certificate_board.go).
//
// # Orders
//
// A growing set of facts can't express that two cards never lie on the same card (Dang, Gent,
// Nightingale, Ulrich-Oltean & Waller 2025 express it as a constraint). But in any line of play,
// one of two cards that compete for the same places, such as the 5♠ and the 5♣ on red sixes, is
// laid into the tableau first. Given which one, the other needs both sixes, or the first one up,
// and both are facts that grow. So the relaxation is run for each order, and a position that is
// lost for all of them is lost. Kings compete for spaces in the same way, and a card goes up only
// when the cards laid on it are up themselves or have another place. Few of these orders matter;
// a run that leaves them all open shows which ones do (certificate_cases.go).
//
// # Certificates
//
// A proof becomes a [solver.Certificate]: as few claims as possible about cards that support each
// other (certificate_claims.go). Package proof checks it against the position and the rules alone, without
// the code that found it. [Certificate] returns only certificates that have passed.
//
// # Patterns
//
// Some losses are easy to see: a card that lies in its column over all cards that could carry it
// and over one that has to go up before it, or a deal without any playable card. [Patterns] finds
// and names them (patterns.go). Each has its own certificate with simple claims; package odds
// counts how often they are dealt.
package prove
