// Package analysis answers questions about many positions of one game: which moves of a position
// keep it winnable ([Moves]), which move of a played game lost it ([Game]), and in words what a move
// does ([Describer]).
//
// Solving the positions one after the other would do, but their verdicts depend on each other.
// These conclusions need no search:
//
//   - A lost position stays lost after any move. So a played game is lost at one move, which binary search finds.
//   - A line that wins proves all positions on it winnable, and those that it reaches with its moves in another order.
//   - A move that can be taken back doesn't change the verdict.
//
// What is left is searched in rounds, each with ten times the states per position of the one
// before, so that one hard position does not use up the budget of ten easy ones.
//
// The result is as reliable as that of package solver: the referee has replayed every line from
// the position in question, and unwinnable is only what an engine has proven or what follows from
// its proofs.
//
// Files: study.go asks the engine and keeps to the budget, moves.go and game.go answer the two
// questions, line.go has what follows from a line, alike.go groups moves with the same effect, and
// words.go describes moves.
package analysis
