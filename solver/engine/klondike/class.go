package klondike

// A class is all the states between which one can go back and forth, by sending moved
// cards up and taking them back. A node of the search is a class: then there is no way
// back to any node, the search needs no memory of its path, and when it has left a
// node it knows for certain.

// settle makes the moves that are as good as any: it sends up what is safe, from the
// stock too where that costs nothing. Then, if cards can come back, it sends up what
// can go up without leaving its first place, so that most states of a class settle
// alike.
func (e *searcher) settle(s *state) {
	b := e.board
	for {
		e.safeUp(s)
		idle := b.wanted(s) & s.visible & b.back &^ s.locked
		if idle != 0 {
			idle &= b.open(s)
		}
		if idle == 0 {
			return
		}
		e.do(s, up, lowest(idle))
	}
}

// safeUp sends up what is safe to send up. It tells whether it made a move that can't
// be undone.
func (e *searcher) safeUp(s *state) (final bool) {
	b := e.board
	if !e.with.SafeFoundations {
		return false
	}
	for {
		safe := b.safe(s)
		if x := safe & s.visible; x != 0 {
			if x = lowest(x & b.open(s)); x != 0 {
				final = final || x&^s.locked&b.back == 0
				e.do(s, up, x)
				continue
			}
		}
		if x := lowest(safe & b.free(s)); x != 0 {
			final = true
			e.do(s, fromUp, x)
			continue
		}
		return final
	}
}

// class lists the states of a class, the given one first; only some, if few are wanted. If one of them has a safe
// move that can't be undone, then that is as good as any move, and what it leads to is
// given alone.
func (e *searcher) class(s *state) (forced bool) {
	b := e.board
	e.members = append(e.members[:0], *s)
	e.trail.begin()
	for i := 0; i < len(e.members); i++ {
		from := e.members[i]
		wanted, downs := b.wanted(&from), b.tops(&from)
		ups := wanted & from.visible & b.back &^ from.locked
		if ups|downs == 0 {
			continue
		}
		open := b.open(&from)
		ups &= open
		downs &= b.hosted(&from, open)
		for moves := ups | downs; moves != 0; moves &= moves - 1 {
			if e.trail == nil && !e.meter.work(1+len(e.members)/64) {
				return false
			}
			x := lowest(moves)
			next := from
			e.trail.from(i)
			if ups&x != 0 {
				e.do(&next, up, x)
			} else {
				e.do(&next, down, x)
			}
			if e.safeUp(&next) {
				e.members = append(e.members[:0], next)
				e.trail.only()
				return true
			}
			if e.few > 0 && len(e.members) >= e.few {
				return false
			}
			if !e.known(&next) {
				e.members = append(e.members, next)
				e.trail.member()
			}
		}
	}
	return false
}

// known tells whether a state is among the members. They differ in the foundations.
func (e *searcher) known(s *state) bool {
	for i := range e.members {
		if e.members[i].found == s.found {
			return true
		}
	}
	return false
}
