package rules

import (
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// describeCoveredRows says how a game of rows is played in which cards cover others.
func (r *Rules) describeCoveredRows() []Section {
	v := &r.Rows
	l := v.Layout()
	var dealt string
	switch v.Shape {
	case Pyramid:
		dealt = laid(len(l.CoveredBy), "dealt face up to a pyramid of ") + count(v.Count, "row") +
			": one card at the top, two in the next row and so on. Each card is covered by the two below it."
	case TriPeaks:
		dealt = "Twenty-eight cards are dealt face up to three peaks: rows of one, two and three cards each, which stand on a common row of ten. Each card is covered by the two below it."
	default:
		dealt = laid(len(l.CoveredBy), "dealt face up to ") + count(len(l.Sizes), "row") + ". " + v.describeCovers(&l)
	}
	if r.Stock.Size > 0 {
		dealt += " The other " + count(r.Stock.Size, "card") + " " + isOrAre(r.Stock.Size) + " laid aside as the stock."
	}
	goal := "The game is won when all cards of the rows are gone."
	if v.All {
		goal = "The game is won when all cards are gone."
	}
	if v.ToWaste {
		dealt += " Its first card is turned to the waste."
		goal = "The game is won when all cards of the rows are on the waste."
	}
	return []Section{
		{"The deal", dealt},
		{"The goal", goal},
		{"The moves", r.describePlay()},
		{"The stock", r.describeStock()},
	}
}

// describeCovers says which places cover which, as lists give it.
func (v *Rows) describeCovers(l *Layout) string {
	var s []string
	for place, by := range l.CoveredBy {
		if len(by) == 0 {
			continue
		}
		var names []string
		for _, other := range by {
			names = append(names, l.name(other))
		}
		s = append(s, l.name(place)+" by "+card.Series("and", names))
	}
	if len(s) == 0 {
		return "No card covers another."
	}
	return "Places are written as row and place, such as 2/1. Covered are: " + card.Series("and", s) + "."
}

// describePlay says which cards of the rows can be played, and where.
func (r *Rules) describePlay() string {
	v := &r.Rows
	free := "A card of the rows can be played when no card covers it."
	if v.ToWaste {
		s := free + " It goes to the waste if it is one rank above or below the top card there, of whatever suit."
		if r.MaxRank == card.Ace && v.Loops {
			s = free + " It goes to the waste."
		}
		return s + r.describeLoops(v.Loops)
	}
	sum := card.Rank(v.PairSum)
	s := free + " Two cards are removed together if their ranks add up to " + strconv.Itoa(v.PairSum) + ", where the ace counts one" + namedRanks(r.MaxRank) + "."
	if sum <= r.MaxRank {
		s += " " + upper(anA(rankName(sum))) + " is removed alone."
	}
	from := "the rows"
	switch {
	case v.StockInPlay:
		from = "the rows, the top of the waste or the top of the stock"
	case r.Stock.Size > 0:
		from = "the rows or the top of the waste"
	}
	return s + " They come from " + from + "."
}

// describeLoops says whether the lowest and the highest rank are neighbours.
func (r *Rules) describeLoops(loops bool) string {
	if r.MaxRank <= 2 {
		return ""
	}
	return " The ace and the " + rankName(r.MaxRank) + " are " + ifElse(loops, "neighbours.", "no neighbours.")
}
