package deal

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Column is a pile of the tableau, deepest card first.
type Column struct {
	Cards []card.Card
	Down  int // how many cards, from the deepest, lie face down
}

// Position says where each card lies. The rules determine which parts a game has, and how
// long they are; parts that it lacks are nil.
type Position struct {
	Tableau []Column

	// Foundations has the number of cards on each foundation. With n copies of a card in
	// the deck (rules.Rules.Copies), suit s has the n elements from s·n.
	Foundations []int
	Base        card.Rank // the foundations' first rank

	Cells   []card.Card // one element per cell, card.None if it is empty
	Reserve []card.Card // unstacked: one element per place; stacked: a pile
	Stock   []card.Card
	Waste   []card.Card

	RedealsLeft int // rules.Unlimited, or how often the waste may still be turned over, or the columns redealt

	Hole      card.Card     // the top card of the hole
	Sequences [][]card.Card // rows, card.None a gap
	Accordion []card.Card   // the piles' top cards, left to right
	Rows      [][]card.Card // rows of places that cover each other, card.None an empty one
}

// Clone returns a deep copy.
func (p *Position) Clone() Position {
	q := *p
	q.Tableau = cloneColumns(p.Tableau)
	q.Foundations = slices.Clone(p.Foundations)
	q.Cells = slices.Clone(p.Cells)
	q.Reserve = slices.Clone(p.Reserve)
	q.Stock = slices.Clone(p.Stock)
	q.Waste = slices.Clone(p.Waste)
	q.Sequences, q.Rows = cloneRows(p.Sequences), cloneRows(p.Rows)
	q.Accordion = slices.Clone(p.Accordion)
	return q
}

// cloneColumns copies columns and, into one array, their cards. No column has room beyond its own
// cards, so one that grows gets an array of its own.
func cloneColumns(columns []Column) []Column {
	columns = slices.Clone(columns)
	n := 0
	for _, c := range columns {
		n += len(c.Cards)
	}
	all := make([]card.Card, 0, n)
	for i, c := range columns {
		if c.Cards == nil {
			continue
		}
		begin := len(all)
		all = append(all, c.Cards...)
		columns[i].Cards = slices.Clip(all[begin:])
	}
	return columns
}

// empty returns the position under rules r before anything is dealt.
func empty(r *rules.Rules) Position {
	p := Position{
		Tableau:     make([]Column, r.Tableau.Count),
		Cells:       make([]card.Card, r.Cells.Count),
		RedealsLeft: r.Redeals(),
	}
	if r.Foundations.Present {
		p.Foundations = make([]int, card.Suits*r.Copies())
		p.Base = r.Foundations.Base
	}
	if r.Reserve.Size > 0 && !r.Reserve.Stacked {
		p.Reserve = make([]card.Card, r.Reserve.Size)
	}
	p.Sequences = make([][]card.Card, r.Sequences.Count)
	p.Rows = emptyRows(r)
	return p
}

// Founded returns how many cards lie on foundations.
func (p *Position) Founded() int {
	n := 0
	for _, height := range p.Foundations {
		n += height
	}
	return n
}

// InColumns returns how many cards lie in the columns.
func (p *Position) InColumns() int {
	n := 0
	for _, c := range p.Tableau {
		n += len(c.Cards)
	}
	return n
}

// FoundationCard returns the card at height h, from 1, of a foundation of suit s whose
// first rank is base.
func FoundationCard(r *rules.Rules, base card.Rank, s card.Suit, h int) card.Card {
	return card.New(card.Rank((int(base)-1+h-1)%int(r.MaxRank)+1), s)
}

// AboveBase returns the rank of card c counted from the foundations' base, which counts as 1. After
// the highest rank comes the ace. A foundation takes the card at this height, and the tableau is
// built by this rank (“relative rank” in the rules' paper). Without foundations the base is the
// ace.
func AboveBase(r *rules.Rules, base card.Rank, c card.Card) int {
	if base == 0 {
		base = card.Ace
	}
	return (int(c.Rank())-int(base)+int(r.MaxRank))%int(r.MaxRank) + 1
}

// Fits reports whether card upper may lie on card lower in a column. The policy must allow the suit
// of upper. Its rank must be one lower than that of lower or, if the rules build up or down, one
// higher.
func Fits(r *rules.Rules, base card.Rank, policy rules.Build, lower, upper card.Card) bool {
	return (next(r, base, upper.Rank(), lower.Rank()) || r.Tableau.UpOrDown && next(r, base, lower.Rank(), upper.Rank())) &&
		policy.Follows(lower, upper)
}

// next reports whether a rank comes right after another one, counted from the base of the foundations.
func next(r *rules.Rules, base, rank, after card.Rank) bool {
	if rank++; rank > r.MaxRank {
		rank = card.Ace
	}
	return rank == after && after != max(base, card.Ace)
}
