package simulate

import (
	"fmt"
	"math"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Bounds of a table.
const (
	Columns   = 7
	MostCards = 19 // in a column: six face down and a whole run
	MostTalon = 24
)

// Game is what differs between the variants of Klondike that can be simulated.
type Game struct {
	Turn     int  // cards of the stock turned at a time
	Limited  bool // the waste is turned over only so often
	Whole    bool // the face-up cards of a column move only all together
	Back     bool // cards come back from foundations
	NoSpaces bool // nothing goes into an empty column; else kings do
}

// Plays tells whether a game can be simulated: seven columns dealt as Klondike's, built in
// alternating colours, kings or nothing in spaces, foundations from the ace, a stock
// turned to a waste.
func Plays(r *rules.Rules) bool {
	t := &r.Tableau
	return r.MaxRank == card.MaxRank && r.Decks == 1 && r.Suits == card.Suits &&
		r.Foundations.Present && r.Foundations.Base == card.Ace && r.Foundations.Initial == rules.InitialNone && !r.Foundations.CompleteOnly &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Reserve.Size == 0 && r.Accordion.Size == 0 && r.Sequences.Count == 0 &&
		r.Stock.Size == MostTalon && r.Stock.To == rules.ToWaste &&
		t.Count == Columns && t.Diagonal && t.OnlyTopFaceUp && t.Sizes == "" && t.FaceDown == "" &&
		t.Build == rules.RedBlack && (t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone) &&
		(t.Groups == rules.GroupsYes || t.Groups == rules.GroupsMaximal) && t.GroupPolicy == rules.RedBlack && !t.Freeze && !t.KingsToBottom
}

// NewGame is the game of rules that Plays accepts.
func NewGame(r *rules.Rules) *Game {
	return &Game{
		Turn: r.Stock.Count, Limited: r.Stock.Redeals != rules.Unlimited,
		Whole: r.Tableau.Groups == rules.GroupsMaximal, Back: r.Foundations.Removable,
		NoSpaces: r.Tableau.Spaces == rules.SpacesNone,
	}
}

// Column is a pile of the tableau, deepest card first.
type Column struct {
	Cards [MostCards]card.Card // those from Count on mean nothing
	Count int8
	Down  int8 // how many of the cards, from the deepest, lie face down
}

// Top is the top card, card.None of an empty column.
func (c *Column) Top() card.Card {
	if c.Count == 0 {
		return card.None
	}
	return c.Cards[c.Count-1]
}

// Board is a table with every card known. It is copied by assignment.
type Board struct {
	Columns [Columns]Column
	Up      [card.Suits]int8     // how many cards are on each foundation
	Talon   [MostTalon]card.Card // waste and stock in the order of turning; those from Count on mean nothing
	Count   int8                 // cards of the talon
	Turned  int8                 // how many of them are in the waste
	Redeals int16                // left, where they are limited
}

// Refusal says why a position can't be read, empty if it can: tables that no deal comes to
// and that have no room on a board, or that players would misread. On them the face-up cards
// of a column do not follow each other, or a column is, or could become, longer than can come
// of a deal, as on each of its cards all lower ranks could be laid. From a position that can
// be read no play comes to one that can't.
func Refusal(p *deal.Position) string {
	for i, c := range p.Tableau {
		for k, x := range c.Cards {
			rank := x.Rank()
			if x == card.None {
				rank = card.King
			}
			switch {
			case k+int(rank) > MostCards:
				return fmt.Sprintf("column %d can't come from a deal: it could become too long", i+1)
			case k > c.Down && !follows(c.Cards[k-1], x):
				return fmt.Sprintf("column %d can't come from a deal: the face-up %s lies on the face-up %s", i+1, x, c.Cards[k-1])
			}
		}
	}
	return ""
}

// Read makes a board of a position; cards that are not known, card.None, are to lie where
// no rule asks for them. It is false for positions with a [Refusal].
func Read(p *deal.Position) (Board, bool) {
	if Refusal(p) != "" {
		return Board{}, false
	}
	var b Board
	for i, c := range p.Tableau {
		copy(b.Columns[i].Cards[:], c.Cards)
		b.Columns[i].Count, b.Columns[i].Down = int8(len(c.Cards)), int8(c.Down)
	}
	for s, height := range p.Foundations {
		b.Up[s] = int8(height)
	}
	talon := append(slices.Clone(p.Waste), p.Stock...)
	slices.Reverse(talon[len(p.Waste):])
	copy(b.Talon[:], talon)
	b.Count, b.Turned, b.Redeals = int8(len(talon)), int8(len(p.Waste)), int16(min(max(p.RedealsLeft, 0), math.MaxInt16))
	return b, true
}

// Score counts the cards on foundations.
func (b *Board) Score() int {
	return int(b.Up[0]) + int(b.Up[1]) + int(b.Up[2]) + int(b.Up[3])
}

// Won tells whether all cards are on foundations.
func (b *Board) Won() bool { return b.Score() == card.Suits*int(card.MaxRank) }
