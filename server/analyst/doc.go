// Package analyst runs the analyses of package analysis with the pool's engines and stored verdicts.
//
// One worker runs all searches of a question, one after the other, so that a question uses only one
// worker of the pool.
//
// Results about single moves are kept in the cache only, which evicts them; the store would grow with
// every move that anybody plays. The cache keeps the solution of a position, and the rest of that
// solution for the position after its first move. So a client that always plays the first move gets
// the same solution again at once, a move shorter each time, and its game ends in a win. (Redeals are
// not counted as moves, but no two redeals follow each other.)
//
// This holds as long as the solution is cached. After an eviction another solution is found, which may
// begin by taking the last move back. With an empty cache at each request, a client could move back and
// forth for ever. Solutions from other requests do no harm, because the cache never replaces a solution
// by a longer one.
//
// The line that an analysis of a game finds is stored for the last winnable ply, because players go back
// there. A few plies before it are kept in the cache. Other wins of an analysis are not kept.
package analyst
