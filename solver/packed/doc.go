// Package packed keeps the verdicts of millions of deals in small files: two bits a deal, then
// compressed. Ten million deals of Klondike take about 1 MB.
//
// # The idea
//
// Only the verdicts are expensive to compute again, so only they are kept deal by deal. What many
// deals have in common is kept once for a range of them: the rules, the player if there was one,
// the seeds, and how the verdicts were found.
//
//	file  = block, block, …           a block is a member of gzip, complete in itself
//	block = header, newline, verdicts
//
//	{"format":"packed verdicts 1","game":"golf","rules":{…},"scheme":"solvitaire","first":1,"deals":10,…}
//	E5 1B 06
//	└┴─ deals 1 to 4: 0xE5 is 11 10 01 01, read from the right: winnable, winnable, unwinnable, unknown
//
// Since blocks are complete, files can be concatenated, any program that reads gzip and JSON can
// read them, and a process that is killed while it writes damages only its last block.
// docs/inside/packed.md describes the format, with a reader in ten lines of Python.
//
// # No deal twice
//
// [Known] has the verdicts of a file, and says what a range adds to them. A deal that is winnable in one
// range and unwinnable in another is an error, a [Contradiction]. Study pack (docs/research) pools many
// files.
//
// # Files
//
//	range.go   Range: some deals of one game with their verdicts
//	block.go   Write and Reader: the format, and the bounds of what is read
//	append.go  Appender: a file that grows, also after a kill
//	known.go   Known: the verdicts that a file has
//	results.go Results: ranges of the results of a campaign
//	tallies.go Count: the tallies of ranges, read from a table
//	spreads.go Spread: the distributions of states and lengths over ranges, read from a table
package packed
