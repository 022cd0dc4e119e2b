package deal

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// dealSolvitaire deals as the Solvitaire program does. The pack, rank by rank, is
// shuffled by number with the 32-bit Mersenne Twister, and base cards are taken out. Then
// cells, stock, reserve, sequences or accordion, and the tableau are dealt in this order
// from the back of the pack.
func dealSolvitaire(r *rules.Rules, s Seed) Position {
	p := empty(r)
	pack := card.Deck(r.MaxRank, r.Decks, card.Suits)
	generator := newTwister(uint32(s.Number))
	for i := len(pack) - 1; i > 0; i-- {
		j := generator.below(i + 1)
		pack[i], pack[j] = pack[j], pack[i]
	}
	take := func(c card.Card) {
		pack = slices.Delete(pack, slices.Index(pack, c), slices.Index(pack, c)+1)
	}
	if h := r.Hole; h.Present {
		p.Hole = h.Base
		if p.Hole == card.None {
			p.Hole = pack[0]
		}
		take(p.Hole)
		p.Hole = card.Fold(p.Hole, r.Suits)
	}
	if f := r.Foundations; f.Present {
		base := card.New(p.Base, card.Clubs)
		if f.Base == rules.RandomBase {
			base = pack[0]
			p.Base = base.Rank()
		}
		switch f.Initial {
		case rules.InitialOne:
			take(base)
			p.Foundations[int(base.Suit())*r.Copies()]++
		case rules.InitialThree:
			// The first card dealt, the deepest of the first column, is the base card
			// that stays in play.
			base = pack[len(pack)-1]
			p.Base = base.Rank()
			for s := range card.Suits {
				if c := card.New(p.Base, card.Suit(s)); c != base {
					take(c)
					p.Foundations[s]++
				}
			}
		case rules.InitialAll:
			for s := range card.Suits {
				for copy := range r.Decks {
					take(card.New(p.Base, card.Suit(s)))
					p.Foundations[s*r.Copies()+copy]++
				}
			}
		}
	}
	for i := range pack {
		pack[i] = card.Fold(pack[i], r.Suits)
	}
	next := func() card.Card {
		c := pack[len(pack)-1]
		pack = pack[:len(pack)-1]
		return c
	}

	if len(p.Rows) > 0 {
		dealRows(r, &p, next)
		return p
	}
	for i := range r.Cells.PreFilled {
		p.Cells[i] = next()
	}
	for range r.Stock.Size {
		p.Stock = append(p.Stock, next())
	}
	for i := range r.Reserve.Size {
		if r.Reserve.Stacked {
			p.Reserve = append(p.Reserve, next())
		} else {
			p.Reserve[i] = next()
		}
	}
	for i := range r.Sequences.Count * int(r.MaxRank) {
		c := next()
		if c.Rank() == card.Ace {
			c = card.None
		}
		row := i % r.Sequences.Count
		p.Sequences[row] = append(p.Sequences[row], c)
	}
	for range r.Accordion.Size {
		p.Accordion = append(p.Accordion, next())
	}
	if r.Tableau.Count > 0 {
		dealTableau(r, &p, next, len(pack))
	}
	return p
}

// dealTableau deals n cards row by row from left to right. A diagonal deal goes from
// right to left for as many rows as there are columns, one column less with each row.
func dealTableau(r *rules.Rules, p *Position, next func() card.Card, n int) {
	columns := r.Tableau.Count
	sizes := r.PileSizes()
	for t := 0; n > 0; t++ {
		row, c := t/columns, t%columns
		if sizes != nil && row >= sizes[c] {
			continue
		}
		if r.Tableau.Diagonal && row < columns {
			if c = columns - 1 - c; c < row {
				continue
			}
		}
		p.Tableau[c].Cards = append(p.Tableau[c].Cards, next())
		n--
	}
	if r.Tableau.KingsToBottom {
		sinkKings(r, p)
	}
	layFaces(r, p)
}

// sinkKings moves the kings of each column, the last cards of their foundations, under
// its other cards, and keeps the order of both.
func sinkKings(r *rules.Rules, p *Position) {
	for i := range p.Tableau {
		slices.SortStableFunc(p.Tableau[i].Cards, func(a, b card.Card) int {
			sink := func(c card.Card) int {
				if AboveBase(r, p.Base, c) == int(r.MaxRank) {
					return 0
				}
				return 1
			}
			return sink(a) - sink(b)
		})
	}
}

// layFaces turns the cards of a fresh deal down as the rules deal them.
func layFaces(r *rules.Rules, p *Position) {
	down := r.FaceDownCards()
	for i := range p.Tableau {
		n := 0
		switch {
		case r.Tableau.OnlyTopFaceUp:
			n = len(p.Tableau[i].Cards) - 1
		case down != nil:
			n = min(down[i], len(p.Tableau[i].Cards)-1)
		}
		p.Tableau[i].Down = max(0, n)
	}
}
