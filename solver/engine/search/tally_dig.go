package search

// dig is the scratch of buried.
type dig struct {
	waste, pile []code // the cards of a tally's waste and reserve, the top ones first
	dug         []dug
	seen        [53]uint64 // bit p of w: w cards of the waste and p of the reserve can be dug away
}

// dug is a way to begin: so many cards were taken from the top of the waste and of the reserve.
type dug struct {
	waste, pile uint8
	columns     uint64 // the cards of the columns with these
}

// buried reports whether some card can't be dug out of the waste or the reserve. It goes by what
// the columns have to hold: a card that is dug away goes up or into the columns, where it stays
// until it can go up. All that could ever go up may do so at any time here, and cards of the
// stock may lie in the columns or not, as it fits.
func (e *tallies) buried(t *tally) bool {
	d := &e.dig
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
	d.dug, d.seen[0] = append(d.dug[:0], dug{columns: columns}), 1
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
func (e *tallies) digAway(up, stock uint64) uint64 {
	d := &e.dig
	free := uint64(0)
	spare := ranks(up | stock)
	for at := 0; at < len(d.dug); at++ {
		way := d.dug[at]
		if int(way.waste) < len(d.waste) {
			x := d.waste[way.waste]
			free |= 1 << x
			e.digOne(dug{way.waste + 1, way.pile, way.columns | 1<<x}, x, up, spare)
		}
		if int(way.pile) < len(d.pile) {
			x := d.pile[way.pile]
			free |= 1 << x
			e.digOne(dug{way.waste, way.pile + 1, way.columns | 1<<x}, x, up, spare)
		}
	}
	return free
}

// digOne notes a way to dig of which x is the last card, if x can go up or the columns can hold it
// with those that were dug away before.
func (e *tallies) digOne(way dug, x code, up, spare uint64) {
	d := &e.dig
	if d.seen[way.waste]>>way.pile&1 != 0 || up>>x&1 == 0 && !e.hold(ranks(way.columns&^up), spare) {
		return
	}
	d.seen[way.waste] |= 1 << way.pile
	d.dug = append(d.dug, way)
}

// hold reports whether the columns can hold so many cards of each rank, with some of the spare
// ones or without. It goes down the ranks with the greatest number of runs that can go on at no
// cost: where there have to be more cards, runs begin; where there can't be as many, runs end.
func (e *tallies) hold(counts, spare uint64) bool {
	heads, runs := 0, 0
	for at := 4 * int(e.c.rules.MaxRank); at > 0; at -= 4 {
		n := int(counts >> at & 15)
		if n > runs {
			if heads += n - runs; heads > e.c.rules.Tableau.Count {
				return false
			}
			runs = n
		} else {
			runs = min(runs, n+int(spare>>at&15))
		}
	}
	return true
}
