package api

import (
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// WinRate is a win rate as a 95 % confidence interval. Unknown deals count as lost (low end)
// and won (high end).
type WinRate struct {
	Low       float64 `json:"low" example:"79.8"`        // percent, rounded down
	High      float64 `json:"high" example:"84.9"`       // percent, rounded up
	Centre    float64 `json:"centre" example:"82.35"`    // percent, the centre of the interval, which is nearer to 50 than the rate
	HalfRange float64 `json:"half_range" example:"2.6"`  // percentage points, rounded up: the interval is centre ± half_range
	ShareLow  float64 `json:"share_low" example:"82.5"`  // percent: the rate itself, if unknown deals count as lost
	ShareHigh float64 `json:"share_high" example:"82.6"` // percent: the rate itself, if unknown deals count as won
} //	@name	WinRate

// winRate returns the rate of a tally; nil if it is empty.
func winRate(t stats.Tally) *WinRate {
	if t.Deals() == 0 {
		return nil
	}
	return percentOf(t.Rate())
}

// percentOf renders a rate in percent.
func percentOf(r stats.Rate) *WinRate {
	i, decimals := r.Interval, r.Interval.Decimals()
	low, high := i.Ends(decimals)
	centre, half, _ := strings.Cut(i.String(), " ± ")
	share := func(x float64) float64 { return decimal(strconv.FormatFloat(100*x, 'f', decimals, 64)) }
	return &WinRate{decimal(low), decimal(high), decimal(centre), decimal(half), share(r.Share.Low), share(r.Share.High)}
}

// decimal reads a number written by package stats.
func decimal(text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return n
}
