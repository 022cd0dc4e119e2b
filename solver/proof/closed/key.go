package closed

import (
	"bytes"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// end separates the parts of a key. No card, height or number in a key is as large.
const end = 0xff

// Key returns what tells the table apart from others in a proof. It is the table's own, and
// changes with the next call. Two tables with one key can be won both or neither, with the same
// number of moves other than turns (docs/proofs.md, "One state").
func (t *Table) Key() []byte {
	at := t.Table()
	k := t.key[:0]
	t.columns = t.columns[:0]
	for i := range at.Tableau {
		from := len(k)
		k = append(k, byte(at.Tableau[i].Down))
		k = appendCards(k, at.Tableau[i].Cards)
		t.columns = append(t.columns, k[from:])
	}
	if !at.ColumnsOrdered(t.rules) {
		slices.SortFunc(t.columns, bytes.Compare)
	}
	// The columns are written once more, in order, behind those that were sorted.
	from := len(k)
	for _, c := range t.columns {
		k = append(k, c...)
		k = append(k, end)
	}
	k = appendSorted(k, at.Cells)
	if t.rules.Reserve.Stacked {
		k = append(appendCards(k, at.Reserve), end)
	} else {
		k = appendSorted(k, at.Reserve)
	}
	k = t.appendTalon(k)
	k = append(k, byte(at.RedealsLeft), byte(at.Hole.Rank()))
	k = append(appendCards(k, at.Accordion), end)
	rows := len(k)
	var lines [][]byte
	for _, row := range at.Sequences {
		from := len(k)
		k = append(appendCards(k, row), end)
		lines = append(lines, slices.Clone(k[from:]))
	}
	if !t.rules.Sequences.FixedSuit {
		slices.SortFunc(lines, bytes.Compare)
	}
	k = k[:rows]
	for _, l := range lines {
		k = append(k, l...)
	}
	for _, row := range at.Rows {
		k = append(appendCards(k, row), end)
	}
	t.key = k
	return k[from:]
}

// appendTalon appends stock and waste. Where the stock is turned without limit, only what has been
// turned beyond whole draws matters; where cards are played to a waste that never comes back, its
// top rank.
func (t *Table) appendTalon(k []byte) []byte {
	at := t.Table()
	turned := len(at.Waste)
	switch {
	case t.rules.Rows.ToWaste && t.rules.Redeals() == 0:
		k = append(appendCards(k, at.Stock), end)
		if turned > 0 {
			k = append(k, byte(at.Waste[turned-1].Rank()))
		}
		return append(k, end)
	case t.late && at.RedealsLeft == rules.Unlimited:
		k = appendCards(k, at.Waste)
		for i := len(at.Stock) - 1; i >= 0; i-- {
			k = append(k, byte(at.Stock[i]))
		}
		if turned%t.rules.Stock.Count == 0 || len(at.Stock) == 0 {
			turned = 0
		}
		return append(k, end, byte(turned))
	}
	k = append(appendCards(k, at.Stock), end)
	return append(appendCards(k, at.Waste), end)
}

func appendCards(k []byte, cards []card.Card) []byte {
	for _, c := range cards {
		k = append(k, byte(c))
	}
	return k
}

// appendSorted appends cards in places that are all alike.
func appendSorted(k []byte, cards []card.Card) []byte {
	from := len(k)
	k = appendCards(k, cards)
	slices.Sort(k[from:])
	return append(k, end)
}
