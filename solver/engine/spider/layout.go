package spider

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// code is a card as package card packs it: the engine plays only games whose ranks
// count from the ace.
type code = uint8

// codes is one more than the greatest code.
const codes = 14 << 2

// most columns, cards and foundations.
const (
	mostColumns     = 16
	mostCards       = 104
	mostFoundations = 32
)

// rulebook is what does not change in a search.
type rulebook struct {
	rules   *rules.Rules
	columns int
	cards   int // of the deck
	copies  int
	king    uint8 // highest rank
	runs    bool  // only complete runs go up

	onto, ontoGroup [codes]uint64 // the codes on which each may be laid, alone and at the head of a group
	joins           [codes]uint64 // the codes on which each continues a group
	spaceTakes      uint64        // the codes that fill a space

	stock   []code // the next card first
	ordered bool   // the columns can be told apart
	weights *weights
	pair    [codes][codes]int16 // score of a card lying on another, [lower][upper]; lower 0 for a column's first
}

// plays tells whether this engine plays games of these rules: built in any suit, moved
// in runs of one suit, nowhere but in columns and on foundations that start with the
// ace, and a stock that is dealt to the columns.
func plays(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Foundations.Present && r.Foundations.Base == card.Ace && !r.Foundations.Removable &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Reserve.Size == 0 &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToTableau) &&
		t.Count > 1 && t.Count <= mostColumns && !t.Freeze &&
		t.Build == rules.AnySuit && t.Groups == rules.GroupsYes && t.GroupPolicy == rules.SameSuit &&
		(t.Spaces == rules.SpacesAny || t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone)
}

// newRulebook compiles rules and what of a position does not change.
func newRulebook(r *rules.Rules, p *deal.Position) *rulebook {
	g := &rulebook{
		rules: r, columns: r.Tableau.Count, cards: r.DeckSize(), copies: r.Copies(), king: uint8(r.MaxRank),
		runs:    r.Foundations.CompleteOnly,
		ordered: r.Stock.To == rules.ToTableau && len(p.Stock) > 0, weights: &standard,
	}
	for i := range p.Stock {
		g.stock = append(g.stock, code(p.Stock[len(p.Stock)-1-i]))
	}
	t := &r.Tableau
	target := t.Build
	if t.Target == rules.TargetGroup {
		target = t.GroupPolicy
	}
	for rank := card.Ace; rank <= r.MaxRank; rank++ {
		for s := card.Clubs; s <= card.Diamonds; s++ {
			upper := card.New(rank, s)
			if t.Spaces == rules.SpacesAny || t.Spaces == rules.SpacesKings && rank == r.MaxRank {
				g.spaceTakes |= 1 << upper
			}
			for under := card.Clubs; under <= card.Diamonds && rank < r.MaxRank; under++ {
				lower := card.New(rank+1, under)
				set := func(to *uint64, policy rules.Build) {
					if policy.Follows(lower, upper) {
						*to |= 1 << lower
					}
				}
				set(&g.onto[upper], t.Build)
				set(&g.ontoGroup[upper], target)
				set(&g.joins[upper], t.GroupPolicy)
			}
		}
	}
	g.compileScore()
	return g
}

// rows is how many deals are left in the stock at the start.
func (g *rulebook) rows() int { return (len(g.stock) + g.columns - 1) / g.columns }

// layout is where the cards lie.
type layout struct {
	dealt  uint8                  // cards dealt from the stock
	height [mostFoundations]uint8 // cards on each foundation
	length [mostColumns]uint8
	down   [mostColumns]uint8 // cards lying face down
	cards  [mostColumns][mostCards]code
}

// lay lays out a position.
func (l *layout) lay(p *deal.Position) {
	l.dealt = 0
	for i, h := range p.Foundations {
		l.height[i] = uint8(h)
	}
	for i, column := range p.Tableau {
		l.length[i], l.down[i] = uint8(len(column.Cards)), uint8(column.Down)
		for k, c := range column.Cards {
			l.cards[i][k] = code(c)
		}
	}
}

// move is what a person does, in a word.
type move struct {
	from, to uint8 // columns, or fromStock, or toFoundation
	n        uint8 // cards
	_        uint8
}

const (
	fromStock    = 255
	toFoundation = 254
)

// do makes a move.
func (l *layout) do(g *rulebook, m move) {
	if m.from == fromStock {
		l.dealRow(g, int(m.n))
		return
	}
	left := l.length[m.from] - m.n
	moved := l.cards[m.from][left:l.length[m.from]]
	if m.to == toFoundation {
		l.height[l.foundation(g, moved)] += m.n
	} else {
		copy(l.cards[m.to][l.length[m.to]:], moved)
		l.length[m.to] += m.n
	}
	l.length[m.from] = left
	if l.down[m.from] > 0 && l.down[m.from] == left {
		l.down[m.from]--
	}
}

// dealRow lays a card of the stock on each of the first n columns.
func (l *layout) dealRow(g *rulebook, n int) {
	for i := range n {
		l.cards[i][l.length[i]] = g.stock[l.dealt]
		l.length[i]++
		l.dealt++
	}
}

// foundation is the first foundation of the cards' suit that waits for them, a card or
// a complete run; −1 if none does.
func (l *layout) foundation(g *rulebook, cards []code) int {
	last := cards[len(cards)-1]
	for f := int(last&3) * g.copies; f < int(last&3+1)*g.copies; f++ {
		if l.height[f] == last>>2-1 {
			return f
		}
	}
	return -1
}

// hasRun tells whether a column ends with a complete run that lies face up.
func (l *layout) hasRun(g *rulebook, i int) bool {
	n := int(l.length[i]) - int(g.king)
	if l.cards[i][l.length[i]-1]>>2 != 1 || n < int(l.down[i]) {
		return false
	}
	suit := l.cards[i][n] & 3
	for k := range g.king {
		if l.cards[i][n+int(k)] != (g.king-k)<<2|suit {
			return false
		}
	}
	return true
}

// won tells whether all cards are on the foundations.
func (l *layout) won(g *rulebook) bool {
	if int(l.dealt) < len(g.stock) {
		return false
	}
	for i := range g.columns {
		if l.length[i] > 0 {
			return false
		}
	}
	return true
}

// A layout is packed into bytes, to be kept: the cards dealt, the foundations, length
// and face-down cards of each column, the cards.

// packed is how many bytes a layout takes at most, in whole words.
func (g *rulebook) packed() int {
	return (1 + card.Suits*g.copies + 2*g.columns + g.cards + 7) / 8 * 8
}

func (l *layout) pack(g *rulebook, to []byte) {
	to[0] = l.dealt
	at := 1 + copy(to[1:], l.height[:card.Suits*g.copies])
	at += copy(to[at:], l.length[:g.columns])
	at += copy(to[at:], l.down[:g.columns])
	for i := range g.columns {
		at += copy(to[at:], l.cards[i][:l.length[i]])
	}
}

func (l *layout) unpack(g *rulebook, from []byte) {
	l.dealt = from[0]
	at := 1 + copy(l.height[:card.Suits*g.copies], from[1:])
	at += copy(l.length[:g.columns], from[at:])
	at += copy(l.down[:g.columns], from[at:])
	for i := range g.columns {
		at += copy(l.cards[i][:l.length[i]], from[at:])
	}
}
