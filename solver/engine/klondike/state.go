package klondike

import "math/bits"

// state is a position without what makes no difference to whether it can be won: on
// which card of its host group a moved card lies. It is the search's node.
type state struct {
	visible uint64 // face up in the tableau
	locked  uint64 // not moved yet, face up or down
	stock   uint32 // the cards left, by place in the stock
	columns uint32 // how many cards of each column are locked, as one number
	found   [4]uint8
	waste   uint8 // how many of the cards left are turned
	redeals uint8 // redeals left, if they are limited
	filled  uint8 // columns with locked cards

	// freeStock is set when any card of the stock is available at any time: draw one,
	// unlimited redeals. Then waste does not matter and stays as it is.
	freeStock bool
}

// lowest returns the lowest card of a set, as a set.
func lowest(set uint64) uint64 { return set & -set }

// trailing returns the code of the lowest card of a set.
func trailing(set uint64) int { return bits.TrailingZeros64(set) }

// Masks of the lowest bits of each group.
const (
	evens   = 0x5555_5555_5555_5555
	nibbles = 0x1111_1111_1111_1111
)

// groups returns all cards whose group has a card in set: all that can be laid on the
// same cards.
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

// open returns the groups that have a visible card with nothing on it. Cards can move
// between the cards of a group, so each of them can then be moved without what lies on
// it (docs/inside/klondike.md).
//
// A moved card lies on a card of its host group, unless it is a king, so of no group
// more cards are covered than are visible.
func (b *board) open(s *state) uint64 {
	visible := s.visible
	lying := (visible &^ s.locked &^ b.kings) << 4 // moved to the bits of the groups under them
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

// fourCount counts the bits of each nibble.
func fourCount(x uint64) uint64 {
	x -= x >> 1 & evens
	return x&0x3333_3333_3333_3333 + x>>2&0x3333_3333_3333_3333
}

// hosted returns the cards for which the tableau has a place; all kings if kings fill
// spaces and there is a space.
func (b *board) hosted(s *state, open uint64) uint64 {
	hosted := open >> 4
	if b.kingSpaces && b.spaces(s) > 0 {
		hosted |= b.kings
	}
	return hosted
}

// spaces counts the empty columns.
func (b *board) spaces(s *state) int {
	return b.columns - int(s.filled) - bits.OnesCount64(s.visible&^s.locked&b.kings)
}

// wanted returns the cards that the foundations take next.
func (b *board) wanted(s *state) uint64 {
	return b.next[0][s.found[0]&15] | b.next[1][s.found[1]&15] | b.next[2][s.found[2]&15] | b.next[3][s.found[3]&15]
}

// safeHeights returns the greatest height of each foundation at which the card that it takes next is
// safe: never needed in the tableau, because all cards that could be laid on it are up, or safe to
// send up themselves (Blake & Gent, Corollary 3).
func (b *board) safeHeights(f *[4]uint8) (clubs, hearts, spades, diamonds uint8) {
	switch b.group {
	case singles:
		return maxRanks, maxRanks, maxRanks, maxRanks
	case fours:
		black, red := min(f[0], f[2]), min(f[1], f[3])
		return min(red, f[2]) + 1, min(black, f[3]) + 1, min(red, f[0]) + 1, min(black, f[1]) + 1
	}
	black, red := min(f[0], f[2]), min(f[1], f[3])
	clubs, hearts, spades, diamonds = min(red+1, f[2]+2), min(black+1, f[3]+2), min(red+1, f[0]+2), min(black+1, f[1]+2)
	if !b.worry {
		return max(clubs, red), max(hearts, black), max(spades, red), max(diamonds, black)
	}
	return clubs, hearts, spades, diamonds
}

// nextUpTo returns the cards that the foundations take next if they are no more than above cards
// higher than their safe heights.
func (b *board) nextUpTo(f *[4]uint8, above uint8) (set uint64) {
	clubs, hearts, spades, diamonds := b.safeHeights(f)
	if f[0] <= clubs+above {
		set |= b.next[0][f[0]&15]
	}
	if f[1] <= hearts+above {
		set |= b.next[1][f[1]&15]
	}
	if f[2] <= spades+above {
		set |= b.next[2][f[2]&15]
	}
	if f[3] <= diamonds+above {
		set |= b.next[3][f[3]&15]
	}
	return set
}

// safe returns the safe cards that the foundations take next.
func (b *board) safe(s *state) uint64 { return b.nextUpTo(&s.found, 0) }

// onKept returns the next card of each foundation that never gives back its present cards. All safe
// cards are among them. From a free stock they go up at once (docs/inside/klondike-proofs.md, free
// cards of the stock).
func (b *board) onKept(s *state) uint64 {
	if !b.worry {
		return b.safe(s)
	}
	return b.nextUpTo(&s.found, 1) // the foundation's top card was safe
}

// tops returns the cards that foundations may give back, except those that would be
// safe to send up again.
func (b *board) tops(s *state) (tops uint64) {
	if !b.worry {
		return 0
	}
	f := &s.found
	clubs, hearts, spades, diamonds := b.safeHeights(f)
	if f[0] > clubs+1 {
		tops |= b.next[0][f[0]-1]
	}
	if f[1] > hearts+1 {
		tops |= b.next[1][f[1]-1]
	}
	if f[2] > spades+1 {
		tops |= b.next[2][f[2]-1]
	}
	if f[3] > diamonds+1 {
		tops |= b.next[3][f[3]-1]
	}
	return tops
}

// The elementary moves. Each takes one card, as a set of one. The state does not hold
// what lies on the card and must move with it or make room.

// kind is a kind of move.
type kind uint8

const (
	up       kind = iota // from the tableau to its foundation
	reveal               // to another column with all that lies on it, uncovering the card under it
	fromUp               // from the stock to its foundation
	fromDown             // from the stock to the tableau
	down                 // from its foundation back to the tableau
)

// up sends card x up from the tableau.
func (b *board) up(s *state, x uint64) {
	s.found[b.suit[trailing(x)]]++
	s.visible &^= x
	if s.locked&x != 0 {
		b.leave(s, x)
	}
}

// leave unlocks card x and uncovers the card under it.
func (b *board) leave(s *state, x uint64) {
	c := trailing(x)
	s.locked &^= x
	s.visible |= b.uncovers[c]
	s.columns -= b.weight[c]
	if b.last[c] {
		s.filled--
	}
}

// down takes card x back from its foundation.
func (b *board) down(s *state, x uint64) {
	s.found[b.suit[trailing(x)]]--
	s.visible |= x
}
