package proof

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Stuck reports whether the table is lost at sight, by one of the lemmas of docs/inside/proof-dead-ends.md.
func (t *Table) Stuck() bool {
	r := t.rules
	switch {
	case r.Rows.PairSum > 0:
		return t.stuckPairs()
	case r.Hole.Present || r.Rows.ToWaste:
		return t.stuckNeighbours()
	case r.Discards():
		return t.stuckDiscards()
	case r.Decks > 1 || r.Suits != card.Suits || !r.Foundations.Present || r.Tableau.Packets > 0:
		return false
	case r.Cells.Count == 0:
		return t.stuckCards()
	}
	return r.Tableau.Count == 0 && t.stuckWaste()
}

// possible is what is possible on a table on which nothing that was once possible ever ceases to be
// (docs/inside/proof-dead-ends.md, 15). All of it only grows.
type possible struct {
	bare   card.Set        // cards on which nothing lies at some time
	gone   card.Set        // cards that leave the card on which they lie, or their place
	tabled card.Set        // cards that lie in a column at some time
	up     [card.Suits]int // heights of the foundations
	space  bool            // whether a column is empty at some time, and takes cards that need not go there
}

// relaxed is such a table.
type relaxed struct {
	possible
	*Table
	at    *deal.Position
	on    [maxCard][]card.Card // the cards that lie on each card of a pile, the deepest first
	under [maxCard]card.Set    // the card on which each card of a pile lies
	talon []card.Card          // cards in the order in which they are turned, if some are out of reach

	columns, faceUp, dealt card.Set // cards in columns, those face up there, and those that will be dealt there
	forced                 bool
}

// stuckCards reports whether a foundation does not become complete.
func (t *Table) stuckCards() bool {
	at := t.Table()
	x := &relaxed{Table: t, at: at}
	copy(x.up[:], at.Foundations)
	for _, column := range at.Tableau {
		x.columns |= x.lay(column.Cards)
		x.faceUp |= card.SetOf(column.Cards[column.Down:])
		x.space = x.space || len(column.Cards) == 0
	}
	x.tabled = x.columns
	if spaces := t.rules.Tableau.Spaces; t.rules.Reserve.Stacked {
		x.lay(at.Reserve)
		x.forced = spaces == rules.SpacesReserveThenAny || spaces == rules.SpacesReserveThenWaste
		x.space = x.space && !x.forced
	} else {
		x.bare |= card.SetOf(at.Reserve)
	}
	if t.rules.Stock.Size > 0 && t.rules.Stock.To != rules.ToWaste {
		x.dealt = card.SetOf(at.Stock)
		x.tabled |= x.dealt
	}
	if t.rules.Foundations.Removable {
		for s, height := range at.Foundations {
			for h := 1; h <= height; h++ {
				x.bare |= card.One(deal.FoundationCard(t.rules, at.Base, card.Suit(s), h))
			}
		}
	}
	x.begin()
	x.gone = x.bare &^ x.columns
	if t.rules.Reserve.Stacked {
		x.gone &^= card.SetOf(at.Reserve)
	}
	for {
		before := x.possible
		if x.grow(); x.possible == before {
			break
		}
	}
	return slices.ContainsFunc(x.up[:], func(height int) bool { return height < int(t.rules.MaxRank) })
}

// lay notes how the cards of a column or of a stacked reserve lie, and returns them.
func (x *relaxed) lay(cards []card.Card) card.Set {
	for i, c := range cards {
		x.on[c] = cards[i+1:]
		if i > 0 {
			x.under[c] = card.One(cards[i-1])
		}
	}
	x.bare |= card.SetOf(cards[max(0, len(cards)-1):])
	return card.SetOf(cards)
}

// grow adds to what is possible what follows from it.
func (x *relaxed) grow() {
	for s := range card.Suit(card.Suits) {
		if x.rules.Foundations.CompleteOnly {
			x.growRun(s)
			continue
		}
		for x.up[s] < int(x.rules.MaxRank) {
			c := deal.FoundationCard(x.rules, x.at.Base, s, x.up[s]+1)
			if !x.bare.Has(c) {
				break
			}
			x.leave(c)
			x.up[s]++
		}
	}
	for c := range x.deck.All() {
		if x.mayMove(c) && (x.host(c, x.deck) || x.space && x.fillsSpace(c)) {
			x.tabled |= card.One(c)
			x.leave(c)
		}
	}
	x.growReserve()
	x.growTalon()
}

// leave notes that a card leaves what it lies on.
func (x *relaxed) leave(c card.Card) {
	x.gone |= card.One(c)
	x.bare |= x.under[c]
	x.space = x.space || x.columns.Has(c) && x.under[c] == 0 && !x.forced
}

// with returns the cards that lie on a card all of the game, as far as is known.
func (x *relaxed) with(c card.Card) (s card.Set) {
	for _, above := range x.on[c] {
		if x.gone.Has(above) {
			break
		}
		s |= card.One(above)
	}
	return s
}

// mayMove reports whether a card can move to a column, alone or with what lies on it.
func (x *relaxed) mayMove(c card.Card) bool {
	groups := x.rules.Tableau.Groups
	if x.bare.Has(c) || !x.faceUp.Has(c) || groups == rules.GroupsNo || groups == rules.GroupsAny {
		return x.bare.Has(c) || x.faceUp.Has(c) && groups == rules.GroupsAny
	}
	for above := range x.with(c).All() {
		if x.grouped[above]&x.under[above] == 0 {
			return false
		}
	}
	return true
}

