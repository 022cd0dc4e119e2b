package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// joints proves states of Spider and its relatives lost. A joint is two cards of a column, one on
// the other. It is good if both are face up and the upper one is one rank lower, otherwise bad. No
// move makes a bad joint, but a deal from the stock does. The cards above a column's last bad
// joint are its run, and the run's lowest card is its head. The cards under the run are locked,
// and so is its head if there are any. All other cards are loose.
//
// A sketch is what is left of a state if loose cards are told apart by rank alone. Most moves
// leave it as it is, so there are few sketches. How many cards of each rank have nothing on them
// follows from a sketch. docs/engines/joints.md has the proof. If no sketch without bad joints can
// be reached from that of a state, the state is lost.
type joints struct {
	// Lifetime: one search.
	c      *compiled
	on     bool
	suits  bool         // groups are of one suit, and each card is there once
	known  outlineTable // what is known of sketches
	states int64        // sketches listed

	// Lifetime: one search among sketches.
	stock   []code // the cards to be dealt, the next one first
	entered []key  // sketches about which nothing was decided yet
	path    []sketchFrame
	hops    []sketchHop
	limit   int64
	stopped bool
}

// The largest games of this relaxation.
const (
	maxSketched = 10 // columns
	maxLocked   = 40 // cards in one of them; a sketch with more counts as one without bad joints
	maxRank     = 13
)

// blank is the code of a card whose suit is not known, together with its rank.
const blank code = 1 << 6

// rankOf returns the rank of a code, blank or not.
func rankOf(x code) uint8 { return x >> 2 & 15 }

// sketch is what is left of a state. A column is a space, a run, or locked cards with a run on
// the last of them, its head.
type sketch struct {
	dealt  uint8
	up     uint8                        // complete runs on the foundations: a bit for each suit, or their number
	length [maxSketched]uint8           // locked cards of column i; 0 if it has no bad joint
	free   [maxSketched]uint8           // the head's rank, if column i has no bad joint; 0 for a space
	down   [maxSketched]uint8           // face-down cards
	cards  [maxSketched][maxLocked]code // the locked cards
	share  [maxSketched]key             // each column's term of the key
	count  [maxRank + 2]uint8           // cards of runs, by rank
	heads  [maxRank + 2]uint8           // of these the heads, locked or not
	loose  uint64                       // cards that may be loose
	spaces uint8
	over   bool // a column has too many cards
}

// sketchFrame is a sketch on the path of a search.
type sketchFrame struct {
	sketch  sketch
	key     key
	height  int // see sketch.height
	base    int // its hops begin here
	entered int // length of entered before it
}

// The limits of the searches among sketches.
const (
	sketchLimit = 5000    // sketches in one
	sketchLeast = 300_000 // sketches that may be listed in any case
	sketchRatio = 10      // sketches listed for each state entered
)

// JointsHandles reports whether a complete search under these rules has the dead ends of Spider's
// relatives.
func JointsHandles(r *rules.Rules) bool {
	return compile(r, r.Foundations.Base, Complete).jointsHandles()
}

// jointsHandles reports whether the relaxation is for games with these rules: one pack, built in
// any suit, columns, a stock that is dealt to them, and foundations for complete runs.
func (c *compiled) jointsHandles() bool {
	r, t := &c.rules, &c.rules.Tableau
	return r.Foundations.Present && r.Foundations.CompleteOnly && !r.Foundations.Removable &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Reserve.Size == 0 && r.DeckSize() <= 52 &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToTableau) &&
		t.Count > 0 && t.Count <= maxSketched && t.Build == rules.AnySuit && t.Groups == rules.GroupsYes &&
		t.Packets == 0 && !t.UpOrDown && !t.Freeze &&
		(t.Spaces == rules.SpacesAny || t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone)
}

// begin prepares for a search. It returns the part of words that it leaves to others. It is off
// where words are few.
func (e *joints) begin(c *compiled, words []uint64) []uint64 {
	e.c, e.states = c, 0
	known := len(words) / 16
	if e.on = c.techniques.Exchange && c.jointsHandles() && known >= outlineLeast; !e.on {
		return words
	}
	e.suits = c.copies == 1 && c.rules.Tableau.GroupPolicy == rules.SameSuit
	e.known = newOutlineTable(words[:known])
	return words[known:]
}

// lost reports whether the relaxation proves a state of the search lost. entered is the number of
// states entered so far, most the number of sketches that may still be listed.
func (e *joints) lost(clock *solver.Clock, s *state, entered, most int64) bool {
	if !e.on {
		return false
	}
	e.stock = append(e.stock[:0], s.talon.cards...)
	var t sketch
	e.draw(s, &t)
	k := e.keyOf(&t)
	switch e.known.get(k) {
	case outlineLost:
		return true
	case outlineOpen, outlineTried:
		return false
	}
	if most <= 0 || e.states+sketchLimit > max(sketchLeast, sketchRatio*entered) {
		return false
	}
	return e.exhaust(clock, &t, k, min(most, sketchLimit))
}

// draw sets t to the sketch of a state.
func (e *joints) draw(s *state, t *sketch) {
	for suit, h := range s.height {
		switch {
		case h == 0:
		case e.suits:
			t.up |= 1 << suit
		default:
			t.up++
		}
	}
	for i, n := range s.length {
		column := s.column(i)
		t.down[i] = s.down[i]
		if int(n) > maxLocked {
			t.over = true
			return
		}
		copy(t.cards[i][:], column)
		e.uncover(t, i, int(n))
	}
}

