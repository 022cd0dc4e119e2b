package proof

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Anywhere is a relaxed game of Klondike's kind: a state does not say on which card a moved card
// lies (docs/inside/proof-anywhere.md). A position that can't be won in this game can't be won in its own
// game.
//
// A relative card has the rank counted from the base of the foundations, so that the lowest card of
// a suit is its ace.
type Anywhere struct {
	rules   *rules.Rules
	base    card.Rank
	kings   card.Set
	deck    card.Set
	columns [][]card.Card // relative cards, from the deepest, without cards that have moved
	below   [][]card.Set  // for each column, the set of its n deepest cards
	talon   []card.Card   // relative cards, in the order in which they are turned

	// For each relative card: those that may carry it, those that may lie on the same cards, and
	// those that it may carry.
	hosts, mates, guests [maxCard]card.Set

	risen [card.Suits][card.MaxRank + 1]card.Set // a foundation's cards, by its height
}

// maxColumns is how many columns a game of this kind may have.
const maxColumns = 18

// State is a state of the game.
type State struct {
	talon  card.Set          // the cards in it
	up     [card.Suits]uint8 // the heights of the foundations
	locked [maxColumns]uint8 // how many cards of each column have not moved
	turned uint8             // how many cards of the talon lie in the waste
	left   int8              // redeals
	free   bool              // every card of the talon is at hand
}

// NewAnywhere returns the game for a position, and its first state. It returns false if the
// conditions of docs/inside/proof-anywhere.md exclude the rules or the position.
func NewAnywhere(r *rules.Rules, p *deal.Position) (*Anywhere, State, bool) {
	t := &r.Tableau
	if !hasSafeCards(r) || t.Build == rules.NoBuild || t.Groups != rules.GroupsYes || t.Spaces == rules.SpacesAny ||
		r.Cells.Count > 0 || r.Reserve.Size > 0 || r.Stock.Size > 0 && !turnsLate(r) || len(p.Tableau) > maxColumns || p.RedealsLeft > 100 {
		return nil, State{}, false
	}
	a := &Anywhere{rules: r, base: p.Base}
	s := State{left: int8(p.RedealsLeft), turned: uint8(len(p.Waste))}
	for i, h := range p.Foundations {
		s.up[i] = uint8(h)
	}
	for i, c := range p.Tableau {
		cards := c.Cards
		// The cards that lie on the first face-up one in sequence count as moved.
		for n := len(cards); n > c.Down+1; n-- {
			if !deal.Fits(r, p.Base, t.Build, cards[n-2], cards[n-1]) {
				return nil, State{}, false
			}
			cards = cards[:n-1]
		}
		a.addColumn(cards)
		s.locked[i] = uint8(len(cards))
	}
	stock := slices.Clone(p.Stock)
	slices.Reverse(stock)
	a.talon = a.relatives(slices.Concat(p.Waste, stock))
	s.talon = card.SetOf(a.talon)
	a.relate()
	s.free = r.Stock.Size == 0 || r.Stock.Count == 1 && p.RedealsLeft == rules.Unlimited
	if s.free {
		s.turned = 0
	}
	a.unlockKings(&s)
	return a, s, true
}

// addColumn adds a column of cards that have not moved.
func (a *Anywhere) addColumn(cards []card.Card) {
	column, below := a.relatives(cards), []card.Set{0}
	for j, c := range column {
		below = append(below, below[j]|card.One(c))
	}
	a.columns, a.below = append(a.columns, column), append(a.below, below)
}

// relate finds which cards may lie on which.
func (a *Anywhere) relate() {
	for _, c := range card.Deck(a.rules.MaxRank, 1, card.Suits) {
		a.deck |= card.One(c)
		if c.Rank() == a.rules.MaxRank {
			a.kings |= card.One(c)
		}
	}
	for c := range a.deck.All() {
		a.risen[c.Suit()][c.Rank()] = a.risen[c.Suit()][c.Rank()-1] | card.One(c)
		for h := range a.deck.All() {
			if h.Rank() == c.Rank()+1 && a.rules.Tableau.Build.Follows(h, c) {
				a.hosts[c] |= card.One(h)
				a.guests[h] |= card.One(c)
			}
		}
	}
	for c := range a.deck.All() {
		for other := range a.deck.All() {
			if other.Rank() == c.Rank() && (a.hosts[other] == a.hosts[c] && a.guests[other] == a.guests[c]) {
				a.mates[c] |= card.One(other)
			}
		}
	}
}

// relative returns a card with its rank counted from the base.
func (a *Anywhere) relative(c card.Card) card.Card {
	return card.New(card.Rank(deal.AboveBase(a.rules, a.base, c)), c.Suit())
}

func (a *Anywhere) relatives(cards []card.Card) (relative []card.Card) {
	for _, c := range cards {
		relative = append(relative, a.relative(c))
	}
	return relative
}

// unlockKings counts a king that lies deepest in its column as moved.
func (a *Anywhere) unlockKings(s *State) {
	for i, cards := range a.columns {
		if s.locked[i] == 1 && a.kings.Has(cards[0]) {
			s.locked[i] = 0
		}
	}
}

// sight is where the cards of a state lie, and which of them can go somewhere.
type sight struct {
	locked  card.Set // in the columns, not moved
	moved   card.Set // in the columns, moved
	visible card.Set // in the columns, moved or the last that is locked
	next    card.Set // on their foundations
	top     card.Set // of their foundations
	spaces  int      // columns without a locked card
}

