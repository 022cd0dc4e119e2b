package search

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// compileRoom decides whether the rules allow the relaxation of this file.
func (c *compiled) compileRoom() {
	r := &c.rules
	c.forced = r.Tableau.Spaces == rules.SpacesReserveThenAny || r.Tableau.Spaces == rules.SpacesReserveThenWaste
	c.room = c.techniques.Room && c.singlesUp && c.copies <= 2 && (!c.loose || r.Waste()) && !c.turning && !r.Hole.Present &&
		r.Cells.Count == 0 && r.Tableau.Count > 0
	groups := r.Tableau.Groups
	c.spacesFree = c.copies == 1 && (r.Tableau.Spaces == rules.SpacesAny || r.Tableau.Spaces == rules.SpacesReserveThenAny) &&
		r.Tableau.Build != rules.NoBuild && groups != rules.GroupsWholePile && groups != rules.GroupsMaximal
	for _, suit := range r.SuitsInPlay() {
		for rank := 1; rank <= int(r.MaxRank); rank++ {
			c.deck |= 1 << card.New(card.Rank(rank), suit)
		}
	}
}

// crowded reports whether the state is proven lost without search, by a relaxation that
// counts spaces. A card is homeless if it can neither go up nor be laid on a card. It can
// only leave its place into a space, and that column is never empty again. So no more
// homeless cards leave than there are columns that can be emptied without moving any.
// docs/engines/dead-ends.md has the proof.
//
// What is possible only grows while the stock is turned, card by card if there are no
// redeals: a card is within reach when it is turned up, and later only if those above it
// in the waste can leave.
func (s *state) crowded() bool {
	var r room
	r.begin(s)
	t := &s.talon
	turned := len(t.cards)
	if s.timed() {
		turned = t.waste
		for pos := range turned {
			r.turn(pos)
		}
	}
	for {
		r.grow(s)
		if r.open(s) {
			return false
		}
		if turned == len(t.cards) {
			return true
		}
		for range min(s.c.draw, len(t.cards)-turned) {
			r.turn(turned)
			turned++
		}
	}
}

// timed reports whether the stock is turned once more, and then no more.
func (s *state) timed() bool { return s.c.rules.Waste() && s.talon.redeals == 0 }

// room is what is possible so far. All of it only grows, except for what is left.
type room struct {
	freed  [2]uint64 // cards of which one copy, or two, were uncovered or went up
	hand   uint64    // cards that can be laid into the tableau, if there is a place
	hosts  uint64    // cards that can lie uncovered in the tableau
	guests uint64    // cards that can be laid on a host
	up     [2]uint64 // cards that one foundation, or two together, can hold

	free   [104]uint8 // of each column, the cards left if no card moves into a space
	left   [104]uint8 // of each column, the cards left
	piled  int        // of the reserve, the cards not at hand
	empty  int        // columns that can be emptied if no card moves into a space
	spaces int        // for homeless cards; those that the reserve needs are taken off
	into   uint64     // cards that can fill a space

	waste  [104]uint8 // the waste without cards that can leave otherwise than into a space
	n      int        // its length
	seen   [2]uint64  // the places of the talon that were within reach
	within int        // how many these are
	hidden int        // the places from here on are all within reach

	facts bool // hosts, up or spaces have grown
	taken bool // cards came to hand
}

func (r *room) begin(s *state) {
	c := s.c
	var heights [2][card.Suits]uint8 // the highest foundation of each suit, and the other one
	for f, h := range s.height {
		suit := c.suitOf(uint8(f))
		if h > heights[0][suit] {
			h, heights[0][suit] = heights[0][suit], h
		}
		heights[1][suit] = max(heights[1][suit], h)
	}
	for k := range r.up {
		for suit, h := range heights[k] {
			r.up[k] |= (uint64(1)<<(4*h) - 1) << 4 & (0x1111_1111_1111_1111 << suit)
		}
	}
	r.freed = r.up
	if c.rules.Foundations.Removable {
		r.hand = r.up[0]
	}
	for i, n := range s.length {
		r.free[i], r.left[i] = n, n
		if n == 0 {
			r.empty++
			continue
		}
		x := s.top(i)
		r.take(x)
		r.host(c, 1<<x)
	}
	r.piled = s.piled
	if !c.rules.Reserve.Stacked {
		r.piled = 0
		for _, x := range s.reserve {
			if x != 0 {
				r.take(x)
			}
		}
	}
	switch {
	case !c.rules.Waste():
		for _, x := range s.talon.cards {
			r.take(x)
		}
		if s.ordered {
			r.host(c, s.talon.mask)
		}
	case !s.timed():
		r.reachPass(s)
	}
	r.facts = true
}

