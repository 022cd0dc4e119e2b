// Package accordion solves Accordion and its kin: a row of piles, of which one may
// be laid on another at a permitted distance if their top cards match, until one
// pile is left.
//
// Only top cards matter, every move makes the row shorter by one, and so no state
// can come back. A game of n cards is won in n−1 moves or not at all.
//
// A full row is nearly always winnable (Masten won 30 million of 30 million deals)
// in so many ways that a careful search is a waste: dive.go goes down from the top
// again and again, each time a few hundred states, by a rule of thumb with some
// noise: keep many moves, keep ranks that occur often. What it can't win, and short
// rows from the start, exhaust.go searches completely, with a set of the rows seen.
//
// The organs: row.go has the state, dive.go and exhaust.go the two searches,
// engine.go which of them when.
package accordion
