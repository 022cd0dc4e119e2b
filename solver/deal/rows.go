package deal

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Rows of cards, where some cards cover others. A place is empty (card.None) when its
// card was played. Only a card that nothing covers can be played.

// emptyRows returns the rows of rules r without cards.
func emptyRows(r *rules.Rules) [][]card.Card {
	if r.Rows.Shape == rules.NoRows {
		return nil
	}
	layout := r.Rows.Layout()
	rows := make([][]card.Card, len(layout.Sizes))
	for i, n := range layout.Sizes {
		rows[i] = make([]card.Card, n)
	}
	return rows
}

// dealRows lays cards out row by row, then the stock. A waste that is built on gets the
// first card of the stock.
func dealRows(r *rules.Rules, p *Position, next func() card.Card) {
	for _, row := range p.Rows {
		for i := range row {
			row[i] = next()
		}
	}
	for range r.Stock.Size {
		p.Stock = append(p.Stock, next())
	}
	if last := len(p.Stock) - 1; r.Rows.ToWaste {
		p.Waste = []card.Card{p.Stock[last]}
		p.Stock = p.Stock[:last]
	}
}

// rows reads the rows, and adds an error for an empty place that a card covers.
func (d *decoder) rows(p *Position) {
	items := d.list("rows", len(p.Rows), "rows")
	if len(p.Rows) == 0 {
		return
	}
	if len(items) < len(p.Rows) {
		d.tooFewRows("rows", len(items), len(p.Rows))
		return
	}
	var at []placed
	before := d.node.ErrorCount()
	for i, row := range items[:len(p.Rows)] {
		places, _ := row.List()
		if len(places) != len(p.Rows[i]) {
			row.AddError("%s found, %d expected", Counted(len(places), "place"), len(p.Rows[i]))
			return
		}
		for k, n := range places {
			upper := true
			if d.unseen(n) {
				p.Rows[i][k], upper = card.Unknown, false
			} else if text, ok := n.Text(); ok && text != "" {
				p.Rows[i][k], upper = d.card(n)
			}
			at = append(at, placed{&p.Rows[i][k], upper, n.AddError})
		}
	}
	if d.node.ErrorCount() > before {
		return // a place whose card can't be read is not empty
	}
	for place, by := range d.rules.Rows.Layout().CoveredBy {
		one, covered := at[place], false
		for _, other := range by {
			c := *at[other].card
			if covered = covered || c != card.None; c != card.None && *one.card == card.None {
				one.fail("the place is empty, but %s covers it", c)
			}
		}
		d.coverCard(one, covered)
	}
}

// coverCard notes whether the player has seen a card of the rows or of a reserve that is a pile. A
// card may be unseen only if another one covers it.
func (d *decoder) coverCard(p placed, covered bool) {
	switch {
	case p.upper || d.unseenCards == nil:
	case covered:
		d.unseenCards.covered = append(d.unseenCards.covered, p.card)
	case *p.card == card.Unknown:
		p.fail("no card covers this one, so it lies face up: write it")
	}
}

// placed is what lies in a place, whether it was written face up, and how to add an error about the
// place.
type placed struct {
	card  *card.Card
	upper bool
	fail  func(format string, args ...any)
}

// Covered returns the places of the cards that others cover: in rows, and under the top of a
// reserve that is a pile. On many tables they lie face down.
func (p *Position) Covered(r *rules.Rules) []*card.Card {
	var covered []*card.Card
	if r.Reserve.Stacked {
		for i := range max(0, len(p.Reserve)-1) {
			covered = append(covered, &p.Reserve[i])
		}
	}
	if r.Rows.Shape == rules.NoRows {
		return covered
	}
	var all []*card.Card
	for _, row := range p.Rows {
		for i := range row {
			all = append(all, &row[i])
		}
	}
	for place, by := range r.Rows.Layout().CoveredBy {
		if slices.ContainsFunc(by, func(other int) bool { return *all[other] != card.None }) {
			covered = append(covered, all[place])
		}
	}
	return covered
}

// mostWaste returns how many cards the waste can hold.
func mostWaste(r *rules.Rules) int {
	switch {
	case !r.Waste():
		return 0
	case r.Rows.ToWaste:
		return r.DeckSize()
	}
	return r.Stock.Size
}

func cloneRows(rows [][]card.Card) [][]card.Card {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i] = slices.Clone(rows[i])
	}
	return rows
}
