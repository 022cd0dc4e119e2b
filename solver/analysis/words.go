package analysis

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Describer says in a few words what the moves of a position do: a move turns up a card, frees a
// column, brings a card to its foundation. Everything is read off the rules, the position and the
// move; nothing is searched. The words are for players, who see all cards as the service does.
type Describer struct {
	rules *rules.Rules
	state *game.State
	text  func(text string, values map[string]string) string

	before []place     // the cards that can be played
	risen  []card.Card // those of them that can go up
}

// NewDescriber returns a describer of the moves of a position, which must be valid under the rules. text
// translates a text in English and puts values in the place of their names in braces. A describer is not safe
// for concurrent use.
func NewDescriber(r *rules.Rules, p *deal.Position, text func(text string, values map[string]string) string) *Describer {
	at := &Describer{rules: r, state: game.New(r, p), text: text}
	at.before = at.available()
	for _, c := range at.before {
		if at.rises(c) {
			at.risen = append(at.risen, c.card)
		}
	}
	return at
}

// Describe returns a phrase for the effects of a legal move, without a full stop. An example is
// "lays the Q♥ on the K♠, turns up the 9♣".
func (d *Describer) Describe(m game.Move) string {
	parts := []string{d.does(&m)}
	d.state.Do(m)
	defer d.state.Undo()
	parts = append(parts, d.opens(&m)...)
	if d.state.Won() {
		parts = append(parts, d.say("wins the game"))
	}
	return strings.Join(parts, ", ")
}

// say returns a text with values, each after its name.
func (d *Describer) say(text string, values ...string) string {
	named := map[string]string{}
	for i := 0; i < len(values); i += 2 {
		named[values[i]] = values[i+1]
	}
	return d.text(text, named)
}

// cards lists cards.
func (d *Describer) cards(cards []card.Card) string { return card.Names(d.say("and"), cards) }

// does returns the action itself, seen from before the move.
func (d *Describer) does(m *game.Move) string {
	at := d.state.Table()
	switch m.Action {
	case game.Draw:
		top := at.Stock[len(at.Stock)-m.Count].Name()
		if m.Count == 1 {
			return d.say("turns {card} from the stock", "card", top)
		}
		return d.say("turns {n} cards from the stock, with {card} on top", "n", strconv.Itoa(m.Count), "card", top)
	case game.Redeal:
		if d.rules.Tableau.Packets > 0 {
			return d.say("gathers the columns and deals them again")
		}
		return d.say("turns the waste over")
	case game.Deal:
		if m.Count == 1 {
			return d.say("deals a card of the stock to the first column")
		}
		return d.say("deals a card of the stock to each of {n} columns", "n", strconv.Itoa(m.Count))
	case game.Remove:
		return d.say("removes {cards}", "cards", d.cards(m.Cards))
	}
	if n := len(m.Cards); m.To.Pile == game.Foundation && n > 1 {
		return d.say("brings {first} to {last} to their foundation", "first", m.Cards[0].Name(), "last", m.Cards[n-1].Name())
	}
	what := d.source(m.From, d.group(m.Cards))
	switch m.To.Pile {
	case game.Foundation:
		return d.say("brings {cards} to its foundation", "cards", what)
	case game.Cell:
		return d.say("puts {cards} into a free cell", "cards", what)
	case game.Hole:
		return d.say("plays {cards} to the hole", "cards", what)
	case game.Waste:
		return d.say("plays {cards} to the waste", "cards", what)
	case game.Accordion:
		return d.say("lays {cards} on {card}", "cards", what, "card", at.Accordion[m.To.N-1].Name())
	case game.Sequence:
		if m.To.M > 1 && at.Sequences[m.To.N-1][m.To.M-2] != card.None {
			return d.say("moves {cards} into the gap behind {card}", "cards", what, "card", at.Sequences[m.To.N-1][m.To.M-2].Name())
		}
		return d.say("moves {cards} into a gap", "cards", what)
	case game.Tableau:
		if below := at.Tableau[m.To.N-1].Cards; len(below) > 0 {
			return d.say("lays {cards} on {card}", "cards", what, "card", below[len(below)-1].Name())
		}
		return d.say("moves {cards} into an empty column", "cards", what)
	default:
		return d.say("moves {cards}", "cards", what)
	}
}

