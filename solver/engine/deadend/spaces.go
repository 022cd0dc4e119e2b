package deadend

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// spacesAllowed reports whether the rules allow the relaxation of this file.
func spacesAllowed(c *state.Compiled) bool {
	r := &c.Rules
	return c.Techniques.Room && c.SinglesUp && c.Copies <= 2 && (!looseGroupsAllowed(c) || r.Waste()) && !c.Turning &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Tableau.Count > 0
}

// spaceRules has the facts about the rules that the relaxation looks up.
type spaceRules struct {
	deck         uint64 // all cards
	freeSpaces   bool   // any card of the one pack may leave a column or the reserve into a space
	fillsByForce bool   // the reserve fills spaces by force
}

func newSpaceRules(r *rules.Rules) (of spaceRules) {
	t := &r.Tableau
	of.fillsByForce = t.Spaces == rules.SpacesReserveThenAny || t.Spaces == rules.SpacesReserveThenWaste
	of.freeSpaces = r.Copies() == 1 && (t.Spaces == rules.SpacesAny || t.Spaces == rules.SpacesReserveThenAny) &&
		t.Build != rules.NoBuild && t.Groups != rules.GroupsWholePile && t.Groups != rules.GroupsMaximal
	for _, suit := range r.SuitsInPlay() {
		for rank := 1; rank <= int(r.MaxRank); rank++ {
			of.deck |= 1 << card.New(card.Rank(rank), suit)
		}
	}
	return of
}

// lostBySpaces reports whether a relaxation that counts spaces proves a state lost. A card is
// homeless if it can neither go up nor be laid on a card. It can only leave its place into a space,
// and that column is never empty again. So the number of homeless cards that leave is at most the
// number of columns that can be emptied without moving a homeless card. docs/research/diaries/dead-ends.md
// has the proof.
//
// What is possible only grows while the stock is turned, card by card if there are no
// redeals: a card is within reach when it is turned up, and later only if those above it
// in the waste can leave.
func lostBySpaces(f *Finder, s *state.State) bool {
	r := possible{rules: f.spaceRules}
	r.begin(s)
	t := &s.Talon
	turned := len(t.Cards)
	if lastPass(s) {
		turned = t.Waste
		for pos := range turned {
			r.turn(pos)
		}
	}
	for {
		r.grow(s)
		if r.mayBeWon(s) {
			return false
		}
		if turned == len(t.Cards) {
			return true
		}
		for range min(s.C.Draw, len(t.Cards)-turned) {
			r.turn(turned)
			turned++
		}
	}
}

// lastPass reports whether the stock is in its last pass: no redeal is left.
func lastPass(s *state.State) bool { return s.C.Rules.Waste() && s.Talon.Redeals == 0 }

// possible has what is possible so far in the relaxation. Its sets and counts only grow, except for
// the cards left.
type possible struct {
	rules spaceRules

	freed  [2]uint64 // cards of which at least one copy, or both, were uncovered or went up
	hand   uint64    // cards that can be laid into the tableau, if there is a place
	hosts  uint64    // cards that can lie uncovered in the tableau
	guests uint64    // cards that can be laid on a host
	up     [2]uint64 // cards that one foundation, or two together, can hold

	leftWithoutSpaces [104]uint8 // of each column, the cards left if no card moves into a space
	left              [104]uint8 // of each column, the cards left
	piled             int        // of the reserve, the cards not at hand
	empty             int        // columns that can be emptied if no card moves into a space
	spaces            int        // for homeless cards, without the spaces that the reserve needs
	into              uint64     // cards that can fill a space

	waste          [104]uint8 // the waste without the cards that can leave it, other than into a space
	wasteLength    int        // its length
	reachedPlaces  [2]uint64  // the places of the talon that were within reach
	countReached   int        // how many these are
	allReachedFrom int        // the places from here on are all within reach

	grown      bool // hosts, up or spaces have grown
	cameToHand bool // cards came to hand
}

func (r *possible) begin(s *state.State) {
	c := s.C
	var heights [2][card.Suits]uint8 // the highest foundation of each suit, and the other one
	for f, h := range s.Height {
		suit := c.SuitOf(uint8(f))
		if h > heights[0][suit] {
			h, heights[0][suit] = heights[0][suit], h
		}
		heights[1][suit] = max(heights[1][suit], h)
	}
	for k := range r.up {
		for suit, h := range heights[k] {
			r.up[k] |= state.Lowest(h, suit)
		}
	}
	r.freed = r.up
	if c.Rules.Foundations.Removable {
		r.hand = r.up[0]
	}
	for i, n := range s.Length {
		r.leftWithoutSpaces[i], r.left[i] = n, n
		if n == 0 {
			r.empty++
			continue
		}
		x := s.Top(i)
		r.take(x)
		r.host(c, 1<<x)
	}
	r.piled = s.Piled
	if !c.Rules.Reserve.Stacked {
		r.piled = 0
		for _, x := range s.Reserve {
			if x != 0 {
				r.take(x)
			}
		}
	}
	switch {
	case !c.Rules.Waste():
		for _, x := range s.Talon.Cards {
			r.take(x)
		}
		if s.Ordered {
			r.host(c, s.Talon.Mask)
		}
	case !lastPass(s):
		r.reachPass(s)
	}
	r.grown = true
}

