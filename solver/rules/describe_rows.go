package rules

import (
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

func (d *describer) accordion() []Section {
	a := d.Accordion
	dealt := d.say("All cards are dealt face up to a row.")
	if a.Size < d.DeckSize() {
		dealt = d.count(a.Size, "A card is dealt face up to a row; the others are out of the game.", "{n} cards are dealt face up to a row; the others are out of the game.")
	}
	var moves []string
	for move := range strings.FieldsSeq(a.Moves) {
		right, n := move[0] == 'R', move[1:]
		switch {
		case n == "1" && right:
			moves = append(moves, d.say("onto the next pile to the right"))
		case n == "1":
			moves = append(moves, d.say("onto the next pile to the left"))
		case right:
			moves = append(moves, d.say("onto the pile {n} places to the right", "n", n))
		default:
			moves = append(moves, d.say("onto the pile {n} places to the left", "n", n))
		}
	}
	var match []string
	if a.Match&MatchSuit != 0 {
		match = append(match, d.say("are alike in suit"))
	}
	if a.Match&MatchColours != 0 {
		match = append(match, d.say("differ in colour"))
	}
	if a.Match&MatchRank != 0 {
		match = append(match, d.say("are alike in rank"))
	}
	may := d.say("A pile may be moved {piles}, if their top cards {match}.", "piles", d.or(moves), "match", d.or(match))
	if a.Match&MatchAnySuit != 0 {
		may = d.say("A pile may be moved {piles}, whatever their top cards are.", "piles", d.or(moves))
	}
	return []Section{
		{"The deal", dealt},
		{"The goal", d.say("The game is won when all cards of the row are gathered in one pile.")},
		{"The moves", sentences(d.say("Each card is a pile at first."), may, d.say("Then the row closes up."))},
	}
}

func (d *describer) sequences() []Section {
	v := d.Sequences
	last := d.the(d.MaxRank)
	highest := d.a(d.MaxRank)
	suit := d.suitOf(v.Build)
	dealt := d.count(v.Count, "All cards are dealt face up to a row of {ranks}.", "All cards are dealt face up to {n} rows of {ranks}.", "ranks", strconv.Itoa(int(d.MaxRank)))
	var moves []string
	ended := d.say("The gap is at the right end of each row.")
	switch v.Direction {
	case FromRight:
		moves = append(moves, d.say("A gap takes the card one rank lower than its right neighbour and {suit}: none if that is a 2 or a gap itself.", "suit", suit))
		ended = d.say("The gap is at the left end of each row.")
	case FromBoth:
		moves = append(moves, d.say("A gap takes the card one rank higher than its left neighbour and {suit}, or the one that is a rank lower than its right neighbour and {suit}.", "suit", suit))
		ended = d.say("The gap of each row is at its left or right end.")
	default:
		moves = append(moves, d.say("A gap takes the card one rank higher than its left neighbour and {suit}: none if that is {card} or a gap itself.", "suit", suit, "card", highest))
	}
	switch {
	case v.Direction == FromRight:
	case v.FixedSuit:
		moves = append(moves, d.say("A gap at the left end of a row takes the 2 of its row’s suit."))
	default:
		moves = append(moves, d.say("A gap at the left end of a row takes any 2."))
	}
	switch {
	case v.Direction == FromLeft:
	case v.FixedSuit:
		moves = append(moves, d.say("A gap at the right end of a row takes {last} of its row’s suit.", "last", last))
	default:
		moves = append(moves, d.say("A gap at the right end of a row takes {card} of any suit.", "card", highest))
	}
	if v.FixedSuit {
		moves = append(moves, d.say("The suits of the rows are {suits}, from the top.", "suits", d.and(d.rowSuits())))
	}
	in := d.say("Suits don’t matter.")
	switch v.Build {
	case RedBlack:
		in = d.say("Red and black take turns.")
	case SameSuit:
		in = d.say("Each row is of one suit.")
	}
	return []Section{
		{"The deal", sentences(dealt, d.say("The aces are taken out of the game and leave gaps."))},
		{"The goal", sentences(d.say("The game is won when each row goes up from the 2 to {last}.", "last", last), in, ended)},
		{"The moves", sentences(append(moves, d.say("Any card may be moved at any time."))...)},
	}
}

// rowSuits returns the suits of rows whose suit is fixed.
func (d *describer) rowSuits() []string {
	var list []string
	for i := range d.Sequences.Count {
		list = append(list, d.suit(card.Suit(i%card.Suits)))
	}
	return list
}
