// Package proof has proofs that a position can't be won, which a person can check, and their
// checker. It imports no engine: the finder and the checker of a proof share no code.
//
// A [Certificate] is a set of claims about cards that support each other: to break any of them
// first, a line of play would have to break another one before (certificate.go).
// [Certificate.Check] checks the claims against the position and the rules alone (check.go), and
// [Certificate.Examine] also notes why they hold. Package claims says that to people.
//
// Certificates cover Klondike and its relatives ([Handles]). Package deadlock finds them; the
// argument is in docs/engines/deadlock.md.
package proof
