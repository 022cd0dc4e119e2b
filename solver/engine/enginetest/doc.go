// Package enginetest decides by brute force whether a position can be won: breadth first over the
// referee's moves, without symmetry or dominance. The engines' tests compare their verdicts with
// it on tiny decks; only tests import it.
//
// language.go draws random rules from the whole rule language, and position.go positions under
// them: deals, positions reached by play, and positions that play can't reach but a client may
// ask about. features.go names the features of a problem, so that a test can require each of them
// to occur; problems.go draws the problems that an engine handles, with their verdicts;
// compare.go compares a complete engine with them. clock.go cancels searches at moments that
// don't depend on a clock.
package enginetest
