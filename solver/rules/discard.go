package rules

import (
	"strconv"

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

// discards says which cards leave the game.
func (d *describer) discards() string {
	v := &d.Discard
	var s []string
	switch v.Policy {
	case NoDiscard:
		return ""
	case DiscardLowerSuit:
		if d.MaxRank == card.Ace {
			return d.say("No card is removed: there are only aces.")
		}
		return d.say("The top card of a column is removed if the top card of another column is a higher one of its suit. The ace is the highest card.")
	case DiscardRank:
		s = append(s, d.say("The top cards of two columns are removed together if they are of one rank."))
	case DiscardSum:
		s = append(s, d.say("The top cards of two columns are removed together if their ranks add up to {n}.", "n", strconv.Itoa(v.Sum)))
		s = append(s, d.counting(v.Sum)...)
	}
	if v.Row == 0 || d.Tableau.Count == 1 {
		return sentences(s...)
	}
	switch {
	case v.Row >= d.Tableau.Count:
		s = append(s, d.say("The columns stand in a row, and only neighbours go together."))
	case v.Row == 1:
		s = append(s, d.say("The columns stand one below the other, and only neighbours go together."))
	default:
		s = append(s, d.say("The columns stand in rows of {n}, and only neighbours go together: in a row, one below the other, or at a corner.", "n", strconv.Itoa(v.Row)))
	}
	return sentences(s...)
}

// counting says what cards count whose ranks add up to a sum, and which card is removed alone.
func (d *describer) counting(sum int) []string {
	var s []string
	switch d.MaxRank {
	case 11:
		s = append(s, d.say("The ace counts 1, the jack 11."))
	case 12:
		s = append(s, d.say("The ace counts 1, the jack 11, the queen 12."))
	case card.MaxRank:
		s = append(s, d.say("The ace counts 1, the jack 11, the queen 12, the king 13."))
	default:
		s = append(s, d.say("The ace counts 1."))
	}
	if alone := card.Rank(sum); alone <= d.MaxRank {
		s = append(s, d.say("{card} is removed alone.", "card", d.a(alone)))
	}
	return s
}

// discardSpaces says what fills empty columns in a game with discards.
func (d *describer) discardSpaces() string {
	t := &d.Tableau
	s := ""
	switch {
	case t.Count == 1:
	case t.Spaces == SpacesAny:
		s = d.say("An empty column takes the top card of any other column.")
	case t.Spaces == SpacesKings:
		s = d.say("An empty column takes {card} from the top of another column, and nothing else.", "card", d.a(d.MaxRank))
	default:
		s = d.say("Nothing is moved to an empty column.")
	}
	if d.Stock.Size == 0 || d.Stock.To != ToSpaces {
		return s
	}
	forced := []string{d.say("An empty column is filled with the next card of the stock before anything else is done.")}
	if t.Count > 1 {
		forced = append(forced, d.say("If several are empty, choose which to fill first."))
	}
	if s != "" {
		forced = append(forced, d.say("This ends when the stock is used up."), s)
	}
	return sentences(forced...)
}
