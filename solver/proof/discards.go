package proof

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// goesAtOnce reports whether a card that is removed alone, since its rank is the sum, is all that
// matters (docs/inside/proof-tables.md, 14.5).
func (t *Table) goesAtOnce(m game.Move) bool {
	at := t.Table()
	return m.Action == game.Remove && m.And.Pile == game.Nowhere && t.rules.Discard.Policy == rules.DiscardSum && !t.redealt() &&
		(len(at.Stock) == 0 || t.rules.Stock.To == rules.ToTableau && t.rules.Stock.OntoSpaces)
}

// redealt reports whether the columns may be redealt.
func (t *Table) redealt() bool { return t.rules.Tableau.Packets > 0 && t.Table().RedealsLeft != 0 }

// discards has the cards of a game of discards by the columns in which they lie or will be dealt.
type discards struct {
	t     *Table
	stays bool          // whether all cards stay in their columns
	seen  [104]card.Set // by column, cards that were uncovered
}

// removers returns the cards that can remove a card, alone or with themselves, and whether it goes
// without any.
func (t *Table) removers(c card.Card) (others card.Set, alone bool) {
	d := &t.rules.Discard
	for o := range t.deck.All() {
		a, b := int(c.Rank()), int(o.Rank())
		switch d.Policy {
		case rules.DiscardSum:
			if a+b == d.Sum {
				others |= card.One(o)
			}
		case rules.DiscardRank:
			if a == b {
				others |= card.One(o)
			}
		case rules.DiscardLowerSuit: // the ace is the highest
			if c.Suit() == o.Suit() && a != 1 && (b == 1 || b > a) {
				others |= card.One(o)
			}
		}
	}
	return others, d.Policy == rules.DiscardSum && int(c.Rank()) == d.Sum
}

// stuckDiscards reports whether some cards can't go: because they have too few partners, or because
// no column can become empty before (docs/inside/proof-dead-ends.md, 19).
func (t *Table) stuckDiscards() bool {
	x := discards{t: t, stays: t.rules.Tableau.Spaces == rules.SpacesNone && !t.redealt()}
	return t.rules.Discard.Pairs() && x.withoutPartners() || x.underEachOther()
}

// withoutPartners compares how many cards of two ranks there are that go together, in all and, where
// cards stay in their columns, in one column.
func (x *discards) withoutPartners() bool {
	at := x.t.Table()
	var all [card.MaxRank + 1]int
	in := make([][card.MaxRank + 1]int, len(at.Tableau))
	for i, column := range at.Tableau {
		for _, c := range column.Cards {
			all[c.Rank()]++
			in[i][c.Rank()]++
		}
	}
	for i, c := range at.Stock {
		all[c.Rank()]++
		if x.t.rules.Stock.To == rules.ToTableau {
			in[(len(at.Stock)-1-i)%len(in)][c.Rank()]++
		}
	}
	for rank := 1; rank <= int(x.t.rules.MaxRank); rank++ {
		other := rank
		if x.t.rules.Discard.Policy == rules.DiscardSum {
			other = x.t.rules.Discard.Sum - rank
		}
		switch {
		case all[rank] == 0 || other == 0:
			continue
		case other < 0 || other > int(x.t.rules.MaxRank) || all[rank] != all[other] || rank == other && all[rank]%2 == 1:
			return true
		}
		if x.stays && slices.ContainsFunc(in, func(n [card.MaxRank + 1]int) bool { return n[rank]+n[other] > all[rank] }) {
			return true
		}
	}
	return false
}

// underEachOther looks at what can go before a column is empty, if what was once uncovered remains so.
func (x *discards) underEachOther() bool {
	at := x.t.Table()
	space := slices.ContainsFunc(at.Tableau, func(c deal.Column) bool { return len(c.Cards) == 0 })
	if x.t.redealt() || space && !x.stays || x.t.rules.Stock.To == rules.ToSpaces && len(at.Stock) > 0 {
		return false
	}
	left := make([]int, len(at.Tableau)) // of each column, the cards that have not gone
	for i, column := range at.Tableau {
		left[i] = len(column.Cards)
		x.seen[i] = card.SetOf(column.Cards[max(0, left[i]-1):])
	}
	for i, c := range at.Stock {
		x.seen[(len(at.Stock)-1-i)%len(left)] |= card.One(c)
	}
	for again := true; again; {
		again = false
		for i, column := range at.Tableau {
			for ; left[i] > 0 && x.goes(column.Cards[left[i]-1], i); again = true {
				if left[i]--; left[i] > 0 {
					x.seen[i] |= card.One(column.Cards[left[i]-1])
				}
			}
		}
	}
	stuck := false
	for i, column := range at.Tableau {
		if len(column.Cards) > 0 && left[i] == 0 && !x.stays {
			return false
		}
		stuck = stuck || slices.ContainsFunc(column.Cards[:left[i]], func(c card.Card) bool {
			return x.t.rules.Discard.Pairs() || c.Rank() != card.Ace
		})
	}
	return stuck
}

// goes reports whether an uncovered card of a column can go.
func (x *discards) goes(c card.Card, column int) bool {
	for i, seen := range x.seen[:len(x.t.Table().Tableau)] {
		if i != column && seen&x.t.remove[c] != 0 {
			return true
		}
	}
	return x.t.alone.Has(c)
}
