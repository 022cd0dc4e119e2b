// Package seeds makes the packs of numbers of winnable deals that the program ships (package
// solver/seeds), as data/seeds/goals.csv asks for them:
//
//	go run ./study seeds -engine COMMIT -for 1h
//
// It can be stopped at any time and goes on. What is known of each deal is in data/seeds, a
// table for each game and scheme: its verdict, its score of difficulty, and the version of the program
// that found them. Deals that docs/published/packed has verdicts of are not solved again.
//
// # What comes next
//
// Each pack has its turn of half a minute, again and again, so that all of them grow. For half of its
// turn number after number is solved, each with the states of the goal, and the referee replays each
// solution; then those that were passed over with fewer states. For the rest of it winnable deals are
// measured, from the first on, along a line that the budget of difficulty finds: the first ones of the
// scheme solvitaire with all components of their difficulty, which the service answers with
// (docs/published/winnable), the others for their score alone, where the cards left need no line. With
// -ungraded the whole turn is for numbers.
//
// # Files
//
//	seeds.go     Run: what comes next, and what is printed
//	table.go     what is known of the deals of a pack
//	measured.go  deals with all components of their difficulty
//	goals.go     goals.csv
//	page.go      the packs, and the page docs/research/results/seeds.md
package seeds