// turn turns the card at a place of the talon onto the waste.
func (r *room) turn(pos int) {
	r.waste[r.n] = uint8(pos)
	r.n++
}

// take adds a copy of a card to those that can be played.
func (r *room) take(x code) {
	if r.freed[0]>>x&1 == 0 {
		r.freed[0] |= 1 << x
	} else {
		r.freed[1] |= 1 << x
	}
	r.hand |= 1 << x
	r.taken = true
}

// host adds hosts.
func (r *room) host(c *compiled, set uint64) {
	for set &^= r.hosts; set != 0; set &= set - 1 {
		x := bits.TrailingZeros64(set)
		r.hosts |= 1 << x
		r.guests |= c.guests[x]
		r.facts = true
	}
}

// leaves returns the cards that can leave their place otherwise than into a space.
func (r *room) leaves() uint64 { return r.up[0]<<4 | 0xf0 | r.guests }

// open reports whether the state may be won as far as this relaxation sees.
func (r *room) open(s *state) bool {
	return r.up[s.c.copies-1] == s.c.deck || r.spaces > 0 && s.c.spacesFree
}

// grow adds what is possible with the cards turned so far, until nothing is left to add or the state
// is open.
func (r *room) grow(s *state) {
	for again := true; again; {
		r.taken = false
		if s.timed() {
			r.digWaste(s)
		}
		r.play(s)
		if r.open(s) {
			return
		}
		again = r.facts
		if r.facts {
			r.facts = false
			for i := range s.length {
				r.dig(s, i)
			}
			r.digReserve(s)
			r.openSpaces(s)
			r.reach(s)
		}
		again = again || r.taken || r.facts
	}
}

// play sends up and lays into the tableau what can be played.
func (r *room) play(s *state) {
	for {
		one := r.freed[0] & (r.up[0]<<4 | 0xf0) &^ r.up[0]
		two := r.freed[1] & (r.up[1]<<4 | 0xf0) &^ r.up[1]
		lie := r.hand & (r.guests | r.into) &^ r.hosts
		if one|two|lie == 0 {
			return
		}
		r.facts = true
		r.up[0] |= one
		r.up[1] |= two
		r.host(s.c, lie)
	}
}

// dig removes cards from a column: first units whose heads are not homeless, then as many
// others as there are spaces.
func (r *room) dig(s *state, i int) {
	if r.free[i] == 0 {
		return
	}
	column := s.cards[i*s.stride : i*s.stride+int(r.free[i])]
	spaces := r.spaces
	if s.c.rules.Tableau.Spaces == rules.SpacesReserveThenWaste {
		spaces = 0
	}
	heads := r.guests
	if spaces > 0 {
		heads |= (r.up[0]<<4 | 0xf0) & s.c.spaceTakes // in a space until they go up
	}
	column = r.digUnits(s, column, i, heads)
	if r.free[i] = uint8(len(column)); len(column) == 0 {
		r.empty++
		r.facts = true
	}
	for ; spaces > 0 && len(column) > 0; spaces-- {
		k := r.unit(s, column, i, s.c.spaceTakes)
		if k < 0 {
			break
		}
		column = r.digUnits(s, column[:k], i, heads)
	}
	r.uncover(s, i, len(column))
}

// digUnits removes the units that can leave from the top of a column, and returns the cards that
// are left.
func (r *room) digUnits(s *state, column []code, i int, heads uint64) []code {
	if s.c.rules.Tableau.Groups == rules.GroupsNo {
		may := r.up[0]<<4 | 0xf0 | heads
		n := len(column)
		for n > 0 && may>>column[n-1]&1 != 0 {
			n--
		}
		return column[:n]
	}
	for len(column) > 0 {
		k := r.unit(s, column, i, heads)
		if k < 0 {
			break
		}
		column = column[:k]
	}
	return column
}

// uncover frees the cards of a column down to the one under place n.
func (r *room) uncover(s *state, i, n int) {
	if n >= int(r.left[i]) {
		return
	}
	for _, x := range s.cards[i*s.stride+max(0, n-1) : i*s.stride+int(r.left[i])-1] {
		r.take(x)
		r.host(s.c, 1<<x)
	}
	r.left[i] = uint8(n)
}

// unit returns the lowest index of a card that can leave a column with all that lies on it, −1 if
// there is none: the top card, if it can go up, or the head of a group that is one of heads.
func (r *room) unit(s *state, column []code, i int, heads uint64) int {
	top := len(column) - 1
	found := -1
	if (r.up[0]<<4|0xf0)>>column[top]&1 != 0 {
		found = top
	}
	groups := s.c.rules.Tableau.Groups
	if groups == rules.GroupsNo { // each unit is a card
		if heads>>column[top]&1 != 0 {
			found = top
		}
		return found
	}
	for k := top; ; k-- {
		x := column[k]
		last := k == 0 || groups != rules.GroupsAny && s.c.above[x]&(1<<column[k-1]) == 0
		may := true // the part from here may move
		switch groups {
		case rules.GroupsMaximal:
			may = last || k == int(s.down[i])
		case rules.GroupsWholePile:
			may = k == 0
		}
		if may && heads>>x&1 != 0 {
			found = k
		}
		if last {
			return found
		}
	}
}

