package proof

import (
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Handles reports whether certificates cover a game: one pack; columns that are built down, from
// which cards go only to foundations and each other; and either no stock or one that is turned to
// a waste.
func Handles(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Decks == 1 && r.Suits == card.Suits && r.Foundations.Present && !r.Foundations.CompleteOnly &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Reserve.Size == 0 &&
		r.Accordion.Size == 0 && r.Sequences.Count == 0 && r.Rows.Shape == rules.NoRows &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToWaste) &&
		(t.Build == rules.AnySuit || t.Build == rules.RedBlack || t.Build == rules.SameSuit) && !t.UpOrDown && t.Packets == 0 && t.Spaces <= rules.SpacesKings &&
		t.Groups != rules.GroupsAny && (t.Groups == rules.GroupsNo || t.GroupPolicy == t.Build)
}

// Check checks the certificate against rules, which Handles must accept, and a position. It also
// fills in what the cards wait for, and the sentences. It uses only the claims and cases of the
// certificate, and shares no code with the engine that found them, except [Handles].
func (c *Certificate) Check(r *rules.Rules, p *deal.Position) error {
	if !Handles(r) {
		return fmt.Errorf("certificates do not cover this game")
	}
	return newExaminer(r, p).examine(c, nil)
}

// Restate returns the certificate for a position that differs from its own only in the order of
// the columns, and checks it there: columns are numbered as in p. The certificate itself is not
// changed.
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

// claimed returns only the certificate's claims and cases, which [Certificate.Check] completes.
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

// examiner checks claims, all of which hold until the first is broken.
type examiner struct {
	rules  *rules.Rules
	at     *deal.Position
	lies   map[card.Card]spot
	talon  []card.Card // waste and stock in the order of turning
	orders []Order
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

// complete checks that any line of play is one of the cases. Either there are two events, one of
// which comes first; or one of some cards is the first to be laid. A line in which none of it
// happens belongs to each of the cases.
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
			return fmt.Errorf("%s: not one of the cases of %v", c.Order, all)
		}
	}
	for i, c := range all {
		if _, known := e.lies[c]; !known || slices.Contains(all[:i], c) {
			return fmt.Errorf("unknown or repeated card among the cases of %v", all)
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

// claims checks claims that support each other. At least one of them must be that a card never
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
			return fmt.Errorf("claim about %s does not follow from the others", c.Card)
		}
		c.Waits = waits
		c.Why = e.say(c)
	}
	return nil
}

// holds reports whether a claim follows from the others, and by which cards: to break it, another
// claim must have been broken before.
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
	if e.never[Leaves][c] {
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
		if e.never[Leaves][above] {
			return above, true
		}
	}
	return card.None, false
}

// notUp reports whether a card never goes up: because it or a lower one of its suit is claimed
// never to rise, or because a lower one never leaves its place.
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

// heldDown reports whether a card never goes up because of cards that, by the orders, are laid
// before. Either one of them is never laid; or they stay in the tableau and need this card there,
// since there are too few other cards to lie on.
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
	// Of two cards of one rank and colour, the first one lies on the only card that can carry
	// either, and stays in the tableau if it never goes up.
	for _, o := range e.orders {
		if o.Event == LaidBeforeLaid && slices.Contains(o.Others, c) && e.twins(o.First, c) {
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
func (e *examiner) neverUp(c card.Card) ([]Wait, bool) {
	waits := []Wait{{c, GoUpFirst, c, c, max(0, e.lies[c].column)}}
	if under, ok := e.fixed(c); ok {
		waits[0].Under = under
		return waits, true
	}
	up, ok := e.notUp(c)
	return append(waits, up...), ok
}

// neverLaid reports whether a card is never laid, by a claim or because it never leaves its
// place. Its wait is that of other, which is laid only after c.
func (e *examiner) neverLaid(c, other card.Card) (Wait, bool) {
	at := e.lies[c]
	if under, ok := e.fixed(c); ok {
		return Wait{other, BeLaidFirst, c, under, max(0, at.column)}, true
	}
	return Wait{other, BeLaidFirst, c, c, max(0, at.column)}, e.never[Laid][c]
}

// notOpen reports whether a card never lies in the tableau so that guest can be laid on it.
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

// noSpace reports whether there is never a space for a card: because no card, or only a king, may
// fill one; because there is never a space; or because other kings have taken all of them.
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

// notReached reports whether the card of the talon with the given number of cards before it can
// never be turned up and played.
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
	// A pass through the stock stops at the card if place%k of the cards before it have left.
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
