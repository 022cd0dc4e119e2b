package klondike

// listFreeStock appends the edges out of member i where any card of the stock is
// available at any time. A card is laid down from there only for a use that follows at
// once: another card is laid on it, or a card of its group goes up that could not go up
// before. Such an edge is a stock chain (docs/engines/klondike.md).
func (e *searcher) listFreeStock(i int) {
	b, s := e.board, &e.members[i]
	v := e.choice(s)
	e.leaving(i, &v)
	stock := b.cardsAt(s.stock)
	if v.idle == 0 {
		for set := stock & v.wanted; set != 0; set &= set - 1 {
			e.try(i, fromUp, lowest(set), priorityFromUp)
		}
	}
	if e.techniques.StockChains {
		c := stockChain{choice: &v, member: i, tops: b.tops(s)}
		e.extend(&c, s, stock, stock&v.hosted)
		return
	}
	for set := stock & v.hosted; set != 0; set &= set - 1 {
		if x := lowest(set); v.normalForm(b.hosts(x)) {
			e.try(i, fromDown, x, priorityFromDown-uint8(trailing(x)>>2))
		}
	}
}

// stockChain is a sequence of cards from the stock, each laid on the one before.
type stockChain struct {
	*choice
	member int
	tops   uint64 // see board.tops
	cards  [maxRanks]uint64
	n      int
}

// extend adds to the chain each of next whose group is not open, lists its uses, and
// extends the chain from there.
func (e *searcher) extend(c *stockChain, s *state, stock, next uint64) {
	b := e.board
	for set := next &^ c.open; set != 0; set &= set - 1 {
		if e.trail == nil && !e.meter.work(1) {
			return
		}
		x := lowest(set)
		c.cards[c.n] = x
		c.n++
		e.listUses(c, s, x)
		if onto := stock & (b.groups(x) >> 4); onto != 0 {
			e.extend(c, s, stock, onto)
		}
		c.n--
	}
}

// listUses appends the edges that lay the chain, which ends with card x, and then use
// that card.
func (e *searcher) listUses(c *stockChain, s *state, x uint64) {
	b := e.board
	group := b.groups(x)
	carried := group >> 4
	// A use that can't be undone must be in normal form. The chain touches the host
	// group of its first card only; the groups of the others were not open.
	normal := c.normalForm(b.hosts(c.cards[0]))
	for set := c.wanted & s.visible & group; set != 0; set &= set - 1 {
		switch y := lowest(set); {
		case s.locked&y == 0:
			e.addUse(c, up, y, priorityUp-1)
		case normal:
			e.addUse(c, up, y, priorityUncover+b.depth[trailing(y)]-1)
		}
	}
	if normal {
		for set := s.visible & s.locked & carried; set != 0; set &= set - 1 {
			y := lowest(set)
			e.addUse(c, reveal, y, priorityUncover+b.depth[trailing(y)]-1)
		}
	}
	for set := c.tops & carried; set != 0; set &= set - 1 {
		e.addUse(c, down, lowest(set), priorityDown)
	}
}

// addUse appends the edge that lays the chain and then makes move k with card y.
func (e *searcher) addUse(c *stockChain, k kind, y uint64, priority uint8) {
	next := e.members[c.member]
	e.trail.from(c.member)
	for _, x := range c.cards[:c.n] {
		e.do(&next, fromDown, x)
	}
	e.do(&next, k, y)
	e.add(&next, priority)
}

// unparkedLost reports whether a state is known to be lost even with its loose cards
// back in the stock: the cards laid down from there that carry nothing now. A state can
// be reached from the one with its loose cards in the stock, so that one is no worse.
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
