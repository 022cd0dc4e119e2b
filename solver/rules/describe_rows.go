package rules

import (
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

func (r *Rules) describeAccordion() []Section {
	a := r.Accordion
	dealt := "All cards are dealt face up to a row."
	if a.Size < r.DeckSize() {
		dealt = laid(a.Size, "dealt face up to a row; the others are out of the game.")
	}
	var moves []string
	for move := range strings.FieldsSeq(a.Moves) {
		side := "left"
		if move[0] == 'R' {
			side = "right"
		}
		n, err := strconv.Atoi(move[1:])
		switch {
		case err != nil: // impossible: this package wrote the string
		case n == 1:
			moves = append(moves, "the next pile to the "+side)
		default:
			moves = append(moves, "the "+ordinal(n)+" pile to the "+side)
		}
	}
	var match []string
	for i, words := range []string{"of the same suit", "of different colours", "any cards", "of the same rank"} {
		if a.Match&(1<<i) != 0 {
			match = append(match, words)
		}
	}
	when := ", if their top cards are " + card.Series("or", match)
	if a.Match&MatchAnySuit != 0 {
		when = ", whatever their top cards are"
	}
	return []Section{
		{"The deal", dealt},
		{"The goal", "The game is won when all cards of the row are gathered in one pile."},
		{"The moves", "Each card is a pile at first. A pile may be moved onto " + card.Series("or onto", moves) + when + ". Then the row closes up."},
	}
}

func (r *Rules) describeSequences() []Section {
	v := r.Sequences
	last := rankName(r.MaxRank)
	dealt := "All cards are dealt face up to " + count(v.Count, "row") + " of " + inWords(int(r.MaxRank)) + ". The aces are taken out of the game and leave gaps."
	left := "the card one rank higher than its left neighbour and " + suitOf(v.Build)
	right := "the card one rank lower than its right neighbour and " + suitOf(v.Build)
	own := ""
	if v.FixedSuit {
		own = " of its row's suit"
	}
	two, highest := "the two"+own, "the "+last+own
	if !v.FixedSuit {
		two, highest = "any two", "any "+last
	}
	var moves, goal string
	switch v.Direction {
	case FromRight:
		moves = "A gap takes " + right + ": none if that is a two or a gap itself. A gap at the right end of a row takes " + highest + "."
		goal = "with its gap at the left end"
	case FromBoth:
		moves = "A gap takes " + left + ", or " + right + ". A gap at the left end of a row also takes " + two + ", one at the right end " + highest + "."
		goal = "with its gap at the left or the right end"
	default:
		moves = "A gap takes " + left + ": none if that is " + anA(last) + " or a gap itself. A gap at the left end of a row takes " + two + "."
		goal = "with its gap at the right end"
	}
	if v.FixedSuit {
		moves += " The suits of the rows are " + card.Series("and", rowSuits(v.Count)) + ", from the top."
	}
	moves += " Any card may be moved at any time."
	in := "each card " + suitOf(v.Build) + " as its neighbours, "
	switch v.Build {
	case AnySuit:
		in = "of whatever suits, "
	case RedBlack:
		in = "red and black in turn, "
	case SameSuit:
		in = "in one suit, "
	}
	return []Section{
		{"The deal", dealt},
		{"The goal", "The game is won when each row goes up from the two to the " + last + ", " + in + goal + "."},
		{"The moves", moves},
	}
}

// rowSuits returns the suits of rows whose suit is fixed.
func rowSuits(n int) []string {
	var list []string
	for i := range n {
		list = append(list, suitName(card.Suit(i%card.Suits)))
	}
	return list
}
