package discard

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// partners finds states that are lost because the cards can't all be given partners.
type partners struct {
	*board
	count [card.MaxRank + 1]int       // cards in play, by rank
	in    [most][card.MaxRank + 1]int // the same by column, where each card stays in its own
}

// lost reports whether a state is certainly lost: some rank has too many cards for its
// partners, or too many of both come to lie in one column.
func (p *partners) lost(s *state) bool {
	b := p.board
	if !b.rules.Discard.Pairs() {
		return false
	}
	p.count = [card.MaxRank + 1]int{}
	clear(p.in[:b.columns])
	at := 0
	for i := range b.columns {
		for ; at < int(s.ends[i]); at++ {
			p.add(s.cards[at], i)
		}
	}
	for i, c := range b.stock[s.came:] {
		if b.rules.Stock.To == rules.ToTableau {
			p.add(c, i%b.columns) // each deal begins at the first column
		} else {
			p.count[c.Rank()]++
		}
	}
	stay := b.rules.Tableau.Spaces == rules.SpacesNone && !b.redeals(s)
	for rank := 1; rank <= int(b.rules.MaxRank); rank++ {
		if p.unmatched(rank, b.partner(rank), stay) {
			return true
		}
	}
	return false
}

func (p *partners) add(c card.Card, column int) {
	p.count[c.Rank()]++
	p.in[column][c.Rank()]++
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

// unmatched reports whether the cards of a rank can't all be given partners: one each, in
// another column if cards stay in theirs.
func (p *partners) unmatched(rank, other int, stay bool) bool {
	n := p.count[rank]
	switch {
	case other == 0 || n == 0 && other < 0:
		return false
	case other < 0 || n != p.count[other] || rank == other && n%2 == 1:
		return true
	case !stay:
		return false
	}
	for i := range p.columns {
		// Each card of the column needs one outside. If both ranks are the same, it is
		// counted twice on the left, and its partner once on the right.
		if p.in[i][rank]+p.in[i][other] > n {
			return true
		}
	}
	return false
}
