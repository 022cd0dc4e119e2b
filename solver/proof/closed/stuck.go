package closed

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// handlesStuck reports whether the rules are those of docs/proof-lemmas.md, "Stuck cards": each card
// occurs once, and every card has to go to a foundation, from columns that are not dealt anew,
// without cells.
func handlesStuck(r *rules.Rules) bool {
	return r.Decks == 1 && r.Suits == card.Suits && r.Foundations.Present && r.Cells.Count == 0 && r.Tableau.Packets == 0
}

// relaxed is a table on which nothing that was once possible ever ceases to be possible. All of it
// only grows.
type relaxed struct {
	rules *rules.Rules
	base  card.Rank

	deck   []card.Card
	place  [256]spot       // cards that lie in a column or in a stacked reserve
	bare   [256]bool       // cards on which nothing lies at some time
	gone   [256]bool       // cards that leave the card on which they lie, or their place
	tabled [256]bool       // cards that lie in a column at some time
	dealt  [256]bool       // cards that are dealt onto the columns, on whatever lies there
	up     [card.Suits]int // heights of the foundations
	space  bool            // whether a column is empty at some time

	grew bool
}

// spot is where a card lies; no cards if it lies neither in a column nor in a stacked reserve.
type spot struct {
	cards  []card.Card // of the column or reserve
	depth  int         // the card's index there
	pile   int         // the column, -1 for the reserve
	faceUp bool
}

// Stuck reports whether the table is lost because a card can never go up, not even if nothing that
// was once possible ever ceased to be possible (docs/proof-lemmas.md, "Stuck cards").
func (t *Table) Stuck() bool {
	switch {
	case t.rules.Rows.PairSum > 0:
		return t.stuckPairs()
	case t.rules.Hole.Present || t.rules.Rows.ToWaste:
		return t.stuckNeighbours()
	case !handlesStuck(t.rules):
		return false
	}
	at := t.Table()
	x := &relaxed{rules: t.rules, base: at.Base, deck: card.Deck(t.rules.MaxRank, 1, card.Suits)}
	copy(x.up[:], at.Foundations)
	for i, c := range at.Tableau {
		x.space = x.space || len(c.Cards) == 0
		x.lay(i, c.Cards, c.Down)
	}
	loose := [][]card.Card{at.Stock, at.Waste}
	if t.rules.Reserve.Stacked {
		x.lay(-1, at.Reserve, 0)
	} else {
		loose = append(loose, at.Reserve)
	}
	for _, cards := range loose { // at hand from the beginning
		for _, c := range cards {
			if c != card.None {
				x.bare[c], x.gone[c] = true, true
			}
		}
	}
	if t.rules.Stock.Size > 0 && t.rules.Stock.To != rules.ToWaste {
		for _, c := range at.Stock {
			x.tabled[c], x.dealt[c] = true, true
		}
	}
	if t.rules.Foundations.Removable {
		for s, height := range at.Foundations {
			for h := 1; h <= height; h++ {
				c := deal.FoundationCard(t.rules, at.Base, card.Suit(s), h)
				x.bare[c], x.gone[c] = true, true
			}
		}
	}
	for x.grew = true; x.grew; {
		x.grew = false
		x.grow()
	}
	for _, height := range x.up {
		if height < int(t.rules.MaxRank) {
			return true
		}
	}
	return false
}

// lay notes where the cards of a column, or of the reserve, lie.
func (x *relaxed) lay(pile int, cards []card.Card, down int) {
	for i, c := range cards {
		x.place[c] = spot{cards, i, pile, i >= down}
		x.tabled[c] = pile >= 0
		x.bare[c] = i == len(cards)-1
	}
}

// set adds a card to a set that grows.
func (x *relaxed) set(in *[256]bool, c card.Card) {
	if !in[c] {
		in[c], x.grew = true, true
	}
}

// grow adds to the sets what follows from them.
func (x *relaxed) grow() {
	for s := range card.Suit(card.Suits) {
		if x.rules.Foundations.CompleteOnly {
			x.growRun(s)
			continue
		}
		for x.up[s] < int(x.rules.MaxRank) {
			c := deal.FoundationCard(x.rules, x.base, s, x.up[s]+1)
			if !x.bare[c] {
				break
			}
			x.rise(c)
			x.up[s]++
			x.grew = true
		}
	}
	for _, c := range x.deck {
		if x.mayMove(c) && (x.host(c, card.None) || x.space && x.fillsSpace(c)) {
			x.set(&x.tabled, c)
			x.leave(c)
		}
	}
}

