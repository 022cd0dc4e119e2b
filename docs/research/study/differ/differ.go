// Package differ tells whether two win rates, counted on different deals, differ.
package differ

import (
	"cmp"
	"math"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Rates are said to differ if the probability of their difference is below Level. Those that don't are
// said to be reproduced only if an interval leaves no room for a difference of more than Near.
const (
	Level = 0.01
	Near  = 0.05
)

// FisherExact returns the probability, if k of n games and l of m games were won at the same rate,
// of a difference that is as unlikely as the one seen or more so: Fisher's exact test with two
// sides (R. Fisher, Statistical Methods for Research Workers, 5th edition, 1934, section 21.02).
// Without games it is 1.
func FisherExact(k, n, l, m int64) float64 {
	if n <= 0 || m <= 0 {
		return 1
	}
	// Given that k + l of n + m games were won, the number x of those among the n is
	// hypergeometric. Its weights are computed from the most likely one outwards, so no factorials
	// are needed, and what is too small for a number does not matter.
	won := k + l
	least, most := max(0, won-m), min(n, won)
	ratio := func(x int64) float64 { // of the weight of x+1 to that of x
		return float64(n-x) / float64(x+1) * (float64(won-x) / float64(m-won+x+1))
	}
	mode := int64(float64(n+1) / float64(n+m+2) * float64(won+1))
	mode = min(max(mode, least), most)
	seen := 1.0 // the weight of k
	for x := mode; x < k; x++ {
		seen *= ratio(x)
	}
	for x := mode; x > k; x-- {
		seen /= ratio(x - 1)
	}
	// Weights that are equal but for rounding count as equal.
	const slack = 1 + 1e-7
	all, rare := 0.0, 0.0
	count := func(weight float64) {
		all += weight
		if weight <= seen*slack {
			rare += weight
		}
	}
	for x, weight := mode, 1.0; ; x++ {
		if count(weight); x == most || weight == 0 {
			break
		}
		weight *= ratio(x)
	}
	for x, weight := mode, 1.0; x > least && weight > 0; x-- {
		weight /= ratio(x - 1)
		count(weight)
	}
	return min(1, rare/all)
}

// From returns the probability of a difference like that between a published figure and our
// count, if both are of the same rate: [FisherExact] with as many games of theirs as make an
// interval of 95 % that wide. Unknown deals count so that the rates differ least. Without deals it
// is 1.
func From(p *stats.Published, ours stats.Tally) float64 {
	share, half := (p.Interval.Low+p.Interval.High)/2, p.Interval.Width()/2
	n := ours.Deals()
	if n == 0 || half <= 0 {
		return 1
	}
	theirs := min(stats.Z95*stats.Z95*share*(1-share)/(half*half), 1<<40)
	k := int64(math.Round(share * float64(n)))
	k = min(max(k, ours.Wins()), ours.Wins()+ours.Unknown)
	return FisherExact(k, n, int64(math.Round(share*theirs)), int64(math.Round(theirs)))
}

// Newcombe returns the interval of the difference of two shares, k of n games minus l of m
// others: his hybrid score interval, made of Wilson's for each share (R. Newcombe, Interval
// estimation for the difference between independent proportions: comparison of eleven methods,
// Statistics in Medicine 17, 1998, 873-890, method 10). z is as in [stats.Wilson]. Without games it is
// [-1, 1].
func Newcombe(k, n, l, m int64, z float64) stats.Interval {
	if n <= 0 || m <= 0 {
		return stats.Interval{Low: -1, High: 1}
	}
	p, q := float64(k)/float64(n), float64(l)/float64(m)
	i, j := stats.Wilson(k, n, z), stats.Wilson(l, m, z)
	return stats.Interval{
		Low:  p - q - math.Hypot(p-i.Low, j.High-q),
		High: p - q + math.Hypot(i.High-p, q-j.Low),
	}
}

// Holm returns the probabilities of several tests, in their order, each adjusted so that the
// chance of any false alarm at a level is at most that level (S. Holm, A simple sequentially
// rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979, 65-70).
func Holm(tests []float64) []float64 {
	order := make([]int, len(tests))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(tests[i], tests[j]) })
	adjusted := make([]float64, len(tests))
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, float64(len(tests)-rank)*tests[i]))
		adjusted[i] = least
	}
	return adjusted
}
