// Package cost measures what deals cost: states, and processor time of the thread that searches, so
// that other work on the machine hardly changes it. It can be stopped at any time and goes on:
//
//	nice -n 19 go run ./solver/cmd/study cost -dir docs/data/techniques
//
// The directory has a file settings.csv with a line for each setting: the game, the techniques that
// are switched off, the memory, the deals and the states of a deal. Each setting gets a table of its
// deals, NAME.csv, which is compressed to NAME.csv.gz when it is whole.
//
// With -fc-solve PROGRAM the program by S. Fish solves the same deals (fcsolve.go).
package cost
