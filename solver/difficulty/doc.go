// Package difficulty measures how hard it is to win a winnable deal.
//
// Most deals of most games can be won by a player who sees all cards and thinks long enough.
// For people, a deal is hard if it is easily lost on the way. That is measured in two ways:
// an engine judges, at each decision along a winning line, which of the other moves would
// have lost; and players of modest skill (package player) play the deal many times.
//
// # Components
//
// The method [LineAndPlayers] returns these components:
//
//   - the length of the line;
//   - the number of decisions along the line, the mean share of moves at decisions that keep
//     the deal winnable, and the luck in bits that it takes to guess a winning move each time:
//     the sum of −log2 of the shares. A move that can be taken back at once is no decision,
//     and neither is an only move;
//   - the number of critical decisions, at which exactly one move wins;
//   - how often a random, a greedy and a careless player win the deal. If all cards lie open,
//     a player that tries a few moves out plays it too;
//   - whether cards must be taken back from foundations (worrying back), if the rules allow
//     it;
//   - the fewest passes through the stock with which the deal can be won.
//
// Where such players hardly ever win, or moves take too long to judge, [CardsLeft] counts the
// cards that the careless player leaves at the end of its plays. It asks no engine.
//
// # Score and grade
//
// The score combines the components (score.go). A higher score means a smaller chance that
// modest players win. Grades are quarters of the winnable deals of a game by score. Their
// bounds are known for the games that were measured (grades.json, which
// docs/research/study/tables writes).
//
// All verdicts are found with budgets of states, and all plays have fixed seeds, so a deal
// has the same difficulty on every machine. Moves that the budget was too small to judge are
// counted as unknown, and left out of the shares.
//
// # Files
//
//   - difficulty.go has the components.
//   - measure.go measures them along a line, and by players.
//   - method.go has the methods, and measures the cards left.
//   - score.go computes the score and the grade.
//   - rows.go writes and reads difficulties as rows of a table.
package difficulty
