package klondike

// fromHeap lists the edges of a member where any card of the stock can be had at any
// time. A card that is laid down from there is laid down for a use, which follows at
// once: another card laid on it, or one of its group sent up that could not go before
// (docs/methods.md, ladders).
func (e *searcher) fromHeap(m *member, noting bool) {
	b, v := e.board, e.moves(m)
	e.leaving(m, &v, noting)
	stock := b.cardsAt(m.stock)
	if v.idle == 0 {
		for set := stock & v.wanted; set != 0; {
			x := lowest(set)
			set &^= x
			e.try(m, fromUp, x, worthUp, noting)
		}
	}
	if !e.with.Ladders {
		for set := stock & v.hosted; set != 0; {
			x := lowest(set)
			set &^= x
			if v.calm(b.hosts(x)) {
				e.try(m, fromDown, x, worthLay-uint8(trailing(x)>>2), noting)
			}
		}
		return
	}
	e.rungs = e.rungs[:0]
	e.ladders(m, &v, m.state, stock, stock&v.hosted, noting)
}

// ladders lays each of the cards, whose groups are covered, on what lies there, and
// lists what uses it.
func (e *searcher) ladders(m *member, v *moves, s state, stock, cards uint64, noting bool) {
	b := e.board
	for set := cards &^ v.open; set != 0; {
		x := lowest(set)
		set &^= x
		e.rungs = append(e.rungs, step{fromDown, code(trailing(x))})
		next := s
		b.fromDown(&next, x)
		e.uses(m, v, next, stock&^x, x, noting)
		e.rungs = e.rungs[:len(e.rungs)-1]
	}
}

// uses lists what uses the card just laid.
func (e *searcher) uses(m *member, v *moves, s state, stock, x uint64, noting bool) {
	b := e.board
	group := b.groups(x)
	bearing := group >> 4
	// What can't be undone is done in the normal form; the first card's host group
	// is touched, and those of the others were covered before.
	calm := v.calm(b.hosts(1 << e.rungs[0].card))
	for set := v.wanted & s.visible & group &^ x; set != 0; {
		y := lowest(set)
		set &^= y
		if calm || s.locked&y == 0 {
			worth := uint8(worthMoved)
			if s.locked&y != 0 {
				worth = worthTurn + b.depth[trailing(y)]
			}
			e.use(m, s, up, y, worth-1, noting)
		}
	}
	if calm {
		for set := s.visible & s.locked & bearing; set != 0; {
			y := lowest(set)
			set &^= y
			e.use(m, s, reveal, y, worthTurn+b.depth[trailing(y)]-1, noting)
		}
	}
	if b.worry {
		for set := b.tops(&s) & bearing; set != 0; {
			y := lowest(set)
			set &^= y
			e.use(m, s, down, y, worthless, noting)
		}
	}
	if next := stock & bearing; next != 0 {
		e.ladders(m, v, s, stock, next, noting)
	}
}

func (e *searcher) use(m *member, s state, k kind, y uint64, worth uint8, noting bool) {
	e.board.do(&s, k, y)
	if noting {
		e.add(&s, worth, m.steps, true, append(append([]step(nil), e.rungs...), step{k, code(trailing(y))})...)
	} else {
		e.add(&s, worth, nil, false)
	}
}
