// Package state has the states of the general search and of its beams: rules compiled to tables, a
// table of cards on which steps are made and undone, the steps out of it, and its key.
//
//	          ┌──────────────┐ step ┌────────────┐  key
//	rules ──> │ Compiled     │ ───> │ State      │ ────> a table of the states entered
//	          │ what is legal│ <─── │ Do, Undo   │
//	          └──────────────┘ list └────────────┘
//
// # The state
//
// Ranks are counted from the foundations' base, so that any game is built down to 1. A column is
// an array of codes. Each card has the index at which its group begins and the hash of the column
// up to it, so taking cards off only changes a length. Waste and stock are one list, the talon, from
// which a step takes any card that some number of turns can bring to the top. The foundations are
// heights. The key of the state is a sum over all places, kept up to date by Do and Undo.
//
// Steps are complete, except for those that a theorem makes unnecessary: Blake & Gent, "The
// Winnability of Klondike Solitaire and Many Other Patience Games" (JAIR 85, 2026), section 5. A
// section or theorem without a paper is theirs. Two streamliners (techniques.go) make a search fast
// and incomplete: it may find a win, but can't prove that there is none.
//
// # Files
//
//	compile.go     rules as tables and a list of generators
//	techniques.go  the techniques of all engines that use states, and their switches
//	state.go       the state
//	talon.go       stock and waste without turning them (K+)
//	step.go        a step, done and undone
//	moves.go       the generators
//	supermove.go   moves of groups where cards move one by one
//	redeal.go      columns gathered and dealt again
//	forced.go      steps made without trying another
//	quiet.go       steps after which none is forced
//	dominance.go   when a card may be sent up as a forced step
//	key.go         the key of a state
//	keyafter.go    the key of the state that a step leads to
//	packed.go      states as few bytes
//	walker.go      a state and the path to it
//	solution.go    a path as the referee's moves
//	shorten.go     detours cut out of a path
//
// # Letters
//
// s is the state, c the compiled rules, m a step, x a code (a card), i and j places, n a number of
// cards, f a foundation.
package state
