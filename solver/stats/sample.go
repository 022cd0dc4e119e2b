package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// Sample is what was counted of the deals of a range of seeds.
type Sample struct {
	Campaign    string // its id
	Scheme      string // of the seeds
	Numbering   string // the same for schemes that may have the same deal under a number; "" is the scheme
	First, Last int64
	Tally
}

// Seeds writes the range as the service does, scheme:first-last.
func (s *Sample) Seeds() string { return fmt.Sprintf("%s:%d-%d", s.Scheme, s.First, s.Last) }

// Compare orders samples by their seeds.
func (s Sample) Compare(t Sample) int {
	return cmp.Or(cmp.Compare(s.Scheme, t.Scheme), cmp.Compare(s.First, t.First), cmp.Compare(s.Last, t.Last))
}

// numbering is what samples have the same of that may have deals in common.
func (s *Sample) numbering() string { return cmp.Or(s.Numbering, s.Scheme) }

// Disjoint chooses samples of which no two have a number in common under the same numbering,
// so that their tallies can be added up and each deal counts once. It gives their indices, in order: those that have
// most deals together, and of several such choices one with the fewest unknown.
//
// No choice looks at what was won, which might bend the rate.
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
	// best[k] is the best choice among the first k: with the last of them, after which
	// comes the best choice among those that end before it, or without. (Weighted
	// interval scheduling; the numberings lie one behind another.)
	type choice struct {
		deals, unknown int64
		last           int // index in order, -1 for none
		before         int // in best
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
