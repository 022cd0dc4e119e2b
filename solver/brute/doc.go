// Package brute decides by brute force whether a position can be won: breadth first
// over the referee's moves, each place where it is, no symmetry, no dominance. The
// engines' tests compare their verdicts with it on tiny decks; nothing else imports
// it.
package brute
