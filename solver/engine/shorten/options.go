package shorten

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// option is an action at a table: a move or, at a lazy table, the play of a card of the stock
// with the turns before it. It has only the number of the cards that move, since they are the top
// ones of their place.
type option struct {
	key    uint64 // key of the table after it
	action game.Action
	head   card.Card // the deepest card
	count  uint8     // number of cards
	turns  uint8     // draws and redeals before it
	cost   uint8     // its part of the length of a line
	from   spot
	to     spot
}

// spot is a compact game.Place.
type spot struct {
	pile game.Pile
	n, m uint8
}

func spotOf(p game.Place) spot { return spot{p.Pile, uint8(p.N), uint8(p.M)} }

func (s spot) place() game.Place { return game.Place{Pile: s.pile, N: int(s.n), M: int(s.m)} }

// options appends the options of the current table, one of each set that differ only in the order
// of equivalent places. It compares ranks before it asks the referee, so most questions are not
// needed.
func (t *table) options(to []option) []option {
	t.lookAround()
	if t.lazy {
		to = t.plays(to)
	} else {
		to = t.turnings(to)
		if n := len(t.at.Waste); n > 0 {
			to = t.offer(to, game.Place{Pile: game.Waste}, t.at.Waste[n-1:])
		}
	}
	if n := len(t.at.Stock); n > 0 && t.rules.Stock.To != rules.ToTableau {
		to = t.offer(to, game.Place{Pile: game.Stock}, t.at.Stock[n-1:])
	}
	if n := len(t.at.Reserve); t.rules.Reserve.Stacked && n > 0 {
		to = t.offer(to, game.Place{Pile: game.Reserve}, t.at.Reserve[n-1:])
	} else {
		for i, c := range t.at.Reserve {
			if c != card.None {
				to = t.offer(to, game.At(game.Reserve, i+1), t.at.Reserve[i:i+1])
			}
		}
	}
	for i, c := range t.at.Cells {
		if c != card.None {
			to = t.offer(to, game.At(game.Cell, i+1), t.at.Cells[i:i+1])
		}
	}
	for i := range t.at.Tableau {
		to = t.groups(to, i)
	}
	if t.rules.Foundations.Removable {
		to = t.returns(to)
	}
	if len(t.at.Sequences) > 0 {
		to = t.gaps(to)
	}
	return to
}

// lookAround sets the fields that offer uses.
func (t *table) lookAround() {
	for i := range t.first {
		t.first[i] = -1
	}
	t.spaces = t.spaces[:0]
	differ := t.rules.Stock.To == rules.ToTableau && len(t.at.Stock) > 0
	for i := len(t.at.Tableau) - 1; i >= 0; i-- {
		cards := t.at.Tableau[i].Cards
		if len(cards) == 0 {
			if !differ {
				t.spaces = t.spaces[:0]
			}
			t.spaces = append(t.spaces, i)
			continue
		}
		rank := cards[len(cards)-1].Rank()
		t.next[i] = t.first[rank]
		t.first[rank] = i
	}
	t.cell = -1
	for i, c := range t.at.Cells {
		if c == card.None {
			t.cell = i
			break
		}
	}
}

// try appends a move if it is legal and changes anything.
func (t *table) try(to []option, m game.Move) []option {
	if !t.legal(m) {
		return to
	}
	key := t.after(&m)
	if key == t.key {
		return to
	}
	return append(to, option{
		key: key, head: m.Cards[0], count: uint8(len(m.Cards)), cost: 1, from: spotOf(m.From), to: spotOf(m.To),
	})
}

// offer appends the moves of cards from a place to wherever their ranks fit.
func (t *table) offer(to []option, from game.Place, cards []card.Card) []option {
	head := cards[0]
	m := game.Move{Action: game.Shift, From: from, Cards: cards}
	for i := t.first[head.Rank()%t.rules.MaxRank+1]; i >= 0; i = t.next[i] {
		m.To = game.At(game.Tableau, i+1)
		to = t.try(to, m)
	}
	for _, i := range t.spaces {
		m.To = game.At(game.Tableau, i+1)
		to = t.try(to, m)
	}
	if f, fits := t.foundationFor(head, len(cards)); fits && from.Pile != game.Foundation {
		m.To = f
		to = t.try(to, m)
	}
	if len(cards) > 1 {
		return to
	}
	if t.cell >= 0 && from.Pile != game.Cell {
		m.To = game.At(game.Cell, t.cell+1)
		to = t.try(to, m)
	}
	return to
}

