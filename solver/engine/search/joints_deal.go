package search

// While a row is dealt, it matters which card lies at the end of each run. A sketch does not say,
// so there is a hop for each order of the ends in which each fits its run's head.

// endings is what listDeals goes through.
type endings struct {
	*joints
	heads [maxSketched]uint8 // the rank of each column's head; 0 for a space
	left  [maxRank + 2]uint8 // ends that no column has yet, by rank
	row   int                // columns that are dealt to
	n     int                // columns
}

// listDeals appends the hops that deal the next row.
func (e *joints) listDeals(t *sketch) {
	o := endings{joints: e, n: e.c.rules.Tableau.Count}
	o.row = min(o.n, len(e.stock)-int(t.dealt))
	for i := range o.n {
		o.heads[i] = t.free[i]
		if t.length[i] > 0 {
			o.heads[i] = t.head(i) >> 2
		}
	}
	for rank := uint8(1); rank <= maxRank; rank++ {
		o.left[rank] = uint8(t.ends(rank))
	}
	o.assign(0, 0)
}

// assign appends the hops for the columns from i on.
func (o *endings) assign(i int, ends uint64) {
	if !o.fit(i) {
		return
	}
	if i == o.row {
		o.hops = append(o.hops, sketchHop{kind: dealRow, ends: ends})
		return
	}
	if o.heads[i] == 0 {
		o.assign(i+1, ends)
		return
	}
	for rank := uint8(1); rank <= o.heads[i]; rank++ {
		if o.left[rank] > 0 {
			o.left[rank]--
			o.assign(i+1, ends|uint64(rank)<<(4*i))
			o.left[rank]++
		}
	}
}

// fit reports whether the ends that are left fit the heads of the columns from i on: whether for
// each rank there are as many ends up to it as heads, at least.
func (o *endings) fit(i int) bool {
	var heads [maxRank + 2]uint8
	for _, rank := range o.heads[i:o.n] {
		heads[rank]++
	}
	more := 0
	for rank := 1; rank <= maxRank; rank++ {
		if more += int(o.left[rank]) - int(heads[rank]); more < 0 {
			return false
		}
	}
	return true
}

// deal deals the next row onto runs with these ends.
func (e *joints) deal(t *sketch, ends uint64) {
	n := e.c.rules.Tableau.Count
	row := e.stock[t.dealt:min(int(t.dealt)+n, len(e.stock))]
	t.dealt += uint8(len(row))
	for i, x := range row {
		rank := x >> 2
		t.count[rank]++
		switch end := uint8(ends >> (4 * i) & 15); {
		case end == 0:
			t.loose |= 1 << x
			e.fill(t, i, rank)
		case end == rank+1:
			t.loose |= 1 << x
		default:
			e.lock(t, i, end)
			t.heads[rank]++
			if !t.over {
				t.cards[i][t.length[i]] = x
				t.length[i]++
			}
		}
	}
	for i := range n {
		switch {
		case t.length[i] > 0:
			e.updateShare(t, i)
		case t.free[i] > 0:
			e.release(t, i, t.free[i])
		}
	}
}

// lock locks the run of column i, which has this end. The suits of its loose cards are not known.
func (e *joints) lock(t *sketch, i int, end uint8) {
	head := t.free[i]
	n := int(t.length[i])
	if n > 0 {
		head = t.head(i) >> 2
	} else {
		t.cards[i][0] = blank | head<<2
		n = 1
	}
	if t.over = t.over || n+int(head-end)+1 > maxLocked; t.over {
		return
	}
	t.free[i] = 0
	t.heads[head]--
	t.count[head]--
	for rank := head - 1; rank >= end; rank-- {
		t.count[rank]--
		t.cards[i][n] = blank | rank<<2
		n++
	}
	t.length[i] = uint8(n)
}
