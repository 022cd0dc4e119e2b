package prove

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// facts is what has become possible. All of it only grows.
type facts struct {
	free    card.Set // cards that were uncovered once, or could be taken from the talon or a foundation
	hosts   card.Set // cards on which others could be built in the tableau once
	laid    card.Set // cards that were laid into the tableau once, onto a card or into a space
	up      card.Set // cards that reached their foundations once
	left    [52]int8 // by column: end of the units that are still there
	cleared int      // columns that were emptied once
	taken   card.Set // cards that had left the talon at the last call of turn
}

// assumptions restricts or extends the relaxed game. The zero value is the plain relaxation.
type assumptions struct {
	second card.Set    // cards that are laid only after their twins, the other cards of their rank and colour
	late   card.Set    // kings that are laid only after other kings
	after  [4]card.Set // by suit of a late king: those other kings

	// These cards are laid only where there is room even after all cards competing for it.
	cautious card.Set

	// carry, by the number of a guest among the two of its rank and colour: the cards that go up
	// only after that guest was laid. wait, by the number of a host among its two: the cards that
	// are laid only after that host went up.
	carry, wait [2]card.Set

	// If set, only useful cards are laid, and no card goes up that may have a guest.
	careful bool

	// Cards about which nothing is claimed: those in leave may leave their places, those in stand
	// lie in the tableau, and those in rise may go up, each without a reason.
	leave, stand, rise card.Set
}

// relax returns all facts under v, and reports whether every card reaches its foundation.
func (b *board) relax(v *assumptions) (facts, bool) {
	f := facts{up: b.up, free: b.open | v.leave&b.stock, hosts: v.stand, laid: v.stand}
	if b.removable {
		f.free |= b.up
	}
	for i := range b.columns {
		f.left[i] = b.column[i+1]
		f.expose(b, i)
	}
	return f, f.grow(b, v)
}

// expose frees the last unit of a column, or counts the column as empty.
func (f *facts) expose(b *board, i int) {
	if f.left[i] == b.column[i] {
		f.cleared++
		return
	}
	last := f.left[i] - 1
	f.free |= b.unit[last]
	f.hosts |= b.unit[last]
	f.laid |= b.unit[last] &^ b.base[last]
}

// grow adds facts up to the fixpoint. It reports whether every card reaches its foundation.
func (f *facts) grow(b *board, v *assumptions) bool {
	for {
		free, laid, up, cleared := f.free, f.laid, f.up, f.cleared
		for next := f.next(b, v); next != 0; next = f.next(b, v) {
			f.up |= next
		}
		laying := f.free & f.places(b, v)
		if v.careful {
			laying &= f.wanted(b, v)
		}
		f.laid |= laying
		f.hosts |= f.laid
		f.dig(b, v)
		f.turn(b, v)
		if f.up == b.deck {
			return true
		}
		if f.free == free && f.laid == laid && f.up == up && f.cleared == cleared {
			return false
		}
	}
}

// next returns the cards that can go up.
func (f *facts) next(b *board, v *assumptions) card.Set {
	next := f.ready()
	if b.build != rules.RedBlack || !v.careful && v.carry[0]|v.carry[1] == 0 {
		return next
	}
	for list := next &^ v.rise; list != 0; list &= list - 1 {
		if x := list & -list; f.blocked(b, v, x) {
			next &^= x
		}
	}
	return next
}

// ready returns the cards that can go up unless their guests block them.
func (f *facts) ready() card.Set { return (f.up<<4 | firsts) & f.free &^ f.up }

// blocked reports whether a card can't go up because of its guests: one of them has to be laid
// first and has not been, or they lie on it and have too few other places.
func (f *facts) blocked(b *board, v *assumptions, x card.Set) bool {
	var guests card.Set
	for i := range 2 {
		if v.carry[i]&x != 0 {
			guests |= neighbour(x, -1, i)
		}
	}
	if guests&^f.laid != 0 {
		return true
	}
	if v.careful {
		guests |= b.guests(x) & f.laid
	}
	room := (twins(x) & f.standing(b, v)).Count()
	if b.spaces == b.deck {
		room += f.cleared
	}
	return (guests &^ f.up).Count() > room
}

