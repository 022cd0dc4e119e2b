package roster_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
)

// The players that play a deal by themselves.
func ExampleKinds() {
	for _, kind := range roster.Kinds() {
		fmt.Println(kind.Name)
	}
	// Output:
	// random
	// greedy
	// careless
	// glance
	// lookahead
	// hindsight
	// foresight
	// insight
	// bjarnason
	// yan
	// donkersteeg-r
	// donkersteeg-a
	// donkersteeg-c
	// hints
}
