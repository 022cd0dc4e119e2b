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
	return key(r, p, pile(p.Stock, inStock), false)
}

// been makes a position a number by which it is known again in the same play, whatever is
// known of it. Cards that nobody has seen lie where they lay, so that their columns are told
// apart by their places; those of the stock follow from how many there are and from what
// lies elsewhere, since their order does not change.
func been(r *rules.Rules, p *deal.Position) uint64 {
	return key(r, p, mix(uint64(len(p.Stock))^inStock), true)
}

// key makes a number of a position and of that of its stock, with columns in the order that
// they have if they have cards lying face down and that is asked for.
func key(r *rules.Rules, p *deal.Position, stock uint64, inPlace bool) uint64 {
	sum := stock
	apart := r.Stock.To == rules.ToTableau && len(p.Stock) > 0 // columns get different cards
	for i, c := range p.Tableau {
		h := uint64(c.Down)
		for _, x := range c.Cards {
			h = mix(h ^ uint64(x)<<8)
		}
		if apart || inPlace && c.Down > 0 {
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
	sum += pile(p.Waste, inWaste) + pile(p.Accordion, inAccordion)
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
