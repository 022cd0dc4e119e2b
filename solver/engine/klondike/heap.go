package klondike

// fromHeap lists the edges of a member where any card of the stock can be had at any
// time. A card that is laid down from there is laid down for a use, which follows at
// once: another card laid on it, or one of its group sent up that could not go before
// (docs/methods.md, ladders).
func (e *searcher) fromHeap(i int) {
	b, s := e.board, &e.members[i]
	v := e.choice(s)
	e.leaving(i, &v)
	stock := b.cardsAt(s.stock)
	if v.idle == 0 {
		for set := stock & v.wanted; set != 0; set &= set - 1 {
			e.try(i, fromUp, lowest(set), worthUp)
		}
	}
	if e.with.Ladders {
		l := ladder{member: i, choice: &v, tops: b.tops(s)}
		e.climb(&l, s, stock, stock&v.hosted)
		return
	}
	for set := stock & v.hosted; set != 0; set &= set - 1 {
		if x := lowest(set); v.calm(b.hosts(x)) {
			e.try(i, fromDown, x, worthLay-uint8(trailing(x)>>2))
		}
	}
}

// ladder is cards of the stock that are laid one on the other.
type ladder struct {
	*choice
	member int
	tops   uint64
	rungs  [maxRanks]uint64
	n      int
}

// climb lays each of the cards whose groups are covered on what lies there, and lists
// what uses it.
func (e *searcher) climb(l *ladder, s *state, stock, cards uint64) {
	b := e.board
	for set := cards &^ l.open; set != 0; set &= set - 1 {
		if e.trail == nil && !e.meter.work(1) {
			return
		}
		x := lowest(set)
		l.rungs[l.n] = x
		l.n++
		e.uses(l, s, x)
		if next := stock & (b.groups(x) >> 4); next != 0 {
			e.climb(l, s, stock, next)
		}
		l.n--
	}
}

// uses lists what uses the last rung.
func (e *searcher) uses(l *ladder, s *state, x uint64) {
	b := e.board
	group := b.groups(x)
	bearing := group >> 4
	// What can't be undone is done in the normal form; the first card's host group
	// is touched, and those of the others were covered before.
	calm := l.calm(b.hosts(l.rungs[0]))
	for set := l.wanted & s.visible & group; set != 0; set &= set - 1 {
		switch y := lowest(set); {
		case s.locked&y == 0:
			e.use(l, up, y, worthSent-1)
		case calm:
			e.use(l, up, y, worthTurn+b.depth[trailing(y)]-1)
		}
	}
	if calm {
		for set := s.visible & s.locked & bearing; set != 0; set &= set - 1 {
			y := lowest(set)
			e.use(l, reveal, y, worthTurn+b.depth[trailing(y)]-1)
		}
	}
	for set := l.tops & bearing; set != 0; set &= set - 1 {
		e.use(l, down, lowest(set), worthless)
	}
}

// use lays the rungs and uses the last of them.
func (e *searcher) use(l *ladder, k kind, y uint64, worth uint8) {
	next := e.members[l.member]
	e.trail.from(l.member)
	for _, x := range l.rungs[:l.n] {
		e.do(&next, fromDown, x)
	}
	e.do(&next, k, y)
	e.add(&next, worth)
}

// unparkedLost tells whether a state is known to be lost even with the cards that were
// laid down from the stock, and bear nothing now, back there.
func (e *searcher) unparkedLost(s *state) bool {
	b := e.board
	all := b.cardsAt(1<<b.layout.stock - 1)
	back := *s
	for {
		loose := lowest(back.visible &^ back.locked & all & b.open(&back))
		if loose == 0 {
			break
		}
		back.visible &^= loose
		back.stock |= 1 << b.place[trailing(loose)]
	}
	if back.stock == s.stock {
		return false
	}
	e.settle(&back)
	return e.table.find(e.table.mix(b.key(&back))) == lost
}
