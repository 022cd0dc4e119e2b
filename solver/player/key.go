package player

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Key returns a hash of a position. Two positions have the same hash if they differ only in the
// order of columns, cells or reserve places that the rules can't tell apart. Other positions
// collide with probability 2^-64. After a collision, a player takes a new position for an old one.
func Key(r *rules.Rules, p *deal.Position) uint64 {
	return key(r, p, pile(p.Stock, inStock), false)
}

// playKey returns a hash that identifies a position within one play. It does not depend on
// hidden cards. They stay where they are, so columns with face-down cards are identified by
// their places. The order of the stock does not change, so its cards follow from their number
// and from the cards elsewhere, except where cards are removed from the game.
func playKey(r *rules.Rules, p *deal.Position) uint64 {
	if r.Rows.PairSum > 0 { // a removed card may have come from the stock
		return key(r, p, pile(p.Stock, inStock), true)
	}
	return key(r, p, Mix(uint64(len(p.Stock))^inStock), true)
}

// key returns a hash of a position, given a hash of its stock. If inPlace is set, the places
// of columns with face-down cards count.
func key(r *rules.Rules, p *deal.Position, stock uint64, inPlace bool) uint64 {
	sum := stock
	apart := p.ColumnsOrdered(r)
	for i, c := range p.Tableau {
		h := uint64(c.Down)
		for _, x := range c.Cards {
			h = Mix(h ^ uint64(x)<<8)
		}
		if apart || inPlace && c.Down > 0 {
			h ^= uint64(i) << 56
		}
		sum += Mix(h ^ inColumn)
	}
	for _, x := range p.Cells {
		sum += Mix(uint64(x) ^ inCell)
	}
	for i, x := range p.Reserve {
		if r.Reserve.Stacked {
			sum += Mix(uint64(x) ^ inReserve ^ uint64(i)<<8)
		} else {
			sum += Mix(uint64(x) ^ inReserve)
		}
	}
	sum += pile(p.Waste, inWaste) + pile(p.Accordion, inAccordion)
	for i, row := range p.Sequences {
		sum += pile(row, inSequence^uint64(i)<<40)
	}
	for i, row := range p.Rows {
		sum += pile(row, inRow^uint64(i)<<40)
	}
	copies := r.Copies()
	for i, height := range p.Foundations {
		sum += Mix(uint64(height) ^ onFoundation ^ uint64(i/copies)<<8)
	}
	return sum + Mix(uint64(p.Hole)^inHole) + Mix(uint64(p.RedealsLeft)^redealsLeft)
}

// Kinds of places, to be mixed into keys.
const (
	inColumn = iota << 48
	inCell
	inReserve
	inStock
	inWaste
	inAccordion
	inSequence
	inRow
	onFoundation
	inHole
	redealsLeft
)

func pile(cards []card.Card, kind uint64) uint64 {
	h := kind
	for _, x := range cards {
		h = Mix(h ^ uint64(x))
	}
	return h
}

// Mix is the finaliser of SplitMix64, a bijection (Steele, Lea & Flood, "Fast Splittable
// Pseudorandom Number Generators", OOPSLA 2014, figure 16).
func Mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Reversible reports whether a legal move can be taken back at once: cards by moving them back,
// a turn of the stock by turning it round to where it was. A move that only changes the order
// of equivalent places is reversible too. Other moves may still be undone by several moves.
// The table is left unchanged.
func Reversible(r *rules.Rules, table *game.State, m game.Move) bool {
	at := table.Table()
	before := Key(r, at)
	table.Do(m)
	defer table.Undo()
	if Key(r, at) == before {
		return true
	}
	_, ok := table.Back()
	return ok
}
