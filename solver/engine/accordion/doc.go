// Package accordion solves Accordion and its relatives: a row of piles, where a pile may be laid
// on another at a permitted distance if their top cards are related, until one pile is left.
//
// # Method
//
// Only top cards matter, and every move makes the row shorter by one. So no state recurs, a game
// of n piles is won in n−1 moves or not at all, and both searches are recursions no deeper than
// the row is long.
//
// A full row can nearly always be won in many ways, so a systematic search would waste time.
// dive.go therefore goes down from the top again and again, some hundred states each time, guided
// by a heuristic with some noise. The idea is M. Masten's, who won thirty million deals out of
// thirty million with a similar search.
//
// Short rows are searched completely. What can be done with a row depends only on which of its
// piles are related, not on their cards. So up to fifteen piles are stored as a graph with a bit
// for each pair. The graph is the state, with an exact key of 109 bits, and many rows with
// different cards share it (graph.go). Longer rows are stored by a hash of 128 bits (exhaust.go).
//
// Files: row.go has the row of cards, graph.go the graph of relations, dive.go and exhaust.go the
// two searches, engine.go the schedule of the two.
package accordion
