package rules

import (
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Section is a part of the rules in words.
type Section struct {
	Title string `json:"title" example:"Empty columns"`                                                                      // subject
	Text  string `json:"text" example:"An empty column takes only a king, alone or at the head of a run that may be moved."` // sentences
} //	@name	RuleSection

// Describe returns the rules in sentences: what one needs to play the game at a table, with the meaning that
// docs/build/playing.md specifies. Rules that play differently are described differently. text translates a
// text in English and puts values in the place of their names in braces. Titles are in English.
func (r *Rules) Describe(text func(text string, values map[string]string) string) []Section {
	d := &describer{r, text}
	all := []Section{{"The cards", d.pack()}}
	switch {
	case r.Accordion.Size > 0:
		all = append(all, d.accordion()...)
	case r.Sequences.Count > 0:
		all = append(all, d.sequences()...)
	case r.Rows.Shape != NoRows:
		all = append(all, d.coveredRows()...)
	default:
		all = append(all,
			Section{"The deal", d.deal()},
			Section{"The goal", d.goal()},
			Section{"Foundations", d.foundations()},
			Section{"The hole", d.hole()},
			Section{"Discards", d.discards()},
			Section{"Building", d.building()},
			Section{"Moving cards together", d.groups()},
			Section{"Empty columns", d.spaces()},
			Section{"Redeals", d.redeals()},
			Section{"Cells", d.cells()},
			Section{"The reserve", d.reserve()},
			Section{"The stock", d.stock()})
	}
	return slices.DeleteFunc(all, func(s Section) bool { return s.Text == "" })
}

// describer writes rules in sentences.
type describer struct {
	*Rules
	text func(text string, values map[string]string) string
}

// pack says what cards there are.
func (d *describer) pack() string {
	n := strconv.Itoa(d.DeckSize())
	s := []string{d.say("One pack of {n} cards.", "n", n)}
	if d.Decks == 2 {
		s[0] = d.say("Two packs, together {n} cards.", "n", n)
	}
	switch {
	case d.MaxRank == card.Ace:
		s = append(s, d.say("All of them are aces."))
	case d.MaxRank < card.MaxRank:
		s = append(s, d.say("The highest card of each suit is {card}.", "card", d.the(d.MaxRank)))
	}
	switch d.Suits {
	case 1:
		s = append(s, d.say("All of them count as spades."))
	case 2:
		s = append(s, d.say("Clubs count as spades, and diamonds as hearts."))
	}
	return sentences(s...)
}

// deal says where the cards go, in the order in which they are dealt.
func (d *describer) deal() string {
	var s []string
	switch h := d.Hole; {
	case h.Present && h.Base == card.None:
		s = append(s, d.say("A random card is laid in the hole."))
	case h.Present:
		name := d.say("{rank} of {suit}", "rank", d.rank(h.Base.Rank()), "suit", d.suit(h.Base.Suit()))
		s = append(s, d.say("The {card} is laid in the hole.", "card", name))
	}
	if d.Foundations.Present {
		s = append(s, d.initial())
	}
	if c := d.Cells; c.PreFilled > 0 && c.PreFilled == c.Count {
		s = append(s, d.say("Each cell gets a card."))
	} else if c.PreFilled > 0 {
		s = append(s, d.count(c.PreFilled, "{n} card is laid in a cell.", "{n} cards are laid in cells."))
	}
	if n := d.Stock.Size; n > 0 {
		s = append(s, d.count(n, "{n} card is laid aside as the stock.", "{n} cards are laid aside as the stock."))
	}
	switch v := d.Reserve; {
	case v.Size > 0 && v.Stacked:
		s = append(s, d.count(v.Size, "{n} card lies face up, as a pile, as the reserve.", "{n} cards are piled up, face up, as the reserve."))
	case v.Size > 0:
		s = append(s, d.count(v.Size, "{n} card lies face up as the reserve.", "{n} cards are spread out, face up, as the reserve."))
	}
	if d.Tableau.Count > 0 {
		s = append(s, d.columns()...)
	}
	return sentences(s...)
}

// initial says what the deal puts on the foundations.
func (d *describer) initial() string {
	f := d.Foundations
	random := f.Base == RandomBase
	switch {
	case f.Initial == InitialAll && random:
		return d.say("All cards of one rank, which the deal decides, are laid on the foundations; that rank is the base.")
	case f.Initial == InitialAll && f.Base == card.Ace:
		return d.say("All aces are laid on the foundations.")
	case f.Initial == InitialAll:
		return d.say("All cards of rank {rank} are laid on the foundations.", "rank", d.rank(f.Base))
	case f.Initial == InitialOne && random:
		return d.say("A random card is laid on its foundation; its rank is the base of all foundations.")
	case f.Initial == InitialOne:
		return d.say("The {card} is laid on its foundation.", "card", d.say("{rank} of {suit}", "rank", d.rank(f.Base), "suit", d.suit(card.Clubs)))
	case f.Initial == InitialThree:
		return d.say("The first card gives the base of all foundations by its rank, and the other three cards of that rank are laid on theirs.")
	case random:
		return d.say("The deal also decides a rank, which is the base of all foundations.")
	}
	return ""
}

// columns says what the deal puts in the columns.
func (d *describer) columns() []string {
	t := &d.Tableau
	sizes := d.ColumnSizes()
	all := d.placed() == 0
	dealt := 0
	for _, n := range sizes {
		dealt += n
	}
	n, cards := strconv.Itoa(t.Count), strconv.Itoa(dealt)
	var s []string
	switch {
	case dealt == 0:
		return []string{d.count(t.Count, "The column is empty at the start.", "The {n} columns are empty at the start.")}
	case t.Count > 2 && slices.Equal(sizes, steps(t.Count)) && all:
		s = append(s, d.say("The cards are dealt to a triangle of {n} columns: one card to the first, two to the second and so on.", "n", n))
	case t.Count > 2 && slices.Equal(sizes, steps(t.Count)):
		s = append(s, d.say("The other cards are dealt to a triangle of {n} columns: one card to the first, two to the second and so on.", "n", n))
	case t.Count == 1:
		s = append(s, d.count(dealt, "A card is dealt to one column.", "{n} cards are dealt to one column."))
	case slices.Min(sizes) == slices.Max(sizes) && all:
		s = append(s, d.say("The {cards} cards are dealt to {n} columns, {each} to each.", "cards", cards, "n", n, "each", strconv.Itoa(sizes[0])))
	case slices.Min(sizes) == slices.Max(sizes):
		s = append(s, d.say("The other {cards} cards are dealt to {n} columns, {each} to each.", "cards", cards, "n", n, "each", strconv.Itoa(sizes[0])))
	default:
		s = append(s, d.count(dealt, "A card is dealt to one of {columns} columns: {sizes}.", "{n} cards are dealt to {columns} columns: {sizes}.", "columns", n, "sizes", d.each(sizes)))
	}
	if d.Foundations.Initial == InitialThree {
		s = append(s, d.say("The first card is the deepest of the first column."))
	}
	switch down := d.FaceDownCards(); {
	case t.OnlyTopFaceUp && slices.Max(sizes) > 1:
		s = append(s, d.say("Only the top card of each column lies face up."))
	case down != nil:
		s = append(s, d.say("The deepest cards lie face down: {cards}.", "cards", d.each(down)))
	default:
		s = append(s, d.say("All lie face up."))
	}
	if d.FaceDown() && slices.Max(sizes) > 1 {
		s = append(s, d.say("A card that is uncovered is turned up at once."))
	}
	if t.KingsToBottom {
		s = append(s, d.kingsToBottom())
	}
	return s
}

// kingsToBottom says which cards the deal puts under the others.
func (d *describer) kingsToBottom() string {
	switch f := d.Foundations; {
	case f.Present && f.Base == RandomBase:
		return d.say("Then the cards of the rank below the base are put under the other cards of their column.")
	case f.Present && f.Base != card.Ace:
		return d.say("Then the cards of rank {rank} are put under the other cards of their column.", "rank", d.rank(f.Base-1))
	case d.MaxRank == card.MaxRank:
		return d.say("Then the kings of each column are put under its other cards.")
	}
	return d.say("Then the cards of rank {rank} are put under the other cards of their column.", "rank", d.rank(d.MaxRank))
}

// steps returns 1, 2 … n.
func steps(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i + 1
	}
	return list
}

// each says how many cards each column has, from left to right.
func (d *describer) each(ns []int) string {
	type span struct{ n, first, last int }
	var spans []span
	for i, n := range ns {
		if last := len(spans) - 1; last >= 0 && spans[last].n == n {
			spans[last].last = i + 1
		} else {
			spans = append(spans, span{n, i + 1, i + 1})
		}
	}
	var list []string
	if len(spans) > 3 {
		for _, n := range ns {
			list = append(list, strconv.Itoa(n))
		}
		return d.say("{numbers}, from left to right", "numbers", d.and(list))
	}
	for _, s := range spans {
		n, first, last := strconv.Itoa(s.n), strconv.Itoa(s.first), strconv.Itoa(s.last)
		if s.first == s.last {
			list = append(list, d.say("{n} in column {first}", "n", n, "first", first))
		} else {
			list = append(list, d.say("{n} each in columns {first} to {last}", "n", n, "first", first, "last", last))
		}
	}
	return d.and(list)
}