// neighbour returns one of the two cards, by i, of the other colour and the given number of ranks
// higher.
func neighbour(x card.Set, higher, i int) card.Set {
	n := int(x.First())
	return 1 << ((n>>2+higher)<<2 | 2*i | n&1 ^ 1)
}

// wanted returns the cards that are useful in the tableau: those that lie on others, those that
// others wait for, and those that could carry any of these.
func (f *facts) wanted(b *board, v *assumptions) card.Set {
	var want card.Set
	for i := range b.columns {
		if f.left[i] > b.column[i] {
			want |= b.base[f.left[i]-1]
		}
	}
	if !b.freeStock {
		want |= b.stock // each card that leaves makes others available
	}
	want |= twins(v.second)
	for i := range 2 {
		for x := v.carry[i] &^ f.up; x != 0; x &= x - 1 {
			want |= neighbour(x&-x, -1, i)
		}
	}
	for king := v.late; king != 0; king &= king - 1 {
		want |= v.after[king.First().Suit()]
	}
	for {
		more := want | b.carriers(want)&^f.standing(b, v)
		if more == want {
			return want
		}
		want = more
	}
}

// places returns the cards that could be laid somewhere in the tableau.
func (f *facts) places(b *board, v *assumptions) card.Set {
	hosts := f.standing(b, v)
	places := b.guests(hosts)
	if v.second|v.cautious != 0 {
		room := b.guestsOfTwo(hosts) | twins(f.up)
		places &^= v.cautious&^room | v.second&^(room&twins(f.laid))
	}
	if f.cleared > 0 {
		places |= b.spaces
		for kings := v.late | v.cautious&b.kings; kings != 0; kings &= kings - 1 {
			king := kings & -kings
			before := v.after[king.First().Suit()]
			rivals := before
			if v.cautious&king != 0 {
				rivals = b.kings &^ king
			}
			if before&^f.laid != 0 || f.cleared <= (rivals&^f.up).Count() {
				places &^= king
			}
		}
	}
	for i := range 2 {
		for x := v.wait[i] & places; x != 0; x &= x - 1 {
			one := x & -x
			if host := neighbour(one, 1, i); f.up&host == 0 || !b.removable && !f.others(b, v, one) {
				places &^= one
			}
		}
	}
	return places
}

// standing returns the hosts. In a careful run these are only the ones that have not gone up for
// good.
func (f *facts) standing(b *board, v *assumptions) card.Set {
	if v.careful && !b.removable {
		return f.hosts &^ f.up
	}
	return f.hosts
}

// others reports whether a card could be laid in a space, or on a card that it does not wait for.
// It matters where cards do not come back from foundations.
func (f *facts) others(b *board, v *assumptions, x card.Set) bool {
	for i := range 2 {
		if v.wait[i]&x == 0 && neighbour(x, 1, i)&f.hosts != 0 {
			return true
		}
	}
	return f.cleared > 0 && b.spaces&x != 0
}

// dig removes units from columns if their bases can leave.
func (f *facts) dig(b *board, v *assumptions) {
	leaving := f.up | v.leave | f.places(b, v)
	for i := range b.columns {
		for f.left[i] > b.column[i] && b.base[f.left[i]-1]&leaving != 0 {
			f.laid |= b.base[f.left[i]-1] & leaving &^ (f.up | v.leave)
			f.left[i]--
			f.expose(b, i)
			leaving |= f.places(b, v)
		}
	}
}

// turn frees the cards of the talon that can be reached, given those that have left it.
func (f *facts) turn(b *board, v *assumptions) {
	if b.freeStock {
		return
	}
	gone := (f.up | f.laid | v.leave) & b.stock
	if gone == f.taken {
		return
	}
	f.taken = gone
	before := int8(0)
	for i, x := range b.talon[:b.cards] {
		if before >= b.need[i] || i+1 < b.cards && gone&b.talon[i+1] != 0 {
			f.free |= x
		}
		if gone&x != 0 {
			before++
		}
	}
}
