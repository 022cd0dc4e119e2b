// Package covered solves games of rows whose cards cover each other: Pyramid, TriPeaks, and
// whatever else the rules' section of rows describes.
//
// # Method
//
// A state says which cards are gone and how far the stock is turned; for games that build
// on the waste also the rank there. It fits in 128 bits, so the transposition table holds
// it whole. One depth-first search enters every state that can be reached, unless it wins
// first.
//
// Three things keep it small: a card that goes alone, as a king in Pyramid does, is removed at
// once; a state is lost if it is lost even with every card of the stock at hand, which a second
// search decides; and a state is not entered if the same state with more redeals left was entered.
// docs/inside/covered.md has the proofs.
//
// # Files
//
// board.go has cards, states, steps and their effect; steps.go lists and orders steps;
// relax.go has the game with every card of the stock at hand;
// search.go the search; shortest.go a best-first search for shortest lines; engine.go the
// entrance.
package covered
