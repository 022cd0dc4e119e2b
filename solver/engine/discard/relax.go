package discard

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// relaxation is the game until a column first becomes empty, in which every card stays in its
// column. A card that was once uncovered stays uncovered, so that what was possible once stays
// possible.
type relaxation struct {
	*board
	open [most]uint8 // by column: where its uncovered cards begin

	// Of the uncovered cards, the stock's included:
	in      [most][card.MaxRank + 1]uint8 // how many of a rank in a column
	all     [card.MaxRank + 1]int         // how many of a rank
	highest [card.Suits]best
}

// best is the highest card of a suit, and the highest one in another column than that.
type best struct {
	height, second uint8
	column         int
}

// lost reports whether a state is certainly lost: some card can't go, and no column can become
// empty or empty columns take no cards.
func (r *relaxation) lost(s *state) bool {
	b := r.board
	stay := b.rules.Tableau.Spaces == rules.SpacesNone
	stock := b.stock[s.came:]
	if b.redeals(s) || !stay && b.space(s) >= 0 || b.rules.Stock.To == rules.ToSpaces && len(stock) > 0 {
		return false
	}
	clear(r.in[:b.columns])
	r.all, r.highest = [card.MaxRank + 1]int{}, [card.Suits]best{}
	for i := range b.columns {
		if r.open[i] = s.ends[i]; !s.empty(i) {
			r.uncover(s, i)
		}
	}
	for i, c := range stock {
		r.add(c, i%b.columns) // each deal begins at the first column
	}
	for again := true; again; {
		again = false
		for i := range b.columns {
			for int(r.open[i]) > s.start(i) && r.goes(s.cards[r.open[i]], i) {
				r.uncover(s, i)
				again = true
			}
		}
	}
	stays := false
	for i := range b.columns {
		switch {
		case s.empty(i):
		case !r.goes(s.cards[r.open[i]], i):
			// This card stays, and all cards under it.
			for _, c := range s.cards[s.start(i) : r.open[i]+1] {
				stays = stays || b.rules.Discard.Pairs() || c.Rank() != card.Ace
			}
		case !stay:
			return false // the column may become empty
		}
	}
	return stays
}

// uncover uncovers the next card of a column.
func (r *relaxation) uncover(s *state, column int) {
	r.open[column]--
	r.add(s.cards[r.open[column]], column)
}

// add counts an uncovered card.
func (r *relaxation) add(c card.Card, column int) {
	r.in[column][c.Rank()]++
	r.all[c.Rank()]++
	h, b := r.height[c], &r.highest[c.Suit()]
	switch {
	case column == b.column && h > b.height:
		b.height = h
	case column == b.column:
	case h > b.height:
		b.height, b.second, b.column = h, b.height, column
	case h > b.second:
		b.second = h
	}
}

// goes reports whether an uncovered card of a column can go.
func (r *relaxation) goes(c card.Card, column int) bool {
	if !r.rules.Discard.Pairs() {
		b := &r.highest[c.Suit()]
		if b.column == column {
			return b.second > r.height[c]
		}
		return b.height > r.height[c]
	}
	other := r.partner(int(c.Rank()))
	return other == 0 || other > 0 && r.all[other] > int(r.in[column][other])
}

// partner returns the rank of the partners of a rank; 0 if its cards go alone, and −1 if
// they can't go.
func (b *board) partner(rank int) int {
	if b.rules.Discard.Policy == rules.DiscardRank {
		return rank
	}
	other := b.rules.Discard.Sum - rank
	if other < 0 || other > int(b.rules.MaxRank) {
		return -1
	}
	return other
}
