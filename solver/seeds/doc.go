// Package seeds keeps packs of numbers of winnable deals, with their grades of difficulty, and hands
// out deals of them.
//
// A [Pack] has the verdicts of consecutive numbers of a game under one scheme: a letter for each, in
// a file that is compressed. Ten thousand winnable deals take a few kilobytes.
//
//	{"format":"seeds 1","game":"klondike","scheme":"solvitaire","first":1,"epoch":1}
//	mwh-e…      solvitaire:1 is a medium deal, 2 is winnable without a grade, 3 hard, 4 lost, 5 easy
//
// Each number that a pack calls winnable was won by an engine of this program, and the referee
// replayed the solution. The study of the same name makes the packs (docs/research/study/seeds).
//
// # Deals with their difficulty
//
// Measuring a deal takes a tenth of a second or more, so the components of the difficulty of the
// first deals of each pack are kept too ([Measured]): a row of comma-separated values each, some 15
// bytes compressed. A [Dealer] hands these deals out, in microseconds and without a database:
// winnable deals by difficulty, and the deal of a day. Solutions are not kept. They are found again
// in milliseconds.
//
// # Cursors
//
// A cursor is the interval of numbers of a game's deals that a client has seen. It may go on from
// the last deal to the first. The client keeps it, not the service. It stays valid when a later
// version of the program has more deals.
//
// # Files
//
//	seeds.go     packs
//	measured.go  files of measured deals
//	dealer.go    handing deals out, and the deal of a day
//	cursor.go    what a client has seen
package seeds
