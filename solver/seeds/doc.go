// Package seeds keeps packs of numbers of winnable deals, with their grades of difficulty.
//
// A [Pack] has the verdicts of consecutive numbers of a game under one scheme: a letter for each, in
// a file that is compressed. Ten thousand winnable deals take a few kilobytes.
//
//	{"format":"seeds 1","game":"klondike","scheme":"solvitaire","first":1,"epoch":1}
//	mwh-e…      solvitaire:1 is a medium deal, 2 is winnable without a grade, 3 hard, 4 lost, 5 easy
//
// Each number that a pack calls winnable was won by an engine of this program, and the referee
// replayed the solution. The study of the same name makes the packs (docs/research/study/seeds).
package seeds
