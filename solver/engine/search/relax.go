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
	roomSample    = 1 << 7  // for the relaxation that counts spaces
)

// compileRelaxation decides whether the rules allow the relaxation, and sets what it looks up.
func (c *compiled) compileRelaxation() {
	r := &c.rules
	c.carpet = c.oneCopy && r.Tableau.Count == 0 && r.Reserve.Size == 0 && !r.Hole.Present && !r.Foundations.Removable &&
		r.Waste() && r.Stock.Redeals == 0
	c.relax = c.techniques.DeadEnds && c.oneCopy && (r.Cells.Count == 0 || c.carpet)
	groups, spaces := r.Tableau.Groups, r.Tableau.Spaces
	filled := spaces == rules.SpacesReserveThenAny || spaces == rules.SpacesReserveThenWaste
	c.reserveFills = r.Reserve.Stacked && filled
	c.spacesFree = (spaces == rules.SpacesAny || spaces == rules.SpacesReserveThenAny) && r.Tableau.Build != rules.NoBuild &&
		groups != rules.GroupsWholePile && groups != rules.GroupsMaximal
	for upper := range c.onto {
		for set := c.onto[upper] | c.ontoGroup[upper]; set != 0; set &= set - 1 {
			c.guests[bits.TrailingZeros64(set)] |= 1 << upper
		}
	}
}

// relaxation counts how often the relaxation succeeds.
type relaxation struct {
	tried, dead int // in the present sample
	pause       int // states to skip
	failed      int // samples in a row in which it was not worth its time
}

