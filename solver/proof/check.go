package proof

import (
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Handles reports whether a game is one that certificates speak of: one pack, columns that are built
// down and from which cards go to nothing but foundations and each other, and a stock
// that is turned to a waste, if there is one.
func Handles(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Decks == 1 && r.Suits == card.Suits && r.Foundations.Present && !r.Foundations.CompleteOnly &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Reserve.Size == 0 &&
		r.Accordion.Size == 0 && r.Sequences.Count == 0 &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToWaste) &&
		t.Build != rules.NoBuild && t.Spaces <= rules.SpacesKings &&
		t.Groups != rules.GroupsAny && (t.Groups == rules.GroupsNo || t.GroupPolicy == t.Build)
}

// Check examines the certificate against rules, which Handles accepts, and a position,
// and fills in what the cards wait for. It takes nothing from the engine that found the
// certificate but the claims and the cases, and has no code in common with them but [Handles].
func (c *Certificate) Check(r *rules.Rules, p *deal.Position) error {
	if !Handles(r) {
		return fmt.Errorf("games of this kind have no such certificates")
	}
	return newExaminer(r, p).examine(c, nil)
}

// Restate restates the certificate for a position that differs from its own only in the order
// of the columns, and checks it there: columns are numbered, and sentences written, as
// they lie in p. The certificate itself is not changed.
func (c *Certificate) Restate(r *rules.Rules, p *deal.Position) (*Certificate, error) {
	column := map[card.Card]int{}
	for i, t := range p.Tableau {
		for _, c := range t.Cards {
			column[c] = i + 1
		}
	}
	restated := c.claimed(column)
	if err := restated.Check(r, p); err != nil {
		return nil, err
	}
	return &restated, nil
}

// claimed returns the certificate's claims and cases alone, which [Certificate.Check]
// completes.
func (c *Certificate) claimed(column map[card.Card]int) Certificate {
	var bare Certificate
	for _, claim := range c.Claims {
		bare.Claims = append(bare.Claims, Claim{Card: claim.Card, Never: claim.Never, Column: column[claim.Card]})
	}
	// Cards that stay in columns come first, from left to right.
	rank := func(claim Claim) int {
		if claim.Never == Leaves && claim.Column > 0 {
			return claim.Column
		}
		return len(column)
	}
	slices.SortStableFunc(bare.Claims, func(a, b Claim) int { return rank(a) - rank(b) })
	for i := range c.Cases {
		part := &c.Cases[i]
		bare.Cases = append(bare.Cases, Case{part.Order, part.claimed(column)})
	}
	return bare
}

// examiner examines claims, all of which hold until the first is broken.
type examiner struct {
	rules  *rules.Rules
	at     *deal.Position
	lies   map[card.Card]spot
	talon  []card.Card // waste and stock in the order of turning
	orders []Order
	never  [3]map[card.Card]bool // by Never
}

// spot is where a card lies: in column i, from 1, with so many cards under it; or, with
// i = 0, in the talon with so many before it; or, with −1, on a foundation.
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

func (e *examiner) examine(c *Certificate, orders []Order) error {
	if len(c.Cases) == 0 {
		return e.claims(c.Claims, orders)
	}
	if err := e.complete(c.Cases); err != nil {
		return err
	}
	for i := range c.Cases {
		part := &c.Cases[i]
		if err := e.examine(&part.Certificate, append(slices.Clip(orders), part.Order)); err != nil {
			return err
		}
	}
	return nil
}

// complete checks that any line of play is one of the cases: that of two things one
// happens before the other, or that one of some cards is the first to be laid. If none of
// it ever happens, the line is any of the cases.
func (e *examiner) complete(cases []Case) error {
	if a, b := &cases[0], &cases[len(cases)-1]; len(cases) == 2 && a.Event == LaidBeforeUp && b.Event == UpBeforeLaid {
		if slices.Equal(a.Others, []card.Card{b.First}) && slices.Equal(b.Others, []card.Card{a.First}) {
			return nil
		}
	}
	var all []card.Card
	for _, c := range cases {
		all = append(all, c.First)
	}
	for _, c := range cases {
		if group := append([]card.Card{c.First}, c.Others...); c.Event != LaidBeforeLaid || !same(group, all) {
			return fmt.Errorf("%s, which is none of the cases of %v", c.Order, all)
		}
	}
	for i, c := range all {
		if _, known := e.lies[c]; !known || slices.Contains(all[:i], c) {
			return fmt.Errorf("cases about %v", all)
		}
	}
	return nil
}

func same(a, b []card.Card) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func (e *examiner) king(c card.Card) bool {
	return deal.AboveBase(e.rules, e.at.Base, c) == int(e.rules.MaxRank)
}