// host reports whether a card can be laid on one of others that is bare in a column, and is not one that
// lies on it or, before it has left, the one on which it lies. A card of a reserve may come back to
// that one, which has followed it to a column.
func (x *relaxed) host(c card.Card, others card.Set) bool {
	hosts := x.fits[c] & others & x.bare & x.tabled &^ x.with(c)
	if !x.gone.Has(c) {
		hosts &^= x.under[c]
	}
	return hosts != 0
}

// fillsSpace reports whether a card may be laid into an empty column.
func (x *relaxed) fillsSpace(c card.Card) bool {
	switch x.rules.Tableau.Spaces {
	case rules.SpacesNone:
		return false
	case rules.SpacesKings:
		return deal.AboveBase(x.rules, x.at.Base, c) == int(x.rules.MaxRank)
	case rules.SpacesReserveThenWaste:
		return !x.columns.Has(c)
	}
	return true
}

// leaves reports whether a card that was uncovered can go up or be laid on another one.
func (x *relaxed) leaves(c card.Card) bool {
	return deal.AboveBase(x.rules, x.at.Base, c) <= x.up[c.Suit()] || x.host(c, x.deck)
}

// growReserve takes cards from a stacked reserve that fills spaces by force: each column that can be
// emptied takes one of those that can't leave in another way.
func (x *relaxed) growReserve() {
	if !x.forced {
		return
	}
	spaces := 0
	for _, column := range x.at.Tableau {
		if len(column.Cards) == 0 || x.gone.Has(column.Cards[0]) {
			spaces++
		}
	}
	for _, c := range slices.Backward(x.at.Reserve) {
		alone := x.leaves(c)
		if spaces > 0 {
			x.tabled |= card.One(c)
		} else if !alone {
			return
		}
		x.leave(c)
		if !alone {
			spaces--
		}
	}
	x.space = x.space || spaces > 0
}

// begin notes the cards of stock and waste that are at hand from the beginning: those that come to
// the top of the waste before any other card has left.
func (x *relaxed) begin() {
	at, draw := x.at, x.rules.Stock.Count
	stock := slices.Clone(at.Stock)
	slices.Reverse(stock)
	talon := slices.Concat(at.Waste, stock)
	if !x.late || draw == 1 && at.RedealsLeft != 0 {
		x.bare |= card.SetOf(talon)
		return
	}
	x.talon = talon
	for i, c := range talon {
		turned := i + 1
		if turned == len(talon) || turned >= len(at.Waste) && (turned-len(at.Waste))%draw == 0 || at.RedealsLeft != 0 && turned%draw == 0 {
			x.bare |= card.One(c)
		}
	}
}

// growTalon adds cards that come to the top of the waste when others have left: one whose next one
// has left, and with a redeal one before which enough others have.
func (x *relaxed) growTalon() {
	left := 0
	for i, c := range x.talon {
		if x.at.RedealsLeft != 0 && left >= (i+1)%x.rules.Stock.Count {
			x.bare |= card.One(c)
		}
		if x.bare.Has(c) && (x.leaves(c) || x.space && x.fillsSpace(c)) {
			left++
			if i > 0 {
				x.bare |= card.One(x.talon[i-1])
			}
		}
	}
}

// growRun sends up a suit where only complete runs go up, if each of its cards can be laid on the
// next higher one.
func (x *relaxed) growRun(s card.Suit) {
	if x.up[s] == int(x.rules.MaxRank) {
		return
	}
	for r := card.Ace; r < x.rules.MaxRank; r++ {
		c, next := card.New(r, s), card.One(card.New(r+1, s))
		if !x.dealt.Has(c) && x.under[c] != next && !(x.mayMove(c) && x.host(c, next)) {
			return
		}
	}
	for r := card.Ace; r <= x.rules.MaxRank; r++ {
		x.bare |= card.One(card.New(r, s))
		x.leave(card.New(r, s))
	}
	x.up[s] = int(x.rules.MaxRank)
}

// stuckWaste reports whether the waste of a game without columns can't be played out even if every
// card of the stock is at hand (docs/inside/proof-dead-ends.md, 16).
func (t *Table) stuckWaste() bool {
	at := t.Table()
	if t.rules.Foundations.Removable || t.rules.Foundations.CompleteOnly || t.rules.Reserve.Size > 0 || !t.late || at.RedealsLeft != 0 {
		return false
	}
	up := slices.Clone(at.Foundations)
	cells := card.SetOf(at.Cells)
	hand := cells | card.SetOf(at.Stock)
	for _, c := range slices.Backward(at.Waste) {
		for again := true; again; {
			again = false
			for s := range up {
				next := card.Set(0)
				if up[s] < int(t.rules.MaxRank) {
					next = card.One(deal.FoundationCard(t.rules, at.Base, card.Suit(s), up[s]+1))
				}
				if hand&next != 0 {
					up[s]++
					hand, cells, again = hand&^next, cells&^next, true
				}
			}
		}
		hand |= card.One(c)
		if deal.AboveBase(t.rules, at.Base, c) != up[c.Suit()]+1 {
			cells |= card.One(c)
		}
		if cells.Count() > len(at.Cells) {
			return true
		}
	}
	return false
}
