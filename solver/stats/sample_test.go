package stats

import (
	"math/rand/v2"
	"testing"
)

// TestDisjoint compares the selection with the best of all possible ones.
func TestDisjoint(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 2000 {
		samples := make([]Sample, r.IntN(9))
		for i := range samples {
			s := Sample{Scheme: []string{"microsoft", "solvitaire", "pysol"}[r.IntN(3)], First: r.Int64N(20)}
			if s.Scheme == "pysol" {
				s.Numbering = "microsoft"
			}
			s.Last = s.First + r.Int64N(10)
			s.Unknown = r.Int64N(3)
			s.Winnable = r.Int64N(s.Last - s.First + 2)
			samples[i] = s
		}
		count := func(chosen []int) (deals, unknown int64) {
			for k, i := range chosen {
				for _, j := range chosen[:k] {
					a, b := samples[i], samples[j]
					if (a.Scheme == "solvitaire") == (b.Scheme == "solvitaire") && a.First <= b.Last && b.First <= a.Last {
						return -1, 0
					}
				}
				deals += samples[i].Deals()
				unknown += samples[i].Unknown
			}
			return deals, unknown
		}
		most, fewest := int64(0), int64(0)
		for set := range 1 << len(samples) {
			var chosen []int
			for i := range samples {
				if set>>i&1 == 1 {
					chosen = append(chosen, i)
				}
			}
			if deals, unknown := count(chosen); deals > most || deals == most && unknown < fewest {
				most, fewest = deals, unknown
			}
		}
		if deals, unknown := count(Disjoint(samples)); deals != most || unknown != fewest {
			t.Fatalf("%+v: selected %v with %d deals, %d unknown; want %d and %d",
				samples, Disjoint(samples), deals, unknown, most, fewest)
		}
	}
}
