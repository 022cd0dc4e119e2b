package klondike

import (
	"math/bits"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// stateOf returns the state of a position that was reached from the board's.
func (b *board) stateOf(p *deal.Position) state {
	s := b.start(p)
	s.stock = 0
	for _, pile := range [][]card.Card{p.Waste, p.Stock} {
		for _, c := range pile {
			s.stock |= 1 << b.place[b.code(c)]
		}
	}
	return s
}

// stepsOut returns the states one step away by the rules alone, without turning the
// stock.
func (b *board) stepsOut(s *state) []state {
	var list []state
	open := b.open(s)
	hosted := b.hosted(s, open)
	var e searcher
	e.board = b
	take := func(k kind, set uint64) {
		for ; set != 0; set &= set - 1 {
			next := *s
			e.do(&next, k, lowest(set))
			list = append(list, next)
		}
	}
	turned := uint64(0)
	if s.waste > 0 {
		left := s.stock
		for range s.waste - 1 {
			left &= left - 1
		}
		turned = b.cardsAt(left & -left)
	}
	downs := uint64(0)
	if b.rules.Foundations.Removable {
		for suit, h := range s.found {
			if h > 0 {
				downs |= b.next[suit][h-1]
			}
		}
	}
	take(up, b.wanted(s)&s.visible&open)
	take(reveal, s.visible&s.locked&hosted)
	take(fromUp, b.wanted(s)&turned)
	take(fromDown, turned&hosted)
	take(down, downs&hosted)
	return list
}

// TestStates compares states with their positions: an open group ends a column, a
// hosted card can be laid somewhere, and each legal move is a step or changes nothing
// but how far the stock is turned.
func TestStates(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 0))
	moved := 0
	for deals := 0; deals < 60; {
		r, p := drawn(t, random)
		l := literal{&r, p.Base}
		b, ok := newBoard(&r, &p)
		if !ok {
			continue
		}
		first := l.read(&p)
		g, ok := l.explore(&first, 1500)
		if !ok {
			continue
		}
		deals++
		for range 100 {
			i := random.IntN(len(g.spots))
			spot := g.spots[i]
			at := l.position(spot)
			s := b.stateOf(&at)
			s.freeStock = false // a free stock does not record the cards turned
			open, spaces := b.open(&s), 0
			hosted := b.hosted(&s, open)
			ends := uint64(0)
			for _, pile := range spot.columns {
				if len(pile) == 0 {
					spaces++
				} else {
					ends |= 1 << b.code(l.card(pile[len(pile)-1]))
				}
			}
			if got := b.spaces(&s); got != spaces {
				t.Fatalf("%d spaces, want %d", got, spaces)
			}
			if want := b.groups(ends); open != want {
				t.Fatalf("open: %x, want %x: %s", open, want, at.Document(&r))
			}
			for x := range byte(4 * r.MaxRank) {
				lies := false
				for _, pile := range spot.columns {
					lies = lies || l.onto(x, pile)
				}
				if c := b.code(l.card(x)); hosted>>c&1 != 0 != lies {
					t.Fatalf("%s can be laid down: want %v: %s", l.card(x), lies, at.Document(&r))
				}
			}
			if s.surelyWon(b) && !g.winnable[i] {
				t.Fatalf("surely won, but lost by brute force: %s", at.Document(&r))
			}
			steps := append(b.stepsOut(&s), s)
			for _, next := range l.after(spot) {
				to := l.position(next)
				want := b.stateOf(&to)
				want.freeStock = false
				if want.stock == s.stock {
					want.waste, want.redeals = s.waste, s.redeals // it may have been turned
				}
				found := false
				for i := range steps {
					found = found || steps[i] == want
				}
				if !found {
					t.Fatalf("%+v is not one step from %+v: %s to %s", want, s, at.Document(&r), to.Document(&r))
				}
				moved++
			}
		}
	}
	if moved < 10_000 {
		t.Errorf("only %d moves compared", moved)
	}
}

