package deadend

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Tallies proves states lost in games like Chameleon. Their columns are runs built in any suit, and
// their waste is not turned over. They may have a stacked reserve.
//
// A tally says which cards are in the stock, the waste, the reserve, the columns and the
// foundations. It leaves out how the columns are arranged. Each column is a run, so the ranks of
// the cards in the columns tell how many columns they need. Moves between columns keep the tally.
// Every other move takes a card from a place to which it never returns. So the graph of tallies has
// no cycles, and a depth-first search decides each tally when it leaves it. A state is lost if its
// tally leads to no won tally. docs/research/diaries/tallies.md has the proof.
type Tallies struct {
	// Lifetime: one search.
	c       *state.Compiled
	On      bool
	talon   []state.Code       // in the order of turning, as the search began
	place   [state.Codes]uint8 // where each of these cards is in talon
	stock   []uint64           // the cards of the talon from the i-th on
	reserve []state.Code       // its top card last
	piled   []uint64           // the n lowest cards of the reserve
	below   [4][14]uint64      // the n lowest cards of each suit
	deck    uint64
	full    int                      // cards on the foundations of a won tally
	States  int64                    // tallies listed
	known   *memory.Set[memory.Pair] // keys of tallies, marked with what is known of them

	// Lifetime: the engine.
	Limit, Ratio int64 // tallyLimit and tallyRatio, except in tests

	// Lifetime: one search among tallies.
	path memory.Path[memory.Key, tally] // a step is the tally to which a move leads

	digging digging
}

// tally tells where each card lies, see [Tallies]. The cards that are nowhere else are in columns.
type tally struct {
	waste  uint64
	turned uint8 // cards of the talon that were turned
	left   uint8 // cards of the reserve
	height [4]uint8
}

// The limits of the searches among tallies, except the first. The first one may take the rest of
// the budget, because few lost deals are decided in another way.
const (
	tallyLimit = 20_000 // tallies in one
	tallyRatio = 10     // tallies listed for each state entered
)

// NewTallies returns tallies for an engine.
func NewTallies() Tallies { return Tallies{Limit: tallyLimit, Ratio: tallyRatio} }

// clockEvery is the number of tallies, or of positions of high cards, between two looks at the clock.
const clockEvery = 256

// TalliesApply reports whether [Tallies] can prove states lost in a complete search of p.
func TalliesApply(p *solver.Problem) bool {
	position := p.Position()
	c := state.Compile(p.Rules(), position.Base, state.Complete)
	return HandlesTallies(c) && runsOnly(state.New(c, &position))
}

// HandlesTallies reports whether the relaxation is for games with the rules of c. Such a game has
// one pack, groups built in any suit, and spaces for any card. Its stock is turned to a waste card
// by card, and only once.
func HandlesTallies(c *state.Compiled) bool {
	r, t := &c.Rules, &c.Rules.Tableau
	return c.OneCopy && !r.Foundations.Removable && !r.Hole.Present && r.Cells.Count == 0 &&
		r.Waste() && r.Stock.Count == 1 && r.Stock.Redeals == 0 && (r.Reserve.Size == 0 || r.Reserve.Stacked) &&
		t.Count > 0 && t.Build == rules.AnySuit && t.Groups == rules.GroupsYes && t.GroupPolicy == rules.AnySuit &&
		t.Spaces == rules.SpacesAny && t.Packets == 0 && !t.UpOrDown && !t.Freeze && !c.Techniques.AutoFoundations
}

// runsOnly reports whether each column is a run, face up, or empty.
func runsOnly(s *state.State) bool {
	for i, n := range s.Length {
		if n > 0 && (s.Down[i] > 0 || s.Run[i*s.Stride+int(n)-1] > 0) {
			return false
		}
	}
	return true
}

