package rules

import (
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// coveredRows says how a game of rows is played in which cards cover others.
func (d *describer) coveredRows() []Section {
	v := &d.Rows
	l := v.Layout()
	var dealt []string
	switch v.Shape {
	case Pyramid:
		dealt = append(dealt, d.count(v.Count, "A card is dealt face up.", "{cards} cards are dealt face up to a pyramid of {n} rows: one card at the top, two in the next row and so on. Each card is covered by the two below it.", "cards", strconv.Itoa(len(l.CoveredBy))))
	case TriPeaks:
		dealt = append(dealt, d.say("28 cards are dealt face up to three peaks: rows of one, two and three cards each, which stand on a common row of ten. Each card is covered by the two below it."))
	default:
		dealt = append(dealt, d.count(len(l.Sizes), "{cards} cards are dealt face up to a row.", "{cards} cards are dealt face up to {n} rows.", "cards", strconv.Itoa(len(l.CoveredBy))), d.covers(&l))
	}
	if n := d.Stock.Size; n > 0 {
		dealt = append(dealt, d.count(n, "The other card is laid aside as the stock.", "The other {n} cards are laid aside as the stock."))
	}
	goal := d.say("The game is won when all cards of the rows are gone.")
	if v.All {
		goal = d.say("The game is won when all cards are gone.")
	}
	if v.ToWaste {
		dealt = append(dealt, d.say("The first card of the stock is turned to the waste."))
		goal = d.say("The game is won when all cards of the rows are on the waste.")
	}
	return []Section{
		{"The deal", sentences(dealt...)},
		{"The goal", goal},
		{"The moves", d.play()},
		{"The stock", d.stock()},
	}
}

// covers says which places cover which, as lists give it.
func (d *describer) covers(l *Layout) string {
	var s []string
	for place, by := range l.CoveredBy {
		if len(by) == 0 {
			continue
		}
		var names []string
		for _, other := range by {
			names = append(names, l.name(other))
		}
		s = append(s, d.say("{place} by {others}", "place", l.name(place), "others", d.and(names)))
	}
	if len(s) == 0 {
		return d.say("No card covers another.")
	}
	return d.say("Places are written as row and place, such as 2/1. Covered are: {places}.", "places", strings.Join(s, "; "))
}

// play says which cards of the rows can be played, and where.
func (d *describer) play() string {
	v := &d.Rows
	s := []string{d.say("A card of the rows can be played when no card covers it.")}
	if v.ToWaste {
		if d.MaxRank == card.Ace && v.Loops {
			s = append(s, d.say("It goes to the waste."))
		} else {
			s = append(s, d.say("It goes to the waste if it is one rank above or below the top card there, of whatever suit."))
		}
		return sentences(append(s, d.loops(v.Loops))...)
	}
	s = append(s, d.say("Two cards are removed together if their ranks add up to {n}.", "n", strconv.Itoa(v.PairSum)))
	s = append(s, d.counting(v.PairSum)...)
	switch {
	case v.StockInPlay:
		s = append(s, d.say("The cards come from the rows, the top of the waste or the top of the stock."))
	case d.Stock.Size > 0:
		s = append(s, d.say("The cards come from the rows or the top of the waste."))
	default:
		s = append(s, d.say("The cards come from the rows."))
	}
	return sentences(s...)
}

// loops says whether the lowest and the highest rank are neighbours.
func (d *describer) loops(loops bool) string {
	switch {
	case d.MaxRank <= 2:
		return ""
	case loops:
		return d.say("The ace and {last} are neighbours.", "last", d.the(d.MaxRank))
	}
	return d.say("The ace and {last} are no neighbours.", "last", d.the(d.MaxRank))
}
