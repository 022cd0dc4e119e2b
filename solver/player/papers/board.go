package papers

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
	MostCards = 19 // of a column: six face down and a whole run
	MostTalon = 24
)

// Game has the rules that differ between the variants of Klondike.
type Game struct {
	Turn     int  // cards of the stock turned at a time
	Limited  bool // redeals are limited
	Whole    bool // face-up cards of a column move only together
	Back     bool // cards may come back from foundations
	NoSpaces bool // no card goes to an empty column; otherwise kings do
}

// Plays reports whether a game can be simulated: seven columns are dealt as in Klondike and built
// in alternating colours; only kings, or no cards, fill spaces; foundations begin with the ace; and
// the stock is turned to a waste.
func Plays(r *rules.Rules) bool {
	t := &r.Tableau
	return r.MaxRank == card.MaxRank && r.Decks == 1 && r.Suits == card.Suits &&
		r.Foundations.Present && r.Foundations.Base == card.Ace && r.Foundations.Initial == rules.InitialNone && !r.Foundations.CompleteOnly &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Reserve.Size == 0 && r.Accordion.Size == 0 && r.Sequences.Count == 0 && r.Rows.Shape == rules.NoRows &&
		r.Stock.Size == MostTalon && r.Stock.To == rules.ToWaste &&
		t.Count == Columns && t.Diagonal && t.OnlyTopFaceUp && t.Sizes == "" && t.FaceDown == "" &&
		t.Build == rules.RedBlack && (t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone) &&
		(t.Groups == rules.GroupsYes || t.Groups == rules.GroupsMaximal) && t.GroupPolicy == rules.RedBlack && !t.UpOrDown && !t.Freeze && t.Packets == 0 && !t.KingsToBottom
}

// NewGame returns the game of rules that Plays accepts.
func NewGame(r *rules.Rules) *Game {
	return &Game{
		Turn: r.Stock.Count, Limited: r.Stock.Redeals != rules.Unlimited,
		Whole: r.Tableau.Groups == rules.GroupsMaximal, Back: r.Foundations.Removable,
		NoSpaces: r.Tableau.Spaces == rules.SpacesNone,
	}
}

// Column is a column of the tableau, deepest card first.
type Column struct {
	Cards [MostCards]card.Card // entries from Count on are undefined
	Count int8
	Down  int8 // number of face-down cards, from the deepest
}

// Top returns the top card; card.None if the column is empty.
func (c *Column) Top() card.Card {
	if c.Count == 0 {
		return card.None
	}
	return c.Cards[c.Count-1]
}

// Board is a table with every card known. It is copied by assignment.
type Board struct {
	Columns [Columns]Column
	Up      [card.Suits]int8     // number of cards on each foundation
	Talon   [MostTalon]card.Card // waste and stock in the order of turning; entries from Count on are undefined
	Count   int8                 // cards of the talon
	Turned  int8                 // number of them in the waste
	Redeals int16                // left, if they are limited
}

// Refusal returns why position p can't be read as a board, or "" if it can. It refuses positions
// that can't come from a deal and would not fit on a board or would mislead players. In some, the
// face-up cards of a column don't follow each other. In others, a column is longer than in any
// deal, or could become so if all lower ranks were laid on one of its cards. Play from a readable
// position leads only to readable positions.
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

// Read returns the board of a position. Unknown cards, card.None, are allowed where no rule
// depends on them. The bool is false for positions with a [Refusal].
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

// Score returns the number of cards on foundations.
func (b *Board) Score() int {
	return int(b.Up[0]) + int(b.Up[1]) + int(b.Up[2]) + int(b.Up[3])
}

// Won reports whether all cards are on foundations.
func (b *Board) Won() bool { return b.Score() == card.Suits*int(card.MaxRank) }
