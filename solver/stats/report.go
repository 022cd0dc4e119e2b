package stats

// Report is what is known of how often a game can be won.
type Report struct {
	Game string // the catalogue's name
	// Ours is what was counted here, and by others who run this program, of deals of
	// which none counts twice. Its samples are what was chosen for it.
	Ours Count
	// Others is what other solvers counted, each by itself, and what players won.
	Others    []Count
	Published []Published
	// Spread is how what the deals of Ours took is distributed.
	Spread Spread
	// Contradictions are deals of which one says that they can be won and another that
	// they can't: one of the two is wrong. Compared is how many deals were looked at
	// for that, those that ours and another solver both decided.
	Contradictions []Contradiction
	Compared       int64
	// Neighbours are the games with which the deals were compared that are next to this
	// one: of weaker or of stronger rules, with none between.
	Neighbours []Comparison
}

// Count is what somebody counted.
type Count struct {
	Source string // who solved the deals; "" for this program
	Player string // who played them; "" if they were solved
	Tally
	Samples []Sample
}

// Published is a figure that was published.
type Published struct {
	Variant  string // what it is called there
	Source   string
	Text     string // in percent, as it was published: centre ± half range
	Interval Interval
}

// Overlap says whether the interval of our rate and all published ones have rates in common
// with it; known is false if there are none to compare.
func (r *Report) Overlap() (overlap, known bool) {
	if r.Ours.Deals() == 0 || len(r.Published) == 0 {
		return false, false
	}
	for _, p := range r.Published {
		if !p.Interval.Overlaps(r.Ours.Interval()) {
			return false, true
		}
	}
	return true, true
}

// Contradiction is a deal of which two sources say different things; "" is this program.
type Contradiction struct {
	Seed                 string // scheme:number
	Winnable, Unwinnable string
	Player               string // who won it; "" if a solver found it winnable
}

// Comparison is how two games compare on the same deals.
type Comparison struct {
	First, Second string // the catalogue's names
	// Weaker says that the first game has weaker rules than the second: whatever is won
	// in the second is won in the first.
	Weaker bool
	// Counted is false as long as the deals are being counted.
	Counted bool
	Paired
}

// Difference is the interval of the difference of the two rates; what follows from the first
// game's being weaker, if it is, is known.
func (c *Comparison) Difference() Interval {
	if c.Weaker {
		implied := c.Implied()
		return implied.Difference()
	}
	return c.Paired.Difference()
}
