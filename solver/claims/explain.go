package claims

import (
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Explain checks a certificate against rules and a position, and fills in where the cards of its
// claims lie, what they wait for, and the sentences.
func Explain(c *proof.Certificate, r *rules.Rules, p *deal.Position) error {
	if err := c.Check(r, p); err != nil {
		return err
	}
	return newExaminer(r, p).examine(c, nil)
}

// Restate returns the certificate for a position that differs from its own only in the order of
// the columns, and checks it there: columns are numbered as in p. The certificate itself is not
// changed.
func Restate(c *proof.Certificate, r *rules.Rules, p *deal.Position) (*proof.Certificate, error) {
	column := map[card.Card]int{}
	for i, t := range p.Tableau {
		for _, c := range t.Cards {
			column[c] = i + 1
		}
	}
	restated := claimed(c, column)
	if err := Explain(&restated, r, p); err != nil {
		return nil, err
	}
	return &restated, nil
}

// claimed returns only the certificate's claims and cases, which [Explain] completes.
func claimed(c *proof.Certificate, column map[card.Card]int) proof.Certificate {
	var bare proof.Certificate
	for _, claim := range c.Claims {
		bare.Claims = append(bare.Claims, proof.Claim{Card: claim.Card, Never: claim.Never, Column: column[claim.Card]})
	}
	// Cards that stay in columns come first, from left to right.
	rank := func(claim proof.Claim) int {
		if claim.Never == proof.Leaves && claim.Column > 0 {
			return claim.Column
		}
		return len(column)
	}
	slices.SortStableFunc(bare.Claims, func(a, b proof.Claim) int { return rank(a) - rank(b) })
	for i := range c.Cases {
		part := &c.Cases[i]
		bare.Cases = append(bare.Cases, proof.Case{Order: part.Order, Certificate: claimed(&part.Certificate, column)})
	}
	return bare
}

// examiner finds why claims hold, all of which hold until the first is broken.
type examiner struct {
	rules  *rules.Rules
	at     *deal.Position
	lies   map[card.Card]spot
	talon  []card.Card // waste and stock in the order of turning
	orders []proof.Order
	never  [3]map[card.Card]bool // by Never
}

// spot is where a card lies: in the given column, from 1, with below cards under it; with column
// 0, in the talon with below cards before it; with column −1, on a foundation.
type spot struct{ column, below int }

func newExaminer(r *rules.Rules, p *deal.Position) *examiner {
	e := &examiner{rules: r, at: p, lies: map[card.Card]spot{}}
	for s, h := range p.Foundations {
		for n := 1; n <= h; n++ {
			e.lies[deal.FoundationCard(r, p.Base, card.Suit(s), n)] = spot{column: -1}
		}
	}
	for i, column := range p.Tableau {
		for j, c := range column.Cards {
			e.lies[c] = spot{i + 1, j}
		}
	}
	e.talon = slices.Clone(p.Stock)
	slices.Reverse(e.talon)
	e.talon = append(slices.Clone(p.Waste), e.talon...)
	for i, c := range e.talon {
		e.lies[c] = spot{0, i}
	}
	return e
}

func (e *examiner) examine(c *proof.Certificate, orders []proof.Order) error {
	if len(c.Cases) == 0 {
		return e.claims(c.Claims, orders)
	}
	for i := range c.Cases {
		part := &c.Cases[i]
		if err := e.examine(&part.Certificate, append(slices.Clip(orders), part.Order)); err != nil {
			return err
		}
	}
	return nil
}

// wait says that one card waits for another, which lies in a column or not, under a card that stays.
func wait(of card.Card, to proof.Purpose, c, under card.Card, column int) proof.Wait {
	return proof.Wait{Of: of, To: to, Card: c, Under: under, Column: column}
}

func (e *examiner) king(c card.Card) bool {
	return deal.AboveBase(e.rules, e.at.Base, c) == int(e.rules.MaxRank)
}

// claims completes claims that support each other.
func (e *examiner) claims(claims []proof.Claim, orders []proof.Order) error {
	e.orders = orders
	e.never = [3]map[card.Card]bool{{}, {}, {}}
	for _, c := range claims {
		e.never[c.Never][c.Card] = true
	}
	for i := range claims {
		c := &claims[i]
		at := e.lies[c.Card]
		c.Column = max(0, at.column)
		waits, ok := e.holds(c.Card, c.Never, at)
		if !ok {
			return fmt.Errorf("claim about %s has no explanation", c.Card)
		}
		c.Waits = waits
		c.Why = e.say(c)
	}
	return nil
}

// holds reports whether a claim follows from the others, and by which cards: to break it, another
// claim must have been broken before.
func (e *examiner) holds(c card.Card, never proof.Never, at spot) ([]proof.Wait, bool) {
	seated := at.column > 0 && e.seated(at)
	switch {
	case never == proof.Rises:
		return e.heldDown(c)
	case never == proof.Laid && seated: // it is laid as soon as it is uncovered
		return nil, false
	case never == proof.Laid:
		return e.notLaid(c)
	case at.column < 0 || seated: // what lies in a run moves with it
		return nil, false
	case at.column == 0:
		if waits, ok := e.notReached(at.below); ok {
			return waits, true
		}
	}
	up, ok := e.notUp(c)
	if !ok {
		return nil, false
	}
	laid, ok := e.notLaid(c)
	return append(up, laid...), ok
}

// seated reports whether a card of a column lies face up on one that it may be laid on.
func (e *examiner) seated(at spot) bool {
	column := e.at.Tableau[at.column-1]
	return at.below > column.Down && e.carries(column.Cards[at.below-1], column.Cards[at.below])
}

// carries reports whether upper may be laid on lower.
func (e *examiner) carries(lower, upper card.Card) bool {
	rank := func(c card.Card) int { return deal.AboveBase(e.rules, e.at.Base, c) }
	return rank(lower) == rank(upper)+1 && e.rules.Tableau.Build.Follows(lower, upper)
}

// fixed reports whether a card never leaves its place, by a claim about it or about a card on top
// of it, and returns the card of that claim.
func (e *examiner) fixed(c card.Card) (card.Card, bool) {
	if e.never[proof.Leaves][c] {
		return c, true
	}
	return e.buried(c)
}

// buried reports whether a card lies under one that never leaves, and returns that card.
func (e *examiner) buried(c card.Card) (card.Card, bool) {
	at := e.lies[c]
	if at.column <= 0 {
		return card.None, false
	}
	for _, above := range e.at.Tableau[at.column-1].Cards[at.below+1:] {
		if e.never[proof.Leaves][above] {
			return above, true
		}
	}
	return card.None, false
}

// notUp reports whether a card never goes up: because it or a lower one of its suit is claimed
// never to rise, or because a lower one never leaves its place.
func (e *examiner) notUp(c card.Card) ([]proof.Wait, bool) {
	for h := 1; h <= deal.AboveBase(e.rules, e.at.Base, c); h++ {
		lower := deal.FoundationCard(e.rules, e.at.Base, c.Suit(), h)
		column := max(0, e.lies[lower].column)
		if e.never[proof.Rises][lower] {
			return []proof.Wait{wait(c, proof.GoUp, lower, lower, column)}, true
		}
		if under, ok := e.fixed(lower); ok && lower != c {
			return []proof.Wait{wait(c, proof.GoUp, lower, under, column)}, true
		}
	}
	return nil, false
}

// heldDown reports whether a card never goes up because of cards that, by the orders, are laid
// before. Either one of them is never laid; or they stay in the tableau and need this card there,
// since there are too few other cards to lie on.
func (e *examiner) heldDown(c card.Card) ([]proof.Wait, bool) {
	var waits []proof.Wait
	guests := map[card.Card]bool{}
	for _, o := range e.orders {
		if o.Event != proof.LaidBeforeUp || !slices.Contains(o.Others, c) || guests[o.First] {
			continue
		}
		if first, ok := e.neverLaid(o.First, c); ok {
			return []proof.Wait{first}, true
		}
		up, ok := e.notUp(o.First)
		if ok && e.rules.Tableau.Build == rules.RedBlack && e.carries(c, o.First) {
			guests[o.First] = true
			waits = append(waits, up...)
		}
	}
	room := 0
	for guest := range guests {
		spaces, ok := e.noSpace(guest)
		if !ok {
			return nil, false
		}
		waits = append(waits, spaces...)
		room = 0
		for other := range e.lies {
			if other == c || !e.carries(other, guest) {
				continue
			}
			if host, ok := e.notOpen(other, guest); ok {
				waits = append(waits, host)
			} else {
				room++
			}
		}
	}
	return waits, len(guests) > room
}

// notLaid reports whether a card is never laid into the tableau: not onto another card,
// not into a space.
func (e *examiner) notLaid(c card.Card) ([]proof.Wait, bool) {
	for _, o := range e.orders {
		if !slices.Contains(o.Others, c) {
			continue
		}
		switch o.Event {
		case proof.LaidBeforeLaid:
			if first, ok := e.neverLaid(o.First, c); ok {
				return []proof.Wait{first}, true
			}
		case proof.UpBeforeLaid:
			if up, ok := e.neverUp(o.First); ok {
				return up, true
			}
		}
	}
	waits, ok := e.noSpace(c)
	if !ok {
		return nil, false
	}
	open := 0
	for other := range e.lies {
		if !e.carries(other, c) {
			continue
		}
		if host, ok := e.notOpen(other, c); ok {
			waits = append(waits, host)
		} else {
			open++
		}
	}
	slices.SortFunc(waits, func(a, b proof.Wait) int { return int(a.Card) - int(b.Card) })
	if open != 1 {
		return waits, open == 0
	}
	// Of two cards of one rank and colour, the first one lies on the only card that can carry
	// either, and stays in the tableau if it never goes up.
	for _, o := range e.orders {
		if o.Event == proof.LaidBeforeLaid && slices.Contains(o.Others, c) && e.twins(o.First, c) {
			if up, ok := e.notUp(o.First); ok {
				return append(waits, up...), true
			}
		}
	}
	return nil, false
}

// twins reports whether two cards have one rank and colour, in a game that builds in alternating
// colours. Such cards may be laid on the same cards.
func (e *examiner) twins(a, b card.Card) bool {
	return e.rules.Tableau.Build == rules.RedBlack && a != b && a.Rank() == b.Rank() && a.Suit().Red() == b.Suit().Red()
}

// neverUp reports whether c never goes up. Its waits are those of a card that is laid only after
// c has gone up.
func (e *examiner) neverUp(c card.Card) ([]proof.Wait, bool) {
	waits := []proof.Wait{wait(c, proof.GoUpFirst, c, c, max(0, e.lies[c].column))}
	if under, ok := e.fixed(c); ok {
		waits[0].Under = under
		return waits, true
	}
	up, ok := e.notUp(c)
	return append(waits, up...), ok
}

// neverLaid reports whether a card is never laid, by a claim or because it never leaves its
// place. Its wait is that of other, which is laid only after c.
func (e *examiner) neverLaid(c, other card.Card) (proof.Wait, bool) {
	at := e.lies[c]
	if under, ok := e.fixed(c); ok {
		return wait(other, proof.BeLaidFirst, c, under, max(0, at.column)), true
	}
	return wait(other, proof.BeLaidFirst, c, c, max(0, at.column)), e.never[proof.Laid][c]
}

// notOpen reports whether a card never lies in the tableau so that guest can be laid on it.
func (e *examiner) notOpen(c, guest card.Card) (proof.Wait, bool) {
	at := e.lies[c]
	own := wait(guest, proof.BeLaidOn, c, c, max(0, at.column))
	goneBefore := func(o proof.Order) bool {
		return o.Event == proof.UpBeforeLaid && o.First == c && slices.Contains(o.Others, guest)
	}
	switch {
	case !e.rules.Foundations.Removable && slices.ContainsFunc(e.orders, goneBefore):
		return own, true
	case at.column > 0:
		under, ok := e.buried(c)
		own.Under = under
		return own, ok
	case at.column < 0 && !e.rules.Foundations.Removable:
		return own, true
	}
	return own, e.never[proof.Laid][c] || e.never[proof.Leaves][c]
}

// noSpace reports whether there is never a space for a card: because no card, or only a king, may
// fill one; because there is never a space; or because other kings have taken all of them.
func (e *examiner) noSpace(c card.Card) ([]proof.Wait, bool) {
	policy := e.rules.Tableau.Spaces
	if policy == rules.SpacesNone || policy == rules.SpacesKings && !e.king(c) {
		return nil, true
	}
	spaces := 0
	for _, column := range e.at.Tableau {
		if !slices.ContainsFunc(column.Cards, func(c card.Card) bool { return e.never[proof.Leaves][c] }) {
			spaces++
		}
	}
	if spaces == 0 {
		return nil, true
	}
	if policy != rules.SpacesKings {
		return nil, false
	}
	var waits []proof.Wait
	before := map[card.Card]bool{}
	for _, o := range e.orders {
		if o.Event != proof.LaidBeforeLaid || !e.king(o.First) || !slices.Contains(o.Others, c) || before[o.First] {
			continue
		}
		if up, ok := e.notUp(o.First); ok {
			before[o.First] = true
			waits = append(waits, up...)
		}
	}
	return waits, len(before) >= spaces
}

// notReached reports whether the card of the talon with the given number of cards before it can
// never be turned up and played.
func (e *examiner) notReached(before int) ([]proof.Wait, bool) {
	k, w, place := e.rules.Stock.Count, len(e.at.Waste), before+1
	if place == len(e.talon) || place == w || place > w && (place-w)%k == 0 {
		return nil, false
	}
	next := e.talon[before+1]
	if !e.never[proof.Leaves][next] {
		return nil, false
	}
	waits := []proof.Wait{wait(e.talon[before], proof.BeTaken, next, next, 0)}
	if e.at.RedealsLeft == 0 {
		return waits, true
	}
	// A pass through the stock stops at the card if place%k of the cards before it have left.
	leaving := 0
	for _, c := range e.talon[:before] {
		if e.never[proof.Leaves][c] {
			waits = append(waits, wait(e.talon[before], proof.BeTaken, c, c, 0))
		} else {
			leaving++
		}
	}
	return waits, leaving < place%k
}
