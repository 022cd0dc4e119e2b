// Package enginetest decides by brute force whether a position can be won: breadth first
// over the referee's moves, each place where it is, no symmetry, no dominance. The
// engines' tests compare their verdicts with it on tiny decks; nothing else imports
// it.
//
// What they compare is drawn at random from the whole rule language (draw.go), with
// positions in which a game starts, to which it can come, and to which it can't but
// about which one may ask all the same. features.go names what was drawn, so that a
// test can insist that everything has occurred; problems.go leaves what an engine
// handles and tells the verdicts, and poses deals of the catalogue's games. And
// context.go ends searches at moments that do not depend on a clock.
package enginetest
