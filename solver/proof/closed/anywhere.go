package closed

import (
	"errors"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Anywhere is a game of Klondike's kind in which a moved card lies on any card that may carry it:
// a state doesn't say on which (docs/proof-anywhere.md). What can't be won so can't be won at all.
type Anywhere struct {
	rules   *rules.Rules
	base    card.Rank
	max     int           // the highest rank
	columns [][]card.Card // from the deepest card, without cards that have moved

	up     [card.Suits]int
	locked []int       // how many cards of each column have not moved
	talon  []card.Card // waste from the bottom to the top, then the stock, the next card first
	turned int         // cards of the talon in the waste
	left   int         // redeals

	past []Anywhere // states to go back to
	key  []byte
}

// NewAnywhere returns the game for a position; false if the rules or the position are not of the
// kind.
func NewAnywhere(r *rules.Rules, p *deal.Position) (*Anywhere, bool) {
	t := &r.Tableau
	if !hasSafeCards(r) || t.Build == rules.NoBuild || t.Groups != rules.GroupsYes || t.Spaces == rules.SpacesAny ||
		r.Cells.Count > 0 || r.Reserve.Size > 0 || r.Stock.Size > 0 && !turnsLate(r) {
		return nil, false
	}
	a := &Anywhere{rules: r, base: p.Base, max: int(r.MaxRank), left: p.RedealsLeft}
	copy(a.up[:], p.Foundations)
	for _, c := range p.Tableau {
		cards := c.Cards
		// The cards that lie on the first face-up one in sequence count as moved.
		for n := len(cards); n > c.Down+1; n-- {
			if !deal.Fits(r, p.Base, t.Build, cards[n-2], cards[n-1]) {
				return nil, false
			}
			cards = cards[:n-1]
		}
		a.columns = append(a.columns, cards)
		a.locked = append(a.locked, len(cards))
	}
	a.talon = slices.Clone(p.Waste)
	for i := len(p.Stock) - 1; i >= 0; i-- {
		a.talon = append(a.talon, p.Stock[i])
	}
	a.turned = len(p.Waste)
	a.unlockKings()
	return a, true
}

// unlockKings counts a king that lies deepest in its column as moved.
func (a *Anywhere) unlockKings() {
	for i, n := range a.locked {
		if n == 1 && a.rank(a.columns[i][0]) == a.max {
			a.locked[i] = 0
		}
	}
}

func (a *Anywhere) rank(c card.Card) int { return deal.AboveBase(a.rules, a.base, c) }

// colour returns which cards of a rank carry the same cards as this one.
func (a *Anywhere) colour(c card.Card) int {
	switch a.rules.Tableau.Build {
	case rules.SameSuit:
		return int(c.Suit())
	case rules.RedBlack:
		return int(c.Suit()) & 1
	}
	return 0
}

// other returns the colour of the cards that carry those of a colour, which is also that of the
// cards that they carry.
func (a *Anywhere) other(colour int) int {
	if a.rules.Tableau.Build == rules.RedBlack {
		return 1 - colour
	}
	return colour
}

// sight is where the cards of a state lie.
type sight struct {
	place          [256]game.Pile // Tableau: moved; Row: visible and not moved; Stock; Foundation; Nowhere: covered
	visible, moved [card.MaxRank + 2][card.Suits]int
	spaces         int // columns without cards that have not moved
	kings          int // moved
}

func (a *Anywhere) look() *sight {
	var s sight
	for i, n := range a.locked {
		for j, c := range a.columns[i][:n] {
			s.place[c] = game.Cell // for now: not moved
			if j == n-1 {
				s.place[c] = game.Row
			}
		}
		if n == 0 {
			s.spaces++
		}
	}
	for _, c := range a.talon {
		s.place[c] = game.Stock
	}
	for _, c := range card.Deck(a.rules.MaxRank, 1, card.Suits) {
		rank := a.rank(c)
		switch {
		case rank <= a.up[c.Suit()]:
			s.place[c] = game.Foundation
		case s.place[c] == game.Row:
			s.visible[rank][a.colour(c)]++
		case s.place[c] == game.Cell:
			s.place[c] = game.Nowhere
		case s.place[c] == game.Nowhere:
			s.place[c] = game.Tableau
			s.visible[rank][a.colour(c)]++
			s.moved[rank][a.colour(c)]++
			if rank == a.max {
				s.kings++
			}
		}
	}
	return &s
}

// open reports whether one of the visible cards of a rank and colour has no moved card on it.
func (a *Anywhere) open(s *sight, rank, colour int) bool {
	return s.visible[rank][colour] > s.moved[rank-1][a.other(colour)]
}

// room reports whether a card can be laid somewhere.
func (a *Anywhere) room(s *sight, c card.Card) bool {
	if rank := a.rank(c); rank < a.max {
		return a.open(s, rank+1, a.other(a.colour(c)))
	}
	return a.rules.Tableau.Spaces == rules.SpacesKings && s.spaces > s.kings
}

// next reports whether a card is the next on its foundation.
func (a *Anywhere) next(c card.Card) bool { return a.rank(c) == a.up[c.Suit()]+1 }

// Ways returns the ways that have to lead to listed states if every way matters.
func (a *Anywhere) Ways() []Way {
	s := a.look()
	var ways []Way
	offer := func(verb string, c card.Card, turns int) {
		w := Way{turns, verbs[verb]}
		w.Move.Cards = []card.Card{c}
		if a.allows(s, w) {
			ways = append(ways, w)
		}
	}
	for _, c := range card.Deck(a.rules.MaxRank, 1, card.Suits) {
		offer("up", c, 0)
		offer("reveal", c, 0)
		offer("down", c, 0)
	}
	for _, turns := range a.offered() {
		if at, _, _ := a.after(turns); at > 0 {
			offer("play", a.talon[at-1], turns)
			offer("lay", a.talon[at-1], turns)
		}
	}
	return ways
}

// allows reports whether a way can be gone, and is not left out.
func (a *Anywhere) allows(s *sight, w Way) bool {
	c := w.Move.Cards[0]
	at := s.place[c]
	up := w.Move.To.Pile == game.Foundation
	switch w.Move.From.Pile {
	case game.Tableau:
		if up {
			return (at == game.Tableau || at == game.Row) && a.next(c) && a.open(s, a.rank(c), a.colour(c))
		}
		return at == game.Row && a.room(s, c)
	case game.Foundation:
		return at == game.Foundation && a.rules.Foundations.Removable && a.rank(c) == a.up[c.Suit()] && a.room(s, c) && !a.isSafe(c)
	}
	turned, _, ok := a.after(w.Turns)
	if !ok || turned == 0 || a.talon[turned-1] != c {
		return false
	}
	return up && a.next(c) || !up && a.room(s, c)
}

// after returns how many cards lie in the waste after so many turns, and how many redeals are
// left; false if there are not so many.
func (a *Anywhere) after(turns int) (turned, left int, ok bool) {
	turned, left = a.turned, a.left
	for range turns {
		switch {
		case turned < len(a.talon):
			turned = min(turned+a.rules.Stock.Count, len(a.talon))
		case turned == 0 || left == 0:
			return 0, 0, false
		default:
			turned = 0
			if left > 0 {
				left--
			}
		}
	}
	return turned, left, true
}

// offered returns after how many turns a card of the waste may be played: none, one and so on,
// until the waste is as it was at an earlier time.
func (a *Anywhere) offered() (all []int) {
	type waste struct{ turned, left int }
	seen := map[waste]bool{}
	for turns := 0; ; turns++ {
		turned, left, ok := a.after(turns)
		if !ok || seen[waste{turned, left}] {
			return all
		}
		seen[waste{turned, left}] = true
		all = append(all, turns)
	}
}

// isSafe reports whether a card is safe, wherever it lies.
func (a *Anywhere) isSafe(c card.Card) bool {
	return isSafe(a.rules.Tableau.Build, a.up[:], c, a.rank(c))
}

// Safe reports whether a way is all that matters here: a safe card goes up, from a column or from
// a stock that is turned one by one without limit.
func (a *Anywhere) Safe(w Way) bool {
	free := a.rules.Stock.Count == 1 && a.left == rules.Unlimited
	return w.Move.To.Pile == game.Foundation && (w.Move.From.Pile == game.Tableau || free) && a.isSafe(w.Move.Cards[0])
}

// Go goes a way.
func (a *Anywhere) Go(w Way) error {
	if !a.allows(a.look(), w) {
		return errors.New("this can't be done here, or is left out")
	}
	a.do(w)
	return nil
}

// do goes a way that is allowed.
func (a *Anywhere) do(w Way) {
	before := *a
	before.past, before.key = nil, nil
	before.locked, before.talon = slices.Clone(a.locked), slices.Clone(a.talon)
	a.past = append(a.past, before)
	c := w.Move.Cards[0]
	switch w.Move.From.Pile {
	case game.Waste:
		a.turned, a.left, _ = a.after(w.Turns)
		a.turned--
		a.talon = slices.Delete(slices.Clone(a.talon), a.turned, a.turned+1)
	case game.Foundation:
		a.up[c.Suit()]--
	case game.Tableau:
		for i, n := range a.locked {
			if n > 0 && a.columns[i][n-1] == c {
				a.locked[i]--
			}
		}
		a.unlockKings()
	}
	if w.Move.To.Pile == game.Foundation {
		a.up[c.Suit()]++
	}
}

// Back takes back the last way.
func (a *Anywhere) Back(Way) {
	last := len(a.past) - 1
	past, key := a.past[:last], a.key
	*a = a.past[last]
	a.past, a.key = past, key
}

// Won reports whether all cards are up.
func (a *Anywhere) Won() bool {
	return !slices.ContainsFunc(a.up[:], func(h int) bool { return h < a.max })
}

// Stuck is never reported: what is stuck is so in the game as it is played.
func (a *Anywhere) Stuck() bool { return false }

// Key returns what tells the state apart from others in a proof.
func (a *Anywhere) Key() []byte {
	k := a.key[:0]
	for _, h := range a.up {
		k = append(k, byte(h))
	}
	for _, n := range a.locked {
		k = append(k, byte(n))
	}
	k = append(appendCards(k, a.talon), end)
	turned := a.turned
	if a.left == rules.Unlimited && a.rules.Stock.Count > 0 && (turned%a.rules.Stock.Count == 0 || turned == len(a.talon)) {
		turned = 0
	}
	a.key = append(k, byte(turned), byte(a.left))
	return a.key
}

// verbs are the words of a way, by where the card goes from and to.
var verbs = map[string]game.Move{
	"up":     {From: game.Place{Pile: game.Tableau}, To: game.Place{Pile: game.Foundation}},
	"reveal": {From: game.Place{Pile: game.Tableau}, To: game.Place{Pile: game.Tableau}},
	"down":   {From: game.Place{Pile: game.Foundation}, To: game.Place{Pile: game.Tableau}},
	"play":   {From: game.Place{Pile: game.Waste}, To: game.Place{Pile: game.Foundation}},
	"lay":    {From: game.Place{Pile: game.Waste}, To: game.Place{Pile: game.Tableau}},
}

// words writes a way: the turns, if there are any, a verb and a card.
func (a *Anywhere) words(w Way) string {
	text := ""
	if w.Turns > 0 {
		text = turnWord + " " + strconv.Itoa(w.Turns) + " "
	}
	for verb, m := range verbs {
		if m.From == w.Move.From && m.To == w.Move.To {
			text += verb
		}
	}
	return text + " " + w.Move.Cards[0].String()
}

// read reads a way.
func (a *Anywhere) read(p *parser) Way {
	var w Way
	if p.peek(turnWord) {
		w.Turns = p.number(mostTurns)
	}
	verb := p.next()
	m, known := verbs[verb]
	if !known {
		p.fail("%.20q: up, reveal, down, play or lay expected", verb)
		return w
	}
	c, _, err := card.Parse(p.next())
	if err != nil {
		p.fail("%w", err)
	}
	m.Cards = []card.Card{c}
	w.Move = m
	return w
}
