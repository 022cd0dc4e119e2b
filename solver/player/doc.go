// Package player plays games of patience move by move, as somebody at a table does.
//
// A [Player] is asked again and again for one of the moves that the referee allows. It
// does not get the table, but a [Observation] of it, made for its information: a thoughtful
// player sees every card, one with hidden cards only those that lie face up, or did.
// What it must not know is not in a Sight, so it can't be looked at by mistake; whoever
// wants to think about hidden cards has them dealt at random ([Observation.Deal]).
// Nor is there a way from what a player gets to the table that the game is played on.
//
// # What is seen
//
// Cards of columns that lie face down are not known, nor is the stock until its cards
// have been turned: from the first redeal on they all were, and somebody who watches
// knows their order. Everything else lies open.
//
// # How a play ends
//
// It is won; or no move is legal; or the player gives up; or one position (but for the
// order of places that make no difference) has been on the table too often; or a bound
// on the moves is reached. A player sees of each move how often the table has been as
// the move would leave it. All but [Hindsight] and [Insight] never go where they have
// been: a pass through the stock in which nothing was played so ends the game. The score
// is the number of cards on foundations at the end.
//
// Everything is drawn from the seed that a player is made with: the same player, deal
// and seed give the same play on every machine.
//
// # The organs
//
//	player.go     what a player is, and who there is
//	options.go    what players can be told
//	sight.go      the table as a player sees it, and hidden cards dealt at random
//	play.go       a play from beginning to end
//	record.go     a play looked at while it goes on
//	positions.go  positions as numbers, to know them again
//	back.go       moves that can be taken back
//	random.go     any move
//	greedy.go     the move that looks best, with open eyes or not quite
//	lookahead.go  moves tried out, until the table looks better
//	hindsight.go  hidden cards dealt at random, and what wins most of these deals
//	insight.go    the same for Klondike, with plans as far as the next card turned up
//	bjarnason.go  what nested rollouts find, with every card known
//	yan.go        a heuristic (yanheuristic.go) and rollouts of it, with every card known
//	donkersteeg.go  what random play from each move leads to, and rewards for good moves; with
//	              movetypes.go, montecarlo.go, rewards.go
//	hints.go      the hints that people are given (hinted.go), followed one after the other
//	advice.go     what each move is worth where cards are hidden
//	guesses.go    advice as insight would have it
//	curve.go      how often games were won of which advice said so
package player
