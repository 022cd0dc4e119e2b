package stats

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTangoInverts compares the ends with a score whose constrained estimate is found by a
// search for the maximum likelihood, instead of the formula.
func TestTangoInverts(t *testing.T) {
	// score returns the score of a difference d. q, the probability of winning the second
	// game alone, has the maximum likelihood given d.
	score := func(b, c, n int64, d float64) float64 {
		likelihood := func(q float64) float64 {
			sum := 0.0
			for _, part := range []struct {
				count int64
				p     float64
			}{{b, q + d}, {c, q}, {n - b - c, 1 - 2*q - d}} {
				if part.count > 0 {
					sum += float64(part.count) * math.Log(part.p)
				}
			}
			return sum
		}
		low, high := max(0, -d), (1-d)/2
		for range 200 { // the likelihood has one peak
			a, z := low+(high-low)/3, high-(high-low)/3
			if likelihood(a) < likelihood(z) {
				low = a
			} else {
				high = z
			}
		}
		q := (low + high) / 2
		return (float64(b) - float64(c) - float64(n)*d) / math.Sqrt(float64(n)*(2*q+d-d*d))
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		n := 2 + r.Int64N(500)
		b := r.Int64N(n + 1)
		c := r.Int64N(n - b + 1)
		i := Tango(b, c, n, Z95)
		if middle := float64(b-c) / float64(n); !contains(i, middle) {
			t.Fatalf("%d, %d of %d: %v does not contain %g", b, c, n, i, middle)
		}
		if i.Low > -1 {
			if s := score(b, c, n, i.Low); math.Abs(s-Z95) > 1e-3 {
				t.Fatalf("%d, %d of %d: score %g at %g", b, c, n, s, i.Low)
			}
		}
		if i.High < 1 {
			if s := score(b, c, n, i.High); math.Abs(s+Z95) > 1e-3 {
				t.Fatalf("%d, %d of %d: score %g at %g", b, c, n, s, i.High)
			}
		}
		if j := Tango(c, b, n, Z95); math.Abs(i.Low+j.High) > 1e-12 || math.Abs(i.High+j.Low) > 1e-12 {
			t.Fatalf("%d, %d of %d: %v, with the games exchanged %v", b, c, n, i, j)
		}
		if j := Tango(b, 0, n, Z95); math.Abs(j.High-Wilson(b, n, Z95).High) > 1e-9 {
			t.Fatalf("%d, 0 of %d: %v, Wilson's is %v", b, n, j, Wilson(b, n, Z95))
		}
	}
	if i := Tango(0, 0, 0, Z95); i != (Interval{-1, 1}) {
		t.Errorf("no deals: %v", i)
	}
}

// TestTangoCovers draws pairs of games with a known difference, which 19 of 20 intervals
// should contain.
func TestTangoCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, p := range []struct{ first, second float64 }{{0.02, 0.01}, {0.3, 0.1}, {0.05, 0.05}, {0.01, 0}} {
		covered := 0
		const runs, n = 4000, 400
		for range runs {
			var b, c int64
			for range n {
				switch x := r.Float64(); {
				case x < p.first:
					b++
				case x < p.first+p.second:
					c++
				}
			}
			if contains(Tango(b, c, n, Z95), p.first-p.second) {
				covered++
			}
		}
		if share := float64(covered) / runs; share < 0.92 || share > 0.985 {
			t.Errorf("%v: %.3f of the intervals contain the difference", p, share)
		}
	}
}