// rise notes that a card goes up.
func (x *relaxed) rise(c card.Card) {
	if x.rules.Foundations.Removable {
		x.set(&x.bare, c)
	}
	x.leave(c)
}

// leave notes that a card leaves what it lies on.
func (x *relaxed) leave(c card.Card) {
	x.set(&x.gone, c)
	at := &x.place[c]
	switch {
	case at.cards == nil:
	case at.depth > 0:
		x.set(&x.bare, at.cards[at.depth-1])
	case at.pile >= 0 && !x.space:
		x.space, x.grew = true, true
	}
}

// mayMove reports whether a card can move to a column, alone or with what lies on it.
func (x *relaxed) mayMove(c card.Card) bool {
	t := &x.rules.Tableau
	at := &x.place[c]
	if x.bare[c] || at.cards == nil {
		return x.bare[c]
	}
	if at.pile < 0 || !at.faceUp || t.Groups == rules.GroupsNo {
		return false
	}
	if t.Groups == rules.GroupsAny {
		return true
	}
	// It moves with cards in sequence, when those on them have gone.
	for i := at.depth + 1; i < len(at.cards); i++ {
		if x.gone[at.cards[i]] {
			break
		}
		if !deal.Fits(x.rules, x.base, t.GroupPolicy, at.cards[i-1], at.cards[i]) {
			return false
		}
	}
	return true
}

// host reports whether a card can be laid on one that is bare in a column, on this one unless that
// is none, and not on the one on which it lies.
func (x *relaxed) host(c, only card.Card) bool {
	at := &x.place[c]
	for _, h := range x.deck {
		switch {
		case !x.bare[h] || !x.tabled[h] || only != card.None && h != only:
		case at.depth > 0 && at.cards[at.depth-1] == h:
		case x.fits(h, c) && !x.carries(c, h):
			return true
		}
	}
	return false
}

// fits reports whether a card may be laid on another one, alone or with what lies on it.
func (x *relaxed) fits(h, c card.Card) bool {
	t := &x.rules.Tableau
	return deal.Fits(x.rules, x.base, t.Build, h, c) ||
		t.Groups != rules.GroupsNo && t.Target == rules.TargetGroup && deal.Fits(x.rules, x.base, t.GroupPolicy, h, c)
}

// carries reports whether h lies on c, directly or not, all of the game: then c can't be laid on it.
func (x *relaxed) carries(c, h card.Card) bool {
	under, on := &x.place[c], &x.place[h]
	if under.cards == nil || on.cards == nil || on.pile != under.pile || on.depth < under.depth {
		return false
	}
	for _, between := range under.cards[under.depth+1 : on.depth+1] {
		if x.gone[between] {
			return false
		}
	}
	return true
}

// fillsSpace reports whether a card may be laid into an empty column.
func (x *relaxed) fillsSpace(c card.Card) bool {
	switch x.rules.Tableau.Spaces {
	case rules.SpacesNone:
		return false
	case rules.SpacesKings:
		return deal.AboveBase(x.rules, x.base, c) == int(x.rules.MaxRank)
	case rules.SpacesReserveThenWaste:
		return x.place[c].cards == nil || x.place[c].pile < 0
	}
	return true
}

// growRun sends up a suit where only complete runs go up, if each of its cards can be laid on the
// next higher one.
func (x *relaxed) growRun(s card.Suit) {
	if x.up[s] == int(x.rules.MaxRank) {
		return
	}
	for r := card.Ace; r < x.rules.MaxRank; r++ {
		c, next := card.New(r, s), card.New(r+1, s)
		at := &x.place[c]
		if x.dealt[c] || at.depth > 0 && at.cards[at.depth-1] == next {
			continue
		}
		if !x.mayMove(c) || !x.host(c, next) {
			return
		}
	}
	for r := card.Ace; r <= x.rules.MaxRank; r++ {
		c := card.New(r, s)
		x.set(&x.bare, c)
		x.leave(c)
	}
	x.up[s], x.grew = int(x.rules.MaxRank), true
}