// turn turns the card at a place of the talon onto the waste.
func (r *possible) turn(pos int) {
	r.waste[r.wasteLength] = uint8(pos)
	r.wasteLength++
}

// take adds a copy of a card to those that can be played.
func (r *possible) take(x state.Code) {
	if r.freed[0]>>x&1 == 0 {
		r.freed[0] |= 1 << x
	} else {
		r.freed[1] |= 1 << x
	}
	r.hand |= 1 << x
	r.cameToHand = true
}

// host adds hosts.
func (r *possible) host(c *state.Compiled, set uint64) {
	for set &^= r.hosts; set != 0; set &= set - 1 {
		x := bits.TrailingZeros64(set)
		r.hosts |= 1 << x
		r.guests |= c.Guests[x]
		r.grown = true
	}
}

// leaves returns the cards that can leave their place, other than into a space.
func (r *possible) leaves() uint64 { return state.Next(r.up[0]) | r.guests }

// mayBeWon reports whether the state may be won as far as this relaxation sees.
func (r *possible) mayBeWon(s *state.State) bool {
	return r.up[s.C.Copies-1] == r.rules.deck || r.spaces > 0 && r.rules.freeSpaces
}

// grow adds what is possible with the cards turned so far, until nothing is left to add or the state
// is open.
func (r *possible) grow(s *state.State) {
	for again := true; again; {
		r.cameToHand = false
		if lastPass(s) {
			r.digWaste(s)
		}
		r.play(s)
		if r.mayBeWon(s) {
			return
		}
		again = r.grown
		if r.grown {
			r.grown = false
			for i := range s.Length {
				r.digColumn(s, i)
			}
			r.digReserve(s)
			r.openSpaces(s)
			r.reach(s)
		}
		again = again || r.cameToHand || r.grown
	}
}

// play sends up and lays into the tableau what can be played.
func (r *possible) play(s *state.State) {
	for {
		one := r.freed[0] & state.Next(r.up[0]) &^ r.up[0]
		two := r.freed[1] & state.Next(r.up[1]) &^ r.up[1]
		lie := r.hand & (r.guests | r.into) &^ r.hosts
		if one|two|lie == 0 {
			return
		}
		r.grown = true
		r.up[0] |= one
		r.up[1] |= two
		r.host(s.C, lie)
	}
}

// digColumn removes cards from a column: first units whose heads are not homeless, then as many
// others as there are spaces.
func (r *possible) digColumn(s *state.State, i int) {
	if r.leftWithoutSpaces[i] == 0 {
		return
	}
	column := s.Cards[i*s.Stride : i*s.Stride+int(r.leftWithoutSpaces[i])]
	spaces := r.spaces
	if s.C.Rules.Tableau.Spaces == rules.SpacesReserveThenWaste {
		spaces = 0
	}
	heads := r.guests
	if spaces > 0 {
		heads |= state.Next(r.up[0]) & s.C.SpaceTakes // in a space until they go up
	}
	column = r.digUnits(s, column, i, heads)
	if r.leftWithoutSpaces[i] = uint8(len(column)); len(column) == 0 {
		r.empty++
		r.grown = true
	}
	for ; spaces > 0 && len(column) > 0; spaces-- {
		k := r.unit(s, column, i, s.C.SpaceTakes)
		if k < 0 {
			break
		}
		column = r.digUnits(s, column[:k], i, heads)
	}
	r.uncover(s, i, len(column))
}

