// Package beam looks for wins with beams: level by level, one step each, it keeps only the best
// states (package state). That wins games of two packs and those like Spider, whose graphs are too
// large for a complete search, and proves nothing. docs/inside/beams.md explains the idea
// and the scores, and docs/research/diaries/beams.md what each rule brought.
//
// Files:
//
//	beam.go      the engine, and its beams of growing width, one after the other
//	strata.go    one beam
//	choose.go    the best of its states
//	takeback.go  cards taken back from the foundations together with what is laid on them
//	score.go     how good a state is
//	peek.go      the score of a state that is not made
//	joints.go    both in games like Spider
//	weights.go   the weights of the score, by the rules of the game
//
// Letters stand for the same as in package state; f is a beam, e the engine, w a scorer.
package beam
