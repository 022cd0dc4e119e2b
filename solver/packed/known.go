package packed

import "fmt"

// Known has the verdicts of a file, so that no deal is written twice. Its zero value is empty.
type Known struct {
	ranges map[Subject][]*Range
	deals  int64 // the sum of their deals, whether counted or not
}

// Contradiction is the error of a deal with two different verdicts that are both proven, or of a
// deal that one player both won and lost.
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

// Add adds a range and returns the part of it with new verdicts, or nil if no verdict is new. The
// first verdict on a deal is new. After an unknown verdict, a proven one is new, and so is an
// unknown one from a search of more states. If a deal gets two different proven verdicts, the error
// is a *[Contradiction] and Add adds nothing.
func (k *Known) Add(r *Range) (*Range, error) {
	added := &Range{Subject: r.Subject, Method: r.Method}
	var near []*Range // which may have the same deals
	for _, o := range k.ranges[r.Subject] {
		if o.First <= r.Last() && r.First <= o.Last() {
			near = append(near, o)
		}
	}
	for seed := r.First; seed <= r.Last(); seed++ {
		v := r.At(seed)
		old, by := best(near, seed)
		if old != v && old.Proven() && v.Proven() {
			return nil, &Contradiction{r.Subject, seed, old, v, by, r.Method}
		}
		if v.Beats(r.States, old, by.States) {
			if err := added.AppendAt(seed, v); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case added.deals == 0:
		return nil, nil
	case k.deals+added.deals > mostDeals:
		return nil, fmt.Errorf("more than %d deals", int64(mostDeals))
	}
	k.deals += added.deals
	if k.ranges == nil {
		k.ranges = map[Subject][]*Range{}
	}
	k.ranges[r.Subject] = append(k.ranges[r.Subject], added)
	return added, nil
}

// best returns what ranges have of a deal, and how it was found.
func best(ranges []*Range, seed int64) (best Verdict, by Method) {
	for _, r := range ranges {
		if v := r.At(seed); v.Beats(r.States, best, by.States) {
			best, by = v, r.Method
		}
	}
	return best, by
}

// Beats reports whether a verdict says more than another one. states and otherStates are the
// budgets of the two searches; 0 means that there is no limit, or that it is not known.
func (v Verdict) Beats(states int64, other Verdict, otherStates int64) bool {
	if v == Unknown && other == Unknown {
		return otherStates > 0 && states > otherStates
	}
	return v != NotCounted && (other == NotCounted || v.Proven() && other == Unknown)
}
