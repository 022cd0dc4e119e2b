package game

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Action is the kind of a move.
type Action uint8

// The actions.
const (
	Shift  Action = iota // cards go from one place to another; "move" in JSON
	Draw                 // cards of the stock are turned to the waste
	Redeal               // the waste is turned over and becomes the stock, or the columns are dealt anew
	Deal                 // a card of the stock is laid on each of the first columns
	Remove               // one or two cards leave the table
)

var actionWords = []string{"move", "draw", "redeal", "deal", "remove"}

// Move is one thing a person does at the table.
type Move struct {
	Action  Action
	Count   int         // Draw, Deal: how many cards
	From    Place       // Shift, Remove
	And     Place       // Remove: where the second card comes from, if there are two
	To      Place       // Shift
	Cards   []card.Card // Shift: from the deepest to the top; Remove: as From and And
	TurnsUp card.Card   // Shift: the face-down card that it uncovers and so turns up, if any
}

// String writes the move in a line, such as "QH JS from tableau/2 to tableau/6".
func (m Move) String() string {
	switch m.Action {
	case Draw, Deal:
		return fmt.Sprintf("%s %d", actionWords[m.Action], m.Count)
	case Redeal:
		return actionWords[m.Action]
	case Remove:
		if m.And.Pile == Nowhere {
			return fmt.Sprintf("remove %s from %s", card.Join(m.Cards, " ", ""), m.From)
		}
		return fmt.Sprintf("remove %s from %s and %s", card.Join(m.Cards, " ", ""), m.From, m.And)
	}
	return fmt.Sprintf("%s from %s to %s", card.Join(m.Cards, " ", ""), m.From, m.To)
}

// Equal reports whether two moves are the same. The order of two cards that are removed does
// not matter.
func (m Move) Equal(o Move) bool {
	if m.Action == Remove && o.Action == Remove && m.And.Pile != Nowhere && m.And == o.From && len(o.Cards) == 2 {
		o.From, o.And, o.Cards = o.And, o.From, []card.Card{o.Cards[1], o.Cards[0]}
	}
	return m.Action == o.Action && m.Count == o.Count && m.From == o.From && m.And == o.And && m.To == o.To &&
		m.TurnsUp == o.TurnsUp && slices.Equal(m.Cards, o.Cards)
}

// Alike reports whether two moves take the same number of cards from the same places to the same places,
// whatever the cards: some of them may be unknown in one of the moves.
func (m Move) Alike(o Move) bool {
	return m.Action == o.Action && m.Count == o.Count && m.From == o.From && m.And == o.And && m.To == o.To && len(m.Cards) == len(o.Cards)
}

// Translate returns the moves with each place p replaced by to(p).
func Translate(moves []Move, to func(Place) Place) []Move {
	moves = slices.Clone(moves)
	for i := range moves {
		m := &moves[i]
		m.From, m.And, m.To = to(m.From), to(m.And), to(m.To)
	}
	return moves
}

// MarshalJSON writes the move as a JSON object.
func (m Move) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil), nil }

// AppendJSON appends the move as a JSON object. An unknown card is written as [deal.Unseen]. An
// answer has a hundred moves or more: if encoding/json called MarshalJSON for each of them, that
// would take longer than replaying them.
func (m Move) AppendJSON(to []byte) []byte {
	to = append(to, `{"action":"`...)
	to = append(to, actionWords[m.Action]...)
	to = append(to, '"')
	if m.Count != 0 {
		to = append(to, `,"count":`...)
		to = strconv.AppendInt(to, int64(m.Count), 10)
	}
	switch {
	case m.Action == Remove:
		to = append(to, `,"from":["`...)
		to = m.From.append(to)
		if m.And.Pile != Nowhere {
			to = append(to, `","`...)
			to = m.And.append(to)
		}
		to = append(to, `"]`...)
	case m.From.Pile != Nowhere:
		to = append(to, `,"from":"`...)
		to = append(m.From.append(to), '"')
	}
	if m.To.Pile != Nowhere {
		to = append(to, `,"to":"`...)
		to = append(m.To.append(to), '"')
	}
	for i, c := range m.Cards {
		if i == 0 {
			to = append(to, `,"cards":["`...)
		} else {
			to = append(to, `","`...)
		}
		to = append(to, cmp.Or(c.String(), deal.Unseen)...)
	}
	if len(m.Cards) > 0 {
		to = append(to, `"]`...)
	}
	if m.TurnsUp != card.None {
		to = append(to, `,"turns_up":"`...)
		to = append(to, m.TurnsUp.String()...)
		to = append(to, '"')
	}
	return append(to, '}')
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Move) UnmarshalJSON(text []byte) error {
	node, err := strict.Parse(text, "move")
	if err != nil {
		return err
	}
	*m = DecodeMove(node)
	return node.Err()
}

