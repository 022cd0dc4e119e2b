package seeds_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// The deal of a day, the same for everybody, and winnable deals of a grade.
func ExampleDealer() {
	dealer, err := seeds.NewDealer(docs.Winnable, time.Now, rand.IntN)
	if err != nil {
		panic(err)
	}
	_, deal, err := dealer.Daily("klondike", "2026-11-01", difficulty.Easy)
	if err != nil {
		panic(err)
	}
	fmt.Println(deal.Seed)
	easy, err := dealer.Winnable("klondike", difficulty.Easy, 3, "")
	if err != nil {
		panic(err)
	}
	fmt.Println(len(easy), "more")
	// Output:
	// solvitaire:1095
	// 3 more
}
