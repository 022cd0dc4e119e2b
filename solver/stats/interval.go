package stats

import (
	"fmt"
	"math"
	"math/big"
)

const (
	// Z95 is how many standard deviations an interval of 95 % reaches to either side.
	Z95 = 1.959963984540054
	// Z999 is the same for 99.9 %.
	Z999 = 3.290526731491894
)

// Interval is a confidence interval of a share, or of a difference of shares.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Wilson is Wilson's score interval for k of n: the shares p that k is no more than z
// standard deviations away from, of n deals of which each is won with probability p
// (E. Wilson, Probable inference, the law of succession, and statistical inference,
// JASA 22, 1927). Nothing is known of no deals: then it is everything from 0 to 1.
func Wilson(k, n int64, z float64) Interval {
	switch i := WilsonShare(float64(k)/float64(n), n, z); {
	case n > 0 && k == n:
		return Interval{i.Low, 1} // which rounding might miss
	default:
		return i
	}
}

// WilsonShare is the same for a share p of n that need not be a whole number of them.
func WilsonShare(p float64, n int64, z float64) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	// The ends are the roots of (1 + w)x² - (2p + w)x + p², where w is z²/n. The
	// smaller one is had from the larger, so that no figure is lost where it is small.
	w := z * z / float64(n)
	high := (2*p + w + math.Sqrt(w*(4*p*(1-p)+w))) / (2 * (1 + w))
	return Interval{p * p / ((1 + w) * high), min(1, high)}
}

// Contains says whether a share lies in the interval.
func (i Interval) Contains(share float64) bool { return i.Low <= share && share <= i.High }

// Overlaps says whether there is a share that lies in both.
func (i Interval) Overlaps(j Interval) bool { return i.Low <= j.High && j.Low <= i.High }

// Width is the length of the interval.
func (i Interval) Width() float64 { return i.High - i.Low }

// String writes the interval in percent, its centre ± half its range, as
// [Interval.Percent] does, with as many decimals as [Interval.Decimals] says.
func (i Interval) String() string { return i.Percent(i.Decimals()) }

// Decimals is how many decimals half the range has two significant digits with, written in
// percent: between 1 and 12.
func (i Interval) Decimals() int {
	decimals := 1
	for half := 50 * i.Width(); half < 9.95*math.Pow10(-decimals) && decimals < 12; {
		decimals++
	}
	return decimals
}

// Percent writes the interval in percent with so many decimals, its centre ± half its
// range. The ends are rounded outward, so the interval that is written is never narrower
// than what it stands for, and no more than two units of the last place wider.
func (i Interval) Percent(decimals int) string {
	low, high := i.ends(decimals)
	sum, width := new(big.Int).Add(low, high), new(big.Int).Sub(high, low)
	half := width.Add(width, big.NewInt(1)).Rsh(width, 1)
	centre := new(big.Int).Rsh(sum, 1) // rounds down, below zero too
	if sum.Bit(0) == 1 && i.roundsUp(sum, decimals) {
		centre.Add(centre, big.NewInt(1))
	}
	return places(centre, decimals) + " ± " + places(half, decimals)
}

// roundsUp says to which side of its place a centre goes that lies midway between two of its
// last: to that of the true centre, unless the interval ends at 0 or at 100 %, beyond which
// nothing is.
func (i Interval) roundsUp(sum *big.Int, decimals int) bool {
	switch {
	case i.High == 1:
		return false
	case i.Low == 0:
		return true
	}
	ends := scaled(i.Low, decimals)
	return ends.Add(ends, scaled(i.High, decimals)).Cmp(new(big.Rat).SetInt(sum)) > 0
}

// Ends writes the ends in percent, rounded outward.
func (i Interval) Ends(decimals int) (low, high string) {
	l, h := i.ends(decimals)
	return places(l, decimals), places(h, decimals)
}

// ends gives the ends, rounded outward, in units of the last of so many places of percent.
func (i Interval) ends(decimals int) (low, high *big.Int) {
	l, h := scaled(i.Low, decimals), scaled(i.High, decimals)
	low = new(big.Int).Div(l.Num(), l.Denom()) // Euclidean, and the denominator is positive: it rounds down
	h.Neg(h)
	high = new(big.Int).Div(h.Num(), h.Denom())
	return low, high.Neg(high)
}

// scaled is a share in units of the last of so many places of percent, exactly.
func scaled(share float64, decimals int) *big.Rat {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)+2), nil)
	r := new(big.Rat).SetFloat64(share)
	return r.Mul(r, new(big.Rat).SetInt(unit))
}

// places writes a number of units of the last of so many places.
func places(n *big.Int, decimals int) string {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	whole, rest := new(big.Int).QuoRem(new(big.Int).Abs(n), unit, new(big.Int))
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	if decimals == 0 {
		return sign + whole.String()
	}
	return fmt.Sprintf("%s%s.%0*s", sign, whole, decimals, rest)
}