// deadEnd reports whether the relaxation proves the state lost. It skips states where
// it has not been worth its time.
func (w *walker) deadEnd() bool {
	r := &w.relaxed
	switch {
	case w.state.c.rules.Tableau.Packets > 0:
		return false // a redeal of the columns uncovers cards that no relaxation expects
	case !w.state.c.relax && !w.state.c.loose && !w.state.c.room:
		return false
	case r.pause > 0:
		r.pause--
		return false
	case w.state.c.room && r.tried == roomSample:
		// It takes as long as twenty states, so it rests longer each time it fails.
		if r.failed++; r.dead*relaxMinYield < r.tried {
			r.pause = relaxPause << min(r.failed, 8)
		} else {
			r.failed = 0
		}
		r.tried, r.dead = 0, 0
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
// any time and lies, at the same time, wherever it could be laid. What is impossible even
// then is impossible. docs/engines/dead-ends.md has the proof.
//
// The relaxation grows the sets of relaxed. Columns and a stacked reserve are dug out from
// their tops, as long as the top card, or a card under which a group begins, can leave.
func (s *state) hopeless() bool {
	switch {
	case s.c.carpet:
		return s.buried()
	case s.c.room:
		return s.crowded()
	}
	if s.c.loose {
		if s.stuck() {
			return true
		}
		if !s.c.relax || !s.c.rules.Waste() {
			return false // nothing that stuck does not see
		}
	}
	var r relaxed
	r.begin(s)
	for r.changed = true; r.changed; {
		r.changed = false
		r.play(s)
		if bits.OnesCount64(r.up) == s.full || r.space && s.c.spacesFree {
			return false
		}
		for i := range s.length {
			r.digOut(s, i)
		}
		r.digReserve(s)
		r.reach(s)
	}
	return true
}

// relaxed is what is possible so far. All of it only grows, except left.
type relaxed struct {
	hand    uint64     // cards that can be played
	hosts   uint64     // cards that can lie uncovered in the tableau
	guests  uint64     // cards that can be laid on a host
	up      uint64     // cards that can go to a foundation, or are there
	into    uint64     // cards that can fill a space
	within  uint64     // the places of the talon that can be reached; 0 if its cards are all in hand
	left    [104]uint8 // of each column, the cards not dug out
	space   bool       // an empty column takes cards from elsewhere than the reserve
	changed bool       // by digging or reaching
}

func (r *relaxed) begin(s *state) {
	r.beginTalon(s)
	if !s.c.rules.Reserve.Stacked {
		for _, x := range s.reserve {
			r.hand |= 1 << x
		}
		r.hand &^= 1 // code 0 is no card
	}
	if s.ordered {
		r.host(s.c, s.talon.mask) // will be dealt to the columns
	}
	for suit, h := range s.height {
		up := (uint64(1)<<(4*h) - 1) << 4 & (0x1111_1111_1111_1111 << suit)
		r.up |= up
		if s.c.rules.Foundations.Removable {
			r.hand |= up
		}
	}
	r.hand |= s.tops
	r.host(s.c, s.tops)
	copy(r.left[:], s.length)
	if s.space >= 0 && !s.c.reserveFills {
		r.openSpace(s)
	}
}

// beginTalon sets the places of the talon within reach now, or in a fresh pass.
func (r *relaxed) beginTalon(s *state) {
	t := &s.talon
	n, draw := len(t.cards), s.c.draw
	if n == 0 || !s.c.rules.Waste() || s.c.turning || draw == 1 && t.redeals != 0 {
		r.hand |= t.mask
		return
	}
	for pos := t.waste - 1; pos < n; pos += draw {
		if pos >= 0 {
			r.reached(s, pos)
		}
	}
	r.reached(s, n-1)
	if t.redeals != 0 {
		for pos := draw - 1; pos < n; pos += draw {
			r.reached(s, pos)
		}
	}
}

// reached adds a place of the talon.
func (r *relaxed) reached(s *state, pos int) {
	r.within |= 1 << pos
	r.take(s.talon.cards[pos])
}

// take adds a card to those that can be played.
func (r *relaxed) take(x code) {
	if r.hand&(1<<x) == 0 {
		r.hand |= 1 << x
		r.changed = true
	}
}

// host adds hosts.
func (r *relaxed) host(c *compiled, set uint64) {
	for set &^= r.hosts; set != 0; set &= set - 1 {
		x := bits.TrailingZeros64(set)
		r.hosts |= 1 << x
		r.guests |= c.guests[x]
	}
}

// openSpace adds a space for cards from elsewhere than a stacked reserve. An open reserve
// fills it before the waste does.
func (r *relaxed) openSpace(s *state) {
	if !r.space {
		r.space, r.changed = true, true
		r.into = s.c.spaceTakes
		if s.c.rules.Tableau.Spaces == rules.SpacesReserveThenWaste {
			from := s.talon.mask
			if !s.c.rules.Reserve.Stacked {
				for _, x := range s.reserve {
					if x != 0 {
						from |= 1 << x
					}
				}
			}
			r.into &= from
		}
	}
}

// play sends up and lays into the tableau what can be played.
func (r *relaxed) play(s *state) {
	for {
		next := r.hand & (r.up<<4 | 0xf0) &^ r.up
		lie := r.hand & (r.guests | r.into) &^ r.hosts
		if next|lie == 0 {
			return
		}
		r.up |= next
		r.host(s.c, lie)
	}
}

// digOut removes cards from a column as long as the top one, or a group that ends with
// it, can leave.
func (r *relaxed) digOut(s *state, i int) {
	column := s.cards[i*s.stride : i*s.stride+int(r.left[i])]
	for len(column) > 0 {
		k := r.leaving(s.c, column, int(s.down[i]))
		if k < 0 {
			return
		}
		for _, x := range column[max(0, k-1):] {
			r.hand |= 1 << x
			r.host(s.c, 1<<x)
		}
		column = column[:k]
		r.left[i] = uint8(k)
		r.changed = true
		if k == 0 && !s.c.reserveFills {
			r.openSpace(s)
		}
	}
}

// leaving returns the index of a card of a column that can leave with all that lies on
// it, −1 if there is none. Groups may be taken to be larger than the rules allow, except where
// they move only whole: they don't reach to the cards that are face down.
func (r *relaxed) leaving(c *compiled, column []code, down int) int {
	if r.up>>column[len(column)-1]&1 != 0 {
		return len(column) - 1
	}
	places := r.guests
	if c.rules.Tableau.Spaces != rules.SpacesReserveThenWaste {
		places |= r.into
	}
	groups := c.rules.Tableau.Groups
	for k := len(column) - 1; ; k-- {
		x := column[k]
		last := k == 0 || groups == rules.GroupsNo || groups != rules.GroupsAny && c.above[x]&(1<<column[k-1]) == 0
		may := true // the part from here may move
		switch groups {
		case rules.GroupsMaximal:
			may = last || k == down
		case rules.GroupsWholePile:
			may = k == 0
		}
		if may && places>>x&1 != 0 {
			return k
		}
		if last {
			return -1
		}
	}
}

// digReserve removes cards from a stacked reserve. Where it fills spaces by force, a card that
// can only fill a space stays there, so each column that can be emptied takes one such card, and
// only the columns that are left then are spaces for others.
func (r *relaxed) digReserve(s *state) {
	if !s.c.rules.Reserve.Stacked {
		return
	}
	fills, spaces := s.c.reserveFills, 0
	for i := range s.length {
		if r.left[i] == 0 {
			spaces++
		}
	}
	for i := s.piled - 1; i >= 0; i-- {
		x := s.reserve[i]
		r.take(x)
		leaves := (r.up|r.guests|r.into)>>x&1 != 0
		if fills && spaces > 0 {
			if r.hosts>>x&1 == 0 {
				r.host(s.c, 1<<x)
				r.changed = true
			}
			if !leaves {
				spaces--
				leaves = true
			}
		}
		if !leaves {
			return
		}
	}
	if fills && spaces > 0 {
		r.openSpace(s)
	}
}

// reach adds the places of the talon that come within reach when others have left: one whose next
// card has left is uncovered, and in a fresh pass each card that has left shifts those behind it.
func (r *relaxed) reach(s *state) {
	t := &s.talon
	all := uint64(1)<<len(t.cards) - 1
	if r.within == 0 || r.within == all {
		return
	}
	leaves := r.up | r.guests | r.into
	if t.redeals != 0 {
		left := 0
		for pos, x := range t.cards {
			if r.within>>pos&1 == 0 {
				if left < (pos+1)%s.c.draw {
					continue
				}
				r.reached(s, pos)
			}
			left += int(leaves >> x & 1)
		}
	}
	for pos := len(t.cards) - 2; pos >= 0; pos-- {
		if r.within>>pos&1 == 0 && r.within>>(pos+1)&1 != 0 && leaves>>t.cards[pos+1]&1 != 0 {
			r.reached(s, pos)
		}
	}
}

// buried reports whether a position of a carpet (see compile) is lost because of the order of
// its waste. The relaxation lets every card of the stock be played at any time. Then nothing is
// left to choose: cards go up, and if none can, the top of the waste goes to a cell.
func (s *state) buried() bool {
	hand, cells := uint64(0), uint64(0) // cards that can be played; those in cells
	free := 0
	for _, x := range s.cells {
		if x == 0 {
			free++
		} else {
			cells |= 1 << x
		}
	}
	for _, x := range s.talon.cards[s.talon.waste:] {
		hand |= 1 << x
	}
	hand |= cells
	var height [card.Suits]uint8
	copy(height[:], s.height)
	for waste := s.talon.cards[:s.talon.waste]; len(waste) > 0; {
		for suit := range height {
			for x := (height[suit]+1)<<2 | uint8(suit); hand&(1<<x) != 0; x += 4 {
				height[suit]++
				free += int(cells >> x & 1)
			}
		}
		x := waste[len(waste)-1]
		waste = waste[:len(waste)-1]
		hand |= 1 << x
		if height[x&3]+1 == x>>2 {
			continue
		}
		if free == 0 {
			return true
		}
		free--
		cells |= 1 << x
	}
	return false
}
