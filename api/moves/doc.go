// Package moves has the calls about moves: which ones keep a game winnable, which one lost it, what to play
// when cards are hidden, whether moves are legal, and how a player plays a deal.
//
// calls.go has the parts that the calls need, and the routes. Each call has a file: moves.go, analyse.go,
// advise.go, replay.go and play.go; players.go lists the players.
package moves
