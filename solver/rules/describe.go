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

// Describe returns the rules in English sentences: what one needs to play the game at a
// table, with the meaning that docs/build/playing.md specifies. Rules that play differently are
// described differently.
func (r *Rules) Describe() []Section {
	all := []Section{{"The cards", r.describePack()}}
	switch {
	case r.Accordion.Size > 0:
		all = append(all, r.describeAccordion()...)
	case r.Sequences.Count > 0:
		all = append(all, r.describeSequences()...)
	case r.Rows.Shape != NoRows:
		all = append(all, r.describeCoveredRows()...)
	default:
		all = append(all,
			Section{"The deal", r.describeDeal()},
			Section{"The goal", r.describeGoal()},
			Section{"Foundations", r.describeFoundations()},
			Section{"The hole", r.describeHole()},
			Section{"Discards", r.describeDiscard()},
			Section{"Building", r.describeBuilding()},
			Section{"Moving cards together", r.describeGroups()},
			Section{"Empty columns", r.describeSpaces()},
			Section{"Redeals", r.describeRedeal()},
			Section{"Cells", r.describeCells()},
			Section{"The reserve", r.describeReserve()},
			Section{"The stock", r.describeStock()})
	}
	return slices.DeleteFunc(all, func(s Section) bool { return s.Text == "" })
}

// describePack says what cards there are.
func (r *Rules) describePack() string {
	s := "One pack of "
	if r.Decks == 2 {
		s = "Two packs, together "
	}
	s += strconv.Itoa(r.DeckSize()) + " cards"
	switch {
	case r.MaxRank == card.Ace:
		s += ", all of them aces"
	case r.MaxRank < card.MaxRank:
		s += ", from the ace to the " + rankName(r.MaxRank) + " in each suit"
	}
	switch r.Suits {
	case 1:
		s += ", all of which count as spades"
	case 2:
		s += "; clubs count as spades and diamonds as hearts"
	}
	return s + "."
}

// describeDeal says where the cards go, in the order in which they are dealt.
func (r *Rules) describeDeal() string {
	var s []string
	if h := r.Hole; h.Present {
		s = append(s, ifElse(h.Base == card.None, "A random card", upper(cardName(h.Base)))+" is laid in the hole.")
	}
	if r.Foundations.Present {
		s = append(s, r.describeInitial())
	}
	if c := r.Cells; c.PreFilled > 0 {
		s = append(s, ifElse(c.PreFilled == c.Count, "Each cell gets a card.", laid(c.PreFilled, "laid in cells.")))
	}
	if r.Stock.Size > 0 {
		s = append(s, laid(r.Stock.Size, "laid aside as the stock."))
	}
	if v := r.Reserve; v.Size > 0 {
		s = append(s, laid(v.Size, ifElse(v.Stacked, "piled up", "spread out")+", face up, as the reserve."))
	}
	if r.Tableau.Count > 0 {
		s = append(s, r.describeColumns())
	}
	return sentences(s...)
}

// describeInitial says what the deal puts on the foundations.
func (r *Rules) describeInitial() string {
	f := r.Foundations
	random := f.Base == RandomBase
	base := rankName(f.Base)
	switch {
	case f.Initial == InitialAll && random:
		return "All cards of one rank, which the deal decides, are laid on the foundations; that rank is the base."
	case f.Initial == InitialAll:
		return "All " + plural(base) + " are laid on the foundations."
	case f.Initial == InitialOne && random:
		return "A random card is laid on its foundation; its rank is the base of all foundations."
	case f.Initial == InitialOne:
		return "The " + base + " of clubs is laid on its foundation."
	case f.Initial == InitialThree:
		return "The first card gives the base of all foundations by its rank, and the other three cards of that rank are laid on theirs."
	case random:
		return "The deal also decides a rank, which is the base of all foundations."
	}
	return ""
}

// describeColumns says what the deal puts in the columns.
func (r *Rules) describeColumns() string {
	t := &r.Tableau
	sizes := r.ColumnSizes()
	rest := "The "
	if r.placed() > 0 {
		rest += "other "
	}
	dealt := 0
	for _, n := range sizes {
		dealt += n
	}
	if dealt == 0 {
		return upper(count(t.Count, "column")) + " " + isOrAre(t.Count) + " empty at the start."
	}
	var s string
	if t.Count > 2 && slices.Equal(sizes, steps(t.Count)) {
		s = rest + "cards are dealt to a triangle of " + count(t.Count, "column") + ": one card to the first, two to the second and so on"
	} else {
		s = rest + count(dealt, "card")
		s += " " + isOrAre(dealt) + " dealt to " + count(t.Count, "column")
		switch {
		case t.Count > 1 && slices.Min(sizes) == slices.Max(sizes):
			s += ", " + inWords(sizes[0]) + " to each"
		case t.Count > 1:
			s += ": " + each(sizes, "card")
		}
	}
	if r.Foundations.Initial == InitialThree {
		s += ", the first card deepest in the first column"
	}
	switch down := r.FaceDownCards(); {
	case t.OnlyTopFaceUp && slices.Max(sizes) > 1:
		s += ". Only the top card of each column lies face up"
	case down != nil:
		s += ". The deepest cards lie face down: " + each(down, "card")
	default:
		s += ", all face up"
	}
	s += "."
	if r.FaceDown() && slices.Max(sizes) > 1 {
		s += " A card that is uncovered is turned up at once."
	}
	if t.KingsToBottom {
		s += " Then the " + plural(r.kings()) + " of each column are put under its other cards."
	}
	return s
}

// steps returns 1, 2 … n.
func steps(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i + 1
	}
	return list
}

// each says how many things each column has, from left to right.
func each(ns []int, thing string) string {
	type span struct{ n, columns int }
	var spans []span
	for _, n := range ns {
		if last := len(spans) - 1; last >= 0 && spans[last].n == n {
			spans[last].columns++
		} else {
			spans = append(spans, span{n, 1})
		}
	}
	switch {
	case len(spans) == 1:
		return count(ns[0], thing) + " each"
	case len(spans) == 2:
		return ifElse(spans[0].n == 0, "none", count(spans[0].n, thing)) + " in " + ofColumns("the first", spans[0].columns) +
			" and " + ifElse(spans[1].n == 0, "none", inWords(spans[1].n)) + " in " + ofColumns("the other", spans[1].columns)
	}
	var list []string
	for _, n := range ns {
		list = append(list, strconv.Itoa(n))
	}
	return card.Series("and", list) + " " + thing + "s, from left to right"
}

func ofColumns(which string, n int) string {
	if n == 1 {
		return which + " one"
	}
	return "each of " + which + " " + inWords(n)
}
