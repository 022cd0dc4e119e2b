package player

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Key makes a position a number. Positions that differ only in the order of columns,
// cells, or places of a reserve that the rules can't tell apart have the same; two
// others the same by a chance of 2^-64, and then a player thinks that it has been
// somewhere it has not.
func Key(r *rules.Rules, p *deal.Position) uint64 {
	sum := uint64(0)
	apart := r.Stock.To == rules.ToTableau && len(p.Stock) > 0 // columns get different cards
	for i, c := range p.Tableau {
		h := uint64(c.Down)
		for _, x := range c.Cards {
			h = mix(h ^ uint64(x)<<8)
		}
		if apart {
			h ^= uint64(i) << 56
		}
		sum += mix(h ^ inColumn)
	}
	for _, x := range p.Cells {
		sum += mix(uint64(x) ^ inCell)
	}
	for i, x := range p.Reserve {
		if r.Reserve.Stacked {
			sum += mix(uint64(x) ^ inReserve ^ uint64(i)<<8)
		} else {
			sum += mix(uint64(x) ^ inReserve)
		}
	}
	sum += pile(p.Stock, inStock) + pile(p.Waste, inWaste) + pile(p.Accordion, inAccordion)
	for i, row := range p.Sequences {
		sum += pile(row, inSequence^uint64(i)<<40)
	}
	copies := r.Copies()
	for i, height := range p.Foundations {
		sum += mix(uint64(height) ^ onFoundation ^ uint64(i/copies)<<8)
	}
	return sum + mix(uint64(p.Hole)^inHole) + mix(uint64(p.RedealsLeft)^redealsLeft)
}

// The kinds of places in keys.
const (
	inColumn = iota << 48
	inCell
	inReserve
	inStock
	inWaste
	inAccordion
	inSequence
	onFoundation
	inHole
	redealsLeft
)

func pile(cards []card.Card, kind uint64) uint64 {
	h := kind
	for _, x := range cards {
		h = mix(h ^ uint64(x))
	}
	return h
}

// mix is the finish of SplitMix64 (Steele, Lea & Flood, "Fast Splittable Pseudorandom
// Number Generators", OOPSLA 2014, figure 16), a bijection.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