// uncover makes column i one of its first n cards: the last of them are its run.
func (e *joints) uncover(t *sketch, i, n int) {
	t.length[i], t.free[i], t.share[i] = 0, 0, key{}
	if n == 0 {
		t.spaces++
		return
	}
	t.down[i] = min(t.down[i], uint8(n-1))
	column := t.cards[i][:n]
	head := n - 1
	for head > int(t.down[i]) && rankOf(column[head-1]) == rankOf(column[head])+1 {
		head--
	}
	for k, x := range column[head:] {
		t.count[rankOf(x)]++
		if x&blank == 0 && (k > 0 || head == 0) {
			t.loose |= 1 << x
		}
	}
	t.heads[rankOf(column[head])]++
	if head == 0 {
		e.release(t, i, rankOf(column[0]))
		return
	}
	t.length[i] = uint8(head + 1)
	e.updateShare(t, i)
}

// release makes column i one without a bad joint, whose head has this rank.
func (e *joints) release(t *sketch, i int, rank uint8) {
	t.length[i], t.free[i] = 0, rank
	t.share[i] = e.placed(t, i, inCell[rank<<2])
}

// updateShare computes the term of the key for a column with locked cards.
func (e *joints) updateShare(t *sketch, i int) {
	k := emptyColumn
	for at, x := range t.cards[i][:t.length[i]] {
		if x&blank != 0 {
			k = key{k.Lo ^ inReserve[x&^blank].Lo, k.Hi ^ inReserve[x&^blank].Hi}.finish()
			continue
		}
		k = k.extend(x, at < int(t.down[i]))
	}
	t.share[i] = e.placed(t, i, k)
}

// placed returns the term for column i. The order of columns matters while there is a stock.
func (e *joints) placed(t *sketch, i int, k key) key {
	if int(t.dealt) < len(e.stock) {
		k = key{k.Lo ^ inPlace[i].Lo, k.Hi ^ inPlace[i].Hi}
	}
	return k.finish()
}

func (e *joints) keyOf(t *sketch) key {
	k := wasteSize[len(e.stock)-int(t.dealt)].plus(inHole[t.up])
	for i := range e.c.rules.Tableau.Count {
		k = k.plus(t.share[i])
	}
	return k
}

// ends returns the number of cards of a rank in runs on which nothing lies: each card of a run
// that is no head lies on one of the next higher rank.
func (t *sketch) ends(rank uint8) int {
	return int(t.count[rank]) - int(t.count[rank-1]) + int(t.heads[rank-1])
}

// won reports whether no bad joint is left and none can come.
func (e *joints) won(t *sketch) bool {
	if t.over {
		return true
	}
	if int(t.dealt) < len(e.stock) {
		return false
	}
	for i := range e.c.rules.Tableau.Count {
		if t.length[i] > 0 {
			return false
		}
	}
	return true
}

// height returns a number that no hop makes greater, and which only hops that can be taken back
// leave as it is.
func (e *joints) height(t *sketch) int {
	locked := 0
	for i := range e.c.rules.Tableau.Count {
		locked += int(t.length[i])
	}
	return (len(e.stock)-int(t.dealt))<<20 - int(t.up)<<10 + locked
}

// exhaust searches from a sketch until all that can be reached are known to be lost, or a won one
// is found. It gives up after most sketches, or if the clock ends.
//
// A sketch of a certain height leads only to such of this height, entered since the search came
// down to it, and to lower ones. So when the search goes back to a greater height, all of these
// are decided.
func (e *joints) exhaust(clock *solver.Clock, t *sketch, k key, most int64) bool {
	e.entered, e.path, e.hops = e.entered[:0], e.path[:0], e.hops[:0]
	e.limit, e.stopped = e.states+most, false
	won := e.won(t)
	if !won {
		e.enter(t, k)
	}
	for !won && !e.stopped && len(e.path) > 0 {
		f := &e.path[len(e.path)-1]
		if f.base == len(e.hops) {
			e.path = e.path[:len(e.path)-1]
			if n := len(e.path); n == 0 || e.path[n-1].height > f.height {
				e.settle(f.entered, outlineLost)
			}
			continue
		}
		m := e.hops[len(e.hops)-1]
		e.hops = e.hops[:len(e.hops)-1]
		next := f.sketch
		e.hop(&next, m)
		k := e.keyOf(&next)
		switch e.known.get(k) {
		case outlineOpen:
			won = true
		case outlineUnknown, outlineTried:
			if won = e.won(&next); !won {
				if e.states%stopEvery == 0 && clock.StopReason() != solver.NoReason {
					e.stopped = true
				}
				e.enter(&next, k)
			}
		}
	}
	if !won && !e.stopped {
		return true
	}
	e.settle(0, outlineUnknown)
	if won {
		for i := range e.path {
			e.known.set(e.path[i].key, outlineOpen)
		}
	} else {
		e.known.set(k, outlineTried)
	}
	return false
}

// settle notes what is known of the sketches entered from the given one on.
func (e *joints) settle(from int, status outlineStatus) {
	for _, k := range e.entered[from:] {
		e.known.set(k, status)
	}
	e.entered = e.entered[:from]
}

// enter enters a sketch and lists the hops out of it.
func (e *joints) enter(t *sketch, k key) {
	if e.states == e.limit || !e.known.set(k, outlineEntered) {
		e.stopped = true
		return
	}
	e.states++
	f := sketchFrame{sketch: *t, key: k, height: e.height(t), base: len(e.hops), entered: len(e.entered)}
	e.entered = append(e.entered, k)
	e.path = append(e.path, f)
	e.list(&e.path[len(e.path)-1].sketch)
}
