// Package odds counts deals of Klondike exactly, by combinatorics: how many of all deals have
// no move, show no ace, or bury the cards that another card needs under it.
//
// The questions are those of P. B. Donkersteeg, "Klondike strategies using Monte Carlo
// techniques" (Leiden, 2010), sections 3.1.1 to 3.1.3. He counts unplayable deals with a
// program that runs for a minute; here they are a sum over ranks. He gives
// a formula for one column; here all columns are counted together.
//
// A [Share] is a number of equally likely cases, and how many of them have a property. Both
// are whole numbers. Package prove proves single deals lost, and study/odds
// counts those proofs among numbered deals.
//
// # Files
//
//   - share.go has the type of the results.
//   - visible.go counts by the cards that are visible before the first move.
//   - columns.go counts by the cards under the top cards of columns.
package odds
