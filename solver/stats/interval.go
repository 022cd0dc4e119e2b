package stats

import (
	"math"
	"math/big"
)

const (
	// Z95 is the half width of a 95 % interval, in standard deviations.
	Z95 = 1.959963984540054
	// Z999 is the half width of a 99.9 % interval.
	Z999 = 3.290526731491894
)

// Interval is a confidence interval of a share, or of a difference of shares.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Wilson returns Wilson's score interval for k wins of n deals. Suppose that each deal is won with
// probability p. The interval contains every p for which k is at most z standard deviations from
// the expected number of wins (E. Wilson, Probable inference, the law of succession, and
// statistical inference, JASA 22, 1927). For n = 0 it is [0, 1].
func Wilson(k, n int64, z float64) Interval {
	switch i := WilsonShare(float64(k)/float64(n), n, z); {
	case n > 0 && k == n:
		return Interval{i.Low, 1} // rounding might miss 1
	default:
		return i
	}
}

// WilsonShare returns Wilson's score interval for a share p of n deals, where p*n need not be
// a whole number.
func WilsonShare(p float64, n int64, z float64) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	// The ends are the roots of (1 + w)x² - (2p + w)x + p², where w is z²/n. The smaller
	// root is computed from the larger one, so that it loses no digits to cancellation.
	w := z * z / float64(n)
	high := (2*p + w + math.Sqrt(w*(4*p*(1-p)+w))) / (2 * (1 + w))
	return Interval{p * p / ((1 + w) * high), min(1, high)}
}

// Overlaps reports whether the intervals have a share in common.
func (i Interval) Overlaps(j Interval) bool { return i.Low <= j.High && j.Low <= i.High }

// Width returns the length of the interval.
func (i Interval) Width() float64 { return i.High - i.Low }

// String returns the interval as [Interval.Percent] writes it, with [Interval.Decimals]
// decimals.
func (i Interval) String() string { return i.Percent(i.Decimals()) }

// Decimals returns the number of decimals, from 1 to 12, with which half the width in percent
// has two significant digits.
func (i Interval) Decimals() int {
	decimals := 1
	for half := 50 * i.Width(); half < 9.95*math.Pow10(-decimals) && decimals < 12; {
		decimals++
	}
	return decimals
}

// Percent returns the interval in percent with a number of decimals, as its centre ± half its
// width. The ends are rounded outward. So the written interval is never narrower than the
// true one, and at most two units of the last place wider.
func (i Interval) Percent(decimals int) string {
	low, high := i.ends(decimals)
	sum, width := new(big.Int).Add(low, high), new(big.Int).Sub(high, low)
	half := width.Add(width, big.NewInt(1)).Rsh(width, 1)
	centre := new(big.Int).Rsh(sum, 1) // rounds down, negative numbers too
	if sum.Bit(0) == 1 && i.roundsUp(sum, decimals) {
		centre.Add(centre, big.NewInt(1))
	}
	return places(centre, decimals) + " ± " + places(half, decimals)
}

// roundsUp reports whether a centre midway between two units of the last place is rounded
// up. It is rounded towards the true centre, but never so that the interval passes 0 or 100 %.
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

// Ends returns the ends in percent, rounded outward.
func (i Interval) Ends(decimals int) (low, high string) {
	l, h := i.ends(decimals)
	return places(l, decimals), places(h, decimals)
}

// ends returns the ends, rounded outward, in units of the last decimal of percent.
func (i Interval) ends(decimals int) (low, high *big.Int) {
	l, h := scaled(i.Low, decimals), scaled(i.High, decimals)
	low = new(big.Int).Div(l.Num(), l.Denom()) // Euclidean, and the denominator is positive: it rounds down
	h.Neg(h)
	high = new(big.Int).Div(h.Num(), h.Denom())
	return low, high.Neg(high)
}

// scaled returns a share in units of the last decimal of percent, exactly.
func scaled(share float64, decimals int) *big.Rat {
	r := new(big.Rat).SetFloat64(share)
	return r.Mul(r, new(big.Rat).SetInt(tenTo(decimals+2)))
}

// places writes n units of the last decimal as a decimal number.
func places(n *big.Int, decimals int) string {
	return new(big.Rat).SetFrac(n, tenTo(decimals)).FloatString(decimals)
}

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