// Begin prepares for a search from a position. It takes a part of words as memory and returns the
// rest. If the game is not handled, or a column is more than a run, it sets On to false and takes
// nothing.
func (e *Tallies) Begin(c *state.Compiled, position *deal.Position, words []uint64) []uint64 {
	e.c, e.States = c, 0
	if e.On = c.Techniques.Tallies && HandlesTallies(c); !e.On {
		return words
	}
	s := state.New(c, position)
	if e.On = runsOnly(s); !e.On {
		return words
	}
	known := len(words) / 4 * 3
	e.known = memory.NewSet[memory.Pair](words[:known])
	e.full, e.deck = s.Full, 0
	e.talon = s.Talon.Cards
	e.stock = make([]uint64, len(e.talon)+1)
	for i := len(e.talon) - 1; i >= 0; i-- {
		e.place[e.talon[i]] = uint8(i)
		e.stock[i] = e.stock[i+1] | 1<<e.talon[i]
	}
	e.reserve = s.Reserve[:s.Piled]
	e.piled = make([]uint64, s.Piled+1)
	for n, x := range e.reserve {
		e.piled[n+1] = e.piled[n] | 1<<x
	}
	for suit := range e.below {
		for n := 1; n < len(e.below[suit]); n++ {
			e.below[suit][n] = e.below[suit][n-1] | 1<<(n<<2|suit)
		}
		e.deck |= e.below[suit][c.Rules.MaxRank]
	}
	return words[known:]
}

// ProvesLost reports whether the relaxation proves a state of the search lost. entered is the number of
// states entered so far, most the number of tallies that may still be listed.
func (e *Tallies) ProvesLost(clock *solver.Clock, s *state.State, entered, most int64) bool {
	if !e.On {
		return false
	}
	t := e.tallyOf(s)
	k := t.key()
	switch {
	case e.knows(k, tallyLost):
		return true
	case e.knows(k, tallyOpen), e.knows(k, tallyTried):
		return false
	}
	if e.States > 0 {
		if e.States+e.Limit > e.Ratio*entered {
			return false
		}
		most = min(most, e.Limit)
	}
	return most > 0 && e.exhaust(clock, &t, k, most)
}

// What is known of a tally.
const (
	tallyLost  uint64 = iota // no won one can be reached from it
	tallyOpen                // one can
	tallyTried               // a search from it was given up
)

// knows reports whether the fact what is known of the tally with key k.
func (e *Tallies) knows(k memory.Key, what uint64) bool {
	return e.known.Has(memory.Pair{k.Lo, k.Hi + what})
}

// learn notes the fact what of the tally with key k.
func (e *Tallies) learn(k memory.Key, what uint64) { e.known.Add(memory.Pair{k.Lo, k.Hi + what}) }

// tallyOf returns the tally of a state.
func (e *Tallies) tallyOf(s *state.State) tally {
	t := tally{turned: uint8(len(e.talon)), left: uint8(s.Piled)}
	copy(t.height[:], s.Height)
	for _, x := range s.Talon.Cards[:s.Talon.Waste] {
		t.waste |= 1 << x
	}
	if rest := s.Talon.Cards[s.Talon.Waste:]; len(rest) > 0 {
		t.turned = e.place[rest[0]]
	}
	return t
}

// key returns the key of a tally.
func (t *tally) key() memory.Key {
	counts := uint64(t.turned) | uint64(t.left)<<8
	for suit, h := range t.height {
		counts |= uint64(h) << (16 + 8*suit)
	}
	one := memory.Key{Lo: t.waste * 0x9e3779b97f4a7c15, Hi: t.waste + counts*0x9fb21c651e98df25}
	two := memory.Key{Lo: counts * 0xd6e8feb86659fd93, Hi: t.waste}
	return state.Finish(state.Finish(one).Plus(state.Finish(two)))
}

// up returns the number of cards on the foundations.
func (t *tally) up() int {
	return int(t.height[0]) + int(t.height[1]) + int(t.height[2]) + int(t.height[3])
}

// columns returns the cards of the columns.
func (e *Tallies) columns(t *tally) uint64 {
	set := e.deck &^ e.stock[t.turned] &^ t.waste &^ e.piled[t.left]
	for suit, h := range t.height {
		set &^= e.below[suit][h]
	}
	return set
}

// wasteTop returns the top card of the waste, 0 if it is empty.
func (e *Tallies) wasteTop(t *tally) state.Code {
	if t.waste == 0 {
		return 0
	}
	i := int(t.turned) - 1
	for t.waste>>e.talon[i]&1 == 0 {
		i--
	}
	return e.talon[i]
}

