package search

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The relaxation is tried on a sample of states. It continues while it proves at least
// one in relaxMinYield of them dead.
const (
	relaxSample   = 1 << 10
	relaxMinYield = 50
	relaxPause    = 1 << 15 // states until the next sample
)

// relaxation counts how often the relaxation succeeds.
type relaxation struct {
	tried, dead int // in the present sample
	pause       int // states to skip
}

// deadEnd reports whether the relaxation proves the state lost. It skips states where
// it has not been worth its time.
func (w *walker) deadEnd() bool {
	r := &w.relaxed
	switch {
	case !w.state.c.relax:
		return false
	case r.pause > 0:
		r.pause--
		return false
	case r.tried == relaxSample:
		if r.dead*relaxMinYield < r.tried {
			r.pause = relaxPause
		}
		r.tried, r.dead = 0, 0
	}
	r.tried++
	if !w.state.hopeless() {
		return false
	}
	r.dead++
	return true
}

// hopeless reports whether the state is proven lost without search, by a relaxation in
// the spirit of Bjarnason, Tadepalli & Fern (2007), section 5, in which nothing that
// was once possible ever ceases to be. A card that was uncovered once can be played at
// any time and lies, at the same time, wherever it could be laid. Every card of the
// talon is available. What is impossible even then is impossible.
//
// The relaxation grows three sets: the cards available, those of them that can lie
// uncovered in the tableau as hosts for others, and the foundations' heights. A column
// is dug out from its top, as long as its top card, or a card under which a group
// begins, can leave.
func (s *state) hopeless() bool {
	var r relaxed
	r.begin(s)
	for r.changed = true; r.changed; {
		r.changed = false
		r.goUp()
		r.lieDown(s.c)
		for i := range s.length {
			r.digOut(s, i)
		}
	}
	return int(r.height[0])+int(r.height[1])+int(r.height[2])+int(r.height[3]) < s.full
}

// relaxed is what is possible so far. All of it only grows, except left.
type relaxed struct {
	hand    uint64            // cards that can be played
	hosts   uint64            // cards that can lie uncovered in the tableau
	height  [card.Suits]uint8 // of the foundations
	left    [104]uint8        // of each column, the cards not dug out
	space   bool              // there is an empty column
	changed bool
}

func (r *relaxed) begin(s *state) {
	r.hand = s.talon.mask | s.tops
	for _, x := range s.reserve {
		r.hand |= 1 << x
	}
	r.hand &^= 1 // code 0 is no card
	r.hosts = s.tops
	if s.ordered {
		r.hosts |= s.talon.mask // will be dealt to the columns
	}
	copy(r.height[:], s.height)
	if s.c.rules.Foundations.Removable {
		for suit, h := range r.height {
			for rank := uint8(1); rank <= h; rank++ {
				r.hand |= 1 << (rank<<2 | uint8(suit))
			}
		}
	}
	copy(r.left[:], s.length)
	r.space = s.space >= 0
}

// goUp sends up what can be played.
func (r *relaxed) goUp() {
	for suit := range r.height {
		for r.hand&(1<<((r.height[suit]+1)<<2|uint8(suit))) != 0 {
			r.height[suit]++
			r.changed = true
		}
	}
}

// lieDown lays what can be played into the tableau.
func (r *relaxed) lieDown(c *compiled) {
	for set := r.hand &^ r.hosts; set != 0; set &= set - 1 {
		x := code(bits.TrailingZeros64(set))
		if r.hasHost(c, x) || r.space && c.spaceTakes&(1<<x) != 0 {
			r.hosts |= 1 << x
			r.changed = true
		}
	}
}

func (r *relaxed) hasHost(c *compiled, x code) bool {
	return (c.onto[x]|c.ontoGroup[x])&r.hosts != 0
}

// digOut removes cards from a column as long as the top one, or a group that ends with
// it, can leave.
func (r *relaxed) digOut(s *state, i int) {
	column := s.cards[i*s.stride : i*s.stride+int(r.left[i])]
	for len(column) > 0 {
		k := r.leaving(s.c, column)
		if k < 0 {
			return
		}
		for _, x := range column[max(0, k-1):] {
			r.hand |= 1 << x
			r.hosts |= 1 << x
		}
		column = column[:k]
		r.left[i] = uint8(k)
		r.space = r.space || k == 0
		r.changed = true
	}
}

// leaving returns the index of a card of a column that can leave with all that lies on
// it, −1 if there is none. Groups may be taken to be larger than the rules allow.
func (r *relaxed) leaving(c *compiled, column []code) int {
	top := column[len(column)-1]
	if r.height[top&3] >= top>>2 {
		return len(column) - 1
	}
	space := r.space && c.rules.Tableau.Spaces != rules.SpacesReserveThenWaste
	for k := len(column) - 1; ; k-- {
		x := column[k]
		if r.hasHost(c, x) || space && c.spaceTakes&(1<<x) != 0 {
			return k
		}
		if k == 0 || c.rules.Tableau.Groups == rules.GroupsNo ||
			c.rules.Tableau.Groups != rules.GroupsAny && c.above[x]&(1<<column[k-1]) == 0 {
			return -1
		}
	}
}
