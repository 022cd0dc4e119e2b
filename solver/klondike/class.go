package klondike

import "math/bits"

// A class is all the states between which one can go back and forth, by sending moved
// cards up and taking them back. A node of the search is a class: then there is no way
// back to any node, the search needs no memory of its path, and when it has left a
// node it knows for certain.

// step is an elementary move.
type step struct {
	kind kind
	card code
}

// trail notes the steps that lead to where a search is, when a solution is written
// down. While it searches there is none.
type trail struct{ steps []step }

func (t *trail) note(k kind, x uint64) {
	if t != nil {
		t.steps = append(t.steps, step{k, code(bits.TrailingZeros64(x))})
	}
}

// lowest is the lowest card of a set.
func lowest(set uint64) uint64 { return set & -set }

// settle makes the moves that are as good as any: it sends up what is safe, from the
// stock too where that costs nothing. Then, if cards can come back, it sends up what
// can go up without leaving its first place, so that most states of a class settle
// alike. It tells whether it made a move that can't be undone.
func (e *searcher) settle(s *state, t *trail) (final bool) {
	b := e.board
	for {
		wanted := b.wanted(s)
		stock := uint64(0)
		if b.unlimited || s.heap {
			stock = e.free(s)
		}
		if wanted&(s.visible|stock) == 0 {
			return final
		}
		here := wanted & s.visible & b.open(s)
		safe := uint64(0)
		if e.with.SafeFoundations {
			safe = b.safe(s)
		}
		if x := lowest(here & safe); x != 0 {
			final = final || s.locked&x != 0 || !b.worry
			b.up(s, x)
			t.note(up, x)
			continue
		}
		if x := lowest(stock & safe); x != 0 {
			final = true
			b.fromUp(s, x)
			t.note(fromUp, x)
			continue
		}
		x := lowest(here &^ s.locked)
		if !b.worry || x == 0 {
			return final
		}
		b.up(s, x)
		t.note(up, x)
	}
}

// free are the cards of the stock that can be had at no cost: in a heap all, else the
// last if a redeal changes nothing.
func (e *searcher) free(s *state) uint64 {
	switch {
	case s.stock == 0:
		return 0
	case s.heap:
		return e.board.cardsAt(s.stock)
	case e.board.pure(s):
		return e.board.cardsAt(top(s.stock))
	}
	return 0
}

// safeUp is the part of settle that is forced on any state of a class: it stops where
// nothing is safe.
func (e *searcher) safeUp(s *state, t *trail) (final bool) {
	b := e.board
	if !e.with.SafeFoundations {
		return false
	}
	for {
		safe := b.safe(s)
		stock := uint64(0)
		if b.unlimited || s.heap {
			stock = e.free(s)
		}
		if safe &= s.visible | stock; safe == 0 {
			return final
		}
		if x := lowest(safe & s.visible & b.open(s)); x != 0 {
			final = final || s.locked&x != 0
			b.up(s, x)
			t.note(up, x)
			continue
		}
		if x := lowest(safe & stock); x != 0 {
			final = true
			b.fromUp(s, x)
			t.note(fromUp, x)
			continue
		}
		return final
	}
}

// member is a state of a class, and how it was come to.
type member struct {
	state
	steps []step // from the class's first member, when they are noted
}

// class lists the states of a class, the given one first. If one of them has a safe
// move that can't be undone, then that is as good as any move, and what it leads to is
// given alone.
func (e *searcher) class(s *state, noting bool) (forced *member) {
	b := e.board
	e.members = append(e.members[:0], member{state: *s})
	if !b.worry {
		return nil
	}
	for i := 0; i < len(e.members); i++ {
		from := &e.members[i]
		open := b.open(&from.state)
		ups := b.wanted(&from.state) & from.visible & open &^ from.locked
		downs := b.tops(&from.state)
		if downs != 0 {
			downs &= b.hosted(&from.state, open)
		}
		for moves := ups | downs; moves != 0; {
			x := lowest(moves)
			moves &^= x
			var t *trail
			if noting {
				t = &trail{append([]step(nil), e.members[i].steps...)}
			}
			next := e.members[i].state
			if ups&x != 0 {
				b.up(&next, x)
				t.note(up, x)
			} else {
				b.down(&next, x)
				t.note(down, x)
			}
			final := e.safeUp(&next, t)
			m := member{state: next}
			if t != nil {
				m.steps = t.steps
			}
			if final {
				return &m
			}
			if !e.known(&next) {
				e.members = append(e.members, m)
			}
		}
	}
	return nil
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
