// Package spider looks for wins of Spider and its relatives: Spider, Spiderette, Simple
// Simon, Will o' the Wisp, Mrs Mop. These games are played in columns alone, and a stock,
// if there is one, is dealt to them a row at a time. The engine finds wins and proves
// nothing; package search can prove a deal lost.
//
// # The idea
//
// In these games almost every move is legal, so a depth-first search is hopeless: it
// shuffles cards for millions of moves and never returns to the bad deal that it made
// early. But good positions are easy to tell: cards in order, empty columns, no face-down
// cards. So the search is a beam. It goes level by level, one move each, and keeps only
// the best positions of each level. Their number is the beam's width.
//
// A deal from the stock makes every position look worse. So positions compete only with
// those that have as many rows left in the stock, an idea of KPat's solver for Spider.
// The positions that result from dealing the next row go into a pool. When the levels
// bring nothing better, the best of the pool become the first level after the deal,
// however many moves they took.
//
// The search starts narrow, because most deals are easy and narrow beams are fast. When a
// beam has run dry the search starts again, wider or, later, with other weights.
//
// A complete run goes up by a move of its own. A beam nearly always takes that move, but
// sending runs up as forced moves loses games (docs/engines/spider.md).
//
// # Speed
//
// A child differs from its parent in two columns. Its score and key are computed from the
// parent's without making it (board.go); only the few children that are kept are made.
// Keys are 64-bit hashes. Two positions with the same key lose a line of play, but can't
// make a false win: a win is a list of moves that are replayed (solution.go).
//
// # Files
//
//	layout.go    the rules as tables, the cards and the moves
//	board.go     a layout with its score and key, and its children
//	score.go     the weights of the score, and others for later beams
//	beam.go      one beam
//	select.go    the best of the pool and of the offered children
//	solution.go  a path as the referee's moves
//	ladder.go    the widths of the beams, and which have other weights
//	engine.go    one beam after the other
//
// # Letters
//
// g is the compiled rules, f a beam, b the board, l a layout, c a child, m a move, i and j
// columns, n a number of cards.
package spider