// exactly makes the board write the number of cards turned into the key, as where the
// notes have no room for it.
func (b *board) exactly() {
	if l := &b.layout; !l.exact {
		l.exact = true
		l.head, l.key = l.head+turnedBits, l.key+turnedBits
	}
}

// TestKeys checks that different states have different numbers, except for the waste
// where the notes record it.
func TestKeys(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 0))
	exact := map[bool]int{}
	for deals := 0; deals < 60; {
		r, p := drawn(t, random)
		l := literal{&r, p.Base}
		b, ok := newBoard(&r, &p)
		if !ok {
			continue
		}
		first := l.read(&p)
		g, ok := l.explore(&first, 1000)
		if !ok {
			continue
		}
		if deals++; deals%2 == 0 {
			b.exactly()
		}
		written := map[uint64]state{}
		note := func(s state) {
			k := b.key(&s)
			if bits.Len64(k) > int(b.layout.key) {
				t.Fatalf("key %x has more than %d bits", k, b.layout.key)
			}
			if s.freeStock || !b.layout.exact {
				s.waste = 0
			}
			if s.freeStock {
				s.redeals = 0
			}
			if other, seen := written[k]; seen && other != s {
				t.Fatalf("%+v and %+v share key %x", s, other, k)
			}
			written[k] = s
		}
		for _, spot := range g.spots {
			at := l.position(spot)
			s := b.stateOf(&at)
			if !s.freeStock {
				exact[b.layout.exact]++
				note(s)
			}
			s.freeStock = true
			note(s)
		}
	}
	if exact[false] < 1000 || exact[true] < 1000 {
		t.Errorf("too few states: %v", exact)
	}
}

// TestSharedTable searches all positions that a deal can reach, in random order, with
// the search and the relaxed search over one table. What one search notes must be true
// for all others.
func TestSharedTable(t *testing.T) {
	random := rand.New(rand.NewPCG(*bruteSeed, 1))
	memory := memory.New(1 << 21)
	defer runtime.KeepAlive(memory) // its words are unmapped with it
	asked := map[outcome]int{}
	for deals := 0; deals < *bruteDeals/5; {
		r, p := drawn(t, random)
		l := literal{&r, p.Base}
		if len(p.Stock)+len(p.Waste) == 0 {
			continue
		}
		first := l.read(&p)
		compare := func(first *spot, g *graph) {
			at := l.position(first)
			b, ok := newBoard(&r, &at)
			if !ok {
				return
			}
			deals++
			if random.IntN(4) == 0 {
				b.exactly()
			}
			words, _ := memory.Take()
			s := newSearches(b, &at, All, words)
			for _, i := range random.Perm(len(g.spots))[:min(500, len(g.spots))] {
				at := l.position(g.spots[i])
				from := b.stateOf(&at)
				if s.main.relaxed != nil && random.IntN(2) == 0 {
					answer := s.main.searchRelaxed(&from)
					asked[answer]++
					if answer == isLost && g.winnable[i] {
						t.Fatalf("lost by the relaxed search, but winnable: %s", at.Document(&r))
					}
				}
				s.main.settle(&from)
				s.main.firstRun = random.Int64N(4)
				if got := s.main.search(&from, interlude{}); got == isWon != g.winnable[i] || got == stopped {
					t.Fatalf("outcome %d, brute force: winnable %v: %s", got, g.winnable[i], at.Document(&r))
				}
			}
			memory.Done(s.table.touched())
		}
		if g, ok := l.explore(&first, *bruteLimit); ok && len(g.spots) >= 50 {
			compare(&first, g)
			if g.winnable[0] {
				l.hillClimb(random, &first, *bruteLimit, *bruteTries, compare)
			}
		}
	}
	if asked[isLost] == 0 || asked[isWon] == 0 || asked[stopped] > 0 {
		t.Errorf("outcomes of the relaxed search: %v", asked)
	}
}

// newBoard returns the board of a position, and false if it has no state.
func newBoard(r *rules.Rules, p *deal.Position) (*board, bool) {
	b := &board{}
	return b, b.lay(r, p)
}
