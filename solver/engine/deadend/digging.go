package deadend

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// digging is the scratch of buried.
type digging struct {
	waste, pile []state.Code // the cards of a tally's waste and reserve, the top ones first
	dug         []dugCards
	seen        [53]uint64 // bit p of w: w cards of the waste and p of the reserve can be dug away
}

// dugCards is a way to begin: the numbers of cards taken from the top of the waste and of the
// reserve.
type dugCards struct {
	waste, pile uint8
	columns     uint64 // the cards of the columns, including the taken ones
}

// buried reports whether some card can't be dug out of the waste or the reserve. The test is
// whether the columns can hold the cards: a card that is dug away goes up or into the columns,
// where it stays until it can go up. In this relaxation, each card that can ever go up may go up at
// any time, and cards of the stock may lie in the columns where they help.
func (e *Tallies) buried(t *tally) bool {
	d := &e.digging
	d.pile, d.waste = d.pile[:0], d.waste[:0]
	for n := int(t.left) - 1; n >= 0; n-- {
		d.pile = append(d.pile, e.reserve[n])
	}
	for i := int(t.turned) - 1; i >= 0; i-- {
		if x := e.talon[i]; t.waste>>x&1 != 0 {
			d.waste = append(d.waste, x)
		}
	}
	clear(d.seen[:len(d.waste)+1])
	columns, stock := e.columns(t), e.stock[t.turned]
	d.dug, d.seen[0] = append(d.dug[:0], dugCards{columns: columns}), 1
	best := *t              // with the greatest heights
	free := columns | stock // can go up when it is next
	up := uint64(0)         // could have gone up
	for again := false; ; again = true {
		before := up
		for suit := range best.height {
			for x := (best.height[suit]+1)<<2 | uint8(suit); free>>x&1 != 0; x += 4 {
				best.height[suit]++
				up |= 1 << x
			}
		}
		switch {
		case best.up() == e.full:
			return false
		case again && up == before:
			return true
		}
		free |= e.digAway(up, stock)
	}
}

// digAway finds all ways to dig, if these cards can go up, and returns the cards that are then
// at hand.
func (e *Tallies) digAway(up, stock uint64) uint64 {
	d := &e.digging
	free := uint64(0)
	spare := ranks(up | stock)
	for at := 0; at < len(d.dug); at++ {
		way := d.dug[at]
		if int(way.waste) < len(d.waste) {
			x := d.waste[way.waste]
			free |= 1 << x
			e.digOne(dugCards{way.waste + 1, way.pile, way.columns | 1<<x}, x, up, spare)
		}
		if int(way.pile) < len(d.pile) {
			x := d.pile[way.pile]
			free |= 1 << x
			e.digOne(dugCards{way.waste, way.pile + 1, way.columns | 1<<x}, x, up, spare)
		}
	}
	return free
}

// digOne notes a way to dig whose last card is x, if x can go up or the columns can hold x and the
// cards dug away before.
func (e *Tallies) digOne(way dugCards, x state.Code, up, spare uint64) {
	d := &e.digging
	if d.seen[way.waste]>>way.pile&1 != 0 || up>>x&1 == 0 && !e.columnsHold(ranks(way.columns&^up), spare) {
		return
	}
	d.seen[way.waste] |= 1 << way.pile
	d.dug = append(d.dug, way)
}

// columnsHold reports whether the columns can hold the counted cards of each rank, with the help of
// any of the spare cards. It goes down the ranks and keeps the greatest number of runs that can
// continue. Where a rank has more cards, new runs begin; where it has fewer cards, even with the
// spare ones, runs end.
func (e *Tallies) columnsHold(counts, spare uint64) bool {
	heads, runs := 0, 0
	for at := 4 * int(e.c.Rules.MaxRank); at > 0; at -= 4 {
		n := int(counts >> at & 15)
		if n > runs {
			if heads += n - runs; heads > e.c.Rules.Tableau.Count {
				return false
			}
			runs = n
		} else {
			runs = min(runs, n+int(spare>>at&15))
		}
	}
	return true
}
