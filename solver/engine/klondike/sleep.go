package klondike

// moves is a set of moves out of the first member of a class, by kind and card: of locked
// cards, and up from a free stock.
type moves struct{ reveal, up, fromUp uint64 }

// An edge is asleep if its move was also possible before the last edge and is known to be lost
// there, and if the two moves don't need the same room. The two moves in the other order lead to
// the same state, so it is lost (docs/inside/klondike-proofs.md).

// What moves need besides the room on groups of cards; no card has these bits.
const (
	aSpace     uint64 = 1 << 62
	aTop       uint64 = 1 << 63 // the top card of a foundation
	everything uint64 = 1<<64 - 1
)

// touches returns what a move with card x needs: the groups that must be open and, for a locked
// card that stays in the tableau, the card's own group.
func (b *board) touches(k kind, x uint64) uint64 {
	var needs uint64
	switch k {
	case up:
		return b.groups(x)
	case fromUp:
		return 0
	case reveal:
		needs = b.groups(x)
	case down:
		needs = aTop
	}
	if x&b.kings != 0 {
		return needs | aSpace
	}
	return needs | b.groups(x)<<4
}

// add adds the move of an edge, if the edge is a single move out of the first member.
func (m *moves) add(x *edge) {
	if !x.direct {
		return
	}
	switch bit := uint64(1) << x.step.card; x.step.kind {
	case reveal:
		m.reveal |= bit
	case up:
		m.up |= bit
	case fromUp:
		if x.freeStock {
			m.fromUp |= bit
		}
	}
}

// asleep returns the lost moves that are asleep after an edge that touches this.
func (b *board) asleep(lost moves, touched uint64) moves {
	if touched == everything {
		return moves{}
	}
	lost.reveal &^= touched & (aSpace - 1) >> 4
	if touched&aSpace != 0 {
		lost.reveal &^= b.kings
	}
	lost.up &^= touched
	if touched&aTop != 0 {
		lost.up, lost.fromUp = 0, 0
	}
	return lost
}
