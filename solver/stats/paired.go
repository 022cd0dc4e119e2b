package stats

import "math"

// Outcome is what is known of a deal.
type Outcome int

// The outcomes, as indices of [Paired].
const (
	Winnable Outcome = iota
	Unwinnable
	Unknown
)

// Paired counts deals that two games were both tried on: [first's outcome][second's].
type Paired [3][3]int64

// N is how many deals there are.
func (p *Paired) N() int64 {
	var n int64
	for i := range p {
		for j := range p[i] {
			n += p[i][j]
		}
	}
	return n
}

// First is the tally of the first game on these deals.
func (p *Paired) First() Tally {
	var t [3]int64
	for i := range p {
		for _, count := range p[i] {
			t[i] += count
		}
	}
	return Tally{Winnable: t[Winnable], Unwinnable: t[Unwinnable], Unknown: t[Unknown]}
}

// Second is the tally of the second game on these deals.
func (p *Paired) Second() Tally {
	swapped := p.Swapped()
	return swapped.First()
}

// Swapped has first and second exchanged.
func (p *Paired) Swapped() Paired {
	var q Paired
	for i := range p {
		for j := range p[i] {
			q[j][i] = p[i][j]
		}
	}
	return q
}

// Implied is what the counts become if every deal that is won in the second game is won in
// the first too, as it is if the first one's rules are weaker (package relation): then what
// the second wins is known of the first, and what the first loses is known of the second.
func (p *Paired) Implied() Paired {
	q := *p
	q[Winnable][Winnable] += q[Unknown][Winnable]
	q[Unknown][Winnable] = 0
	q[Unwinnable][Unwinnable] += q[Unwinnable][Unknown]
	q[Unwinnable][Unknown] = 0
	return q
}

// Difference is the interval of 95 % of the share of deals that the first game wins less
// that of the second, between -1 and 1: at its lower end what is unknown is lost in the
// first game and won in the second, at its upper end the other way round. The interval of
// either end is Tango's (see [Tango]).
func (p *Paired) Difference() Interval {
	// First's wins that are the second's losses, and the other way round, at the worst.
	first := p[Winnable][Unwinnable] + p[Winnable][Unknown] + p[Unknown][Unwinnable] + p[Unknown][Unknown]
	second := p[Unwinnable][Winnable] + p[Unwinnable][Unknown] + p[Unknown][Winnable] + p[Unknown][Unknown]
	n := p.N()
	return Interval{
		Tango(p[Winnable][Unwinnable], second, n, Z95).Low,
		Tango(first, p[Unwinnable][Winnable], n, Z95).High,
	}
}

// Needed is, for a first game whose rules are weaker than the second's, the interval of 95 %
// of the share of the deals that can be won in the first that can't be won in the second:
// the share of Klondike's winnable deals that need worrying back, if that is what the games
// differ in (Blake & Gent, table 3). At the lower end every deal that is not
// decided counts as whatever makes the share less, at the upper end as what makes it more.
func (p *Paired) Needed() Interval { return p.NeededAt(Z95) }

// NeededAt is the same for another confidence: z as in [Wilson].
func (p *Paired) NeededAt(z float64) Interval {
	q := p.Implied()
	need, not := q[Winnable][Unwinnable], q[Winnable][Winnable]
	open := q[Winnable][Unknown]
	// Where the first game is not decided either a deal may be no winnable one at all.
	maybe, perhaps := q[Unknown][Unwinnable], q[Unknown][Unknown]
	low := Wilson(need, need+not+open+perhaps, z)
	most := need + open + maybe + perhaps
	return Interval{low.Low, Wilson(most, most+not, z).High}
}

// Tango is the score interval of the difference of two shares of the same n deals: b of them
// are won in the first game alone, c in the second alone (T. Tango, Equivalence test and
// confidence interval for the difference in proportions for the paired-sample design,
// Statistics in Medicine 17, 1998, 891-908). Where c is zero, its upper end is Wilson's for
// b of n. Of no deals it is everything from -1 to 1.
func Tango(b, c, n int64, z float64) Interval {
	if n <= 0 {
		return Interval{-1, 1}
	}
	fb, fc, fn := float64(b), float64(c), float64(n)
	// score is how many standard deviations the counts are above a difference d. It falls
	// as d rises.
	score := func(d float64) float64 {
		// q is the likeliest probability to win the second game alone, given d.
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

// outermost is the greatest number between two of which something is true, if it is true of
// all below that and false of all above.
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