// DecodeMove reads a move from a part of a larger document.
func DecodeMove(node *strict.Node) Move {
	var m Move
	if !node.CheckFields("action", "count", "from", "to", "cards", "turns_up") {
		return m
	}
	action := node.Field("action")
	if action == nil {
		node.AddErrorAt("action", "missing: must be one of %s", strings.Join(actionWords, ", "))
		return m
	}
	before := node.ErrorCount()
	strict.Enum(action, &m.Action, actionWords)
	if node.ErrorCount() > before {
		return m // the action decides which fields belong to it
	}
	takes := func(allowed bool, names ...string) {
		for _, name := range names {
			switch field := node.Field(name); {
			case !allowed && field != nil:
				field.AddError("not allowed for a %s", actionWords[m.Action])
			case allowed && field == nil:
				node.AddErrorAt(name, "missing: required for a %s", actionWords[m.Action])
			}
		}
	}
	takes(m.Action == Draw || m.Action == Deal, "count")
	takes(m.Action == Shift || m.Action == Remove, "from")
	takes(m.Action == Shift, "to")
	takes(m.Action == Shift || m.Action == Remove, "cards")
	if turns := node.Field("turns_up"); turns != nil && m.Action != Shift {
		turns.AddError("not allowed for a %s", actionWords[m.Action])
	}
	node.Field("count").Int(&m.Count, 1, 104)
	if m.Action == Remove {
		m.From, m.And = decodePlaces(node.Field("from"))
	} else {
		m.From = decodePlace(node.Field("from"))
	}
	m.To = decodePlace(node.Field("to"))
	cards := node.Field("cards")
	list, ok := cards.List()
	if ok && len(list) == 0 {
		cards.AddError("at least one card required")
	}
	for _, n := range list {
		m.Cards = append(m.Cards, decodeCard(n))
	}
	if places := 1 + min(1, int(m.And.Pile)); m.Action == Remove && ok && len(list) > 0 && len(list) != places {
		cards.AddError("%d cards found, %d expected: one for each place of \"from\"", len(list), places)
	}
	m.TurnsUp = decodeCard(node.Field("turns_up"))
	return m
}

// decodePlaces reads the one or two places that cards are removed from.
func decodePlaces(n *strict.Node) (from, and Place) {
	list, ok := n.List()
	if ok && (len(list) < 1 || len(list) > 2) {
		n.AddError("%d places found, 1–2 expected", len(list))
		return from, and
	}
	for i, place := range list {
		if i == 0 {
			from = decodePlace(place)
		} else {
			and = decodePlace(place)
		}
	}
	return from, and
}

func decodePlace(n *strict.Node) Place {
	text, ok := n.Text()
	if !ok {
		return Place{}
	}
	p, err := ParsePlace(text)
	if err != nil {
		n.AddError("%s", err)
	}
	return p
}

func decodeCard(n *strict.Node) card.Card {
	text, ok := n.Text()
	if !ok {
		return card.None
	}
	c, _, err := card.Parse(text)
	if err != nil {
		n.AddError("%s", err)
	}
	return c
}

// Length returns the number of moves of a solution as people count them: every entry but
// the redeals.
func Length(moves []Move) int {
	n := 0
	for _, m := range moves {
		if m.Action != Redeal {
			n++
		}
	}
	return n
}

// Redeals returns the number of redeals among moves: the entries that Length does not count.
func Redeals(moves []Move) int { return len(moves) - Length(moves) }
