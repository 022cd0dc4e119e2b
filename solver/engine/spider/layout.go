package spider

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// code is a card as package card packs it: the engine plays only games whose ranks
// start at the ace.
type code = uint8

// codes is one more than the greatest code.
const codes = 14 << 2

// The largest games.
const (
	maxColumns     = 16
	maxCards       = 104
	maxFoundations = 32
)

// compiled is what is fixed for a deal: the rules as tables, the stock and the scores.
type compiled struct {
	rules   *rules.Rules
	columns int
	cards   int // in the deck
	copies  int
	king    uint8 // the highest rank
	runs    bool  // only complete runs go up

	onto, ontoGroup [codes]uint64 // the codes on which each may be laid, alone and as the head of a group
	joins           [codes]uint64 // the codes on which each continues a group
	spaceTakes      uint64        // the codes that may fill a space

	stock   []code // the next card first
	ordered bool   // the columns can be told apart
	weights weights
	pair    [codes][codes]int16 // score of a card on another, [lower][upper]; lower is 0 for the first of a column
}

// playable reports whether the engine plays games of rules r: built in any suit, moved
// in runs of one suit, only columns and foundations that start with the ace, and a
// stock that is dealt to the columns.
func playable(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Foundations.Present && r.Foundations.Base == card.Ace && !r.Foundations.Removable &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Reserve.Size == 0 &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToTableau) &&
		t.Count > 1 && t.Count <= maxColumns && !t.UpOrDown && !t.Freeze && t.Packets == 0 &&
		t.Build == rules.AnySuit && t.Groups == rules.GroupsYes && t.GroupPolicy == rules.SameSuit &&
		(t.Spaces == rules.SpacesAny || t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone)
}

// compile reads rules and a position.
func compile(r *rules.Rules, p *deal.Position) *compiled {
	g := &compiled{
		rules: r, columns: r.Tableau.Count, cards: r.DeckSize(), copies: r.Copies(), king: uint8(r.MaxRank),
		runs:    r.Foundations.CompleteOnly,
		ordered: r.Stock.To == rules.ToTableau && len(p.Stock) > 0, weights: standard,
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

// rows returns the number of deals in the stock at the start.
func (g *compiled) rows() int { return (len(g.stock) + g.columns - 1) / g.columns }

// layout is where the cards lie.
type layout struct {
	dealt  uint8                 // cards dealt from the stock
	height [maxFoundations]uint8 // cards on each foundation
	length [maxColumns]uint8
	down   [maxColumns]uint8 // face-down cards
	cards  [maxColumns][maxCards]code
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

// move is a move of the game. It fits a word.
type move struct {
	from, to uint8 // a column, fromStock or toFoundation
	n        uint8 // cards
	_        uint8
}

const (
	fromStock    = 255
	toFoundation = 254
)

// do makes a move.
func (l *layout) do(g *compiled, m move) {
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
func (l *layout) dealRow(g *compiled, n int) {
	for i := range n {
		l.cards[i][l.length[i]] = g.stock[l.dealt]
		l.length[i]++
		l.dealt++
	}
}

// foundation returns the first foundation that takes these cards, a single card or a
// complete run; −1 if none does.
func (l *layout) foundation(g *compiled, cards []code) int {
	last := cards[len(cards)-1]
	for f := int(last&3) * g.copies; f < int(last&3+1)*g.copies; f++ {
		if l.height[f] == last>>2-1 {
			return f
		}
	}
	return -1
}

// hasRun reports whether a column ends with a complete face-up run.
func (l *layout) hasRun(g *compiled, i int) bool {
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

// won reports whether all cards are on the foundations.
func (l *layout) won(g *compiled) bool {
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

// A kept layout is packed into bytes: the cards dealt, the foundations, the length and
// the face-down cards of each column, the cards.

// packed returns the bytes of a packed layout, rounded up to words.
func (g *compiled) packed() int {
	return (1 + card.Suits*g.copies + 2*g.columns + g.cards + 7) / 8 * 8
}

func (l *layout) pack(g *compiled, to []byte) {
	to[0] = l.dealt
	at := 1 + copy(to[1:], l.height[:card.Suits*g.copies])
	at += copy(to[at:], l.length[:g.columns])
	at += copy(to[at:], l.down[:g.columns])
	for i := range g.columns {
		at += copy(to[at:], l.cards[i][:l.length[i]])
	}
}

func (l *layout) unpack(g *compiled, from []byte) {
	l.dealt = from[0]
	at := 1 + copy(l.height[:card.Suits*g.copies], from[1:])
	at += copy(l.length[:g.columns], from[at:])
	at += copy(l.down[:g.columns], from[at:])
	for i := range g.columns {
		at += copy(l.cards[i][:l.length[i]], from[at:])
	}
}
