// Package discard solves games in which cards are discarded from the tops of columns: Aces
// Up, Baroness, Thirteens, Monte Carlo, and whatever else the rules' section of discards
// describes.
//
// # Method
//
// One depth-first search enters every state that can be reached, unless it wins first. A
// state is what lies in the columns, how many cards of the stock have come, and how many
// redeals are left; a transposition table knows it by 128 bits. Where only ranks count,
// suits are not part of the key, and where columns can't be told apart, neither is their
// order.
//
// Two things keep it small: a card that nothing else needs goes at once; and a state is lost if no
// column can become empty and some card can't go, even if uncovered cards stay uncovered.
// docs/inside/discard.md has the proofs, and when each holds.
//
// # Files
//
// board.go has states, steps and their effect; key.go the keys; steps.go lists and orders
// steps; atonce.go the cards that go at once; relax.go the dead ends; search.go the search;
// engine.go the entrance.
package discard
