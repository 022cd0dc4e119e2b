// Package analyst answers the questions of package analysis with the pool's engines and
// stored verdicts.
//
// One worker runs all searches of a question, one after the other, so that a question takes
// no more than its share of the machine.
//
// Results about single moves are kept in the cache only, where they are evicted: the store
// would grow with every move that anybody plays. The solution of a position is kept, and the
// rest of it for the position after its first move. So a client that always plays the first
// move gets the same solution again, at once, a move shorter each time (a redeal, which is
// not counted, comes only between two moves that are): that is why its game ends in a win.
// This holds as long as the solution is cached. After an eviction another solution is found,
// which may begin by taking the last move back: with an empty cache each time a client could
// go to and fro for ever. Better solutions of others, or after other moves, do no harm,
// because nothing in the cache is replaced by a longer one.
package analyst
