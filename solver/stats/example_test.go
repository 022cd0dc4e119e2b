package stats_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// The interval of a win rate: 819 of 1,000 deals were won.
func ExampleWilson() {
	interval := stats.Wilson(819, 1000, stats.Z95)
	fmt.Printf("%.3f to %.3f\n", interval.Low, interval.High)
	// Output:
	// 0.794 to 0.842
}
