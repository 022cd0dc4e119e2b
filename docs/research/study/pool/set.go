// Package pool pools packed verdicts of many files, so that each deal counts once.
package pool

import (
	"cmp"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// Set pools ranges, so that each deal counts once. Its zero value is empty.
type Set struct {
	ranges map[packed.Subject][]*packed.Range // no deal is counted in two of them
}

// Add adds a range, which it does not change. A deal that the set has already is counted once: a
// proven verdict takes the place of an unknown one, and so does an unknown one that was searched with
// more states; otherwise the earlier one stays. The error is a *[packed.Contradiction] if a deal has
// two proven verdicts, and then nothing is added.
func (s *Set) Add(r *packed.Range) error {
	of := r.Subject
	old := s.ranges[of]
	for _, o := range old {
		for seed := max(o.First, r.First); seed <= min(o.Last(), r.Last()); seed++ {
			if a, b := o.At(seed), r.At(seed); a != b && a.Proven() && b.Proven() {
				return &packed.Contradiction{Subject: of, Seed: seed, First: a, Second: b, FirstBy: o.Method, SecondBy: r.Method}
			}
		}
	}
	r = r.Clone()
	kept := old[:0]
	for _, o := range old {
		if o = yield(o, r); o != nil {
			kept = append(kept, o)
		}
	}
	clear(old[len(kept):])
	if r = r.Trim(); r != nil && !slices.ContainsFunc(kept, func(o *packed.Range) bool { return join(o, r) }) {
		kept = append(kept, r)
	}
	if s.ranges == nil {
		s.ranges = map[packed.Subject][]*packed.Range{}
	}
	s.ranges[of] = kept
	return nil
}

// yield removes deals that two ranges have from one of them: from this one if the other's verdict says more,
// else from the other. It returns what is left of this one; nil if nothing is.
func yield(r, other *packed.Range) *packed.Range {
	from, to := max(r.First, other.First), min(r.Last(), other.Last())
	if from > to {
		return r
	}
	for seed := from; seed <= to; seed++ {
		switch a, b := r.At(seed), other.At(seed); {
		case a == packed.NotCounted || b == packed.NotCounted:
		case b.Beats(other.States, a, r.States):
			r.Set(seed, packed.NotCounted)
		default:
			other.Set(seed, packed.NotCounted)
		}
	}
	return r.Trim()
}

// join adds the deals of a range that was counted by the same method, if its first deal is one of
// this range or follows the last one. No deal may be counted in both.
func join(r, other *packed.Range) bool {
	if r.Method != other.Method || other.First < r.First || other.First > r.Last()+1 {
		return false
	}
	for seed := other.First; seed <= other.Last(); seed++ {
		switch v := other.At(seed); {
		case seed > r.Last():
			r.Append(v)
		case v != packed.NotCounted:
			r.Set(seed, v)
		}
	}
	return true
}

// mostBridged is the number of deals between two ranges up to which they are written as one: a header
// of a range takes more room than that.
const mostBridged = 1000

// Ranges returns what the set has, in order of subjects and seeds. Those of one subject and method
// are one range if they follow one another, or if others have the few deals between them, as where
// unknown deals were tried again. The caller must not change them.
func (s *Set) Ranges() []*packed.Range {
	var all []*packed.Range
	for _, of := range s.ranges {
		all = append(all, of...)
	}
	slices.SortFunc(all, func(a, b *packed.Range) int {
		return cmp.Or(compareSubjects(&a.Subject, &b.Subject), compareMethods(&a.Method, &b.Method), cmp.Compare(a.First, b.First))
	})
	var joined []*packed.Range
	for _, r := range all {
		if n := len(joined); n > 0 && joined[n-1].Subject == r.Subject && joined[n-1].Method == r.Method {
			last := joined[n-1]
			if r.First-last.Last()-1 <= mostBridged && s.has(r.Subject, last.Last()+1, r.First-1) {
				for last.Last() < r.First-1 {
					last.Append(packed.NotCounted)
				}
			}
			if join(last, r) {
				continue
			}
		}
		joined = append(joined, r.Clone())
	}
	slices.SortFunc(joined, func(a, b *packed.Range) int {
		return cmp.Or(
			compareSubjects(&a.Subject, &b.Subject), cmp.Compare(a.First, b.First), cmp.Compare(a.Last(), b.Last()), compareMethods(&a.Method, &b.Method),
		)
	})
	return joined
}

// has reports whether all deals from one seed to another are counted.
func (s *Set) has(of packed.Subject, from, to int64) bool {
	for seed := from; seed <= to; seed++ {
		if !slices.ContainsFunc(s.ranges[of], func(r *packed.Range) bool { return r.At(seed) != packed.NotCounted }) {
			return false
		}
	}
	return true
}

func compareSubjects(s, t *packed.Subject) int {
	return cmp.Or(
		strings.Compare(s.Game, t.Game), strings.Compare(s.Rules, t.Rules), strings.Compare(s.Source, t.Source),
		strings.Compare(s.Player, t.Player), strings.Compare(s.Scheme, t.Scheme), cmp.Compare(s.Epoch, t.Epoch),
	)
}

func compareMethods(m, n *packed.Method) int {
	return cmp.Or(
		strings.Compare(m.Engine, n.Engine), cmp.Compare(m.States, n.States), cmp.Compare(m.Time, n.Time), cmp.Compare(m.Memory, n.Memory),
	)
}