// TestUndecidedPairsCountBothWays decides unknown deals at random. The resulting intervals
// must lie within the one that counts them both ways.
func TestUndecidedPairsCountBothWays(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 3000 {
		var p Paired
		for i := range p {
			for j := range p[i] {
				p[i][j] = r.Int64N(8)
			}
		}
		p[Unwinnable][Winnable] = 0 // the first game has the weaker rules
		difference, needed := p.Difference().Interval, p.Needed().Interval
		var decided Paired
		for i := range p {
			for j := range p[i] {
				for range p[i][j] {
					a, b := i, j
					for a == int(Unknown) || b == int(Unknown) || a == int(Unwinnable) && b == int(Winnable) {
						a, b = i, j
						if a == int(Unknown) {
							a = r.IntN(2)
						}
						if b == int(Unknown) {
							b = r.IntN(2)
						}
					}
					decided[a][b]++
				}
			}
		}
		if d := decided.Difference().Interval; d.Low < difference.Low || d.High > difference.High {
			t.Fatalf("%v: difference %v does not contain %v, decided as %v", p, difference, d, decided)
		}
		if d := decided.Needed().Interval; d.Low < needed.Low-1e-15 || d.High > needed.High+1e-15 {
			t.Fatalf("%v: needed %v does not contain %v, decided as %v", p, needed, d, decided)
		}
		if decided.N() != p.N() || decided.First().Deals() != p.N() {
			t.Fatalf("%v decided as %v: different numbers of deals", p, decided)
		}
	}
}

func TestPairedTallies(t *testing.T) {
	p := Paired{{10, 2, 3}, {0, 20, 4}, {5, 6, 7}}
	if got, want := p.First(), (Tally{Winnable: 15, Unwinnable: 24, Unknown: 18}); got != want {
		t.Errorf("%+v", got)
	}
	if got, want := p.Implied(), (Paired{{15, 2, 3}, {0, 24, 0}, {0, 6, 7}}); got != want {
		t.Errorf("%v", got)
	}
}

// TestNecessityOfWorryingBack computes the last column of table 3 of the Solvitaire paper
// from the counts of table 8. They show how many deals were won, not which. Without unknown
// deals that is enough. With them, the paper's figure must lie within what the counts allow.
func TestNecessityOfWorryingBack(t *testing.T) {
	for _, c := range []struct {
		draw          int
		with, without int64 // winnable deals, with worrying back and without
		printed       string
	}{
		{7, 237786, 229522, "3.47 ± 0.08"},
		{8, 122759, 117024, "4.68 ± 0.13"},
		{9, 76699, 72140, "5.94 ± 0.18"},
		{10, 42372, 39392, "7.04 ± 0.25"},
		{11, 20655, 19037, "7.84 ± 0.37"},
		{12, 8489, 7788, "8.28 ± 0.59"},
		{13, 5998, 5444, "9.26 ± 0.74"},
	} {
		p := Paired{
			Winnable:   {c.without, c.with - c.without, 0},
			Unwinnable: {0, 1e6 - c.with, 0},
		}
		// A centre midway between two decimals is rounded the other way in the paper.
		centre, half, _ := strings.Cut(p.Needed().Interval.Percent(2), " ± ")
		printed, printedHalf, _ := strings.Cut(c.printed, " ± ")
		if half != printedHalf || math.Abs(number(t, centre)-number(t, printed)) > 0.0101 {
			t.Errorf("draw %d: %s, the paper has %s", c.draw, p.Needed().Interval.Percent(2), c.printed)
		}
	}
	for _, c := range []struct {
		draw                      int
		with, open, without, left int64 // left are those open without worrying back
		low, high                 float64
	}{
		{1, 904226, 1145, 901702, 676, 0.26, 0.42},
		{2, 885476, 1440, 882409, 967, 0.32, 0.54},
		{3, 819371, 157, 815114, 249, 0.48, 0.56},
		{4, 693296, 140, 687198, 73, 0.85, 0.93},
		{5, 534329, 15, 526376, 3, 1.45, 1.53},
		{6, 358539, 1, 349817, 0, 2.38, 2.50},
	} {
		// A deal that is open without worrying back may be known to be winnable with it.
		p := Paired{
			Winnable:   {c.without, c.with - c.without - c.left, c.left},
			Unwinnable: {0, 1e6 - c.with - c.open, 0},
			Unknown:    {0, c.open, 0},
		}
		// The printed interval is wider than the true one by up to two hundredths.
		i := p.Needed().Interval
		if i.Low*100 > c.low+0.02 || i.High*100 < c.high-0.02 {
			t.Errorf("draw %d: %s, the paper has %.2f to %.2f", c.draw, i.Percent(2), c.low, c.high)
		}
	}
}