// digReserve removes cards from a stacked reserve, and counts the spaces that it leaves.
func (r *room) digReserve(s *state) {
	spaces := r.empty
	leaves := r.leaves()
	left := 0 // in the reserve in the end
	if s.c.rules.Reserve.Stacked {
		for i := s.piled - 1; i >= 0; i-- {
			x := s.reserve[i]
			if i < r.piled {
				r.piled = i
				r.take(x)
			}
			if s.c.forced && spaces > 0 {
				r.host(s.c, 1<<x)
			}
			if leaves>>x&1 != 0 {
				continue
			}
			if spaces == 0 || !s.c.forced && s.c.spaceTakes>>x&1 == 0 {
				left = i + 1
				break
			}
			spaces--
		}
	} else if s.c.forced {
		fills := spaces > 0 // any of them may come first
		for _, x := range s.reserve {
			if x == 0 {
				continue
			}
			if fills {
				r.host(s.c, 1<<x)
			}
			if leaves>>x&1 == 0 {
				spaces--
			}
		}
	}
	switch {
	case !s.c.forced:
		spaces = r.empty
	case left > 0:
		spaces = 0
	}
	if spaces > r.spaces {
		r.spaces = spaces
		r.facts = true
	}
}

// openSpaces lets cards fill the spaces there are.
func (r *room) openSpaces(s *state) {
	into := s.c.spaceTakes
	if s.c.rules.Tableau.Spaces == rules.SpacesReserveThenWaste {
		into &= s.talon.mask
	}
	if r.spaces > 0 && r.into != into {
		r.into = into
		r.facts = true
	}
}

// digWaste removes cards from the waste.
func (r *room) digWaste(s *state) {
	leaves := r.leaves()
	spaces := r.spaces
	for k := r.n - 1; k >= 0; k-- {
		pos := r.waste[k]
		x := s.talon.cards[pos]
		r.reached(s, int(pos))
		switch {
		case leaves>>x&1 != 0:
			copy(r.waste[k:], r.waste[k+1:r.n])
			r.n--
		case spaces > 0 && s.c.spaceTakes>>x&1 != 0:
			spaces--
		default:
			return
		}
	}
}

// reached adds a place of the talon to those within reach.
func (r *room) reached(s *state, pos int) {
	if bit := uint64(1) << (pos & 63); r.seen[pos>>6]&bit == 0 {
		r.seen[pos>>6] |= bit
		r.within++
		r.take(s.talon.cards[pos])
	}
}

// reachPass adds the places of the talon that come up in this pass and the next while nothing leaves.
func (r *room) reachPass(s *state) {
	n := len(s.talon.cards)
	for pos := s.talon.waste - 1; pos < n; pos += s.c.draw {
		if pos >= 0 {
			r.reached(s, pos)
		}
	}
	for pos := s.c.draw - 1; pos < n; pos += s.c.draw {
		r.reached(s, pos)
	}
	if n > 0 {
		r.reached(s, n-1)
	}
	r.hidden = n
}

// reach adds the places of the talon that are within reach if redeals are left: those that come up
// in the next pass, when cards that have left before them shift them, and those whose next card has
// left.
func (r *room) reach(s *state) {
	cards := s.talon.cards
	if r.within == len(cards) || s.timed() || !s.c.rules.Waste() {
		return
	}
	may := r.leaves() | r.into
	leaves := func(pos int) bool { return r.seen[pos>>6]>>(pos&63)&(may>>cards[pos])&1 != 0 }
	left := 0  // of the cards before a place
	shift := 0 // how many of them have to leave for it
	for pos := range r.hidden {
		if shift++; shift == s.c.draw {
			shift = 0
		}
		if left >= shift {
			r.reached(s, pos)
		}
		if !leaves(pos) {
			continue
		}
		if left++; left == s.c.draw-1 { // enough for all places that follow
			for after := pos + 1; after < r.hidden; after++ {
				r.reached(s, after)
			}
			r.hidden = pos
			break
		}
	}
	before := r.within
	for pos := min(r.hidden, len(cards)-1); pos > 0; pos-- {
		if leaves(pos) {
			r.reached(s, pos-1)
		}
	}
	r.facts = r.facts || r.within > before // shift others
}
