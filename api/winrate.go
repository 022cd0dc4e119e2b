package api

import (
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// WinRate is a win rate as a 95 % confidence interval. Unknown deals count as lost (low end)
// and won (high end).
type WinRate struct {
	Low       float64 `json:"low" example:"79.8"`       // percent, rounded down
	High      float64 `json:"high" example:"84.9"`      // percent, rounded up
	Centre    float64 `json:"centre" example:"82.35"`   // percent, the centre
	HalfRange float64 `json:"half_range" example:"2.6"` // percentage points, rounded up: the rate is centre ± half_range
} //	@name	WinRate

// winRate returns the rate of a tally; nil if it is empty.
func winRate(t stats.Tally) *WinRate {
	if t.Deals() == 0 {
		return nil
	}
	return percentOf(t.Interval())
}

// percentOf renders an interval in percent.
func percentOf(i stats.Interval) *WinRate {
	low, high := i.Ends(i.Decimals())
	centre, half, _ := strings.Cut(i.String(), " ± ")
	return &WinRate{decimal(low), decimal(high), decimal(centre), decimal(half)}
}

// decimal reads a number written by package stats.
func decimal(text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return n
}
