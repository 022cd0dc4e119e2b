// Package shortest finds shortest solutions of games like Klondike and proves that they
// are.
//
// # The idea
//
// Best first by moves made and a bound on those that are left (Hart, Nilsson & Raphael
// 1968), over positions as they lie on the table: where a card lies among the hosts it
// may lie on makes no difference to whether a game can be won, but it does to how soon.
// What is counted is what game.Length counts: every move of a card or a group, every
// turn of stock cards; redeals are free, and so is turning a card face up.
//
// What makes it fast enough is the bound. Every card goes up once, and the stock must be
// turned once. Beyond that, cards that would have to go up before each other can't all do
// so by one move: on each cycle of such needs a card takes a move more (bound.go).
//
// A position is two words, exact, and nothing else is kept of it: a node of the search is
// 32 bytes (board.go, frontier.go).
//
// A step of the search is mostly a move. Only moves that can wait without loss are made
// together with those they wait for: turns of the stock with the play of a card, a part
// of a run with the card under it that then goes up, cards worried back with what is laid
// on them (moves.go). And a card that nothing can need any more goes up at once.
// docs/engines/shortest.md has the proofs; none of the dominances that preserve only whether a game
// can be won is used unless it preserves lengths too.
//
// The organs: game.go has the rules and where cards lay in the beginning, board.go
// positions and keys, moves.go the steps, bound.go the bound, frontier.go the nodes,
// engine.go the search, polish.go shorter endings of a line to begin with.
package shortest
