package rules

import (
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

func (r *Rules) describeGoal() string {
	switch {
	case r.Discard.Policy == DiscardLowerSuit:
		return "The game is won when all cards are gone but the aces, and the stock is empty."
	case r.Discards():
		return "The game is won when all cards are gone."
	case r.Hole.Present:
		return "The game is won when all cards are in the hole."
	case r.Foundations.CompleteOnly:
		return "The game is won when all cards are on the foundations, to which they go in complete runs of a suit."
	}
	return "The game is won when all cards are on the foundations."
}

func (r *Rules) describeFoundations() string {
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
	s = append(s, "Cards come there from "+card.Series("or", r.sources())+", but never have to.")
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

// sources returns the places from which single cards are played.
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

func (r *Rules) describeHole() string {
	h := r.Hole
	if !h.Present {
		return ""
	}
	s := "A card may be laid in the hole if it is one rank above or below the card that lies there, of whatever suit."
	if r.MaxRank == card.Ace && h.Loops {
		s = "An ace may be laid in the hole."
	}
	s += r.describeLoops(h.Loops)
	if h.DeadKings {
		s += " No card may be laid on " + anA(rankName(r.MaxRank)) + "."
		if r.Stock.To == ToHole {
			s = strings.TrimSuffix(s, ".") + ", except from the stock."
		}
	}
	return s + " Cards come there from " + card.Series("or", r.sources()) + ", and stay there."
}

// suitOf says which suits a policy allows on each other.
func suitOf(b Build) string {
	switch b {
	case RedBlack:
		return "of the other colour"
	case SameSuit:
		return "of the same suit"
	case SameColour:
		return "of the same colour"
	case OtherSuit:
		return "of another suit"
	}
	return "of any suit"
}

// rankOf says which ranks are built on each other.
func (t *Tableau) rankOf() string {
	return ifElse(t.UpOrDown, "one rank lower or higher", "one rank lower")
}

func (r *Rules) describeBuilding() string {
	t := &r.Tableau
	switch {
	case t.Count == 0:
		return ""
	case r.Discards():
		return "No card is laid on another" + ifElse(r.Stock.To == ToTableau && r.Stock.Size > 0, ", except from the stock.", ".")
	case t.Build == NoBuild:
		return "Nothing is laid on the columns, " + ifElse(t.Spaces < SpacesReserveThenAny, "not even on an empty one.", "except when an empty one is filled.")
	}
	s := "A card may be laid on the top card of a column if it is " + t.rankOf() + " and " + suitOf(t.Build) + "."
	f := r.Foundations
	last := rankName(r.MaxRank)
	switch {
	case r.MaxRank == card.Ace:
		s = "No card may be laid on another."
	case t.UpOrDown:
		s += r.describeEnds()
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
	return s + " Cards come from " + card.Series("or", from) + "."
}

// describeEnds says, where cards are built up as well as down, which of the highest and the lowest
// ranks are no neighbours.
func (r *Rules) describeEnds() string {
	f := r.Foundations
	last := rankName(r.MaxRank)
	ends := func(base, below string) string {
		return " " + upper(anA(below)) + " goes on no " + base + ", and no " + base + " on " + anA(below) + "."
	}
	round := " Ranks go round: ace and " + last + " are neighbours. But"
	switch {
	case r.MaxRank == 2:
		return "" // the two ranks are neighbours anyway
	case !f.Present || f.Base == card.Ace:
		return ends("ace", last)
	case f.Base == RandomBase:
		return round + " a card of the base rank and one of the rank below it don't go on each other."
	default:
		return round + strings.ToLower(ends(rankName(f.Base), rankName(f.Base-1)))
	}
}

func (r *Rules) describeGroups() string {
	t := &r.Tableau
	if t.Count == 0 || t.Build == NoBuild {
		return ""
	}
	run := "Cards that lie face up at the end of a column form a run if each is " + t.rankOf() + " than the card it lies on and " + suitOf(t.GroupPolicy) + "."
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
	return "to " + card.Series("or", list)
}

// kings returns the name of the last cards of the foundations.
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

func (r *Rules) describeSpaces() string {
	t := &r.Tableau
	if r.Discards() {
		return r.describeDiscardSpaces()
	}
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
		reserve += ", with any of its cards"
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
		s += " If several are empty, choose which to fill first."
	}
	return s
}

func (r *Rules) describeRedeal() string {
	t := &r.Tableau
	if t.Packets == 0 {
		return ""
	}
	gathered := "the columns may be gathered from left to right, each from its deepest card"
	if r.Stock.To == ToRedeal && r.Stock.Size > 0 {
		gathered += ", then the stock's next cards as far as there is room"
	}
	s := "At any time " + gathered + ", and dealt again without shuffling"
	if t.Count > 1 {
		s += ": " + count(t.Packets, "card") + " to the first column, then as many to the second and so on, as far as the cards go"
	}
	return s + ". This may be done " + times(t.Redeals) + "."
}

func (r *Rules) describeCells() string {
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
		s += " Any card from " + card.Series("or", from) + " may be put in an empty one."
	}
	if n > 1 {
		s += " Cards don't move from cell to cell."
	}
	return s
}

func (r *Rules) describeReserve() string {
	switch v := r.Reserve; {
	case v.Size == 0:
		return ""
	case v.Stacked && v.Size > 1:
		return "Only the top card of the reserve can be played. Nothing is ever put there."
	default:
		return "Each card of the reserve can be played. Nothing is ever put there."
	}
}

func (r *Rules) describeStock() string {
	v := r.Stock
	if v.Size == 0 {
		return ""
	}
	switch v.To {
	case ToSpaces:
		return "Its cards are dealt, face up, to empty columns only."
	case ToRedeal:
		return "Its cards come to the columns, face up, only when these are dealt again."
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
	if r.Rows.ToWaste {
		return r.describeTurns()
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
	if v.Redeals == 0 {
		return s + " The waste is not turned over again."
	}
	return s + " When the stock is empty, the waste may be turned over to be the stock again, " +
		times(v.Redeals) + ifElse(v.Redeals > 1, " in the game.", ".")
}

// describeTurns says how the stock is turned to a waste that is built on. Its first card lies there
// from the start.
func (r *Rules) describeTurns() string {
	v, left := r.Stock, r.Stock.Size-1
	switch {
	case left == 0:
		return ""
	case left == 1:
		return "The card of the stock may be turned to the waste at any time."
	case v.Count == left:
		return "The whole stock is turned to the waste at once, card by card, at any time."
	case v.Count == 1:
		return "The stock is turned to the waste one card at a time, at any time. It is gone through once."
	}
	return "The stock is turned to the waste " + count(v.Count, "card") + " at a time, or as many as are left, at any time. It is gone through once."
}
