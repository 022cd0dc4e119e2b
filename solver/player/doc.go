// Package player plays games of patience move by move, as a person at a table does.
//
// A [Player] chooses among the legal moves, one turn at a time. It does not get the table, but an
// [Observation] for its information model: a thoughtful player sees every card, other players only
// cards that lie or have lain face up. An observation does not contain hidden cards, so a player
// can't look at them by mistake, and there is no way from it to the table. A player that needs the
// hidden cards deals them at random ([Observation.Deal]).
//
// # Hidden cards
//
// Face-down cards of columns are hidden. The stock is hidden until its cards have been turned:
// after the first redeal all of them have been, and their order is known. All other cards are
// open.
//
// # The end of a play
//
// A play ends when it is won, when no move is legal, when the player gives up, when a position (up
// to the order of equivalent places) has been on the table too often, or at a bound on the number
// of moves. For each move the player sees how often the resulting position has been on the table.
// All players but [Hindsight], [Foresight] and [Insight] never return to an old position, so a pass
// through the stock without another move ends their games. The score is the number of cards on
// foundations at the end.
//
// All random numbers come from the seed that a player is made with. The same player, deal and seed
// give the same play on every machine.
//
// # Files
//
//	player.go       players, their kinds and information models
//	options.go      options of a kind
//	observation.go  the table as a player sees it; hidden cards dealt at random
//	play.go         a play from beginning to end
//	recorder.go     reading a play in progress
//	key.go          hashes of positions; reversible moves
//
//	random.go       random: any move
//	greedy.go       greedy and careless: the move of the highest heuristic value
//	estimate.go     estimates of moves for hints where no verdict is known
//	lookahead.go    lookahead and glance: a best-first search for a better position
//	hindsight.go    hindsight: the plan (plans.go) that wins most deals of the hidden cards
//	foresight.go    foresight: the same with plans up to the next card turned up
//	insight.go      insight: the same for Klondike, with plans up to the next card turned up
//
//	advice.go       advice: the probability of winning with each move when cards are hidden
//	evaluator.go    evaluating all moves on deals of the hidden cards
//	advice_insight.go  the same with insight's plans
//	advice_foresight.go  the same with foresight's plans
//	curve.go        calibration curves, from shares of deals to probabilities
//
// The players of the literature are in package papers, the list of all players in package roster.
package player