// foundationFor returns the first foundation that takes n cards with this one as the deepest.
func (t *table) foundationFor(head card.Card, n int) (game.Place, bool) {
	want := deal.AboveBase(t.rules, t.at.Base, head) - 1
	if t.rules.Foundations.CompleteOnly {
		if n < int(t.rules.MaxRank) {
			return game.Place{}, false
		}
		want = 0
	} else if n > 1 {
		return game.Place{}, false
	}
	copies := t.rules.Copies()
	at := game.FoundationOf(head.Suit())
	for i := range copies {
		f := int(head.Suit())*copies + i
		if f < len(t.at.Foundations) && t.at.Foundations[f] == want {
			if copies > 1 {
				at.M = i + 1
			}
			return at, true
		}
	}
	return game.Place{}, false
}

// groups appends the moves from a column.
func (t *table) groups(to []option, i int) []option {
	c := t.at.Tableau[i]
	any := t.rules.Tableau.Groups == rules.GroupsAny
	for n := 1; n <= len(c.Cards)-c.Down; n++ {
		cards := c.Cards[len(c.Cards)-n:]
		if n > 1 && !any && cards[0].Rank() != cards[1].Rank()%t.rules.MaxRank+1 {
			break
		}
		to = t.offer(to, game.At(game.Tableau, i+1), cards)
		if t.rules.Tableau.Groups == rules.GroupsNo && !t.rules.Foundations.CompleteOnly {
			break
		}
	}
	return to
}

// returns appends the moves from foundations.
func (t *table) returns(to []option) []option {
	copies := t.rules.Copies()
	for f, h := range t.at.Foundations {
		if h == 0 {
			continue
		}
		suit := card.Suit(f / copies)
		from := game.FoundationOf(suit)
		if copies > 1 {
			from.M = f%copies + 1
		}
		top := deal.FoundationCard(t.rules, t.at.Base, suit, h)
		to = t.offer(to, from, []card.Card{top})
	}
	return to
}

// gaps appends the moves into the gaps of sequences.
func (t *table) gaps(to []option) []option {
	for i, row := range t.at.Sequences {
		for j, c := range row {
			if c != card.None {
				continue
			}
			gap := game.Place{Pile: game.Sequence, N: i + 1, M: j + 1}
			for k, other := range t.at.Sequences {
				for l, x := range other {
					if x != card.None && t.fits(x, row, j) {
						from := game.Place{Pile: game.Sequence, N: k + 1, M: l + 1}
						to = t.try(to, game.Move{Action: game.Shift, From: from, To: gap, Cards: []card.Card{x}})
					}
				}
			}
		}
	}
	return to
}

// fits reports whether a card may be allowed into a gap.
func (t *table) fits(c card.Card, row []card.Card, gap int) bool {
	return gap == 0 || gap == len(row)-1 ||
		row[gap-1].Rank()+1 == c.Rank() || row[gap+1].Rank() == c.Rank()+1
}

// turnings appends the actions with the stock other than plays of its cards.
func (t *table) turnings(to []option) []option {
	n := len(t.at.Stock)
	for _, m := range [...]game.Move{
		{Action: game.Draw, Count: min(t.rules.Stock.Count, n)},
		{Action: game.Redeal},
		{Action: game.Deal, Count: min(n, len(t.at.Tableau))},
	} {
		if !t.legal(m) {
			continue
		}
		t.do(m)
		key := t.key
		t.undo()
		cost := uint8(game.Length([]game.Move{m}))
		to = append(to, option{key: key, action: m.Action, count: uint8(m.Count), cost: cost})
	}
	return to
}