// digUnits removes the units that can leave from the top of a column, and returns the cards that
// are left.
func (r *possible) digUnits(s *state.State, column []state.Code, i int, heads uint64) []state.Code {
	if s.C.Rules.Tableau.Groups == rules.GroupsNo {
		may := state.Next(r.up[0]) | heads
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
func (r *possible) uncover(s *state.State, i, n int) {
	if n >= int(r.left[i]) {
		return
	}
	for _, x := range s.Cards[i*s.Stride+max(0, n-1) : i*s.Stride+int(r.left[i])-1] {
		r.take(x)
		r.host(s.C, 1<<x)
	}
	r.left[i] = uint8(n)
}

// unit returns the lowest index of a card that can leave a column with all that lies on it, −1 if
// there is none: the top card, if it can go up, or the head of a group that is one of heads.
func (r *possible) unit(s *state.State, column []state.Code, i int, heads uint64) int {
	top := len(column) - 1
	found := -1
	if state.Next(r.up[0])>>column[top]&1 != 0 {
		found = top
	}
	groups := s.C.Rules.Tableau.Groups
	if groups == rules.GroupsNo { // each unit is a card
		if heads>>column[top]&1 != 0 {
			found = top
		}
		return found
	}
	for k := top; ; k-- {
		x := column[k]
		last := k == 0 || groups != rules.GroupsAny && s.C.Above[x]&(1<<column[k-1]) == 0
		may := true // the part from here may move
		switch groups {
		case rules.GroupsMaximal:
			may = last || k == int(s.Down[i])
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
func (r *possible) digReserve(s *state.State) {
	spaces := r.empty
	leaves := r.leaves()
	left := 0 // in the reserve in the end
	if s.C.Rules.Reserve.Stacked {
		for i := s.Piled - 1; i >= 0; i-- {
			x := s.Reserve[i]
			if i < r.piled {
				r.piled = i
				r.take(x)
			}
			if r.rules.fillsByForce && spaces > 0 {
				r.host(s.C, 1<<x)
			}
			if leaves>>x&1 != 0 {
				continue
			}
			if spaces == 0 || !r.rules.fillsByForce && s.C.SpaceTakes>>x&1 == 0 {
				left = i + 1
				break
			}
			spaces--
		}
	} else if r.rules.fillsByForce {
		fills := spaces > 0 // any of these cards may come first
		for _, x := range s.Reserve {
			if x == 0 {
				continue
			}
			if fills {
				r.host(s.C, 1<<x)
			}
			if leaves>>x&1 == 0 {
				spaces--
			}
		}
	}
	switch {
	case !r.rules.fillsByForce:
		spaces = r.empty
	case left > 0:
		spaces = 0
	}
	if spaces > r.spaces {
		r.spaces = spaces
		r.grown = true
	}
}

// openSpaces lets cards fill the spaces there are.
func (r *possible) openSpaces(s *state.State) {
	into := s.C.SpaceTakes
	if s.C.Rules.Tableau.Spaces == rules.SpacesReserveThenWaste {
		into &= s.Talon.Mask
	}
	if r.spaces > 0 && r.into != into {
		r.into = into
		r.grown = true
	}
}

// digWaste removes cards from the waste.
func (r *possible) digWaste(s *state.State) {
	leaves := r.leaves()
	spaces := r.spaces
	for k := r.wasteLength - 1; k >= 0; k-- {
		pos := r.waste[k]
		x := s.Talon.Cards[pos]
		r.reached(s, int(pos))
		switch {
		case leaves>>x&1 != 0:
			copy(r.waste[k:], r.waste[k+1:r.wasteLength])
			r.wasteLength--
		case spaces > 0 && s.C.SpaceTakes>>x&1 != 0:
			spaces--
		default:
			return
		}
	}
}

// reached adds a place of the talon to those within reach.
func (r *possible) reached(s *state.State, pos int) {
	if bit := uint64(1) << (pos & 63); r.reachedPlaces[pos>>6]&bit == 0 {
		r.reachedPlaces[pos>>6] |= bit
		r.countReached++
		r.take(s.Talon.Cards[pos])
	}
}

// reachPass adds the places of the talon that come up in this pass and the next while nothing leaves.
func (r *possible) reachPass(s *state.State) {
	n := len(s.Talon.Cards)
	for pos := s.Talon.Waste - 1; pos < n; pos += s.C.Draw {
		if pos >= 0 {
			r.reached(s, pos)
		}
	}
	for pos := s.C.Draw - 1; pos < n; pos += s.C.Draw {
		r.reached(s, pos)
	}
	if n > 0 {
		r.reached(s, n-1)
	}
	r.allReachedFrom = n
}

// reach adds the places of the talon that are within reach if redeals are left: those that come up
// in the next pass, when cards that have left before them shift them, and those whose next card has
// left.
func (r *possible) reach(s *state.State) {
	cards := s.Talon.Cards
	if r.countReached == len(cards) || lastPass(s) || !s.C.Rules.Waste() {
		return
	}
	may := r.leaves() | r.into
	leaves := func(pos int) bool { return r.reachedPlaces[pos>>6]>>(pos&63)&(may>>cards[pos])&1 != 0 }
	left := 0  // of the cards before a place
	shift := 0 // how many of them have to leave for it
	for pos := range r.allReachedFrom {
		if shift++; shift == s.C.Draw {
			shift = 0
		}
		if left >= shift {
			r.reached(s, pos)
		}
		if !leaves(pos) {
			continue
		}
		if left++; left == s.C.Draw-1 { // enough for all places that follow
			for after := pos + 1; after < r.allReachedFrom; after++ {
				r.reached(s, after)
			}
			r.allReachedFrom = pos
			break
		}
	}
	before := r.countReached
	for pos := min(r.allReachedFrom, len(cards)-1); pos > 0; pos-- {
		if leaves(pos) {
			r.reached(s, pos-1)
		}
	}
	r.grown = r.grown || r.countReached > before // shift others
}
