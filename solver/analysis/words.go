package analysis

import (
	"fmt"
	"slices"
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

	before []place     // the cards that can be played
	risen  []card.Card // those of them that can go up
}

// NewDescriber returns a describer of the moves of a position, which must be valid under the rules.
// It is not safe for concurrent use.
func NewDescriber(r *rules.Rules, p *deal.Position) *Describer {
	at := &Describer{rules: r, state: game.New(r, p)}
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
		parts = append(parts, "wins the game")
	}
	return strings.Join(parts, ", ")
}

// does returns the action itself, seen from before the move.
func (d *Describer) does(m *game.Move) string {
	at := d.state.Table()
	switch m.Action {
	case game.Draw:
		top := at.Stock[len(at.Stock)-m.Count]
		if m.Count == 1 {
			return "turns " + top.Name() + " from the stock"
		}
		return fmt.Sprintf("turns %d cards from the stock, with %s on top", m.Count, top.Name())
	case game.Redeal:
		if d.rules.Tableau.Packets > 0 {
			return "gathers the columns and deals them again"
		}
		return "turns the waste over"
	case game.Deal:
		if m.Count == 1 {
			return "deals a card of the stock to the first column"
		}
		return fmt.Sprintf("deals a card of the stock to each of %d columns", m.Count)
	case game.Remove:
		return "removes " + card.Names("and", m.Cards)
	}
	what, from := m.Cards[0].Name(), source(m.From)
	if n := len(m.Cards) - 1; n == 1 {
		what += " with the card on it"
	} else if n > 1 {
		what += fmt.Sprintf(" with the %d cards on it", n)
	}
	switch m.To.Pile {
	case game.Foundation:
		if n := len(m.Cards); n > 1 {
			return fmt.Sprintf("brings %s to %s%s to their foundation", m.Cards[0].Name(), m.Cards[n-1].Name(), from)
		}
		return "brings " + what + from + " to its foundation"
	case game.Cell:
		return "puts " + what + from + " into a free cell"
	case game.Hole:
		return "plays " + what + from + " to the hole"
	case game.Waste:
		return "plays " + what + from + " to the waste"
	case game.Accordion:
		return "lays " + what + " on " + at.Accordion[m.To.N-1].Name()
	case game.Sequence:
		if m.To.M > 1 && at.Sequences[m.To.N-1][m.To.M-2] != card.None {
			return "moves " + what + " into the gap behind " + at.Sequences[m.To.N-1][m.To.M-2].Name()
		}
		return "moves " + what + " into a gap"
	case game.Tableau:
		if below := at.Tableau[m.To.N-1].Cards; len(below) > 0 {
			return "lays " + what + from + " on " + below[len(below)-1].Name()
		}
		return "moves " + what + from + " into an empty column"
	default:
		return "moves " + what + from
	}
}

// source names where a card comes from, if it is not a column.
func source(from game.Place) string {
	switch from.Pile {
	case game.Waste:
		return " from the waste"
	case game.Stock:
		return " from the stock"
	case game.Reserve:
		return " from the reserve"
	case game.Cell:
		return " from its cell"
	case game.Foundation:
		return " back from its foundation"
	default:
		return ""
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
		parts = append(parts, "turns up "+turned.Name())
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
		parts = append(parts, "uncovers "+card.Names("and", uncovered))
	}
	if len(up) > 0 {
		parts = append(parts, "so that "+card.Names("and", up)+" can go up")
	}
	if m.Action != game.Shift {
		return parts
	}
	ontoSpace := m.To.Pile == game.Tableau && len(at.Tableau[m.To.N-1].Cards) == len(m.Cards)
	switch {
	case m.From.Pile == game.Tableau && len(at.Tableau[m.From.N-1].Cards) > 0:
	case m.From.Pile == game.Tableau && ontoSpace:
		parts = append(parts, "leaves its own column empty")
	case m.From.Pile == game.Tableau:
		parts = append(parts, "frees a column")
	case m.From.Pile == game.Cell:
		parts = append(parts, "empties a cell")
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
