package packed

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Set pools ranges, so that each deal counts once. Its zero value is empty.
type Set struct {
	ranges map[Subject][]*Range // no deal is counted in two of them
	deals  int64                // the sum of their deals, whether counted or not
}

// Contradiction is the error of a deal with two verdicts that are both proven, or of a game that a
// player both won and lost.
type Contradiction struct {
	Subject
	Seed          int64
	First, Second Verdict
	FirstBy       Method
	SecondBy      Method
}

func (c *Contradiction) Error() string {
	who := "a game without a name"
	if c.Game != "" {
		who = c.Game
	}
	if c.Player != "" {
		return fmt.Sprintf("%s %s:%d: the player %s both won and lost (engines %q and %q)", who, c.Scheme, c.Seed, c.Player, c.FirstBy.Engine, c.SecondBy.Engine)
	}
	return fmt.Sprintf("%s %s:%d is %s by engine %q and %s by engine %q", who, c.Scheme, c.Seed, c.First, c.FirstBy.Engine, c.Second, c.SecondBy.Engine)
}

// Add adds a range, which it does not change. A deal that the set has already is counted once: a
// proven verdict takes the place of an unknown one, and so does an unknown one that was searched with
// more states; otherwise the earlier one stays. The error is
// a *[Contradiction] if a deal has two proven verdicts, and then nothing is added.
func (s *Set) Add(r *Range) error {
	_, err := s.AddNew(r)
	return err
}

// AddNew does what Add does, and returns the deals that the set did not have, or only with an
// unknown verdict that was replaced; nil if there are none. Later calls may change what is returned.
func (s *Set) AddNew(r *Range) (*Range, error) {
	if r.deals == 0 {
		return nil, nil
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	if s.deals+r.deals > mostDeals {
		return nil, fmt.Errorf("more than %d deals", int64(mostDeals))
	}
	of := r.Subject
	old := s.ranges[of]
	for _, o := range old {
		for seed := max(o.First, r.First); seed <= min(o.Last(), r.Last()); seed++ {
			if a, b := o.At(seed), r.At(seed); a != b && a.Proven() && b.Proven() {
				return nil, &Contradiction{of, seed, a, b, o.Method, r.Method}
			}
		}
	}
	before := extent(old)
	r = r.Clone()
	kept := old[:0]
	for _, o := range old {
		if o = o.yield(r); o != nil {
			kept = append(kept, o)
		}
	}
	clear(old[len(kept):])
	if r = r.trim(); r != nil && !slices.ContainsFunc(kept, func(o *Range) bool { return o.join(r) }) {
		kept = append(kept, r)
	}
	if s.ranges == nil {
		s.ranges = map[Subject][]*Range{}
	}
	s.ranges[of] = kept
	s.deals += extent(kept) - before
	return r, nil
}

// extent returns the sum of the deals of ranges.
func extent(ranges []*Range) (deals int64) {
	for _, r := range ranges {
		deals += r.deals
	}
	return deals
}

// yield removes deals that two ranges have from one of them: from the other if this one's verdict
// is proven, or both are unknown and the other was not searched with more states. It returns what is left of this one; nil if nothing is.
func (r *Range) yield(other *Range) *Range {
	from, to := max(r.First, other.First), min(r.Last(), other.Last())
	if from > to {
		return r
	}
	for seed := from; seed <= to; seed++ {
		switch a, b := r.At(seed), other.At(seed); {
		case a == NotCounted || b == NotCounted:
		case a == Unknown && (b.Proven() || b == Unknown && r.States > 0 && other.States > r.States):
			r.set(seed-r.First, NotCounted)
		default:
			other.set(seed-other.First, NotCounted)
		}
	}
	return r.trim()
}

// join adds the deals of a range that was counted by the same method, if its first deal is one of
// this range or follows the last one. No deal may be counted in both.
func (r *Range) join(other *Range) bool {
	if r.Method != other.Method || other.First < r.First || other.First > r.Last()+1 {
		return false
	}
	for i := range other.deals {
		switch at := other.First + i - r.First; {
		case at == r.deals:
			r.Append(other.at(i))
		case other.at(i) != NotCounted:
			r.set(at, other.at(i))
		}
	}
	return true
}

// mostBridged is the number of deals between two ranges up to which they are written as one. A range
// of its own takes a header, which is longer than so many deals.
const mostBridged = 1000

// Ranges returns what the set has, in order of subjects and seeds. Those of one subject and method
// are one range if they follow one another, or if others have the few deals between them, as where
// unknown deals were tried again. The caller must not change them.
func (s *Set) Ranges() []*Range {
	var all []*Range
	for _, of := range s.ranges {
		all = append(all, of...)
	}
	slices.SortFunc(all, func(a, b *Range) int {
		return cmp.Or(a.Subject.compare(&b.Subject), compareMethods(&a.Method, &b.Method), cmp.Compare(a.First, b.First))
	})
	var joined []*Range
	for _, r := range all {
		if n := len(joined); n > 0 && joined[n-1].Subject == r.Subject && joined[n-1].Method == r.Method {
			last := joined[n-1]
			if r.First-last.Last()-1 <= mostBridged && s.has(r.Subject, last.Last()+1, r.First-1) {
				for last.Last() < r.First-1 {
					last.Append(NotCounted)
				}
			}
			if last.join(r) {
				continue
			}
		}
		joined = append(joined, r.Clone())
	}
	slices.SortFunc(joined, func(a, b *Range) int {
		return cmp.Or(
			a.Subject.compare(&b.Subject), cmp.Compare(a.First, b.First), cmp.Compare(a.Last(), b.Last()), compareMethods(&a.Method, &b.Method),
		)
	})
	return joined
}

// has reports whether all deals from one seed to another are counted.
func (s *Set) has(of Subject, from, to int64) bool {
	for seed := from; seed <= to; seed++ {
		if !slices.ContainsFunc(s.ranges[of], func(r *Range) bool { return r.At(seed) != NotCounted }) {
			return false
		}
	}
	return true
}

func (s *Subject) compare(t *Subject) int {
	return cmp.Or(
		strings.Compare(s.Game, t.Game), strings.Compare(s.Rules, t.Rules), strings.Compare(s.Source, t.Source),
		strings.Compare(s.Player, t.Player), strings.Compare(s.Scheme, t.Scheme), cmp.Compare(s.Epoch, t.Epoch),
	)
}

func compareMethods(m, n *Method) int {
	return cmp.Or(
		strings.Compare(m.Engine, n.Engine), cmp.Compare(m.States, n.States), cmp.Compare(m.Time, n.Time), cmp.Compare(m.Memory, n.Memory),
	)
}
