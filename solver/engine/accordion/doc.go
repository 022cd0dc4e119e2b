// Package accordion solves Accordion and its kin: a row of piles, of which one may
// be laid on another at a permitted distance if their top cards are related, until
// one pile is left.
//
// # The idea
//
// Only top cards matter, and every move makes the row shorter by one. So no state
// can come back, a game of n piles is won in n−1 moves or not at all, and both
// searches are recursions no deeper than the row is long.
//
// A full row can nearly always be won, in so many ways that a careful search is a
// waste: dive.go goes down from the top again and again, a few hundred states each
// time, by a rule of thumb with some noise. Masten won thirty million deals of
// thirty million with something like it.
//
// Short rows are searched to the end. What can be done with a row depends on
// nothing but which of its piles are related to which, not on what cards they are.
// So fifteen piles or fewer are a web of relations, a bit for each pair: it is the
// state, an exact key of 109 bits, and under it many rows with different cards are
// one (web.go). Longer rows are known by 128 bits of hash (exhaust.go).
//
// The organs: row.go has the row of cards, web.go the web of relations, dive.go and
// exhaust.go the two searches, engine.go says which of them when.
package accordion
