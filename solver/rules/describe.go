package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Section is a part of the rules in words.
type Section struct {
	Title string // "Empty columns"
	Text  string // whole sentences
}

// Describe says the rules in English sentences, with the meaning that docs/playing.md
// gives them: what one needs to play the game at a table. Rules that play differently
// are described differently.
func (r *Rules) Describe() []Section {
	all := []Section{{"The cards", r.sayPack()}}
	switch {
	case r.Accordion.Size > 0:
		all = append(all, r.sayAccordion()...)
	case r.Sequences.Count > 0:
		all = append(all, r.saySequences()...)
	default:
		all = append(all,
			Section{"The deal", r.sayDeal()},
			Section{"The goal", r.sayGoal()},
			Section{"Foundations", r.sayFoundations()},
			Section{"The hole", r.sayHole()},
			Section{"Building", r.sayBuilding()},
			Section{"Moving cards together", r.sayGroups()},
			Section{"Empty columns", r.saySpaces()},
			Section{"Cells", r.sayCells()},
			Section{"The reserve", r.sayReserve()},
			Section{"The stock", r.sayStock()})
	}
	return slices.DeleteFunc(all, func(s Section) bool { return s.Text == "" })
}

// sayPack says what cards there are.
func (r *Rules) sayPack() string {
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

// sayDeal says where the cards go, in the order in which they are dealt.
func (r *Rules) sayDeal() string {
	var s []string
	if h := r.Hole; h.Present {
		if h.Base == card.None {
			s = append(s, "One card, whichever it may be, is laid in the hole.")
		} else {
			s = append(s, upper(cardName(h.Base))+" is laid in the hole.")
		}
	}
	if r.Foundations.Present {
		s = append(s, r.sayInitial())
	}
	if c := r.Cells; c.PreFilled > 0 {
		if c.PreFilled == c.Count {
			s = append(s, "Each cell gets a card.")
		} else {
			s = append(s, upper(count(c.PreFilled, "card"))+" "+isOrAre(c.PreFilled)+" laid in cells.")
		}
	}
	if r.Stock.Size > 0 {
		s = append(s, upper(count(r.Stock.Size, "card"))+" "+isOrAre(r.Stock.Size)+" laid aside as the stock.")
	}
	if v := r.Reserve; v.Size > 0 {
		if v.Stacked {
			s = append(s, upper(count(v.Size, "card"))+" "+isOrAre(v.Size)+" piled up, face up, as the reserve.")
		} else {
			s = append(s, upper(count(v.Size, "card"))+" "+isOrAre(v.Size)+" spread out, face up, as the reserve.")
		}
	}
	if r.Tableau.Count > 0 {
		s = append(s, r.sayColumns())
	}
	return sentences(s...)
}

// sayInitial says what the deal does to the foundations.
func (r *Rules) sayInitial() string {
	f := r.Foundations
	random := f.Base == RandomBase
	base := rankName(f.Base)
	switch {
	case f.Initial == InitialAll && random:
		return "All cards of one rank, which the deal decides, are laid on the foundations; that rank is the base."
	case f.Initial == InitialAll:
		return "All " + plural(base) + " are laid on the foundations."
	case f.Initial == InitialOne && random:
		return "One card, whichever it may be, is laid on its foundation; its rank is the base of all foundations."
	case f.Initial == InitialOne:
		return "The " + base + " of clubs is laid on its foundation."
	case f.Initial == InitialThree:
		return "The first card gives the base of all foundations by its rank, and the other three cards of that rank are laid on theirs."
	case random:
		return "The deal also decides a rank, which is the base of all foundations."
	}
	return ""
}

// sayColumns says what the columns get.
func (r *Rules) sayColumns() string {
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

// steps are 1, 2 … n.
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
	return join(list, "and") + " " + thing + "s, from left to right"
}

func ofColumns(which string, n int) string {
	if n == 1 {
		return which + " one"
	}
	return "each of " + which + " " + inWords(n)
}

func (r *Rules) sayGoal() string {
	switch {
	case r.Hole.Present:
		return "The game is won when all cards are in the hole."
	case r.Foundations.CompleteOnly:
		return "The game is won when all cards are on the foundations, to which they go in complete runs of a suit."
	}
	return "The game is won when all cards are on the foundations."
}

func (r *Rules) sayFoundations() string {
	f := r.Foundations
	if !f.Present {
		return ""
	}
	var s []string
	it, takes := "It is", "It takes"
	switch n := r.Copies(); {
	case n == 1:
		s = append(s, "There is a foundation for each suit.")
	case r.Suits == 1:
		s = append(s, "There are "+count(n, "foundation")+".")
	default:
		s = append(s, "There are "+count(n, "foundation")+" for each suit.")
	}
	if r.Copies() > 1 {
		it, takes = "Each is", "Each takes"
	}
	last := rankName(r.MaxRank)
	if f.CompleteOnly {
		if r.MaxRank == card.Ace {
			s = append(s, "A card that lies face up at the end of a column goes to an empty one of its suit, and stays there.")
		} else {
			s = append(s, "Nothing goes there but all cards of a suit in one move: when they lie face up at the end of a column in order, from the "+
				last+" down to the ace, whatever lies under them and whatever else may move, they may go to an empty one of their suit, where they stay. Single cards don't.")
		}
		return sentences(s...)
	}
	start := "the " + rankName(f.Base)
	if f.Base == RandomBase {
		start = "the card of the base rank"
	}
	switch {
	case r.MaxRank == card.Ace:
		s = append(s, takes+" an ace.")
	case f.Base == card.Ace:
		s = append(s, it+" built up in suit, card by card, from "+start+" to the "+last+".")
	case f.Base == RandomBase:
		s = append(s, it+" built up in suit, card by card, from "+start+"; the ace follows the "+last+", unless the ace is the base.")
	default:
		s = append(s, it+" built up in suit, card by card, from "+start+" to the "+rankName(f.Base-1)+"; the ace follows the "+last+".")
	}
	s = append(s, "Cards come there from "+join(r.sources(), "or")+", but never have to.")
	switch {
	case !f.Removable:
		s = append(s, "What lies there stays there.")
	case r.MaxRank == card.Ace:
		s = append(s, "The ace may be taken back at any time.")
	default:
		s = append(s, "The top card may be taken back into play at any time, down to the first.")
	}
	return sentences(s...)
}

// sources are the places from which single cards are played.
func (r *Rules) sources() []string {
	var list []string
	if r.Tableau.Count > 0 {
		list = append(list, "the tops of the columns")
	}
	if r.Cells.Count > 0 {
		list = append(list, "the cells")
	}
	if r.Reserve.Size > 0 {
		list = append(list, "the reserve")
	}
	if r.Waste() {
		list = append(list, "the top of the waste")
	}
	return list
}

func (r *Rules) sayHole() string {
	h := r.Hole
	if !h.Present {
		return ""
	}
	s := "A card may be laid in the hole if it is one rank above or below the card that lies there, of whatever suit."
	if r.MaxRank > 2 {
		if h.Loops {
			s += " The ace and the " + rankName(r.MaxRank) + " are neighbours."
		} else {
			s += " The ace and the " + rankName(r.MaxRank) + " are no neighbours."
		}
	}
	return s + " Cards come there from " + join(r.sources(), "or") + ", and stay there."
}

// suitOf says which suits a policy lets lie on each other.
func suitOf(b Build) string {
	switch b {
	case RedBlack:
		return "of the other colour"
	case SameSuit:
		return "of the same suit"
	}
	return "of any suit"
}

func (r *Rules) sayBuilding() string {
	t := &r.Tableau
	switch {
	case t.Count == 0:
		return ""
	case t.Build == NoBuild:
		return "Nothing is laid on the columns, " + ifElse(t.Spaces < SpacesReserveThenAny, "not even on an empty one.", "except when an empty one is filled.")
	}
	s := "A card may be laid on the top card of a column if it is one rank lower and " + suitOf(t.Build) + "."
	f := r.Foundations
	last := rankName(r.MaxRank)
	switch {
	case r.MaxRank == card.Ace:
		s = "No card may be laid on another."
	case !f.Present || f.Base == card.Ace:
		s += " Nothing goes on an ace."
	case f.Base == RandomBase:
		s += " Ranks go round: " + anA(last) + " may be laid on an ace. But nothing goes on a card of the base rank."
	default:
		s += " Ranks go round: " + anA(last) + " may be laid on an ace. But nothing goes on " + anA(rankName(f.Base)) + "."
	}
	from := r.sources()
	if f.Removable {
		from = append(from, "a foundation")
	}
	return s + " Cards come from " + join(from, "or") + "."
}

func (r *Rules) sayGroups() string {
	t := &r.Tableau
	if t.Count == 0 || t.Build == NoBuild {
		return ""
	}
	run := "Cards that lie face up at the end of a column form a run if each is one rank lower than the card it lies on and " + suitOf(t.GroupPolicy) + "."
	if t.GroupPolicy == NoBuild || r.MaxRank == card.Ace {
		run = "No two cards form a run; a single card is one." // as if they moved one by one
	}
	aside := ""
	if to := r.asides(); to != "" {
		aside = " " + upper(to) + " the top card goes by itself all the same."
	}
	var s string
	switch t.Groups {
	case GroupsNo:
		return "Cards move one at a time."
	case GroupsAny:
		return "Any card that lies face up may be moved to another column together with all cards on it, whether they are in order or not. It is the deepest of them that has to fit there."
	case GroupsYes:
		s = run + " From column to column a run may be moved as a whole, or any part of it from some card to its end."
	case GroupsMaximal:
		s = run + " From column to column only the longest run at the end of a column moves, as a whole." + aside
	case GroupsWholePile:
		s = run + " From column to column only a whole column moves, if all of it is one run." + aside
	}
	s += " It is the highest card that has to fit where a run goes"
	if t.Target == TargetGroup {
		s += ", and two or more cards go only where they make a longer run"
	}
	return s + "."
}

// asides says where cards go one by one, whatever moves between columns.
func (r *Rules) asides() string {
	var list []string
	if r.Foundations.Present && !r.Foundations.CompleteOnly {
		list = append(list, "a foundation")
	}
	if r.Hole.Present {
		list = append(list, "the hole")
	}
	if r.Cells.Count > 0 {
		list = append(list, "a cell")
	}
	if len(list) == 0 {
		return ""
	}
	return "to " + join(list, "or")
}

// kings is the name of the last cards of the foundations.
func (r *Rules) kings() string {
	f := r.Foundations
	switch {
	case !f.Present || f.Base == card.Ace:
		return rankName(r.MaxRank)
	case f.Base == RandomBase:
		return "card of the rank below the base"
	}
	return rankName(f.Base - 1)
}

func (r *Rules) saySpaces() string {
	t := &r.Tableau
	if t.Count == 0 || t.Build == NoBuild && t.Spaces < SpacesReserveThenAny {
		return ""
	}
	anything, with := "any card", ""
	switch t.Groups {
	case GroupsNo:
	case GroupsAny:
		anything, with = "any card, alone or with the cards on it", ", alone or with the cards on it"
	default:
		anything, with = "any card or run that may be moved", ", alone or at the head of a run that may be moved"
	}
	reserve := "An empty column is filled from the reserve before anything else is done"
	if !r.Reserve.Stacked {
		reserve += ", with whichever of its cards one likes"
	}
	reserve += ". "
	if r.Reserve.Size == 0 {
		reserve = ""
	}
	s := ""
	switch t.Spaces {
	case SpacesNone:
		s = "An empty column stays empty."
		if r.Stock.Size > 0 && r.Stock.To == ToTableau && r.Stock.OntoSpaces {
			s = "Nothing is moved to an empty column; only the stock may deal a card there."
		}
		return s
	case SpacesAny:
		return "An empty column takes " + anything + "."
	case SpacesKings:
		king := r.kings()
		return "An empty column takes only " + anA(king) + with + "."
	case SpacesReserveThenAny:
		s = reserve + ifElse(reserve == "", "An empty column takes ", "When the reserve is empty, it takes ") + anything + "."
	case SpacesReserveThenWaste:
		s = reserve + ifElse(reserve == "", "An empty column", "When the reserve is empty, it")
		if r.Waste() {
			s += " takes only the top card of the waste."
		} else {
			s += " stays empty."
		}
		if t.Freeze {
			s += " As long as one is empty then, no card moves onto any column but from the waste."
		}
	case SpacesWasteThenStock:
		s = "An empty column is filled with the top card of the waste before anything else is done or, if there is none, with the next card of the stock. When both are used up, it takes " + anything + "."
	}
	if t.Build == NoBuild {
		s, _, _ = strings.Cut(s, " When ")
		s += " After that it stays empty."
		if reserve == "" && t.Spaces != SpacesWasteThenStock {
			s = "An empty column stays empty."
		}
	} else if t.Count > 1 && (reserve != "" || t.Spaces == SpacesWasteThenStock) {
		s += " If several are empty, one chooses which to fill first."
	}
	return s
}

func (r *Rules) sayCells() string {
	n := r.Cells.Count
	if n == 0 {
		return ""
	}
	var from []string
	for _, s := range r.sources() {
		if s != "the cells" {
			from = append(from, s)
		}
	}
	if r.Foundations.Removable {
		from = append(from, "a foundation")
	}
	s := "There is one cell, which holds one card."
	if n > 1 {
		s = "There are " + count(n, "cell") + ", each of which holds one card."
	}
	if len(from) > 0 {
		s += " Any card from " + join(from, "or") + " may be put in an empty one."
	}
	if n > 1 {
		s += " Cards don't move from cell to cell."
	}
	return s
}

func (r *Rules) sayReserve() string {
	switch v := r.Reserve; {
	case v.Size == 0:
		return ""
	case v.Stacked && v.Size > 1:
		return "Only the top card of the reserve can be played. Nothing is ever put there."
	default:
		return "Each card of the reserve can be played. Nothing is ever put there."
	}
}

func (r *Rules) sayStock() string {
	v := r.Stock
	if v.Size == 0 {
		return ""
	}
	switch v.To {
	case ToHole:
		return "The next card of the stock may be laid in the hole at any time, whatever its rank."
	case ToTableau:
		s := "Dealing from the stock lays one card, face up, on each column"
		switch left := v.Size % r.Tableau.Count; {
		case v.Size < r.Tableau.Count:
			s = "Dealing the stock lays its " + count(v.Size, "card") + ", face up, on the first " + ifElse(v.Size == 1, "column", inWords(v.Size)+" columns")
		case left > 0:
			s += ", and the last time the remaining " + count(left, "card") + " on the first " + ifElse(left == 1, "one", inWords(left))
		}
		if v.OntoSpaces {
			return s + ". It may be done at any time, " + ifElse(r.Tableau.Count == 1, "on an empty column too.", "also while columns are empty.")
		}
		return s + ". It may be done only while no column is empty."
	}
	var s string
	switch {
	case v.Size == 1:
		s = "The card of the stock may be turned to the waste at any time, from where it can be played."
	case v.Count == v.Size:
		s = "The whole stock is turned to the waste at once, card by card. The top card of the waste can be played."
	case v.Count == 1:
		s = "The stock is turned to the waste one card at a time. The top card of the waste can be played."
	default:
		s = "The stock is turned to the waste " + count(v.Count, "card") + " at a time, or as many as are left. Only the top card of the waste can be played."
	}
	switch v.Redeals {
	case 0:
		return s + " The waste is not turned over again."
	case Unlimited:
		return s + " When the stock is empty, the waste may be turned over to be the stock again, as often as one likes."
	case 1:
		return s + " When the stock is empty, the waste may be turned over to be the stock again, once."
	}
	return s + " When the stock is empty, the waste may be turned over to be the stock again, " +
		ifElse(v.Redeals == 2, "twice", inWords(v.Redeals)+" times") + " in the game."
}

func (r *Rules) sayAccordion() []Section {
	a := r.Accordion
	dealt := "All cards are dealt face up to a row."
	if a.Size < r.DeckSize() {
		dealt = upper(count(a.Size, "card")) + " " + isOrAre(a.Size) + " dealt face up to a row; the others are out of the game."
	}
	var moves []string
	for move := range strings.FieldsSeq(a.Moves) {
		side := "left"
		if move[0] == 'R' {
			side = "right"
		}
		n, err := strconv.Atoi(move[1:])
		switch {
		case err != nil: // it can't be: the text is written by this package
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
	when := ", if their top cards are " + join(match, "or")
	if a.Match&MatchAnySuit != 0 {
		when = ", whatever their top cards are"
	}
	return []Section{
		{"The deal", dealt},
		{"The goal", "The game is won when all cards of the row are gathered in one pile."},
		{"The moves", "Each card is a pile at first. A pile may be moved onto " + join(moves, "or onto") + when + ". Then the row closes up."},
	}
}

func (r *Rules) saySequences() []Section {
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
		moves += " The suits of the rows are " + join(rowSuits(v.Count), "and") + ", from the top."
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

// rowSuits are the suits of rows whose suit is fixed.
func rowSuits(n int) []string {
	var list []string
	for i := range n {
		list = append(list, suitName(card.Suit(i%card.Suits)))
	}
	return list
}

// What follows is English.

func sentences(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " ")
}

func ifElse(so bool, then, otherwise string) string {
	if so {
		return then
	}
	return otherwise
}

var numerals = []string{
	"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
}

// inWords writes a small number as a word.
func inWords(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return strconv.Itoa(n)
}

// count writes so many things: "no cards", "one card", "two cards".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return inWords(n) + " " + thing
}

func isOrAre(n int) string { return ifElse(n == 1, "is", "are") }

var ordinals = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

func ordinal(n int) string {
	if n < len(ordinals) {
		return ordinals[n]
	}
	ending := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}

// upper begins a sentence.
func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// join writes a list: "a, b or c".
func join(list []string, last string) string {
	n := len(list) - 1
	if n < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:n], ", ") + " " + last + " " + list[n]
}

func anA(word string) string { return ifElse(strings.ContainsAny(word[:1], "ae"), "an ", "a ") + word }

// plural is the plural of a card's name.
func plural(word string) string {
	if cards, below := strings.CutPrefix(word, "card "); below {
		return "cards " + cards
	}
	return word + ifElse(strings.HasSuffix(word, "x"), "es", "s")
}

var rankNames = []string{"", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"}

func rankName(r card.Rank) string { return rankNames[r] }

func suitName(s card.Suit) string { return []string{"clubs", "hearts", "spades", "diamonds"}[s] }

func cardName(c card.Card) string { return "the " + rankName(c.Rank()) + " of " + suitName(c.Suit()) }
