// Package analyst answers the questions of package analysis with the pool's engines
// and the Book's memory.
//
// One worker serves all searches of a question, one after the other, so that a
// question takes no more than its share of the machine, and what its engine has
// learnt of one position is there for the next.
//
// What is asked after every move of every player is remembered near at hand only,
// where it makes way for other things by itself: the store would grow with every
// move that anybody plays. The line of a position is remembered, and the rest of it
// for the position after its first move. So whoever follows first moves gets the same
// line again, at once, and shorter by a move each time: that is why it ends in a win.
package analyst