func (a *Anywhere) look(s *State) (v sight) {
	for i, cards := range a.columns {
		n := s.locked[i]
		v.locked |= a.below[i][n]
		if n > 0 {
			v.visible |= card.One(cards[n-1])
		} else {
			v.spaces++
		}
	}
	v.moved = a.deck &^ v.locked &^ s.talon
	for suit, h := range s.up {
		v.next |= card.One(card.New(card.Rank(h+1), card.Suit(suit))) & a.deck
		v.top |= card.One(card.New(card.Rank(h), card.Suit(suit))) & a.deck
		v.moved &^= a.risen[suit][h]
	}
	v.visible |= v.moved
	return v
}

// open reports whether one of the visible cards of a card's group has no moved card on it.
func (a *Anywhere) open(v *sight, c card.Card) bool {
	return (v.visible & a.mates[c]).Count() > (v.moved & a.guests[c]).Count()
}

// room reports whether a card can be laid somewhere.
func (a *Anywhere) room(v *sight, c card.Card) bool {
	if a.kings.Has(c) {
		return a.rules.Tableau.Spaces == rules.SpacesKings && v.spaces > (v.moved&a.kings).Count()
	}
	return (v.visible & a.hosts[c]).Count() > (v.moved & a.mates[c]).Count()
}

// isSafe reports whether a card would be safe on its foundation.
func (a *Anywhere) isSafe(s *State, c card.Card) bool {
	return isSafe(a.rules.Tableau.Build, s.up[:], c.Suit(), int(c.Rank()))
}

// Verb is what a card does.
type Verb uint8

// The verbs.
const (
	Up     Verb = iota // a card of the columns goes up
	Reveal             // a locked card is laid on another one
	Down               // the top card of a foundation is laid down
	Play               // a card of the talon goes up
	Lay                // a card of the talon is laid down
	Free               // every card of the talon is at hand from now on; this needs no card
)

var verbWords = []string{Up: "up", Reveal: "reveal", Down: "down", Play: "play", Lay: "lay", Free: "free"}

// Step is a verb and the card that does it.
type Step struct {
	Verb Verb
	Card card.Card // relative
}

// step makes a step; false if it can't be made.
func (a *Anywhere) step(s *State, at Step) bool {
	c, v := at.Card, a.look(s)
	switch at.Verb {
	case Up:
		return a.up(s, &v, c)
	case Reveal:
		if !(v.visible & v.locked).Has(c) || !a.room(&v, c) {
			return false
		}
		a.unlock(s, c)
	case Down:
		if !v.top.Has(c) || !a.rules.Foundations.Removable || !a.room(&v, c) {
			return false
		}
		s.up[c.Suit()]--
	case Play, Lay:
		if !s.talon.Has(c) || at.Verb == Play && !v.next.Has(c) || at.Verb == Lay && !a.room(&v, c) {
			return false
		}
		if !a.take(s, c) {
			return false
		}
		if at.Verb == Play {
			s.up[c.Suit()]++
		}
	case Free:
		if s.free {
			return false
		}
		s.free, s.turned, s.left = true, 0, rules.Unlimited
	}
	return true
}

// up sends up a card of the columns; false if it can't be done.
func (a *Anywhere) up(s *State, v *sight, c card.Card) bool {
	if !(v.visible & v.next).Has(c) || !a.open(v, c) {
		return false
	}
	s.up[c.Suit()]++
	if v.locked.Has(c) {
		a.unlock(s, c)
	}
	return true
}

// unlock counts the last locked card of a column as moved.
func (a *Anywhere) unlock(s *State, c card.Card) {
	for i, cards := range a.columns {
		if n := s.locked[i]; n > 0 && cards[n-1] == c {
			s.locked[i]--
		}
	}
	a.unlockKings(s)
}

// take takes a card from the talon, with as few redeals as possible; false if it is out of reach.
func (a *Anywhere) take(s *State, c card.Card) bool {
	if s.free {
		s.talon &^= card.One(c)
		return true
	}
	for _, offer := range a.offers(s) {
		if offer.card == c {
			s.talon &^= card.One(c)
			s.turned, s.left = uint8(offer.turned-1), offer.left
			return true
		}
	}
	return false
}

// offer is a card that can become the top of the waste: then so many cards lie there, and so many
// redeals are left.
type offer struct {
	card   card.Card
	turned int
	left   int8
}

// offers returns the cards that become the top of the waste before any other is taken, those that
// need fewer redeals first, until the waste is as it was at an earlier time.
func (a *Anywhere) offers(s *State) (all []offer) {
	var order [52]card.Card
	n := 0
	for _, c := range a.talon {
		if s.talon.Has(c) {
			order[n] = c
			n++
		}
	}
	var seen card.Set // cards
	turned, left := int(s.turned), s.left
	for range 2 {
		for {
			if turned > 0 && !seen.Has(order[turned-1]) {
				all = append(all, offer{order[turned-1], turned, left})
				seen |= card.One(order[turned-1])
			}
			if turned == n {
				break
			}
			turned = min(turned+a.rules.Stock.Count, n)
		}
		if left == 0 || s.turned == 0 {
			break
		}
		if left > 0 {
			left--
		}
		turned = 0
	}
	return all
}

// won reports whether all cards are up.
func (a *Anywhere) won(s *State) bool {
	return !slices.ContainsFunc(s.up[:], func(h uint8) bool { return h < uint8(a.rules.MaxRank) })
}
