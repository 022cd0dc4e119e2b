package klondike

import "math/bits"

// state is a position up to what makes no difference to whether it can be won: where
// among the cards of its group's hosts a moved card lies.
type state struct {
	visible uint64 // face up in the tableau
	locked  uint64 // in their first places, face up or down
	stock   uint32 // which of the stock's cards are left, by their place there
	columns uint32 // how many cards of each column are in their first places, as one number
	found   [4]uint8
	waste   uint8 // how many of the cards left are turned
	redeals uint8 // left, if they are limited
	filled  uint8 // columns with cards in their first places

	// heap says that any card of the stock can be had at any time: one is turned at
	// a time, and the waste as often as one likes. Then how many are turned means
	// nothing and stays as it is.
	heap bool
}

// lowest is the lowest card of a set.
func lowest(set uint64) uint64 { return set & -set }

// trailing is the number of the lowest card of a set.
func trailing(set uint64) int { return bits.TrailingZeros64(set) }

// Masks of the bits that begin a group.
const (
	evens   = 0x5555_5555_5555_5555
	nibbles = 0x1111_1111_1111_1111
)

// groups is a set with all cards that are laid on the same cards as any in it.
func (b *board) groups(set uint64) uint64 {
	switch b.group {
	case singles:
		return set
	case pairs:
		return (set | set>>1) & evens * 3
	default:
		set |= set >> 1
		return (set | set>>2) & nibbles * 15
	}
}

// open are the groups of which at least one visible card has nothing on it. As cards
// can go from one to another of a group's cards, each of them can then be had without
// what lies on it (docs/methods.md).
//
// A card that left its first place lies on a card of its host group, unless it is a
// king, so that of each group no more cards are covered than are visible.
func (b *board) open(s *state) uint64 {
	visible := s.visible
	lying := (visible &^ s.locked &^ b.kings) << 4 // at the places of the groups that they lie on
	switch b.group {
	case singles:
		return visible &^ lying
	case pairs:
		odd := visible ^ lying
		odd ^= odd >> 1
		two := visible & (visible >> 1) &^ (lying | lying>>1)
		return (odd | two) & evens * 3
	default:
		diff := fourCount(visible) ^ fourCount(lying)
		diff |= diff >> 1
		return (diff | diff>>2) & nibbles * 15
	}
}

// fourCount counts the bits of each four.
func fourCount(x uint64) uint64 {
	x -= x >> 1 & evens
	return x&0x3333_3333_3333_3333 + x>>2&0x3333_3333_3333_3333
}

// hosted are the cards that find a place in the tableau, those of the kings' group if
// there is a space that they may fill.
func (b *board) hosted(s *state, open uint64) uint64 {
	hosted := open >> 4
	if b.fill && b.spaces(s) > 0 {
		hosted |= b.kings
	}
	return hosted
}

// spaces counts the columns without cards.
func (b *board) spaces(s *state) int {
	return b.columns - int(s.filled) - bits.OnesCount64(s.visible&^s.locked&b.kings)
}

// wanted are the cards that the foundations take next.
func (b *board) wanted(s *state) uint64 {
	return b.next[0][s.found[0]] | b.next[1][s.found[1]] | b.next[2][s.found[2]] | b.next[3][s.found[3]]
}

// safe are the cards that the foundations take next and that nobody will miss in the
// tableau: all that could be laid on one are up, or safe to send there themselves
// (Blake & Gent, corollary 3).
func (b *board) safe(s *state) uint64 {
	f := &s.found
	if b.group != pairs {
		var safe uint64
		for suit, h := range f {
			if b.isSafe(s, suit, int(h)) {
				safe |= b.next[suit][h]
			}
		}
		return safe
	}
	// isSafe for the two suits of a colour together, as this is asked most often.
	var safe uint64
	black, red := min(f[0], f[2]), min(f[1], f[3])
	if f[0] <= red+1 && f[0] <= f[2]+2 || !b.worry && f[0] <= red {
		safe |= b.next[0][f[0]]
	}
	if f[2] <= red+1 && f[2] <= f[0]+2 || !b.worry && f[2] <= red {
		safe |= b.next[2][f[2]]
	}
	if f[1] <= black+1 && f[1] <= f[3]+2 || !b.worry && f[1] <= black {
		safe |= b.next[1][f[1]]
	}
	if f[3] <= black+1 && f[3] <= f[1]+2 || !b.worry && f[3] <= black {
		safe |= b.next[3][f[3]]
	}
	return safe
}

// isSafe tells whether the card that a foundation takes at height h is safe there.
func (b *board) isSafe(s *state, suit, h int) bool {
	f := &s.found
	switch b.group {
	case singles:
		return true
	case pairs:
		others, sister := int(min(f[suit^1], f[suit^3])), int(f[suit^2])
		return others >= h-1 && sister >= h-2 || !b.worry && others >= h
	default:
		return int(min(f[suit^1], f[suit^2], f[suit^3])) >= h-1
	}
}

// tops are the cards that the foundations may give back: not those that would be
// safe to send up again.
func (b *board) tops(s *state) uint64 {
	if !b.worry {
		return 0
	}
	var tops uint64
	for suit, h := range s.found {
		if h > 0 && !b.isSafe(s, suit, int(h)-1) {
			tops |= b.next[suit][h-1]
		}
	}
	return tops
}

// The elementary moves. Each takes one card, as a set of one; what lies on it, and
// must go with it or make room, is not part of a state.

// kind is what is done with a card.
type kind uint8

const (
	up       kind = iota // from the tableau to its foundation
	reveal               // with all that lies on it to another column, uncovering the card under it
	fromUp               // from the stock to its foundation
	fromDown             // from the stock to the tableau
	down                 // from its foundation back to the tableau
)

// up sends a card up from the tableau.
func (b *board) up(s *state, x uint64) {
	s.found[b.suit[trailing(x)]]++
	s.visible &^= x
	if s.locked&x != 0 {
		b.leave(s, x)
	}
}

// leave takes a card out of its first place.
func (b *board) leave(s *state, x uint64) {
	c := trailing(x)
	s.locked &^= x
	s.visible |= b.turns[c]
	s.columns -= b.weight[c]
	if b.last[c] {
		s.filled--
	}
}

// down takes a card back.
func (b *board) down(s *state, x uint64) {
	s.found[b.suit[trailing(x)]]--
	s.visible |= x
}