// exhaust searches from a tally about which nothing is known. It returns true when all tallies that
// can be reached are lost, and false when a won one can be reached. It also returns false when it
// gives up: after most tallies, or when the clock ends. What it has decided by then stays known.
func (e *Tallies) exhaust(clock *solver.Clock, t *tally, k memory.Key, most int64) bool {
	e.path.Reset()
	limit := e.States + most
	e.enter(t, k)
	for e.path.Len() > 0 {
		next, left := e.path.Next()
		if !left {
			e.learn(*e.path.Last(), tallyLost)
			e.path.Pop()
			continue
		}
		k := next.key()
		switch {
		case e.knows(k, tallyLost):
		case e.knows(k, tallyOpen) || next.up() == e.full:
			for i := range e.path.Len() {
				e.learn(*e.path.At(i), tallyOpen)
			}
			return false
		case e.States == limit || e.States%clockEvery == 0 && clock.StopReason() != solver.NoReason:
			e.learn(*e.path.At(0), tallyTried)
			return false
		default:
			e.enter(&next, k)
		}
	}
	return true
}

// enter puts a tally on the path and lists those to which a move leads.
func (e *Tallies) enter(t *tally, k memory.Key) {
	e.States++
	*e.path.Push() = k
	if !e.buried(t) {
		e.list(t)
	}
}

// list lists the tallies to which a move leads. The last ones are tried first. A card that is safe
// goes up at once. The stock is turned only up to a card that is then played, since all other
// moves can be made before.
func (e *Tallies) list(t *tally) {
	columns := e.columns(t)
	counts := ranks(columns)
	low := min(t.height[0], t.height[1], t.height[2], t.height[3])
	space := heads(counts) < e.c.Rules.Tableau.Count
	count := func(rank uint8) uint64 { return counts >> (rank << 2) & 15 }
	next := func(x state.Code) bool { return x != 0 && t.height[x&3]+1 == x>>2 }
	safe := func(x state.Code) bool { return x>>2 <= low+2 }
	// fits reports whether a card can be laid on another one, or into a space.
	fits := func(x state.Code) bool { return x != 0 && (space || count(x>>2+1) > count(x>>2)) }
	// bare reports whether a card of this rank can be the last one of its run.
	bare := func(rank uint8) bool { return space || count(rank) > count(rank-1) }

	pile := state.Code(0)
	if t.left > 0 {
		pile = e.reserve[t.left-1]
	}
	waste := e.wasteTop(t)
	fromPile, fromWaste := *t, *t
	fromPile.left -= min(1, t.left)
	fromWaste.waste &^= 1 << waste
	for _, way := range [2]struct {
		x state.Code
		t tally
	}{{pile, fromPile}, {waste, fromWaste}} {
		if next(way.x) && safe(way.x) {
			e.add(way.t.with(way.x))
			return
		}
	}
	mayRise := [4]bool{}
	for suit, h := range t.height {
		x := (h+1)<<2 | uint8(suit)
		mayRise[suit] = columns>>x&1 != 0 && bare(h+1)
		if mayRise[suit] && safe(x) {
			e.add(t.with(x))
			return
		}
	}

	turned := *t
	for int(turned.turned) < len(e.talon) {
		x := e.talon[turned.turned]
		turned.turned++
		if next(x) {
			e.add(turned.with(x))
			if safe(x) {
				break
			}
		}
		if fits(x) {
			e.add(turned)
		}
		turned.waste |= 1 << x
	}
	if fits(waste) {
		e.add(fromWaste)
	}
	if fits(pile) {
		e.add(fromPile)
	}
	for suit, may := range mayRise {
		if may {
			e.add(t.with((t.height[suit]+1)<<2 | uint8(suit)))
		}
	}
	if next(waste) {
		e.add(fromWaste.with(waste))
	}
	if next(pile) {
		e.add(fromPile.with(pile))
	}
}

func (e *Tallies) add(t tally) { e.path.Steps = append(e.path.Steps, t) }

// with returns the tally with one more card on its foundation.
func (t tally) with(x state.Code) tally {
	t.height[x&3]++
	return t
}

// ranks returns the number of cards of each rank of a set, four bits for each.
func ranks(set uint64) uint64 {
	set -= set >> 1 & 0x5555_5555_5555_5555
	return set&0x3333_3333_3333_3333 + set>>2&0x3333_3333_3333_3333
}

// heads returns the least number of runs that hold the counted cards of each rank.
func heads(counts uint64) int {
	n, above := 0, 0
	for at := (bits.Len64(counts) - 1) &^ 3; at > 0; at -= 4 {
		here := int(counts >> at & 15)
		n += max(0, here-above)
		above = here
	}
	return n
}
