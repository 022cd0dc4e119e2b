package klondike

// A class is the set of states connected by sending moved cards up and taking them
// back. A node of the search is a class. No path returns to a class, so the search
// needs no memory of its path, and when it leaves a node it knows the node's value.

// settle makes forced moves. It sends up safe cards, also from the stock where that
// costs nothing. If cards can come back, it then sends up every card that can go up and
// is not locked, so that most states of a class settle alike.
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

// safeUp sends up safe cards, and free cards of the stock whose foundations keep their present
// cards for good. It reports whether it made a move that can't be undone.
func (e *searcher) safeUp(s *state) (final bool) {
	b := e.board
	if !e.techniques.SafeFoundations {
		return false
	}
	for {
		wanted := b.wanted(s)
		visible, free := wanted&s.visible, wanted&b.free(s)
		if visible|free == 0 {
			return final
		}
		if visible != 0 {
			if visible &= b.safe(s); visible != 0 {
				visible &= b.open(s)
			}
		}
		if x := lowest(visible); x != 0 {
			final = final || x&^s.locked&b.back == 0
			e.do(s, up, x)
			continue
		}
		if free != 0 {
			free &= b.onKept(s)
		}
		if free == 0 {
			return final
		}
		final = true
		e.do(s, fromUp, lowest(free))
	}
}

// class lists the members of the class of s, s first, up to e.memberLimit. If a member
// has a safe move that can't be undone, that move is as good as any: then class leaves
// the state after it as the only member and returns true.
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
			if e.known(&next) {
				continue // the class has a member with these foundations
			}
			if e.safeUp(&next) {
				e.members = append(e.members[:0], next)
				e.trail.replace()
				return true
			}
			if e.memberLimit > 0 && len(e.members) >= e.memberLimit {
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

// known reports whether a state is among the members. Members differ in their
// foundations only.
func (e *searcher) known(s *state) bool {
	for i := range e.members {
		if e.members[i].found == s.found {
			return true
		}
	}
	return false
}
