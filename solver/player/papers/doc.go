// Package papers has the players of three publications on Klondike: Yan, Diaconis, Rusmevichientong
// & Van Roy, "Solitaire: Man Versus Machine" (NIPS 17, 2004); Bjarnason, Tadepalli & Fern,
// "Searching Solitaire in Real Time" (ICGA Journal 30, 2007); Donkersteeg, "Klondike strategies
// using Monte Carlo techniques" (Leiden, 2010). Each player's comment says how it reads its paper;
// docs/research/diaries/published-players.md has the readings that were tried.
//
// # A fast table
//
// These players play a deal to its end thousands of times before each move. The referee (package
// game) knows every game and explains why a move is illegal. An engine (package klondike) leaves out
// whatever does not matter for winning. These policies need something between the two: exactly the
// table's moves, one by one, on a [Board] that is copied by assignment, without memory allocation.
// [Game.Expand] returns the referee's moves of a board's move; players give the referee only those.
//
// Stock and waste are one list in the order of turning, the talon, and a number of turned cards. A
// turn of the stock increases the number, and a redeal sets it to zero. The order of the remaining
// cards never changes.
//
// Bjarnason et al. (section 2.2) leave out turns of the stock as moves: every card of the talon that
// some turns would bring to the top can be played at once. This is K+. So a [Move] has the number of
// turns, draws and redeals, that are made before it. [Game.Moves] lists plain moves, and a turn is
// one of them; [Game.Macros] lists the moves of K+.
//
// A list of moves takes 80 nanoseconds of processor time, a list of K+ moves 180, a key 20. A random
// game of a hundred moves of K+ takes 17 microseconds (go test -bench . ./solver/player/papers, on
// one of two busy processors).
//
// # Nested rollouts
//
// Bjarnason et al. search with every card known. A rollout of level 0 moves to the child with the
// best heuristic value until there is no child left. A rollout of level n runs a rollout of level
// n-1 from every child, and moves to the child whose rollout ended best. With two heuristics, the
// second one takes over at a local maximum of the first: where no child's rollout ends as well as
// the value of the state itself (sections 3.1 and 3.2, Figure 9). The first heuristic, H1, is for the
// opening; the second, H2, for the end (Table 1). The deal is won as soon as any rollout wins. The
// search finds wins and proves nothing.
//
// Each possible reading of the paper was measured. These are the readings here:
//
//   - A rollout with H1 is at a local maximum if no child's rollout ends better than the value of
//     the state itself; an equal result is not enough. (Figure 9, as printed, continues after an
//     equal result. But H1 gives no value to cards laid from the talon, so it would continue until
//     nothing is left for H2 to do.)
//   - A dead end has its heuristic value, as in Figure 4, and a rollout ends there. It is not
//     treated as worse than everything else.
//   - A state is in a loop if the rollout that would go there, with the same heuristic and at the
//     same level, has been there. States that turns of the stock connect count as one.
//   - States whose children have been tried at level 1 or more are cached with the level, up to
//     5,000 for each heuristic. A rollout of at most that level that begins at one of them ends
//     there. But at a local maximum of H1, H2 starts even in a cached state. Otherwise rollouts that
//     meet at one maximum would end with its value, and not with that of H2's rollout.
//   - Among children of equal value, the first in the order of actions is taken. Actions with the
//     same place in that order are sorted as on the table: along the talon, then from left to right.
//   - Moves that one action would take back are: cards coming back from foundations, parts of runs
//     going from one column to another, and cards going up that may come back. They are made only
//     together with a second action that they make possible.
//   - A card of the talon is available to be moved if turning the stock reaches it, whether or not
//     there is a place for it.
//   - If two cards block each other in the pattern of twins, all three cards that they keep down
//     lie under both.
//
// # Files
//
//	board.go     the table, and how it is read from a position
//	moves.go     its moves, listed and made
//	expand.go    its moves as the referee's
//	key.go       hashes of boards
//	set.go       sets of cards
//
//	yan.go             yan: a heuristic (yan_heuristic.go) and rollouts of it, with every card known;
//	                   yan_losses.go has a table of lost boards
//	bjarnason.go       bjarnason: nested rollouts (bjarnason_search.go), with every card known;
//	                   bjarnason_actions.go has the actions of a state, bjarnason_values.go Table 1,
//	                   bjarnason_deadend.go states that can't be won
//	donkersteeg.go     donkersteeg-r, -a, -c: random playouts (donkersteeg_playouts.go) after each
//	                   move (donkersteeg_moves.go), and rewards (donkersteeg_rewards.go)
//	hints.go           hints: the hints for people in Donkersteeg's thesis
package papers
