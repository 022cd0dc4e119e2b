// Package difficulty measures how hard a deal that can be won is to win.
//
// Most deals of most games can be won by somebody who sees all cards and thinks for
// long enough. What makes one harder than another for people is how easily it is lost
// on the way, and that can be measured: by asking an engine, at each decision along a
// winning line, which of the other moves would have lost, and by having players of
// modest skill play the deal many times (package player).
//
// # Components
//
// [Measure] gives what it measured, each component with a meaning of its own:
//
//   - the length of the line;
//   - at how many of its moves there was something to decide, the mean share of moves
//     there that keep the deal winnable, and in bits how much luck it takes to guess a
//     winning one each time: the sum of −log2 of the shares. A move that can be taken
//     back at once is no decision, and neither is the only move;
//   - at how many of them exactly one move wins: the critical ones;
//   - how often a random, a greedy and a careless player win it, and where all cards lie open
//     one that tries a few moves out;
//   - whether cards must be taken back from foundations (worrying back), where the rules
//     allow that;
//   - the fewest passes through the stock with which it can be won.
//
// # Score and grade
//
// The score is made of the components (score.go): the greater, the smaller the chance
// that modest players win the deal. Grades are quarters of the winnable deals of a game
// by score; where they part is known for the games that were measured (grades.json,
// which solver/cmd/study/tables makes).
//
// All verdicts are found with budgets of states, and all plays drawn from fixed seeds, so
// a deal is as difficult on every machine. Verdicts that the budgets did not suffice
// for are counted, and left out of the shares; nothing is guessed.
package difficulty
