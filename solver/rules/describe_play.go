package rules

import (
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

func (d *describer) goal() string {
	switch {
	case d.Discard.Policy == DiscardLowerSuit:
		return d.say("The game is won when all cards are gone but the aces, and the stock is empty.")
	case d.Discards():
		return d.say("The game is won when all cards are gone.")
	case d.Hole.Present:
		return d.say("The game is won when all cards are in the hole.")
	case d.Foundations.CompleteOnly:
		return d.say("The game is won when all cards are on the foundations, to which they go in complete runs of a suit.")
	}
	return d.say("The game is won when all cards are on the foundations.")
}

func (d *describer) foundations() string {
	f := d.Foundations
	if !f.Present {
		return ""
	}
	var s []string
	switch n := d.Copies(); {
	case n == 1:
		s = append(s, d.say("There is a foundation for each suit."))
	case d.Suits == 1:
		s = append(s, d.say("There are {n} foundations.", "n", strconv.Itoa(n)))
	default:
		s = append(s, d.say("There are {n} foundations for each suit.", "n", strconv.Itoa(n)))
	}
	if f.CompleteOnly {
		if d.MaxRank == card.Ace {
			return sentences(append(s, d.say("A card that lies face up at the end of a column goes to an empty one of its suit, and stays there."))...)
		}
		return sentences(append(s, d.say("Only a complete run goes there, in one move: all cards of a suit in order, face up at the end of a column, {last} deepest and the ace on top. It may go to an empty foundation of its suit, whatever lies under it and whatever else may move, and stays there. Single cards don’t go there.", "last", d.the(d.MaxRank)))...)
	}
	last := d.the(d.MaxRank)
	switch {
	case d.MaxRank == card.Ace:
		s = append(s, d.say("A foundation takes an ace."))
	case f.Base == card.Ace:
		s = append(s, d.say("A foundation is built up in suit, card by card, from the ace to {last}.", "last", last))
	case f.Base == RandomBase:
		s = append(s, d.say("A foundation is built up in suit, card by card, from the card of the base rank. After {last} comes the ace, unless the ace is the base.", "last", last))
	default:
		s = append(s, d.say("A foundation is built up in suit, card by card, from {first} to {last}. After {highest} comes the ace.", "first", d.the(f.Base), "last", d.the(f.Base-1), "highest", last))
	}
	s = append(s, d.say("Cards come there {places}, but never have to.", "places", d.or(d.sources())))
	switch {
	case !f.Removable:
		s = append(s, d.say("What lies there stays there."))
	case d.MaxRank == card.Ace:
		s = append(s, d.say("The ace may be taken back at any time."))
	default:
		s = append(s, d.say("The top card may be taken back into play at any time, down to the first."))
	}
	return sentences(s...)
}

// sources returns the places from which single cards are played.
func (d *describer) sources() []string {
	var list []string
	if d.Tableau.Count > 0 {
		list = append(list, d.say("from the tops of the columns"))
	}
	if d.Cells.Count > 0 {
		list = append(list, d.say("from the cells"))
	}
	return append(list, d.others()...)
}

// others returns the places from which single cards are played besides columns and cells.
func (d *describer) others() []string {
	var list []string
	if d.Reserve.Size > 0 {
		list = append(list, d.say("from the reserve"))
	}
	if d.Waste() {
		list = append(list, d.say("from the top of the waste"))
	}
	return list
}

func (d *describer) hole() string {
	h := d.Hole
	if !h.Present {
		return ""
	}
	s := []string{d.say("A card may be laid in the hole if it is one rank above or below the card that lies there, of whatever suit.")}
	if d.MaxRank == card.Ace && h.Loops {
		s[0] = d.say("An ace may be laid in the hole.")
	}
	s = append(s, d.loops(h.Loops))
	switch {
	case h.DeadKings && d.Stock.To == ToHole:
		s = append(s, d.say("No card may be laid on {card}, except from the stock.", "card", d.a(d.MaxRank)))
	case h.DeadKings:
		s = append(s, d.say("No card may be laid on {card}.", "card", d.a(d.MaxRank)))
	}
	return sentences(append(s, d.say("Cards come there {places}, and stay there.", "places", d.or(d.sources())))...)
}

// suitOf says which suits a policy allows on each other.
func (d *describer) suitOf(b Build) string {
	switch b {
	case RedBlack:
		return d.say("of the other colour")
	case SameSuit:
		return d.say("of the same suit")
	case SameColour:
		return d.say("of the same colour")
	case OtherSuit:
		return d.say("of another suit")
	}
	return d.say("of any suit")
}

func (d *describer) building() string {
	t := &d.Tableau
	switch {
	case t.Count == 0:
		return ""
	case d.Discards() && d.Stock.To == ToTableau && d.Stock.Size > 0:
		return d.say("No card is laid on another, except from the stock.")
	case d.Discards():
		return d.say("No card is laid on another.")
	case t.Build == NoBuild && t.Spaces < SpacesReserveThenAny:
		return d.say("Nothing is laid on the columns, not even on an empty one.")
	case t.Build == NoBuild:
		return d.say("Nothing is laid on the columns, except when an empty one is filled.")
	}
	f := d.Foundations
	var s []string
	switch {
	case d.MaxRank == card.Ace:
		s = append(s, d.say("No card may be laid on another."))
	case t.UpOrDown:
		s = append(s, d.say("A card may be laid on the top card of a column if it is one rank lower or higher and {suit}.", "suit", d.suitOf(t.Build)), d.ends())
	default:
		s = append(s, d.say("A card may be laid on the top card of a column if it is one rank lower and {suit}.", "suit", d.suitOf(t.Build)))
		switch {
		case !f.Present || f.Base == card.Ace:
			s = append(s, d.say("Nothing goes on an ace."))
		case f.Base == RandomBase:
			s = append(s, d.say("Ranks go round: {card} may be laid on an ace. But nothing goes on a card of the base rank.", "card", d.a(d.MaxRank)))
		default:
			s = append(s, d.say("Ranks go round: {card} may be laid on an ace. But nothing goes on {base}.", "card", d.a(d.MaxRank), "base", d.a(f.Base)))
		}
	}
	from := d.sources()
	if f.Removable {
		from = append(from, d.say("from a foundation"))
	}
	return sentences(append(s, d.say("Cards come {places}.", "places", d.or(from)))...)
}

// ends says, where cards are built up as well as down, which of the highest and the lowest
// ranks are no neighbours.
func (d *describer) ends() string {
	f := d.Foundations
	last := d.the(d.MaxRank)
	switch {
	case d.MaxRank == 2:
		return "" // the two ranks are neighbours anyway
	case !f.Present || f.Base == card.Ace:
		return d.say("The ace and {last} don’t go on each other.", "last", last)
	case f.Base == RandomBase:
		return d.say("Ranks go round: the ace and {last} are neighbours. But a card of the base rank and one of the rank below it don’t go on each other.", "last", last)
	default:
		return d.say("Ranks go round: the ace and {last} are neighbours. But {base} and {below} don’t go on each other.", "last", last, "base", d.the(f.Base), "below", d.the(f.Base-1))
	}
}

func (d *describer) groups() string {
	t := &d.Tableau
	switch {
	case t.Count == 0 || t.Build == NoBuild:
		return ""
	case t.Groups == GroupsNo:
		return d.say("Cards move one at a time.")
	case t.Groups == GroupsAny:
		return d.say("Any card that lies face up may be moved to another column together with all cards on it, whether they are in order or not. It is the deepest of them that has to fit there.")
	}
	var s []string
	switch suit := d.suitOf(t.GroupPolicy); {
	case t.GroupPolicy == NoBuild || d.MaxRank == card.Ace:
		s = append(s, d.say("No two cards form a run; a single card is one.")) // as if they moved one by one
	case t.UpOrDown:
		s = append(s, d.say("Cards that lie face up at the end of a column form a run if each is one rank lower or higher than the card it lies on and {suit}.", "suit", suit))
	default:
		s = append(s, d.say("Cards that lie face up at the end of a column form a run if each is one rank lower than the card it lies on and {suit}.", "suit", suit))
	}
	aside := ""
	if to := d.asides(); len(to) > 0 {
		aside = d.say("The top card goes by itself {places} all the same.", "places", d.or(to))
	}
	switch t.Groups {
	case GroupsMaximal:
		s = append(s, d.say("From column to column only the longest run at the end of a column moves, as a whole."), aside)
	case GroupsWholePile:
		s = append(s, d.say("From column to column only a whole column moves, if all of it is one run."), aside)
	default:
		s = append(s, d.say("From column to column a run may be moved as a whole, or any part of it from some card to its end."))
	}
	if t.Target == TargetGroup {
		return sentences(append(s, d.say("It is the highest card that has to fit where a run goes, and two or more cards go only where they make a longer run."))...)
	}
	return sentences(append(s, d.say("It is the highest card that has to fit where a run goes."))...)
}

// asides says where cards go one by one, whatever moves between columns.
func (d *describer) asides() []string {
	var list []string
	if d.Foundations.Present && !d.Foundations.CompleteOnly {
		list = append(list, d.say("to a foundation"))
	}
	if d.Hole.Present {
		list = append(list, d.say("to the hole"))
	}
	if d.Cells.Count > 0 {
		list = append(list, d.say("to a cell"))
	}
	return list
}

// king returns the name of the last card of a foundation.
func (d *describer) king() string {
	f := d.Foundations
	switch {
	case !f.Present || f.Base == card.Ace:
		return d.a(d.MaxRank)
	case f.Base == RandomBase:
		return d.say("a card of the rank below the base")
	}
	return d.a(f.Base - 1)
}

// anything says what may fill an empty column that takes any card.
func (d *describer) anything() string {
	switch d.Tableau.Groups {
	case GroupsNo:
		return d.say("any card")
	case GroupsAny:
		return d.say("any card, alone or with the cards on it")
	}
	return d.say("any card or run that may be moved")
}

func (d *describer) spaces() string {
	t := &d.Tableau
	none := t.Build == NoBuild
	switch {
	case d.Discards():
		return d.discardSpaces()
	case t.Count == 0 || none && t.Spaces < SpacesReserveThenAny:
		return ""
	}
	switch t.Spaces {
	case SpacesNone:
		if d.Stock.Size > 0 && d.Stock.To == ToTableau && d.Stock.OntoSpaces {
			return d.say("Nothing is moved to an empty column; only the stock may deal a card there.")
		}
		return d.say("An empty column stays empty.")
	case SpacesAny:
		return sentences(d.say("An empty column takes {cards}.", "cards", d.anything()))
	case SpacesKings:
		switch t.Groups {
		case GroupsNo:
			return d.say("An empty column takes only {card}.", "card", d.king())
		case GroupsAny:
			return d.say("An empty column takes only {card}, alone or with the cards on it.", "card", d.king())
		}
		return d.say("An empty column takes only {card}, alone or at the head of a run that may be moved.", "card", d.king())
	}
	filled, then := d.filled()
	switch {
	case none && filled == "":
		return d.say("An empty column stays empty.")
	case none:
		return sentences(filled, d.say("After that it stays empty."))
	case t.Count > 1 && filled != "":
		then = append(then, d.say("If several are empty, choose which to fill first."))
	}
	return sentences(append([]string{filled}, then...)...)
}

// filled says what fills empty columns before anything else is done, if something does, and what may be laid
// there then.
func (d *describer) filled() (first string, then []string) {
	t := &d.Tableau
	reserve := d.Reserve.Size > 0
	switch {
	case t.Spaces == SpacesWasteThenStock:
		first = d.say("An empty column is filled with the top card of the waste before anything else is done or, if there is none, with the next card of the stock.")
		return first, []string{d.say("When both are used up, it takes {cards}.", "cards", d.anything())}
	case reserve && d.Reserve.Stacked:
		first = d.say("An empty column is filled from the reserve before anything else is done.")
	case reserve:
		first = d.say("An empty column is filled from the reserve before anything else is done, with any of its cards.")
	}
	switch {
	case t.Spaces == SpacesReserveThenAny && reserve:
		then = append(then, d.say("When the reserve is empty, it takes {cards}.", "cards", d.anything()))
	case t.Spaces == SpacesReserveThenAny:
		then = append(then, d.say("An empty column takes {cards}.", "cards", d.anything()))
	case reserve && d.Waste():
		then = append(then, d.say("When the reserve is empty, it takes only the top card of the waste."))
	case d.Waste():
		then = append(then, d.say("An empty column takes only the top card of the waste."))
	case reserve:
		then = append(then, d.say("When the reserve is empty, it stays empty."))
	default:
		then = append(then, d.say("An empty column stays empty."))
	}
	if t.Spaces == SpacesReserveThenWaste && t.Freeze {
		then = append(then, d.say("As long as one is empty then, no card moves onto any column but from the waste."))
	}
	return first, then
}

func (d *describer) redeals() string {
	t := &d.Tableau
	if t.Packets == 0 {
		return ""
	}
	s := []string{d.say("At any time the columns may be gathered from left to right, each from its deepest card, and dealt again without shuffling.")}
	if d.Stock.To == ToRedeal && d.Stock.Size > 0 {
		s[0] = d.say("At any time the columns may be gathered from left to right, each from its deepest card, then the stock’s next cards as far as there is room, and dealt again without shuffling.")
	}
	if t.Count > 1 {
		s = append(s, d.count(t.Packets, "The first column gets {n} card, then the second as many and so on, as far as the cards go.", "The first column gets {n} cards, then the second as many and so on, as far as the cards go."))
	}
	if t.Redeals == Unlimited {
		return sentences(append(s, d.say("This may be done any number of times."))...)
	}
	return sentences(append(s, d.count(t.Redeals, "This may be done once.", "This may be done {n} times."))...)
}

func (d *describer) cells() string {
	n := d.Cells.Count
	if n == 0 {
		return ""
	}
	s := []string{d.count(n, "There is one cell, which holds one card.", "There are {n} cells. Each holds one card.")}
	var from []string
	if d.Tableau.Count > 0 {
		from = append(from, d.say("from the tops of the columns"))
	}
	from = append(from, d.others()...)
	if d.Foundations.Removable {
		from = append(from, d.say("from a foundation"))
	}
	if len(from) > 0 {
		s = append(s, d.say("Single cards come there {places}.", "places", d.or(from)))
	}
	if n > 1 {
		s = append(s, d.say("Cards don’t move from cell to cell."))
	}
	return sentences(s...)
}

func (d *describer) reserve() string {
	switch v := d.Reserve; {
	case v.Size == 0:
		return ""
	case v.Stacked && v.Size > 1:
		return d.say("Only the top card of the reserve can be played. Nothing is ever put there.")
	default:
		return d.say("Each card of the reserve can be played. Nothing is ever put there.")
	}
}
