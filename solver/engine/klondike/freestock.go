package klondike

// listFreeStock appends the edges out of member i where any card of the stock is
// available at any time. A card is laid down from there only for a use that follows at
// once: another card is laid on it, or a card of its group goes up that could not go up
// before. Such an edge is a stock chain (docs/inside/klondike-proofs.md).
func (e *searcher) listFreeStock(i int) {
	b, s := e.board, &e.members[i]
	v := e.choice(s)
	e.leaving(i, &v)
	stock := b.cardsAt(s.stock)
	if v.idle == 0 {
		ups := stock & v.wanted
		if i == 0 {
			ups &^= e.asleep.fromUp
		}
		for set := ups; set != 0; set &= set - 1 {
			e.try(i, fromUp, lowest(set), priorityFromUp)
		}
	}
	if e.techniques.StockChains {
		c := stockChain{choice: &v, member: i, tops: b.tops(s)}
		if c.useful = b.useful(s, &c, stock); c.useful != 0 {
			e.extend(&c, s, stock&v.hosted)
		}
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
	useful uint64 // see board.useful
	cards  [maxRanks]uint64
	n      int
}

// useful returns the cards of the stock that a chain may hold: those that have a use, or
// that carry a card which may be in it.
func (b *board) useful(s *state, c *stockChain, stock uint64) uint64 {
	stock &^= c.open
	uses := b.groups(c.wanted&s.visible) | b.hosts(s.visible&s.locked|c.tops)
	useful := stock & uses
	for {
		more := useful | stock&b.hosts(useful)
		if more == useful {
			return useful
		}
		useful = more
	}
}

// extend adds to the chain each useful card of next, lists its uses, and extends the
// chain from there.
func (e *searcher) extend(c *stockChain, s *state, next uint64) {
	b := e.board
	for set := next & c.useful; set != 0; set &= set - 1 {
		if e.trail == nil && !e.meter.work(1) {
			return
		}
		x := lowest(set)
		c.cards[c.n] = x
		c.n++
		e.listUses(c, s, x)
		e.extend(c, s, b.groups(x)>>4)
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
	to := e.branch(c.member, priority)
	if to == nil {
		return
	}
	for _, x := range c.cards[:c.n] {
		e.do(&to.state, fromDown, x)
	}
	e.do(&to.state, k, y)
	e.arrive(to)
}

// unparked returns the mixed key of a state with its loose cards back in the stock. Loose cards
// were laid down from the stock and carry no card now. It returns false if there are none. The
// state can be reached from the one with the loose cards in the stock, so it is lost if that one is
// lost.
func (e *searcher) unparked(s *state) (mixed uint64, loose bool) {
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
		return 0, false
	}
	e.settle(&back)
	mixed = e.table.mix(b.key(&back))
	e.prefetched += e.table.touch(mixed)
	return mixed, true
}
