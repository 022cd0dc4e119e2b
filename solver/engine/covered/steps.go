package covered

// steps appends the steps out of a state to a list, the more promising ones last: those
// that uncover most, then draws.
func (b *board) steps(s *state, to []step) []step {
	if b.rules.ToWaste {
		return b.plays(s, to)
	}
	var open [most]uint8
	n, top, next := b.open(s, &open)
	// A card that goes alone serves nothing else. But where several cards are turned at a
	// time, one that leaves the stock changes which cards are turned together; and in a
	// shortest line one that need not go may stay.
	for i := range n {
		if int(b.rank[open[i]]) == b.rules.PairSum && (int(open[i]) < b.places || b.draw == 1 && (b.rules.All || !b.counts)) {
			return append(to, step{removal, open[i], none, 0})
		}
	}
	if next < 0 && top >= 0 && (!b.limit || s.left > 0) {
		to = append(to, step{kind: redeal})
	}
	if next >= 0 {
		to = append(to, step{kind: draw})
	}
	first := len(to)
	for i := range n {
		if int(b.rank[open[i]]) == b.rules.PairSum {
			to = append(to, step{removal, open[i], none, 0})
		}
		for j := i + 1; j < n; j++ {
			if int(b.rank[open[i]])+int(b.rank[open[j]]) == b.rules.PairSum {
				to = append(to, step{removal, open[i], open[j], 0})
			}
		}
	}
	b.order(s, to[first:])
	return to
}

// open lists the cards that can be removed, and returns their number, the top card of the
// waste and the next of the stock.
func (b *board) open(s *state, list *[most]uint8) (n, top, next int) {
	n, top, next = b.bare(s, list), b.waste(s), b.stock(s)
	if top >= 0 {
		list[n] = uint8(top)
		n++
	}
	if next >= 0 && b.rules.StockInPlay {
		list[n] = uint8(next)
		n++
	}
	return n, top, next
}

// bare lists the cards of the rows that nothing covers, and returns their number.
func (b *board) bare(s *state, list *[most]uint8) (n int) {
	for place := range b.places {
		if !s.gone.has(place) && b.free(s, place) {
			list[n] = uint8(place)
			n++
		}
	}
	return n
}

// plays lists the steps of a game whose waste is built on.
func (b *board) plays(s *state, to []step) []step {
	if b.stock(s) >= 0 {
		to = append(to, step{kind: draw})
	}
	first := len(to)
	for place := range b.places {
		if !s.gone.has(place) && b.neighbours(b.rank[place], s.top) && b.free(s, place) {
			to = append(to, step{play, uint8(place), none, 0})
		}
	}
	b.order(s, to[first:])
	return to
}

// neighbours reports whether two ranks are next to each other.
func (b *board) neighbours(x, y uint8) bool {
	d := int(x) - int(y)
	return d == 1 || d == -1 || b.rules.Loops && (d == b.ranks-1 || d == 1-b.ranks)
}

// order sorts steps by how many cards they uncover, the best last.
func (b *board) order(s *state, steps []step) {
	var scores [64]int
	if len(steps) > len(scores) {
		return
	}
	for i, m := range steps {
		score := b.uncovers(s, m)
		at := i
		for ; at > 0 && scores[at-1] > score; at-- {
			steps[at], scores[at] = steps[at-1], scores[at-1]
		}
		steps[at], scores[at] = m, score
	}
}

// uncovers rates a step: cards of the rows that go, and that it uncovers.
func (b *board) uncovers(s *state, m step) int {
	after := s.gone
	score := 0
	for _, c := range [2]uint8{m.one, m.two} {
		if c == none {
			continue
		}
		after.add(int(c))
		if int(c) < b.places {
			score += 2
		}
	}
	for place := range b.places {
		if !after.has(place) && !b.cover[place].within(s.gone) && b.cover[place].within(after) {
			score++
		}
	}
	return score
}
