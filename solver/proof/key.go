package proof

import (
	"bytes"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// endOfPart separates the parts of a key. No card, height or number in a key is as large.
const endOfPart = 0xff

// keyMaker makes keys.
type keyMaker struct {
	ranks bool // whether suits mean nothing
	key   []byte
	piles [][]byte // that are to be sorted
	text  []byte   // of these piles
}

// onlyRanks reports whether no rule of a game looks at suits.
func onlyRanks(r *rules.Rules) bool {
	return r.Discard.Pairs() || r.Rows.Shape != rules.NoRows ||
		r.Hole.Present && (r.Tableau.Build == rules.NoBuild || r.Tableau.Build == rules.AnySuit) && r.Tableau.GroupPolicy == r.Tableau.Build
}

// Key returns a key of the table in a proof. The bytes are valid until the next call. If two tables
// have equal keys, both or neither can be won. Their wins have the same number of moves other than
// turns (docs/inside/proof-tables.md, 13).
func (t *Table) Key() []byte {
	at, k := t.Table(), &t.keyMaker
	k.key, k.piles, k.text = k.key[:0], k.piles[:0], k.text[:0]
	for i := range at.Tableau {
		k.pile(at.Tableau[i].Down, at.Tableau[i].Cards)
	}
	k.add(at.ColumnsOrdered(t.rules))
	k.cards(at.Cells, false)
	k.cards(at.Reserve, t.rules.Reserve.Stacked)
	t.addTalon()
	k.key = append(k.key, byte(at.RedealsLeft), byte(at.Hole.Rank()))
	k.cards(at.Accordion, true)
	for _, row := range at.Sequences {
		k.pile(0, row)
	}
	k.add(t.rules.Sequences.FixedSuit)
	for _, row := range at.Rows {
		k.cards(row, true)
	}
	return k.key
}

// addTalon adds stock and waste. Where the stock is turned without limit, only what has been turned
// beyond whole draws matters; where cards are played to a waste that never comes back, its top card.
func (t *Table) addTalon() {
	at, k := t.Table(), &t.keyMaker
	turned := len(at.Waste)
	switch {
	case t.rules.Rows.ToWaste && t.rules.Redeals() == 0:
		k.cards(at.Stock, true)
		k.cards(at.Waste[max(0, turned-1):], true)
	case t.late && at.RedealsLeft == rules.Unlimited:
		if turned%t.rules.Stock.Count == 0 || len(at.Stock) == 0 {
			turned = 0
		}
		k.key = append(k.key, byte(turned))
		k.key = k.append(k.key, at.Waste)
		for _, c := range slices.Backward(at.Stock) {
			k.key = append(k.key, byte(c))
		}
		k.key = append(k.key, endOfPart)
	default:
		k.cards(at.Stock, true)
		k.cards(at.Waste, true)
	}
}

// cards adds cards, sorted if their places are all alike.
func (k *keyMaker) cards(cards []card.Card, ordered bool) {
	from := len(k.key)
	k.key = k.append(k.key, cards)
	if !ordered {
		slices.Sort(k.key[from:])
	}
	k.key = append(k.key, endOfPart)
}

func (k *keyMaker) append(to []byte, cards []card.Card) []byte {
	for _, c := range cards {
		if k.ranks {
			c = card.Card(c.Rank())
		}
		to = append(to, byte(c))
	}
	return to
}

// pile notes a pile, for add, and how many of its cards lie face down.
func (k *keyMaker) pile(down int, cards []card.Card) {
	from := len(k.text)
	k.text = append(k.append(append(k.text, byte(down)), cards), endOfPart)
	k.piles = append(k.piles, k.text[from:])
}

// add adds the piles that were noted, sorted if they are all alike.
func (k *keyMaker) add(ordered bool) {
	if !ordered {
		slices.SortFunc(k.piles, bytes.Compare)
	}
	for _, pile := range k.piles {
		k.key = append(k.key, pile...)
	}
	k.piles = k.piles[:0]
}
