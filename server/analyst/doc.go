// Package analyst answers the questions of package analysis with the pool's engines
// and the Book's memory.
//
// One worker serves all searches of a question, one after the other, so that a
// question takes no more than its share of the machine.
//
// What is asked after every move of every player is remembered near at hand only,
// where it makes way for other things by itself: the store would grow with every
// move that anybody plays. The line of a position is remembered, and the rest of it
// for the position after its first move. So whoever follows first moves gets the same
// line again, at once, and shorter by a move each time (a redeal, which is not counted,
// comes only between two that are): that is why it ends in a win. It holds as long as the
// line is remembered. Once it is forgotten, another one is found, and that may begin by
// taking the last move back: whoever is always answered from an empty memory can go to
// and fro for ever. Better lines of others, or of other moves, do no harm, because
// nothing remembered gives way to anything longer.
package analyst
