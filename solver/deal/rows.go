package deal

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Rows of cards of which some cover others. A place is empty (card.None) when its card
// was played, which takes that nothing covered it.

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

// dealRows lays cards out row by row, then the stock, of which a waste that is built on
// gets the first.
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
	if field := d.fields["rows"]; len(items) < len(p.Rows) {
		if field == nil {
			field = d.node
		}
		field.AddError("%s found, %d expected", counted(len(items), "row"), len(p.Rows))
		return
	}
	var at []placed
	for i, row := range items[:len(p.Rows)] {
		places, _ := row.List()
		if len(places) != len(p.Rows[i]) {
			row.AddError("%s found, %d expected", counted(len(places), "place"), len(p.Rows[i]))
			return
		}
		for k, n := range places {
			if text, ok := n.Text(); !ok || text != "" {
				p.Rows[i][k], _ = d.card(n)
			}
			at = append(at, placed{p.Rows[i][k], n.AddError})
		}
	}
	for place, by := range d.rules.Rows.Layout().CoveredBy {
		if at[place].card != card.None {
			continue
		}
		for _, other := range by {
			if c := at[other].card; c != card.None {
				at[place].fail("the place is empty, but %s covers it", c)
			}
		}
	}
}

// placed is what lies in a place, and how to add an error about the place.
type placed struct {
	card card.Card
	fail func(format string, args ...any)
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
