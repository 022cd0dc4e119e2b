package prove

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// claims returns claims that support each other and prove the board lost under v, under which the
// relaxation must fail. To leave claims out, it allows one card after the other to leave its
// place, to be laid or to rise, if the relaxation still fails. No claim of the result can be left
// out.
func (b *board) claims(v assumptions) []solver.Claim {
	try := func(leave, stand, rise card.Set) bool {
		more := v
		more.leave |= leave
		more.stand |= stand
		more.rise |= rise
		_, won := b.relax(&more)
		if !won {
			v = more
		}
		return !won
	}
	f, _ := b.relax(&v)
	for i := range b.columns {
		// Start at the bottom: a claim about a card makes claims about those under it needless.
		for u := b.column[i]; u < f.left[i]; u++ {
			try(b.base[u], 0, 0)
		}
	}
	for _, x := range slices.Backward(b.talon[:b.cards]) {
		if (f.up|f.laid)&x == 0 && !try(x, x, 0) {
			try(x, 0, 0)
		}
	}
	f, _ = b.relax(&v)
	for x := b.loose(&f, &v); x != 0; x &= x - 1 {
		try(0, x&-x, 0)
	}
	for tried := card.Set(0); ; {
		f, _ = b.relax(&v)
		x := f.ready() &^ tried
		if x == 0 {
			break
		}
		tried |= x & -x
		try(0, 0, x&-x)
	}

	var claims []solver.Claim
	for i := range b.columns {
		if end := f.left[i]; end > b.column[i] {
			claims = append(claims, solver.Claim{Card: b.name(b.base[end-1]), Column: i + 1})
		}
	}
	for _, x := range b.talon[:b.cards] {
		if (f.up|f.laid|v.leave)&x == 0 {
			claims = append(claims, solver.Claim{Card: b.name(x)})
		}
	}
	for x := b.loose(&f, &v); x != 0; x &= x - 1 {
		claims = append(claims, solver.Claim{Card: b.name(x & -x), Never: solver.NeverLaid, Column: b.columnOf(x & -x)})
	}
	for x := f.ready(); x != 0; x &= x - 1 {
		claims = append(claims, solver.Claim{Card: b.name(x & -x), Never: solver.NeverRises, Column: b.columnOf(x & -x)})
	}
	return claims
}

// loose returns the cards that can leave their places but are not laid into the tableau.
func (b *board) loose(f *facts, v *assumptions) card.Set {
	x := (f.up | v.leave&f.free) &^ f.laid
	if !b.removable {
		x &^= b.up
	}
	return x
}

// columnOf returns the number of the column in which a card lies, from 1; 0 if it lies in none.
func (b *board) columnOf(x card.Set) int {
	for i := range b.columns {
		for u := b.column[i]; u < b.column[i+1]; u++ {
			if b.unit[u]&x != 0 {
				return i + 1
			}
		}
	}
	return 0
}

// name returns the card of a set of one.
func (b *board) name(x card.Set) card.Card { return b.names(x)[0] }

// names returns the cards of a set.
func (b *board) names(x card.Set) []card.Card {
	var cards []card.Card
	for ; x != 0; x &= x - 1 {
		cards = append(cards, b.card[(x&-x).First()])
	}
	return cards
}
