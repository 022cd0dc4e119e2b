package deadend

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// Finder looks for dead ends among the states of one search. Some searches have too few dead ends
// to be worth the time. So the finder tries samples of states, and pauses after a sample in which
// it proves less than one in minYield states lost.
type Finder struct {
	relaxations []relaxation // those that the rules allow
	spaceRules  spaceRules
	sample      int  // states of a sample
	rests       bool // pauses are longer each time a sample fails

	tried, proven int // in the present sample
	pause         int // states to skip
	failed        int // samples in a row in which it was not worth its time
}

const (
	fullSample  = 1 << 10
	smallSample = 1 << 7  // where a state takes as long as twenty without relaxation
	minYield    = 50      // states of a sample for each one that is proven lost
	pauseStates = 1 << 15 // until the next sample
	maxDoubled  = 8       // times that a pause is doubled
)

// relaxation proves states lost without search, in the spirit of Bjarnason, Tadepalli & Fern
// (2007), section 5: nothing that was once possible ever ceases to be. What is impossible even
// then is impossible.
type relaxation struct {
	allowed func(*state.Compiled) bool // by the rules and the techniques
	proves  func(*Finder, *state.State) bool
}

// relaxations are tried in this order.
var relaxations = [...]relaxation{
	{wasteOrderAllowed, lostByWasteOrder},
	{looseGroupsAllowed, lostByLooseGroups},
	{spacesAllowed, lostBySpaces},
}

// New returns a finder for a search.
func New(c *state.Compiled) Finder {
	f := Finder{sample: fullSample, spaceRules: newSpaceRules(&c.Rules)}
	if c.Rules.Tableau.Packets > 0 {
		return f // a redeal of the columns uncovers cards that no relaxation expects
	}
	for _, r := range relaxations {
		if r.allowed(c) {
			f.relaxations = append(f.relaxations, r)
		}
	}
	if c.Copies == 2 {
		f.sample, f.rests = smallSample, true
	}
	return f
}

// Lost reports whether a relaxation proves the state lost. During a pause it returns false at once.
func (f *Finder) Lost(s *state.State) bool {
	switch {
	case len(f.relaxations) == 0:
		return false
	case f.pause > 0:
		f.pause--
		return false
	case f.tried == f.sample:
		f.endSample()
	}
	f.tried++
	if !f.provesLost(s) {
		return false
	}
	f.proven++
	return true
}

// endSample begins the next sample, after a pause if the last one was not worth its time.
func (f *Finder) endSample() {
	f.failed++
	switch {
	case f.proven*minYield >= f.tried:
		f.failed = 0
	case f.rests:
		f.pause = pauseStates << min(f.failed, maxDoubled)
	default:
		f.pause = pauseStates
	}
	f.tried, f.proven = 0, 0
}

// provesLost reports whether a relaxation proves the state lost.
func (f *Finder) provesLost(s *state.State) bool {
	for i := range f.relaxations {
		if f.relaxations[i].proves(f, s) {
			return true
		}
	}
	return false
}
