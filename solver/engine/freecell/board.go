package freecell

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// code is a card: four times its rank, counted from 0 at the foundations' base, plus
// its suit. The codes from maxCards on are not cards.
type code = uint8

const (
	maxCards = 52       // in the deck
	none     = maxCards // under a column's deepest card, or on its top card
	inCell   = maxCards + 1
)

// The targets of a step that are not cards.
const (
	toPlace = maxCards + iota // a cell; where cards are loose, any free place
	toSpace                   // an empty column
	toUp                      // its foundation
)

// maxPlaces bounds columns and cells together, so that the key has a bit for each card
// that lies alone.
const maxPlaces = 16

// board has the constants of a deal: the rules, and what each card can lie on.
type board struct {
	rules    *rules.Rules
	with     Techniques
	base     card.Rank
	ranks    int
	columns  int
	cells    int
	kings    bool // only kings fill spaces; a card alone in a column is then not loose
	sameSuit bool
	greedy   bool // the search is lazy and has a second queue

	under   [maxCards][4]code // what a card lies on, by its field in the key
	parents [1 << 6]uint64    // the cards on which it may be laid
	suits   [4]uint64         // the cards of each suit
	weights weights
}

// playable reports whether the engine plays games of rules r: one pack in columns and
// cells, built in alternating colours or in suit, one card at a time.
func playable(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Decks == 1 && r.Suits == card.Suits && t.Count > 0 && t.Count+r.Cells.Count <= maxPlaces &&
		(t.Build == rules.RedBlack || t.Build == rules.SameSuit) &&
		(t.Spaces == rules.SpacesAny || t.Spaces == rules.SpacesKings) &&
		t.Groups == rules.GroupsNo && !t.UpOrDown && t.Packets == 0 && !r.FaceDown() &&
		r.Foundations.Present && !r.Foundations.Removable && !r.Foundations.CompleteOnly &&
		r.Stock.Size == 0 && r.Reserve.Size == 0
}

// newBoard prepares the search of a position. The search is greedy if cards are built in
// alternating colours and there are at least many columns and cells. With fewer columns and cells
// most deals are lost, and a greedy search does not help a proof. Where cards are built in suit it
// gains nothing.
func newBoard(r *rules.Rules, p *deal.Position, with Techniques, many int) *board {
	b := &board{
		rules: r, with: with, base: p.Base, ranks: int(r.MaxRank),
		columns: r.Tableau.Count, cells: r.Cells.Count,
		kings: r.Tableau.Spaces == rules.SpacesKings, sameSuit: r.Tableau.Build == rules.SameSuit,
	}
	b.greedy = !b.sameSuit && b.columns+b.cells >= many
	if b.weights = weightsOf[bit(b.kings)][bit(b.sameSuit)]; b.greedy && !b.kings {
		b.weights = greedyWeights
	}
	for c := range code(4 * b.ranks) {
		b.under[c] = [4]code{none, none, none, inCell}
		b.suits[c&3] |= 1 << c
		if c+4 < code(4*b.ranks) {
			for i, host := range b.hostsOf(c) {
				b.under[c][1+i] = host
				b.parents[c] |= 1 << host
			}
		}
	}
	for _, column := range p.Tableau {
		for i, c := range column.Cards {
			if i > 0 {
				b.under[b.code(c)][onDealt] = b.code(column.Cards[i-1])
			}
		}
	}
	return b
}

// hostsOf returns the cards on which card c may be laid.
func (b *board) hostsOf(c code) []code {
	if b.sameSuit {
		return []code{c + 4}
	}
	return []code{(c + 4) ^ 1, (c + 4) ^ 3}
}

// fits reports whether card c may be laid on host.
func (b *board) fits(c, host code) bool { return b.parents[c&63]>>(host&63)&1 != 0 }

func (b *board) code(c card.Card) code {
	return code(deal.AboveBase(b.rules, b.base, c)-1)<<2 | code(c.Suit())
}

func (b *board) card(c code) card.Card {
	return deal.FoundationCard(b.rules, b.base, card.Suit(c&3), int(c>>2)+1)
}

// isKing reports whether a card is the last of its foundation.
func (b *board) isKing(c code) bool { return int(c>>2) == b.ranks-1 }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
