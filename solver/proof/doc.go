// Package proof holds proofs that a position can't be won which a person can check, and
// checks them. It imports no engine: what finds a proof and what checks it share no code.
//
// A [Certificate] is claims about cards that hold each other up: the first of them to be
// broken would need another one to be broken before (certificate.go). [Certificate.Check]
// examines the claims from the position and the rules alone (check.go) and writes each as
// a sentence (say.go). [Certificate.In] restates a certificate for the same cards with the
// columns in another order.
//
// Certificates speak of Klondike and its relatives ([Handles]). Package deadlock finds
// them; the argument is in docs/engines/deadlock.md.
package proof