// group names the cards that move by the deepest one.
func (d *Describer) group(cards []card.Card) string {
	head := cards[0].Name()
	switch n := len(cards) - 1; n {
	case 0:
		return head
	case 1:
		return d.say("{card} with the card on it", "card", head)
	default:
		return d.say("{card} with the {n} cards on it", "card", head, "n", strconv.Itoa(n))
	}
}

// source adds where cards come from, if it is not a column.
func (d *Describer) source(from game.Place, cards string) string {
	switch from.Pile {
	case game.Waste:
		return d.say("{cards} from the waste", "cards", cards)
	case game.Stock:
		return d.say("{cards} from the stock", "cards", cards)
	case game.Reserve:
		return d.say("{cards} from the reserve", "cards", cards)
	case game.Cell:
		return d.say("{cards} from its cell", "cards", cards)
	case game.Foundation:
		return d.say("{cards} back from its foundation", "cards", cards)
	default:
		return cards
	}
}

// place is a card that can be played, and where it lies.
type place struct {
	card card.Card
	at   game.Place
}

// available returns the cards that others don't cover, but for stock, hole and foundations.
func (d *Describer) available() []place {
	at := d.state.Table()
	var list []place
	top := func(cards []card.Card, from game.Place) {
		if n := len(cards); n > 0 && cards[n-1] != card.None {
			list = append(list, place{cards[n-1], from})
		}
	}
	for i := range at.Tableau {
		top(at.Tableau[i].Cards, game.At(game.Tableau, i+1))
	}
	top(at.Waste, game.Place{Pile: game.Waste})
	if d.rules.Reserve.Stacked {
		top(at.Reserve, game.Place{Pile: game.Reserve})
	}
	covered := at.Covered(d.rules)
	for i, row := range at.Rows {
		for j := range row {
			if c := &row[j]; *c != card.None && !slices.Contains(covered, c) {
				list = append(list, place{*c, game.Place{Pile: game.Row, N: i + 1, M: j + 1}})
			}
		}
	}
	return list
}

// opens returns what has become possible by a move that was made: turned and uncovered cards, those
// of them that can go up, empty columns and cells.
func (d *Describer) opens(m *game.Move) []string {
	at := d.state.Table()
	var parts []string
	turned := d.state.Last().TurnsUp
	if turned != card.None {
		parts = append(parts, d.say("turns up {card}", "card", turned.Name()))
	}
	var uncovered, up []card.Card
	for _, now := range d.available() {
		if slices.Contains(d.before, now) || slices.Contains(m.Cards, now.card) && now.at == m.To {
			continue
		}
		if now.card != turned && (m.Action == game.Shift || m.Action == game.Remove) {
			uncovered = append(uncovered, now.card)
		}
		if !slices.Contains(d.risen, now.card) && d.rises(now) {
			up = append(up, now.card)
		}
	}
	if len(uncovered) > 0 {
		parts = append(parts, d.say("uncovers {cards}", "cards", d.cards(uncovered)))
	}
	if len(up) > 0 {
		parts = append(parts, d.say("so that {cards} can go up", "cards", d.cards(up)))
	}
	if m.Action != game.Shift {
		return parts
	}
	ontoSpace := m.To.Pile == game.Tableau && len(at.Tableau[m.To.N-1].Cards) == len(m.Cards)
	switch {
	case m.From.Pile == game.Tableau && len(at.Tableau[m.From.N-1].Cards) > 0:
	case m.From.Pile == game.Tableau && ontoSpace:
		parts = append(parts, d.say("leaves its own column empty"))
	case m.From.Pile == game.Tableau:
		parts = append(parts, d.say("frees a column"))
	case m.From.Pile == game.Cell:
		parts = append(parts, d.say("empties a cell"))
	}
	return parts
}

// mostFoundations is how many foundations of one suit there may be: those of Spider with one suit.
const mostFoundations = 8

// rises reports whether a card can go to a foundation.
func (d *Describer) rises(at place) bool {
	if !d.rules.Foundations.Present {
		return false
	}
	to := game.FoundationOf(at.card.Suit())
	for to.M = range mostFoundations + 1 {
		if d.state.Check(game.Move{Action: game.Shift, From: at.at, To: to, Cards: []card.Card{at.card}}) == "" {
			return true
		}
	}
	return false
}
