// Package nested plays Klondike with every card known by multistage nested rollouts, as
// Bjarnason, Tadepalli & Fern, "Searching Solitaire in Real Time" (ICGA Journal 30, 2007)
// have it. It finds wins and proves nothing.
//
// # Rollouts in rollouts
//
// A rollout of level 0 goes on to the child that a heuristic likes best until nothing is
// left to go to. One of level n tries every child with a rollout of level n-1 and goes on
// to the child whose rollout ended best. With two heuristics the second takes over where
// the first has come to a local maximum: where no child's rollout ends as well as the
// state itself looks (sections 3.1 and 3.2, Figure 9). The first, H1, cares for order at
// the opening; the second, H2, goes for the end (Table 1). As soon as any rollout wins,
// the deal is won.
//
// # What the paper leaves open
//
// Its text leaves some things to whoever builds it. Each reading was measured, and
// docs/published-players.md has the figures; these are the readings here:
//
//   - A rollout with H1 is at a local maximum if no child's rollout ends better than the
//     state itself looks; ending as well is not enough. (Figure 9 as it is printed goes on
//     if a rollout ends as well. Then H1, to which cards laid from the talon are worth
//     nothing, goes on until it can do nothing, and H2 has nothing left to do.)
//   - A dead end is worth what the heuristic says of it, as Figure 4 has it, and a rollout
//     ends there; it is not made worse than everything else.
//   - A state is in a loop if the rollout that would go there has been there: the same
//     heuristic at the same level. States that the stock's turns connect are one.
//   - States whose children have been tried at level 1 or more are cached with the level,
//     5,000 for each heuristic, and no more when these are full; a rollout of at most that
//     level that begins at one of them ends there. But where H1 has come to a local maximum
//     H2 begins anew, even if it has been there: else rollouts that meet at one maximum
//     would end with its worth, and not with what H2 makes of it.
//   - Of children that are worth the same the first in the order of actions is taken, and
//     of two in the same place of that order the first at the table: along the talon, then
//     from the left to the right.
//   - What one action would restore are cards coming back from foundations, parts of runs
//     going from one column to another, and cards going up that may come back. They are
//     made only together with a second action that they make possible.
//   - A card of the talon is available to be moved if turning the stock reaches it,
//     whether or not there is a place for it.
//   - When two cards block each other's way as the pattern of twins has it, all three
//     cards that they keep down lie under both.
//
// # The organs
//
//	search.go    Figure 9
//	actions.go   what can be done in a state, in which order, and what is left out
//	worth.go     Table 1, and what an action adds to it
//	deadend.go   states that can't be won: the relaxation and the pattern of twins
//	talon.go     what turning the stock reaches
//	cards.go     sets of cards
package nested
