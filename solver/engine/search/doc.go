// Package search is the general engine: a complete search of any patience that
// the rule language can describe, after Blake & Gent, "The Winnability of Klondike
// Solitaire and Many Other Patience Games" (JAIR 85, 2026), section 5.
//
// # The idea
//
// Depth first, on one mutable state. At each state: send up what can go to the
// foundations without harm; if the state was entered before, go back; else list
// the steps out of it and try them one after another. When the root has no step
// left, everything has been tried and the position can't be won. That verdict
// rests on three things, and most of this package is about them: that the steps
// are all the steps there are (moves.go, talon.go), but for those that a theorem
// lets us leave out (dominance.go), and that two different states are never taken
// for one (key.go, package transposition).
//
//	          ┌──────────────┐ step ┌────────────┐  key  ┌───────────┐
//	rules ──> │ compiled     │ ───> │ state      │ ────> │ table     │
//	          │ what is legal│ <─── │ do, undo   │       │ known?    │
//	          └──────────────┘ list └────────────┘       └───────────┘
//
// There is a best-first search of the same states as well (best.go), which leaves
// a bad early choice sooner and takes more memory for a state.
//
// Two streamliners (streamline.go) make a search fast and incomplete: it may find
// a win and can't disprove one. Which search runs when is package portfolio's
// business.
//
// # The state
//
// Ranks are counted from the foundations' base (compile.go), so that any game is
// built down to 1. A column is an array of codes with, for each card, where its
// group begins and the hash of the column up to it; taking cards off only changes
// a length. Waste and stock are one list, the talon, of which a step takes any
// card that some number of turns can bring to the top. The foundations are four
// heights. The key of the state is a sum over all places, kept up to date by do
// and undo.
//
// # The organs
//
//	compile.go     rules into tables and a list of generators
//	state.go       the table of cards
//	talon.go       stock and waste without turning them (K+)
//	step.go        a step, done and undone
//	moves.go       the generators
//	dominance.go   when a card may be sent up without asking
//	relax.go       states that are lost, seen without search
//	streamline.go  techniques and how to switch them
//	key.go         what a state is known by
//	walker.go      a state and the path to it
//	search.go      the depth-first loop
//	ahead.go       steps dropped before they are made
//	best.go        the best-first loop
//	evaluate.go    which state is better
//	solution.go    a path in the referee's moves
//	shorten.go     detours cut out of a path
//
// # Letters
//
// s the state, c the compiled rules, t the table, m a step, x a code (a card), i
// and j places, n a number of cards, f a frame.
package search
