package stats

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Sample counts the verdicts on the deals of a range of seeds.
type Sample struct {
	Campaign    string // its id; empty for shipped counts
	Shipped     bool   // counted before the program was built, and part of it
	Scheme      string // of the seeds
	Numbering   string // equal for schemes that may give a number the same deal; "" means the scheme
	First, Last int64
	Methods     []Method // how its verdicts were found, each once
	Tally
}

// Method says how verdicts were found. A limit of 0 means none, or one that is not known.
type Method struct {
	Engine string // the version of the program; empty if not known
	States int64  // limits for each deal
	Time   time.Duration
	Memory int64 // bytes
}

// Seeds returns the range as the service writes it, scheme:first-last.
func (s *Sample) Seeds() string { return fmt.Sprintf("%s:%d-%d", s.Scheme, s.First, s.Last) }

// Compare orders samples by their seeds.
func (s Sample) Compare(t Sample) int {
	return cmp.Or(cmp.Compare(s.Scheme, t.Scheme), cmp.Compare(s.First, t.First), cmp.Compare(s.Last, t.Last))
}

// Ranges writes the seeds of samples in order, each as [Sample.Seeds] does.
func Ranges(samples []Sample) []string {
	samples = slices.SortedFunc(slices.Values(samples), Sample.Compare)
	ranges := make([]string, 0, len(samples))
	for i := range samples {
		ranges = append(ranges, samples[i].Seeds())
	}
	return ranges
}

// numbering returns the name of the numbering. Samples with different names have no deals in
// common.
func (s *Sample) numbering() string { return cmp.Or(s.Numbering, s.Scheme) }

// Disjoint selects samples whose tallies can be added: no two of them have a number in common under
// the same numbering. It returns their indices in ascending order. The selection has as many deals
// as possible. Of such selections it has the fewest unknown verdicts.
//
// It does not look at wins, which would bias the rate.
func Disjoint(samples []Sample) []int {
	order := make([]int, 0, len(samples))
	for i := range samples {
		if samples[i].Deals() > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(samples[a].numbering(), samples[b].numbering()),
			cmp.Compare(samples[a].Last, samples[b].Last),
		)
	})
	// best[k] is the best choice among the first k samples: either without the last of
	// them, or with it and the best choice among those that end before it begins. (Weighted
	// interval scheduling; the numberings follow one another.)
	type choice struct {
		deals, unknown int64
		last           int // index in order, -1 for none
		before         int // index in best
	}
	best := []choice{{last: -1}}
	for k, i := range order {
		s := &samples[i]
		before, _ := slices.BinarySearchFunc(order[:k], s, func(j int, s *Sample) int {
			if samples[j].numbering() != s.numbering() || samples[j].Last < s.First {
				return -1
			}
			return 1
		})
		with := choice{best[before].deals + s.Deals(), best[before].unknown + s.Unknown, k, before}
		without := best[k]
		if with.deals > without.deals || with.deals == without.deals && with.unknown < without.unknown {
			best = append(best, with)
		} else {
			best = append(best, without)
		}
	}
	var chosen []int
	for c := best[len(best)-1]; c.last >= 0; c = best[c.before] {
		chosen = append(chosen, order[c.last])
	}
	slices.Sort(chosen)
	return chosen
}
