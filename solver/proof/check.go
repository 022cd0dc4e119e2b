package proof

import (
	"errors"
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

// Check checks the certificate against rules, which Handles must accept, and a position. It looks only
// at what claims say that cards never do and at the orders of the cases, and shares no code with the
// engine that found them, except [Handles]. The words are those of docs/proof-claims.md.
func (c *Certificate) Check(r *rules.Rules, p *deal.Position) error {
	if !Handles(r) {
		return errors.New("certificates do not cover this game")
	}
	return c.check(newTable(r, p), nil)
}

func (c *Certificate) check(t *table, orders []Order) error {
	if len(c.Cases) == 0 {
		return t.claims(c.Claims, orders)
	}
	if !complete(t, c.Cases) {
		return errors.New("the cases leave out lines of play")
	}
	for i := range c.Cases {
		part := &c.Cases[i]
		if err := part.check(t, append(slices.Clip(orders), part.Order)); err != nil {
			return err
		}
	}
	return nil
}

// complete reports whether any line of play is one of the cases. Either there are two events, one of
// which comes first; or one of some cards is the first to be laid. A line in which none of it happens
// belongs to each of the cases.
func complete(t *table, cases []Case) bool {
	var firsts []card.Card
	for _, c := range cases {
		if _, known := t.lies[c.First]; !known || slices.Contains(firsts, c.First) {
			return false
		}
		firsts = append(firsts, c.First)
	}
	a, b := &cases[0], &cases[len(cases)-1]
	if len(cases) == 2 && a.Event == LaidBeforeUp && b.Event == UpBeforeLaid {
		return slices.Equal(a.Others, firsts[1:]) && slices.Equal(b.Others, firsts[:1])
	}
	slices.Sort(firsts)
	return !slices.ContainsFunc(cases, func(c Case) bool {
		group := append(slices.Clone(c.Others), c.First)
		slices.Sort(group)
		return c.Event != LaidBeforeLaid || !slices.Equal(group, firsts)
	})
}

// table is a position with claims, all of which hold until the first is broken, and orders.
type table struct {
	rules  *rules.Rules
	at     *deal.Position
	lies   map[card.Card]spot
	orders []Order
	never  [3]map[card.Card]bool // by Never
}

// spot is where a card lies: in a column, in the talon (the waste from the bottom to the top, and then
// the stock), or on a foundation, which has no pile.
type spot struct {
	pile   []card.Card
	index  int // in the pile
	talon  bool
	seated bool // face up in a column on a card that carries it
}

func newTable(r *rules.Rules, p *deal.Position) *table {
	t := &table{rules: r, at: p, lies: map[card.Card]spot{}}
	for s, height := range p.Foundations {
		for h := 1; h <= height; h++ {
			t.lies[deal.FoundationCard(r, p.Base, card.Suit(s), h)] = spot{}
		}
	}
	for _, column := range p.Tableau {
		for i, c := range column.Cards {
			t.lies[c] = spot{column.Cards, i, false, i > column.Down && t.carries(column.Cards[i-1], c)}
		}
	}
	stock := slices.Clone(p.Stock)
	slices.Reverse(stock)
	talon := slices.Concat(p.Waste, stock)
	for i, c := range talon {
		t.lies[c] = spot{talon, i, true, false}
	}
	return t
}

func (t *table) rank(c card.Card) int { return deal.AboveBase(t.rules, t.at.Base, c) }

// carries reports whether upper may be laid on lower.
func (t *table) carries(lower, upper card.Card) bool {
	return t.rank(lower) == t.rank(upper)+1 && t.rules.Tableau.Build.Follows(lower, upper)
}

// claims checks claims that support each other. Some card must never leave its place.
func (t *table) claims(claims []Claim, orders []Order) error {
	t.orders, t.never = orders, [3]map[card.Card]bool{{}, {}, {}}
	for _, c := range claims {
		t.never[c.Never][c.Card] = true
	}
	if len(t.never[Leaves]) == 0 {
		return errors.New("no card stays where it lies")
	}
	for _, c := range claims {
		if _, known := t.lies[c.Card]; !known || !t.follows(c.Card, c.Never) {
			return fmt.Errorf("claim about %s does not follow from the others", c.Card)
		}
	}
	return nil
}

// follows reports whether a claim follows from the others: to break it, another one must have been
// broken before.
func (t *table) follows(c card.Card, never Never) bool {
	lies := t.lies[c]
	switch {
	case never == Rises:
		return t.heldDown(c)
	case lies.seated: // it moves with the card on which it lies, or is laid as soon as it is uncovered
		return false
	case never == Laid:
		return t.notLaid(c)
	case lies.pile == nil:
		return false
	}
	return lies.talon && t.notReached(lies) || t.neverUp(c) && t.notLaid(c)
}

// before returns the cards whose event comes before that of a card.
func (t *table) before(e Event, c card.Card) (first []card.Card) {
	for _, o := range t.orders {
		if o.Event == e && slices.Contains(o.Others, c) && !slices.Contains(first, o.First) {
			first = append(first, o.First)
		}
	}
	return first
}

func (t *table) leavesNever(c card.Card) bool { return t.never[Leaves][c] }

// buried reports whether a card lies in a column under one that never leaves.
func (t *table) buried(c card.Card) bool {
	lies := t.lies[c]
	return lies.pile != nil && !lies.talon && slices.ContainsFunc(lies.pile[lies.index+1:], t.leavesNever)
}

func (t *table) stays(c card.Card) bool    { return t.never[Leaves][c] || t.buried(c) }
func (t *table) heldBack(c card.Card) bool { return t.never[Laid][c] || t.stays(c) }

// neverUp reports whether a card never goes up: it or a lower one of its suit never rises, or a lower
// one stays.
func (t *table) neverUp(c card.Card) bool {
	for h := 1; h <= t.rank(c); h++ {
		lower := deal.FoundationCard(t.rules, t.at.Base, c.Suit(), h)
		if t.never[Rises][lower] || lower != c && t.stays(lower) {
			return true
		}
	}
	return false
}

// noSpace reports whether there is never a space for a card.
func (t *table) noSpace(c card.Card) bool {
	policy, king := t.rules.Tableau.Spaces, int(t.rules.MaxRank)
	if policy == rules.SpacesNone || policy == rules.SpacesKings && t.rank(c) != king {
		return true
	}
	spaces := 0
	for _, column := range t.at.Tableau {
		if !slices.ContainsFunc(column.Cards, t.leavesNever) {
			spaces++
		}
	}
	kings := 0 // which have taken a space before, and keep it
	for _, k := range t.before(LaidBeforeLaid, c) {
		if policy == rules.SpacesKings && t.rank(k) == king && t.neverUp(k) {
			kings++
		}
	}
	return spaces <= kings
}

// open returns how many cards that carry a guest are not closed to it.
func (t *table) open(guest card.Card) (n int) {
	for c := range t.lies {
		if t.carries(c, guest) && !t.closed(c, guest) {
			n++
		}
	}
	return n
}

// closed reports whether a card never lies in the tableau so that a guest can be laid on it.
func (t *table) closed(c, guest card.Card) bool {
	lies := t.lies[c]
	switch {
	case !t.rules.Foundations.Removable && (lies.pile == nil || slices.Contains(t.before(UpBeforeLaid, guest), c)):
		return true
	case lies.pile != nil && !lies.talon:
		return t.buried(c)
	}
	return t.never[Laid][c] || t.never[Leaves][c]
}

// notLaid reports whether a card is never laid into the tableau: not onto another card, not into a
// space.
func (t *table) notLaid(c card.Card) bool {
	laid := t.before(LaidBeforeLaid, c)
	up := func(c card.Card) bool { return t.stays(c) || t.neverUp(c) }
	if slices.ContainsFunc(laid, t.heldBack) || slices.ContainsFunc(t.before(UpBeforeLaid, c), up) {
		return true
	}
	if !t.noSpace(c) {
		return false
	}
	// Of two cards of one rank and colour, the first one lies on the only card that can carry
	// either, and stays in the tableau if it never goes up.
	twin := func(first card.Card) bool { return t.twins(first, c) && t.neverUp(first) }
	open := t.open(c)
	return open == 0 || open == 1 && slices.ContainsFunc(laid, twin)
}

// twins reports whether two cards may be laid on the same cards, in alternating colours.
func (t *table) twins(a, b card.Card) bool {
	return t.rules.Tableau.Build == rules.RedBlack && a != b && a.Rank() == b.Rank() && a.Suit().Red() == b.Suit().Red()
}

// heldDown reports whether a card never goes up because of cards that are laid before. Either one of
// them is never laid; or they stay in the tableau and need this card there, since there are too few
// other cards to lie on.
func (t *table) heldDown(c card.Card) bool {
	guests, room := 0, 0
	for _, first := range t.before(LaidBeforeUp, c) {
		if t.heldBack(first) {
			return true
		}
		if t.rules.Tableau.Build == rules.RedBlack && t.carries(c, first) && t.neverUp(first) {
			if !t.noSpace(first) {
				return false
			}
			guests++
			others := t.open(first)
			if !t.closed(c, first) {
				others--
			}
			room = max(room, others)
		}
	}
	return guests > room
}

// notReached reports whether a card of the talon can never be turned up and played.
func (t *table) notReached(lies spot) bool {
	draw, turned, number := t.rules.Stock.Count, len(t.at.Waste), lies.index+1
	if number == len(lies.pile) || number == turned || number > turned && (number-turned)%draw == 0 || !t.never[Leaves][lies.pile[number]] {
		return false
	}
	leaving := 0
	for _, c := range lies.pile[:lies.index] {
		if !t.never[Leaves][c] {
			leaving++
		}
	}
	return t.at.RedealsLeft == 0 || leaving < number%draw
}
