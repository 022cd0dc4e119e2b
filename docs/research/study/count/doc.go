// Package count counts how many deals of each game can be won, until the intervals are as narrow as
// data/counts/goals.csv asks for. It can be stopped at any time and goes on:
//
//	go run ./study count -for 8h
//
// Each game has a file of packed verdicts in data/counts (package solver/packed), to which a
// block is added for each piece of work. Verdicts that docs/published/packed has are not counted again.
//
// # What comes next
//
// A worker takes the piece of work that brings some game to its goal at the least cost: the processor
// time that it is expected to take until then, from the mean time of a deal so far.
//
//   - More deals make the interval narrower: half of it is about 1.96 √(p (1-p) / n).
//   - Unknown deals make it wider, as they are counted both ways, however many deals there are. Where
//     they take more than half of the goal, they are tried again with ten times as many states, those
//     with the fewest first.
//   - With -again all unknown deals are tried again first, after the engine has become better.
//   - Games that can't reach their goal, since too much stays unknown with the most states, come last.
//
// Every deal is searched on one thread with a budget of states, so that its verdict is the same on
// every machine.
//
// # Files
//
//	count.go   Run: workers, files and what is printed
//	row.go     a game: its verdicts, its goal and its next step
//	goals.go   goals.csv and costs.csv
//	page.go    Page: what is left to count
package count
