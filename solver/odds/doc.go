// Package odds counts deals of Klondike, exactly and without dealing any: how many of all
// deals let nobody make a move, show no ace, or bury what a card waits for under it.
//
// The questions are those of P. B. Donkersteeg, "Klondike strategies using Monte Carlo
// techniques" (Leiden, 2010), sections 3.1.1 to 3.1.3. Where it gives a number of deals that
// a program of a minute found, here is a sum over ranks that takes no time; where it gives a
// formula for one column, here are all columns, counted together.
//
// A [Share] is a count of equally likely cases and of how many there are, both whole
// numbers. What a single deal shows, and the proof that it is lost, is a matter for package
// deadlock; the command in solver/cmd/study/odds counts that among numbered deals.
//
// The organs: share.go is a count and what it is of, visible.go counts by the cards that can
// be seen before a move is made, columns.go by what lies under the top cards of columns.
package odds
