package rules

import (
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Discard says which cards leave the game from the tops of the columns, as in Aces Up,
// Baroness and Monte Carlo.
type Discard struct {
	Policy DiscardPolicy
	Sum    int // with DiscardSum: the sum of the two ranks; a card of this rank goes alone

	// Row is the number of columns in a row of the grid, in games in which only neighbours form pairs.
	// It is 0 if any two columns may.
	Row int
}

// DiscardPolicy says which cards go.
type DiscardPolicy uint8

// The policies.
const (
	NoDiscard        DiscardPolicy = iota
	DiscardSum                     // two top cards whose ranks make a sum
	DiscardRank                    // two top cards of one rank
	DiscardLowerSuit               // a top card whose suit has a higher top card; the ace is the highest
)

var discardWords = []string{"none", "pair-sum", "pair-rank", "lower-in-suit"}

// Discards reports whether cards are discarded from the columns.
func (r *Rules) Discards() bool { return r.Discard.Policy != NoDiscard }

// Pairs reports whether cards leave two at a time.
func (d *Discard) Pairs() bool { return d.Policy == DiscardSum || d.Policy == DiscardRank }

// Partner is for games of pairs or discards. It returns the rank of the card with which a card of
// the given rank leaves the table, or 0 if the card leaves alone. It returns false if a card of
// that rank never leaves.
func (r *Rules) Partner(rank card.Rank) (partner card.Rank, leaves bool) {
	sum := r.Rows.PairSum
	switch r.Discard.Policy {
	case DiscardSum:
		sum = r.Discard.Sum
	case DiscardRank:
		return rank, true
	case DiscardLowerSuit:
		return 0, rank != card.Ace
	}
	other := sum - int(rank)
	return card.Rank(max(0, other)), other >= 0 && other <= int(r.MaxRank)
}

// Neighbours reports whether two columns, counted from 0, are near enough for a pair: in a
// grid they touch, in a row, in a line or at a corner.
func (d *Discard) Neighbours(a, b int) bool {
	if d.Row == 0 {
		return true
	}
	down, across := a/d.Row-b/d.Row, a%d.Row-b%d.Row
	return down*down <= 1 && across*across <= 1
}

func decodeDiscard(node *strict.Node, r *Rules) {
	d := &r.Discard
	fields := node.Object(strict.FieldNames[DiscardRules]()...)
	strict.Enum(fields["policy"], &d.Policy, discardWords)
	fields["sum"].Int(&d.Sum, 2, 2*int(card.MaxRank))
	fields["row"].Int(&d.Row, 0, r.DeckSize())
}

// validateDiscard adds the errors of fields of a game with discards that contradict each
// other, or the rest of the rules.
func (r *Rules) validateDiscard(node *strict.Node) {
	d, t := &r.Discard, &r.Tableau
	switch {
	case t.Count == 0:
		node.AddErrorAt("tableau piles.count", "cards are discarded from tableau piles, but there are none")
	case t.Build != NoBuild:
		node.AddErrorAt("tableau piles.build policy", "must be \"no-build\" in a game with discards")
	case t.Spaces >= SpacesReserveThenAny:
		node.AddErrorAt("tableau piles.spaces policy", "must be any, no-build or kings in a game with discards")
	case r.FaceDown():
		node.AddErrorAt("discard.policy", "requires all cards of the tableau to be dealt face up")
	}
	if r.Cells.Count > 0 || r.Reserve.Size > 0 {
		node.AddErrorAt("discard", "a game with discards can't have cells or a reserve")
	}
	if d.Policy == DiscardSum && d.Sum > 2*int(r.MaxRank) {
		node.AddErrorAt("discard.sum", "no two cards up to rank %d make %d", r.MaxRank, d.Sum)
	}
	if d.Pairs() && d.Row > t.Count {
		node.AddErrorAt("discard.row", "a row of %d needs as many tableau piles, but there are %d", d.Row, t.Count)
	}
	if r.Stock.Size > 0 && r.Stock.To == ToWaste {
		node.AddErrorAt("stock.deal type", "must be \"tableau piles\", \"spaces\" or \"redeal\" in a game with discards")
	}
}

// normaliseDiscard resets what has no effect.
func (r *Rules) normaliseDiscard() {
	d := &r.Discard
	if d.Policy == NoDiscard {
		*d = Discard{}
		return
	}
	if d.Policy != DiscardSum {
		d.Sum = 0
	}
	if !d.Pairs() {
		d.Row = 0
	}
}

// describeDiscard says which cards leave the game.
func (r *Rules) describeDiscard() string {
	d := &r.Discard
	var s string
	switch d.Policy {
	case NoDiscard:
		return ""
	case DiscardLowerSuit:
		if r.MaxRank == card.Ace {
			return "No card is removed: there are only aces."
		}
		return "The top card of a column is removed if the top card of another column is a higher one of its suit. The ace is the highest card."
	case DiscardRank:
		s = "The top cards of two columns are removed together if they are of one rank."
	case DiscardSum:
		s = "The top cards of two columns are removed together if their ranks add up to " + strconv.Itoa(d.Sum) + ", where the ace counts one" + namedRanks(r.MaxRank) + "."
		if sum := card.Rank(d.Sum); sum <= r.MaxRank {
			s += " " + upper(anA(rankName(sum))) + " is removed alone."
		}
	}
	if d.Row > 0 && r.Tableau.Count > 1 {
		s += ifElse(d.Row >= r.Tableau.Count,
			" The columns stand in a row, and only neighbours go together.",
			ifElse(d.Row == 1, " The columns stand one below the other, and only neighbours go together.",
				" The columns stand in rows of "+inWords(d.Row)+", and only neighbours go together: in a row, one below the other, or at a corner."))
	}
	return s
}

// namedRanks says what the cards with names count.
func namedRanks(most card.Rank) string {
	named := ""
	for rank := card.Rank(11); rank <= most; rank++ {
		named += ", the " + rankName(rank) + " " + strconv.Itoa(int(rank))
	}
	return named
}

// describeDiscardSpaces says what fills empty columns in a game with discards.
func (r *Rules) describeDiscardSpaces() string {
	t := &r.Tableau
	var s string
	switch {
	case t.Count == 1:
	case t.Spaces == SpacesAny:
		s = "An empty column takes the top card of any other column."
	case t.Spaces == SpacesKings:
		s = "An empty column takes " + anA(rankName(r.MaxRank)) + " from the top of another column, and nothing else."
	default:
		s = "Nothing is moved to an empty column."
	}
	if r.Stock.Size == 0 || r.Stock.To != ToSpaces {
		return s
	}
	forced := "An empty column is filled with the next card of the stock before anything else is done."
	if t.Count > 1 {
		forced += " If several are empty, choose which to fill first."
	}
	if s == "" {
		return forced
	}
	return forced + " When the stock is used up, " + strings.ToLower(s[:1]) + s[1:]
}