// claims checks claims that hold each other up, one of them at least that a card never
// leaves its place.
func (e *examiner) claims(claims []Claim, orders []Order) error {
	e.orders = orders
	e.never = [3]map[card.Card]bool{{}, {}, {}}
	for _, c := range claims {
		e.never[c.Never][c.Card] = true
	}
	if len(e.never[Leaves]) == 0 {
		return fmt.Errorf("no card stays where it lies")
	}
	for i := range claims {
		c := &claims[i]
		at, known := e.lies[c.Card]
		if !known || c.Column != max(0, at.column) {
			return fmt.Errorf("%s is not in column %d", c.Card, c.Column)
		}
		waits, ok := e.holds(c.Card, c.Never, at)
		if !ok {
			return fmt.Errorf("%s may do what it is claimed never to do", c.Card)
		}
		c.Waits = waits
		c.Why = e.say(c)
	}
	return nil
}

// holds reports whether a claim follows from the others, and by which cards. Whatever
// breaks it, another claim must have been broken before.
func (e *examiner) holds(c card.Card, never Never, at spot) ([]Wait, bool) {
	seated := at.column > 0 && e.seated(at)
	switch {
	case never == Rises:
		return e.heldDown(c)
	case never == Laid && seated: // it is laid as soon as it is uncovered
		return nil, false
	case never == Laid:
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

// seated reports whether a card of a column lies face up on one that carries it.
func (e *examiner) seated(at spot) bool {
	column := e.at.Tableau[at.column-1]
	return at.below > column.Down && e.carries(column.Cards[at.below-1], column.Cards[at.below])
}

// carries reports whether a card may be laid on another.
func (e *examiner) carries(lower, upper card.Card) bool {
	rank := func(c card.Card) int { return deal.AboveBase(e.rules, e.at.Base, c) }
	return rank(lower) == rank(upper)+1 && e.rules.Tableau.Build.Follows(lower, upper)
}

// fixed reports whether a card never leaves its place, by a claim about it or about a
// card on top of it, and which that is.
func (e *examiner) fixed(c card.Card) (card.Card, bool) {
	if e.never[Leaves][c] {
		return c, true
	}
	return e.buried(c)
}

// buried reports whether a card lies under one that never leaves, and which that is.
func (e *examiner) buried(c card.Card) (card.Card, bool) {
	at := e.lies[c]
	if at.column <= 0 {
		return card.None, false
	}
	for _, above := range e.at.Tableau[at.column-1].Cards[at.below+1:] {
		if e.never[Leaves][above] {
			return above, true
		}
	}
	return card.None, false
}

// notUp reports whether a card never goes up: because that is claimed of it or of a lower
// one of its suit, or because a lower one never leaves its place.
func (e *examiner) notUp(c card.Card) ([]Wait, bool) {
	for h := 1; h <= deal.AboveBase(e.rules, e.at.Base, c); h++ {
		lower := deal.FoundationCard(e.rules, e.at.Base, c.Suit(), h)
		column := max(0, e.lies[lower].column)
		if e.never[Rises][lower] {
			return []Wait{{c, GoUp, lower, lower, column}}, true
		}
		if under, ok := e.fixed(lower); ok && lower != c {
			return []Wait{{c, GoUp, lower, under, column}}, true
		}
	}
	return nil, false
}

// heldDown reports whether a card never goes up because of the cards that by the orders
// are laid before: one of them never is, or they stay in the tableau, where they need
// it, since other cards that could carry them are too few.
func (e *examiner) heldDown(c card.Card) ([]Wait, bool) {
	var waits []Wait
	guests := map[card.Card]bool{}
	for _, o := range e.orders {
		if o.Event != LaidBeforeUp || !slices.Contains(o.Others, c) || guests[o.First] {
			continue
		}
		if wait, ok := e.neverLaid(o.First, c); ok {
			return []Wait{wait}, true
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
			if wait, ok := e.notOpen(other, guest); ok {
				waits = append(waits, wait)
			} else {
				room++
			}
		}
	}
	return waits, len(guests) > room
}

// notLaid reports whether a card is never laid into the tableau: not onto another card,
// not into a space.
func (e *examiner) notLaid(c card.Card) ([]Wait, bool) {
	for _, o := range e.orders {
		if !slices.Contains(o.Others, c) {
			continue
		}
		switch o.Event {
		case LaidBeforeLaid:
			if wait, ok := e.neverLaid(o.First, c); ok {
				return []Wait{wait}, true
			}
		case UpBeforeLaid:
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
		if wait, ok := e.notOpen(other, c); ok {
			waits = append(waits, wait)
		} else {
			open++
		}
	}
	slices.SortFunc(waits, func(a, b Wait) int { return int(a.Card) - int(b.Card) })
	if open != 1 {
		return waits, open == 0
	}
	// Of two cards of a rank and colour, the one that comes first lies on the only
	// card that can carry it, and stays in the tableau if it never goes up.
	for _, o := range e.orders {
		if o.Event == LaidBeforeLaid && slices.Contains(o.Others, c) && e.twins(o.First, c) {
			if up, ok := e.notUp(o.First); ok {
				return append(waits, up...), true
			}
		}
	}
	return nil, false
}

// twins reports whether two cards are of a rank and colour in a game where it is that by
// which they lie on others.
func (e *examiner) twins(a, b card.Card) bool {
	return e.rules.Tableau.Build == rules.RedBlack && a != b && a.Rank() == b.Rank() && a.Suit().Red() == b.Suit().Red()
}

// neverUp reports whether a card never goes up, for one that is not laid before.
func (e *examiner) neverUp(c card.Card) ([]Wait, bool) {
	waits := []Wait{{c, GoUpFirst, c, c, max(0, e.lies[c].column)}}
	if under, ok := e.fixed(c); ok {
		waits[0].Under = under
		return waits, true
	}
	up, ok := e.notUp(c)
	return append(waits, up...), ok
}

// neverLaid reports whether it is claimed, or plain, that a card is never laid.
func (e *examiner) neverLaid(c, other card.Card) (Wait, bool) {
	at := e.lies[c]
	if under, ok := e.fixed(c); ok {
		return Wait{other, BeLaidFirst, c, under, max(0, at.column)}, true
	}
	return Wait{other, BeLaidFirst, c, c, max(0, at.column)}, e.never[Laid][c]
}

// notOpen reports whether a card never lies in the tableau so that a guest can be laid on
// it.
func (e *examiner) notOpen(c, guest card.Card) (Wait, bool) {
	at := e.lies[c]
	wait := Wait{guest, BeLaidOn, c, c, max(0, at.column)}
	goneBefore := func(o Order) bool { return o.Event == UpBeforeLaid && o.First == c && slices.Contains(o.Others, guest) }
	switch {
	case !e.rules.Foundations.Removable && slices.ContainsFunc(e.orders, goneBefore):
		return wait, true
	case at.column > 0:
		under, ok := e.buried(c)
		wait.Under = under
		return wait, ok
	case at.column < 0 && !e.rules.Foundations.Removable:
		return wait, true
	}
	return wait, e.never[Laid][c] || e.never[Leaves][c]
}

// noSpace reports whether there is never a space for a card: because none but kings, or
// no card, may fill one; because there never is any; or because other kings have taken
// all there are.
func (e *examiner) noSpace(c card.Card) ([]Wait, bool) {
	policy := e.rules.Tableau.Spaces
	if policy == rules.SpacesNone || policy == rules.SpacesKings && !e.king(c) {
		return nil, true
	}
	spaces := 0
	for _, column := range e.at.Tableau {
		if !slices.ContainsFunc(column.Cards, func(c card.Card) bool { return e.never[Leaves][c] }) {
			spaces++
		}
	}
	if spaces == 0 {
		return nil, true
	}
	if policy != rules.SpacesKings {
		return nil, false
	}
	var waits []Wait
	before := map[card.Card]bool{}
	for _, o := range e.orders {
		if o.Event != LaidBeforeLaid || !e.king(o.First) || !slices.Contains(o.Others, c) || before[o.First] {
			continue
		}
		if up, ok := e.notUp(o.First); ok {
			before[o.First] = true
			waits = append(waits, up...)
		}
	}
	return waits, len(before) >= spaces
}

// notReached reports whether the card of the talon with so many before it can never be
// turned up to be played.
func (e *examiner) notReached(before int) ([]Wait, bool) {
	k, w, place := e.rules.Stock.Count, len(e.at.Waste), before+1
	if place == len(e.talon) || place == w || place > w && (place-w)%k == 0 {
		return nil, false
	}
	next := e.talon[before+1]
	if !e.never[Leaves][next] {
		return nil, false
	}
	waits := []Wait{{e.talon[before], BeTaken, next, next, 0}}
	if e.at.RedealsLeft == 0 {
		return waits, true
	}
	// A pass through the stock stops at the card if as many cards before it have left
	// as its place is beyond a multiple of k.
	leaving := 0
	for _, c := range e.talon[:before] {
		if e.never[Leaves][c] {
			waits = append(waits, Wait{e.talon[before], BeTaken, c, c, 0})
		} else {
			leaving++
		}
	}
	return waits, leaving < place%k
}
