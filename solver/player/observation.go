package player

import (
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Observation is the table as a player sees it.
type Observation struct {
	Rules *rules.Rules

	// Table is the position with marks in place of the cards that the player does not know:
	// card.Unknown in rows and in the reserve, card.None elsewhere. Unseen has these cards in
	// ascending order.
	Table  deal.Position
	Unseen []card.Card
}

// newObservation returns what a player with this information sees. If stockSeen is set, the
// cards of the stock have been turned and are known.
func newObservation(r *rules.Rules, p *deal.Position, information Information, stockSeen bool) Observation {
	s := Observation{Rules: r, Table: p.Clone()}
	if information == Thoughtful {
		return s
	}
	hide := func(cards []card.Card) {
		s.Unseen = append(s.Unseen, cards...)
		clear(cards)
	}
	for _, c := range s.Table.Tableau {
		hide(c.Cards[:c.Down])
	}
	if information != StockKnown && !stockSeen {
		hide(s.Table.Stock[:max(0, len(s.Table.Stock)-openStock(r))])
	}
	slices.Sort(s.Unseen)
	if information == CoveredHidden {
		s.HideCovered()
	}
	return s
}

// HideCovered hides the covered cards of rows, and of a reserve that is a pile. The player has seen
// none of them before, since an uncovered card is never covered again.
func (s *Observation) HideCovered() {
	for _, c := range s.Table.Covered(s.Rules) {
		if *c != card.Unknown {
			s.Unseen = append(s.Unseen, *c)
			*c = card.Unknown
		}
	}
	slices.Sort(s.Unseen)
}

// hidesCovered reports whether cards of rows or of the reserve are hidden.
func (s *Observation) hidesCovered() bool { return unknown(&s.Table) > 0 }

// unknown returns how many cards of rows and of the reserve are not known.
func unknown(p *deal.Position) int {
	n := 0
	count := func(cards []card.Card) {
		for _, c := range cards {
			if c == card.Unknown {
				n++
			}
		}
	}
	count(p.Reserve)
	for _, row := range p.Rows {
		count(row)
	}
	return n
}

// showsUnknown reports whether a card lies uncovered that the player has not seen, because the last
// move has uncovered it.
func showsUnknown(r *rules.Rules, p *deal.Position) bool {
	n := unknown(p)
	if n == 0 {
		return false
	}
	for _, c := range p.Covered(r) {
		if *c == card.Unknown {
			n--
		}
	}
	return n > 0
}

// openStock returns how many cards of the stock, the next ones, lie face up: those that can be
// played from there.
func openStock(r *rules.Rules) int {
	if r.Rows.StockInPlay {
		return 1
	}
	return 0
}

// Observe returns what a player sees of a position whose history is not known. The information says
// which cards the player sees. The stock counts as seen if the position shows that there was a
// redeal. Only a game with limited redeals shows that.
func Observe(r *rules.Rules, p *deal.Position, information Information) Observation {
	return newObservation(r, p, information, turnedOver(r, p))
}

// turnedOver reports whether the position shows that there was a redeal, so that each card of
// the stock was seen.
func turnedOver(r *rules.Rules, p *deal.Position) bool {
	return r.Waste() && r.Stock.Redeals != rules.Unlimited && p.RedealsLeft < r.Stock.Redeals
}

// After returns the observation after a move. The bool is false if the move is illegal or its
// outcome depends on hidden cards.
func (s *Observation) After(m game.Move) (Observation, bool) {
	at := &s.Table
	open := openStock(s.Rules)
	fromStock := m.From.Pile == game.Stock || m.And.Pile == game.Stock
	switch {
	case s.uncovers(m) && s.turnedUp(m) == card.None,
		m.Action == game.Draw && !allKnown(at.Stock, min(m.Count+open, len(at.Stock))),
		m.Action == game.Remove && fromStock && !allKnown(at.Stock, min(1+open, len(at.Stock))),
		m.Action == game.Deal && !allKnown(at.Stock, m.Count),
		m.Action == game.Redeal && !allKnown(at.Stock, s.comesWithRedeal()),
		m.Action == game.Shift && m.From.Pile == game.Stock && !allKnown(at.Stock, 1):
		return Observation{}, false
	}
	table := game.New(s.Rules, at)
	if table.Check(m) != "" {
		return Observation{}, false
	}
	table.Do(m)
	if showsUnknown(s.Rules, table.Table()) {
		return Observation{}, false
	}
	return Observation{Rules: s.Rules, Table: table.Position(), Unseen: s.Unseen}, true
}

// comesWithRedeal returns how many cards of the stock a redeal brings to the columns.
func (s *Observation) comesWithRedeal() int {
	if s.Rules.Stock.To != rules.ToRedeal {
		return 0
	}
	return min(s.Rules.Tableau.Count*s.Rules.Tableau.Packets-s.Table.InColumns(), len(s.Table.Stock))
}

// Open reports whether every card of a position lies open, so that all players see the same.
func Open(p *deal.Position) bool {
	return len(p.Stock) == 0 && !slices.ContainsFunc(p.Tableau, func(c deal.Column) bool { return c.Down > 0 })
}

// Deal returns the position with the unseen cards dealt at random to the hidden places.
func (s *Observation) Deal(random *rand.Rand) deal.Position {
	p := s.Table.Clone()
	cards := slices.Clone(s.Unseen)
	random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	fill := func(pile []card.Card, hidden card.Card) {
		for i := range pile {
			if pile[i] == hidden {
				pile[i] = cards[0]
				cards = cards[1:]
			}
		}
	}
	for _, c := range p.Tableau {
		fill(c.Cards[:c.Down], card.None)
	}
	fill(p.Stock, card.None)
	fill(p.Reserve, card.Unknown)
	for _, row := range p.Rows {
		fill(row, card.Unknown)
	}
	return p
}

// redact returns the move without the cards that a player can't know before it is made: the
// card that it turns up, and the card that comes from an unseen stock.
func (s *Observation) redact(m game.Move) game.Move {
	if m.TurnsUp != card.None && s.turnedUp(m) == card.None {
		m.TurnsUp = card.None
	}
	if m.Action == game.Shift && m.From.Pile == game.Stock && s.Table.Stock[len(s.Table.Stock)-1] == card.None {
		m.Cards = []card.Card{card.None}
	}
	return m
}

// turnedUp returns the card that a move turns up; card.None if it is not known.
func (s *Observation) turnedUp(m game.Move) card.Card {
	c := s.Table.Tableau[m.From.N-1]
	return c.Cards[len(c.Cards)-len(m.Cards)-1]
}

// uncovers reports whether a move turns up a face-down card.
func (s *Observation) uncovers(m game.Move) bool {
	if m.Action != game.Shift || m.From.Pile != game.Tableau {
		return false
	}
	c := s.Table.Tableau[m.From.N-1]
	return c.Down > 0 && len(c.Cards)-len(m.Cards) == c.Down
}
