package proof

import (
	"errors"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
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

// CheckCertificate checks certificate c for position p under rules r. Handles must accept the
// rules. It reads only what each claim says a card never does, and the orders of the cases. Except
// for [Handles], it shares no code with the program that found the claims. The terms are those of
// docs/inside/proof-claims.md.
func CheckCertificate(c *solver.Certificate, r *rules.Rules, p *deal.Position) error {
	return examine(c, r, p, func(*solver.Claim, int, []solver.Wait) {})
}

// examine checks a certificate. It calls note with each claim, where its card lies, and what it waits
// for.
func examine(c *solver.Certificate, r *rules.Rules, p *deal.Position, note func(*solver.Claim, int, []solver.Wait)) error {
	if !Handles(r) {
		return errors.New("certificates do not cover this game")
	}
	t := newClaimChecker(r, p)
	t.note = note
	return t.check(c, nil)
}

func (t *claimChecker) check(c *solver.Certificate, orders []solver.Order) error {
	if len(c.Cases) == 0 {
		return t.claims(c.Claims, orders)
	}
	if !coverEveryLine(t, c.Cases) {
		return errors.New("the cases leave out lines of play")
	}
	for i := range c.Cases {
		part := &c.Cases[i]
		if err := t.check(&part.Certificate, append(slices.Clip(orders), part.Order)); err != nil {
			return err
		}
	}
	return nil
}

// coverEveryLine reports whether any line of play is one of the cases. Either there are two events, one of
// which comes first; or one of some cards is the first to be laid. A line in which none of it happens
// belongs to each of the cases.
func coverEveryLine(t *claimChecker, cases []solver.Case) bool {
	var firsts []card.Card
	for _, c := range cases {
		if _, known := t.lies[c.First]; !known || slices.Contains(firsts, c.First) {
			return false
		}
		firsts = append(firsts, c.First)
	}
	a, b := &cases[0], &cases[len(cases)-1]
	if len(cases) == 2 && a.Event == solver.LaidBeforeUp && b.Event == solver.UpBeforeLaid {
		return slices.Equal(a.Others, firsts[1:]) && slices.Equal(b.Others, firsts[:1])
	}
	slices.Sort(firsts)
	return !slices.ContainsFunc(cases, func(c solver.Case) bool {
		group := append(slices.Clone(c.Others), c.First)
		slices.Sort(group)
		return c.Event != solver.LaidBeforeLaid || !slices.Equal(group, firsts)
	})
}

// claimChecker is a position with claims and orders. All claims hold until the first is broken.
type claimChecker struct {
	rules  *rules.Rules
	at     *deal.Position
	lies   map[card.Card]spot
	orders []solver.Order
	never  [3]map[card.Card]bool // by Never
	waits  []solver.Wait         // of the claim that is being checked
	note   func(claim *solver.Claim, column int, waits []solver.Wait)
}

// spot is where a card lies: in a column, from 1, in the talon (the waste from the bottom to the top, and
// then the stock), or on a foundation, which has no pile.
type spot struct {
	pile   []card.Card
	index  int  // in the pile
	column int  // 0 in the talon and on a foundation
	seated bool // face up in a column on a card that carries it
}

func newClaimChecker(r *rules.Rules, p *deal.Position) *claimChecker {
	t := &claimChecker{rules: r, at: p, lies: map[card.Card]spot{}}
	for s, height := range p.Foundations {
		for h := 1; h <= height; h++ {
			t.lies[deal.FoundationCard(r, p.Base, card.Suit(s), h)] = spot{}
		}
	}
	for n, column := range p.Tableau {
		for i, c := range column.Cards {
			t.lies[c] = spot{column.Cards, i, n + 1, i > column.Down && t.carries(column.Cards[i-1], c)}
		}
	}
	stock := slices.Clone(p.Stock)
	slices.Reverse(stock)
	talon := slices.Concat(p.Waste, stock)
	for i, c := range talon {
		t.lies[c] = spot{talon, i, 0, false}
	}
	return t
}

// inTalon reports whether a card lies in the stock or the waste.
func (s spot) inTalon() bool { return s.pile != nil && s.column == 0 }

func (t *claimChecker) rank(c card.Card) int { return deal.AboveBase(t.rules, t.at.Base, c) }

// carries reports whether upper may be laid on lower.
func (t *claimChecker) carries(lower, upper card.Card) bool {
	return t.rank(lower) == t.rank(upper)+1 && t.rules.Tableau.Build.Follows(lower, upper)
}

// claims checks claims that support each other. Some card must never leave its place.
func (t *claimChecker) claims(claims []solver.Claim, orders []solver.Order) error {
	t.orders, t.never = orders, [3]map[card.Card]bool{{}, {}, {}}
	for _, c := range claims {
		t.never[c.Never][c.Card] = true
	}
	if len(t.never[solver.NeverLeaves]) == 0 {
		return errors.New("no card stays where it lies")
	}
	for i := range claims {
		c := &claims[i]
		if _, known := t.lies[c.Card]; !known || !t.follows(c.Card, c.Never) {
			return fmt.Errorf("claim about %s does not follow from the others", c.Card)
		}
		t.note(c, t.lies[c.Card].column, t.waits)
	}
	return nil
}

// wait notes that a card waits for another one, which is under a third or the third itself, and
// returns true.
func (t *claimChecker) wait(of card.Card, to solver.Purpose, c, under card.Card) bool {
	t.waits = append(t.waits, solver.Wait{Of: of, To: to, Card: c, Under: under, Column: t.lies[c].column})
	return true
}

// follows reports whether a claim follows from the others: to break it, another one must have been
// broken before.
func (t *claimChecker) follows(c card.Card, never solver.Never) bool {
	lies := t.lies[c]
	t.waits = nil
	switch {
	case never == solver.NeverRises:
		return t.heldDown(c)
	case lies.seated: // it moves with the card on which it lies, or is laid as soon as it is uncovered
		return false
	case never == solver.NeverLaid:
		return t.notLaid(c)
	case lies.pile == nil:
		return false
	}
	return lies.inTalon() && t.notReached(c) || t.neverUp(c) && t.notLaid(c)
}

// before returns the cards whose event comes before that of a card.
func (t *claimChecker) before(e solver.Event, c card.Card) (first []card.Card) {
	for _, o := range t.orders {
		if o.Event == e && slices.Contains(o.Others, c) && !slices.Contains(first, o.First) {
			first = append(first, o.First)
		}
	}
	return first
}

// burier returns a card on top of a card of a column that never leaves; false if there is none.
func (t *claimChecker) burier(c card.Card) (card.Card, bool) {
	lies := t.lies[c]
	if lies.column == 0 {
		return card.None, false
	}
	above := lies.pile[lies.index+1:]
	i := slices.IndexFunc(above, func(c card.Card) bool { return t.never[solver.NeverLeaves][c] })
	if i < 0 {
		return card.None, false
	}
	return above[i], true
}

// holder returns the card that keeps a card in its place: the card itself, if it never leaves, or one on
// top of it; false if there is none.
func (t *claimChecker) holder(c card.Card) (card.Card, bool) {
	if t.never[solver.NeverLeaves][c] {
		return c, true
	}
	return t.burier(c)
}

// heldBack reports whether a card, which is laid before another one, is never laid.
func (t *claimChecker) heldBack(first, other card.Card) bool {
	if under, ok := t.holder(first); ok {
		return t.wait(other, solver.ToBeLaidFirst, first, under)
	}
	return t.never[solver.NeverLaid][first] && t.wait(other, solver.ToBeLaidFirst, first, first)
}

// neverUp reports whether a card never goes up: it or a lower one of its suit never rises, or a lower
// one stays.
func (t *claimChecker) neverUp(c card.Card) bool {
	for h := 1; h <= t.rank(c); h++ {
		lower := deal.FoundationCard(t.rules, t.at.Base, c.Suit(), h)
		if t.never[solver.NeverRises][lower] {
			return t.wait(c, solver.ToGoUp, lower, lower)
		}
		if under, ok := t.holder(lower); ok && lower != c {
			return t.wait(c, solver.ToGoUp, lower, under)
		}
	}
	return false
}

// keptDown reports whether a card, which goes up before another one is laid, never goes up.
func (t *claimChecker) keptDown(c card.Card) bool {
	if under, ok := t.holder(c); ok {
		return t.wait(c, solver.ToGoUpFirst, c, under)
	}
	t.wait(c, solver.ToGoUpFirst, c, c)
	return t.neverUp(c)
}

// noSpace reports whether there is never a space for a card.
func (t *claimChecker) noSpace(c card.Card) bool {
	policy, king := t.rules.Tableau.Spaces, int(t.rules.MaxRank)
	if policy == rules.SpacesNone || policy == rules.SpacesKings && t.rank(c) != king {
		return true
	}
	spaces := 0
	for _, column := range t.at.Tableau {
		if !slices.ContainsFunc(column.Cards, func(c card.Card) bool { return t.never[solver.NeverLeaves][c] }) {
			spaces++
		}
	}
	if spaces == 0 || policy != rules.SpacesKings {
		return spaces == 0
	}
	kings := 0 // which have taken a space before, and keep it
	for _, k := range t.before(solver.LaidBeforeLaid, c) {
		if t.rank(k) == king && t.neverUp(k) {
			kings++
		}
	}
	return spaces <= kings
}

// open returns how many cards other than one carry a guest and are not closed to it.
func (t *claimChecker) open(guest, except card.Card) (n int) {
	for c := range t.lies {
		if c != except && t.carries(c, guest) && !t.closed(c, guest) {
			n++
		}
	}
	return n
}

// closed reports whether a card never lies in the tableau so that a guest can be laid on it.
func (t *claimChecker) closed(c, guest card.Card) bool {
	lies := t.lies[c]
	switch {
	case !t.rules.Foundations.Removable && (lies.pile == nil || slices.Contains(t.before(solver.UpBeforeLaid, guest), c)):
		return t.wait(guest, solver.ToBeLaidOn, c, c)
	case lies.column > 0:
		under, ok := t.burier(c)
		return ok && t.wait(guest, solver.ToBeLaidOn, c, under)
	}
	return (t.never[solver.NeverLaid][c] || t.never[solver.NeverLeaves][c]) && t.wait(guest, solver.ToBeLaidOn, c, c)
}

// notLaid reports whether a card is never laid into the tableau: not onto another card, not into a
// space.
func (t *claimChecker) notLaid(c card.Card) bool {
	from := len(t.waits)
	for _, o := range t.orders {
		if slices.Contains(o.Others, c) && (o.Event == solver.LaidBeforeLaid && t.heldBack(o.First, c) || o.Event == solver.UpBeforeLaid && t.keptDown(o.First)) {
			return true
		}
		t.waits = t.waits[:from]
	}
	if !t.noSpace(c) {
		return false
	}
	// Of two cards of one rank and colour, the first one lies on the only card that can carry
	// either, and stays in the tableau if it never goes up.
	twin := func(first card.Card) bool { return t.twins(first, c) && t.neverUp(first) }
	open := t.open(c, card.None)
	slices.SortFunc(t.waits[from:], func(a, b solver.Wait) int { return int(a.Card) - int(b.Card) })
	return open == 0 || open == 1 && slices.ContainsFunc(t.before(solver.LaidBeforeLaid, c), twin)
}

// twins reports whether two cards may be laid on the same cards, in alternating colours.
func (t *claimChecker) twins(a, b card.Card) bool {
	return t.rules.Tableau.Build == rules.RedBlack && a != b && a.Rank() == b.Rank() && a.Suit().Red() == b.Suit().Red()
}

// heldDown reports whether a card never goes up because of cards that are laid before. Either one of
// them is never laid; or they stay in the tableau and need this card there, since there are too few
// other cards to lie on.
func (t *claimChecker) heldDown(c card.Card) bool {
	first := t.before(solver.LaidBeforeUp, c)
	before := t.waits
	for _, f := range first {
		if t.waits = nil; t.heldBack(f, c) {
			return true
		}
	}
	t.waits = before
	guests, room := 0, 0
	for _, f := range first {
		if t.rules.Tableau.Build == rules.RedBlack && t.carries(c, f) && t.neverUp(f) {
			if !t.noSpace(f) {
				return false
			}
			guests++
			room = max(room, t.open(f, c))
		}
	}
	return guests > room
}

// notReached reports whether a card of the talon can never be turned up and played.
func (t *claimChecker) notReached(c card.Card) bool {
	talon, index := t.lies[c].pile, t.lies[c].index
	draw, turned, number := t.rules.Stock.Count, len(t.at.Waste), index+1
	if number == len(talon) || number == turned || number > turned && (number-turned)%draw == 0 || !t.never[solver.NeverLeaves][talon[number]] {
		return false
	}
	t.wait(c, solver.ToBeTaken, talon[number], talon[number])
	if t.at.RedealsLeft == 0 {
		return true
	}
	// A pass through the stock stops at the card if so many of the cards before it have left.
	leaving := 0
	for _, earlier := range talon[:index] {
		if t.never[solver.NeverLeaves][earlier] {
			t.wait(c, solver.ToBeTaken, earlier, earlier)
		} else {
			leaving++
		}
	}
	if leaving >= number%draw {
		t.waits = nil
		return false
	}
	return true
}
