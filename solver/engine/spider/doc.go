// Package spider looks for wins of Spider and its relatives, the games that are
// played in the columns alone and fed from a stock, if at all, a row at a time:
// Spider, Spiderette, Simple Simon, Will o' the Wisp, Mrs Mop. It finds wins; it
// proves nothing. Whoever wants to know that a deal is lost asks package search.
//
// # The idea
//
// In these games almost nothing is forbidden, so that a search in depth drowns: it
// can shuffle cards for millions of moves without getting anywhere, and never
// comes back to the bad deal that it made in the beginning. What distinguishes
// good positions from bad ones is plain to see, though: cards in order, columns
// without cards, no face-down cards. So the search is a beam. It goes move by move
// from the deal, level by level, and of all positions that a level reaches it
// keeps the best, so and so many.
//
// A deal from the stock makes every position look worse. So the search goes from deal
// to deal. What the positions of a level become when the next row is dealt to them
// goes into a pool; when the levels bring nothing better any more, the best of the
// pool are the first level after that deal, whether they were reached in five moves or
// in fifty.
//
// How many positions are kept is the beam's width. The search starts narrow, because
// most deals are easy and narrow beams are quick, and begins again, four times as
// wide, when the beam has run dry.
//
// A complete run goes up by a move of its own. It looks so good that a beam hardly
// ever leaves it, but to send it up at once, without asking, loses games
// (docs/methods.md).
//
// # What makes it fast
//
// A child is a difference of two columns. Its score and its key are worked out from
// the parent's without making it (board.go), and only the few that are kept are
// made. Keys are 64-bit hashes: two positions that are taken for one lose a line of
// play, and cannot make a win that is none, because the win is a list of moves that
// are played again one by one (solution.go).
//
// That positions compete only with those that have as many rows left in the stock is
// an idea of KPat's solver for Spider.
//
// The organs: layout.go has the cards, board.go what is known of them and the
// children, score.go what makes a position good, beam.go the search, solution.go the
// way that was found in the referee's moves, engine.go how wide the beams are.
package spider
