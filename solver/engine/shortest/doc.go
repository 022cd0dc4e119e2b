// Package shortest finds shortest solutions of games like Klondike, and proves them shortest.
//
// # Method
//
// The search is A* (Hart, Nilsson & Raphael 1968): best first by the moves made plus a lower
// bound of those left. Positions are exact: which of its two possible hosts a card lies on
// doesn't matter to whether a game can be won, but it does to the length of a solution. Length is
// what game.Length counts: every move of a card or a group and every turn of stock cards. Redeals
// and turning a card face up are free.
//
// The lower bound makes it fast enough. Every card goes up once, and the stock must be turned
// once. Beyond that, cards that would have to go up before each other can't all do so in one move
// each: on each cycle of such needs a card takes one more move (bound.go).
//
// The key of a position is two words and exact, and a node of the search is 32 bytes (board.go,
// frontier.go).
//
// A step of the search is usually one move. Moves that can be delayed without loss are made only
// together with the moves that need them: turns of the stock with the play of a card, a part of a
// run with the card under it that then goes up, a card taken back from a foundation with what is
// laid on it (moves.go). A card that no other card can need any more goes up at once.
// docs/inside/shortest.md has the idea, and docs/research/diaries/shortest.md the proofs. A
// dominance is used only if it preserves the length of solutions, not just whether there is one.
//
// Files: game.go has the rules and the first position, board.go positions and keys, moves.go the
// steps, bound.go the lower bound, frontier.go the nodes, engine.go the search, polish.go
// shortens the initial line.
package shortest
