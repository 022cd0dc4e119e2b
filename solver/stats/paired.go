package stats

import "math"

// Outcome is the verdict on a deal, as an index of [Paired].
type Outcome int

// The outcomes.
const (
	Winnable Outcome = iota
	Unwinnable
	Unknown
)

// Paired counts deals that were tried in two games, by [first game's outcome][second's].
type Paired [3][3]int64

// N returns the number of deals.
func (p *Paired) N() int64 {
	var n int64
	for i := range p {
		for j := range p[i] {
			n += p[i][j]
		}
	}
	return n
}

// First returns the tally of the first game.
func (p *Paired) First() Tally {
	var t [3]int64
	for i := range p {
		for _, count := range p[i] {
			t[i] += count
		}
	}
	return Tally{Winnable: t[Winnable], Unwinnable: t[Unwinnable], Unknown: t[Unknown]}
}

// Implied returns the counts with the verdicts that one game implies for the other. The first game
// must have weaker rules than the second (package relation). So a deal that is winnable in the
// second game is winnable in the first. A deal that is unwinnable in the first game is unwinnable
// in the second.
func (p *Paired) Implied() Paired {
	q := *p
	q[Winnable][Winnable] += q[Unknown][Winnable]
	q[Unknown][Winnable] = 0
	q[Unwinnable][Unwinnable] += q[Unwinnable][Unknown]
	q[Unwinnable][Unknown] = 0
	return q
}

// Difference returns the first game's share of winnable deals minus the second's, between -1 and 1,
// with its 95 % interval. At the lower end, unknown deals count as lost in the first game and won
// in the second. At the upper end, they count as won in the first game and lost in the second.
// [Tango] gives both ends of the interval.
func (p *Paired) Difference() Rate {
	// The most deals that may be won in the first game alone, and in the second alone.
	first := p[Winnable][Unwinnable] + p[Winnable][Unknown] + p[Unknown][Unwinnable] + p[Unknown][Unknown]
	second := p[Unwinnable][Winnable] + p[Unwinnable][Unknown] + p[Unknown][Winnable] + p[Unknown][Unknown]
	n := p.N()
	r := Rate{Interval{-1, 1}, Interval{
		Tango(p[Winnable][Unwinnable], second, n, Z95).Low,
		Tango(first, p[Unwinnable][Winnable], n, Z95).High,
	}}
	if n > 0 {
		r.Share = Interval{float64(p[Winnable][Unwinnable]-second) / float64(n), float64(first-p[Unwinnable][Winnable]) / float64(n)}
	}
	return r
}

// Needed returns the share of the first game's winnable deals that can't be won in the second, with
// its 95 % interval. The first game must have weaker rules than the second. If the games differ in
// worrying back, it is the share of winnable deals that need worrying back (Blake & Gent, table 3).
// At the lower end, undecided deals count so that the share is smallest; at the upper end, so that
// it is largest.
func (p *Paired) Needed() Rate { return p.NeededAt(Z95) }

// NeededAt is [Paired.Needed] at another confidence: z as in [Wilson].
func (p *Paired) NeededAt(z float64) Rate {
	q := p.Implied()
	need, not := q[Winnable][Unwinnable], q[Winnable][Winnable]
	open := q[Winnable][Unknown]
	// If the first game is undecided too, the deal may not be winnable at all.
	maybe, both := q[Unknown][Unwinnable], q[Unknown][Unknown]
	low := Wilson(need, need+not+open+both, z)
	most := need + open + maybe + both
	return Rate{
		Interval{share(need, 0, need+not+open+both).Low, share(most, 0, most+not).High},
		Interval{low.Low, Wilson(most, most+not, z).High},
	}
}

// Tango returns the score interval of the difference of two shares of the same n deals. b deals are
// won in the first game alone, and c in the second alone. (T. Tango, Equivalence test and
// confidence interval for the difference in proportions for the paired-sample design, Statistics in
// Medicine 17, 1998, 891-908.) If c is 0, the upper end is that of Wilson for b of n. For n = 0 the
// interval is [-1, 1].
func Tango(b, c, n int64, z float64) Interval {
	if n <= 0 {
		return Interval{-1, 1}
	}
	fb, fc, fn := float64(b), float64(c), float64(n)
	// score returns how many standard deviations the counts are above a difference d. It
	// decreases in d.
	score := func(d float64) float64 {
		// q is the maximum-likelihood probability of winning the second game alone, given d.
		linear := (2*fn-fb+fc)*d - fb - fc
		q := (math.Sqrt(max(0, linear*linear+8*fn*fc*d*(1-d))) - linear) / (4 * fn)
		variance := fn * (2*max(0, q) + d*(1-d))
		diff := fb - fc - fn*d
		if variance <= 0 {
			switch {
			case diff > 0:
				return math.Inf(1)
			case diff < 0:
				return math.Inf(-1)
			}
			return 0
		}
		return diff / math.Sqrt(variance)
	}
	middle := (fb - fc) / fn
	return Interval{
		-outermost(-middle, 1, func(d float64) bool { return score(-d) <= z }),
		outermost(middle, 1, func(d float64) bool { return score(d) >= -z }),
	}
}

// outermost returns the greatest number between from and to that is inside. All numbers below
// it must be inside, and all above it outside.
func outermost(from, to float64, inside func(float64) bool) float64 {
	if inside(to) {
		return to
	}
	for {
		middle := from + (to-from)/2
		if middle <= from || middle >= to {
			return to // rounded outward
		}
		if inside(middle) {
			from = middle
		} else {
			to = middle
		}
	}
}
