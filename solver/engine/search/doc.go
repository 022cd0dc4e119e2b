// Package search is the general engine: a complete search of any patience that the rule
// language can describe, after Blake & Gent, "The Winnability of Klondike Solitaire and
// Many Other Patience Games" (JAIR 85, 2026), section 5. A section or theorem without a
// paper is theirs.
//
// # The idea
//
// The search goes depth first, on one mutable state. At each state it sends up the
// cards that can go to the foundations without harm. It goes back if the state was
// entered before. Otherwise it lists the steps out of the state and tries them one
// after another. When the root has no step left, everything has been tried and the
// position can't be won. That verdict rests on three things, and most of this package
// is about them: the steps are complete (moves.go, talon.go), except for those that a
// theorem makes unnecessary (dominance.go), and two different states are never confused
// (key.go, package transposition).
//
//	          ┌──────────────┐ step ┌────────────┐  key  ┌───────────┐
//	rules ──> │ compiled     │ ───> │ state      │ ────> │ table     │
//	          │ what is legal│ <─── │ do, undo   │       │ known?    │
//	          └──────────────┘ list └────────────┘       └───────────┘
//
// A best-first search of the same states (best.go) leaves a bad early choice sooner and
// needs more memory for a state.
//
// Beams of the same states (beam.go) find wins in games of two packs and in those like Spider, and prove
// nothing.
//
// Two streamliners (streamline.go) make a search fast and incomplete: it may find a win
// but can't disprove one. Package portfolio decides which search runs when.
//
// # The state
//
// Ranks are counted from the foundations' base (compile.go), so that any game is built
// down to 1. A column is an array of codes. Each card has the index at which its group
// begins and the hash of the column up to it, so taking cards off only changes a
// length. Waste and stock are one list, the talon, from which a step takes any card
// that some number of turns can bring to the top. The foundations are heights. The key
// of the state is a sum over all places, kept up to date by do and undo.
//
// # Files
//
//	compile.go     rules as tables and a list of generators
//	state.go       the state
//	talon.go       stock and waste without turning them (K+)
//	step.go        a step, done and undone
//	moves.go       the generators
//	supermove.go   moves of groups where cards move one by one
//	redeal.go      columns gathered and dealt again
//	forced.go      steps made without trying another
//	dominance.go   when a card may be sent up as a forced step
//	relax.go       dead ends, seen without search: when they are looked for
//	room.go        dead ends of most games
//	loose.go       dead ends of games whose cards move with whatever lies on them
//	tally.go       dead ends of Chameleon and its like
//	tally_dig.go       what their columns can't hold
//	high.go        deals of Alina and its like that are lost without their low cards
//	streamline.go  the techniques and their switches
//	key.go         the key of a state
//	walker.go      a state and the path to it
//	search.go      the depth-first loop
//	ahead.go       steps dropped before they are made
//	best.go        the best-first loop
//	evaluate.go    the value of a state, for best first
//	beam.go        beams: the engine, and their widths one after the other
//	strata.go      one beam
//	choose.go      the best of its states
//	back.go        cards taken back from the foundations, for beams
//	peek.go        that of a state which is not made
//	score.go       how good a state is, for beams
//	spider.go      that in games like Spider
//	weights.go     the weights of that, by the rules of the game
//	pack.go        states as few bytes
//	solution.go    a path as the referee's moves
//	shorten.go     detours cut out of a path
//
// # Letters
//
// s is the state, c the compiled rules, t the table, m a step, x a code (a card), i and
// j places, n a number of cards, f a frame or a foundation.
package search
