// Package nested plays Klondike with every card known by multistage nested rollouts, after
// Bjarnason, Tadepalli & Fern, "Searching Solitaire in Real Time" (ICGA Journal 30, 2007). It
// finds wins and proves nothing.
//
// # Nested rollouts
//
// A rollout of level 0 moves to the child with the best heuristic value until there is no child
// left. A rollout of level n runs a rollout of level n-1 from every child, and moves to the child
// whose rollout ended best. With two heuristics, the second one takes over at a local maximum of the
// first: where no child's rollout ends as well as the value of the state itself (sections 3.1 and
// 3.2, Figure 9). The first heuristic, H1, is for the opening; the second, H2, for the end (Table
// 1). The deal is won as soon as any rollout wins.
//
// # What the paper leaves open
//
// Each possible reading of the paper was measured; docs/published-players.md has the figures. These
// are the readings here:
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
//	search.go     Figure 9
//	actions.go    the actions of a state, their order, and those that are left out
//	heuristic.go  Table 1, and the value that an action adds
//	deadend.go    states that can't be won: the relaxation and the pattern of twins
//	talon.go      the cards that turning the stock reaches
//	cards.go      sets of cards
package nested
