// Package peers compares this program with solvers by others, on the same deals and in turns:
//
//	make peers DRIVERS="-driver lonelybot=PROGRAM" FC_SOLVE=PROGRAM SOLVITAIRE=PROGRAM
//
// Every solver runs as a process with one thread. The deals are cut into blocks; the solvers solve
// a block one after the other, and the order changes from block to block, so that other work on the
// machine slows all of them alike. CPU seconds (user and system) and memory are what the operating
// system counts for the whole process, dealing and starting included. Seconds of single deals are
// as the solver prints them. A pair of verdicts that contradict each other stops the study.
//
// The directory has a file settings.csv with a line for each comparison: the game, the deals, the
// other solvers, the seconds for a deal and the deals in a block. Each gets a table of its deals,
// NAME.csv, which is compressed to NAME.csv.gz when it is whole. The study can be stopped at any
// time and goes on. At its end, or without other solvers at once, it prints the comparison from all
// whole tables.
//
// The files: peers.go runs the blocks, program.go runs this program and those that read deals from
// standard input (docs/research/results/peers.md has the protocol), others.go fc-solve and Solvitaire, table.go
// makes the comparison.
package peers
