// Package analysis answers questions about many positions of one game at once:
// which moves of a position keep it winnable ([Moves]), and which move of a played
// game lost it ([Game]).
//
// Both could be answered by solving one position after the other. But positions of
// one game imply much about each other, and what follows is not searched for:
//
//   - what can't be won can't be won after any move, and what can be won after
//     some moves could be won before them, so that a game is lost once and for all,
//     at one move, which is found by halving;
//   - a line that wins answers for all positions on it, and for each that it leads
//     through when its moves are played in another order;
//   - after a move that can be taken back the position is worth what it was.
//
// What is left is searched for in rounds, each with ten times the states of the one
// before for each position, so that one hard position does not use up the time of
// ten easy ones.
//
// The rules of trust are those of package solver: every line that is given has been
// replayed by the referee from the position that was asked about, lines that were
// put together here too, and unwinnable is only what an engine has proven so or what
// follows from it.
//
// The organs: study.go asks the engine and keeps to the budget, moves.go and game.go
// have the two questions, line.go what follows from a line.
package analysis
