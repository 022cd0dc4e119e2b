package proof

import (
	"errors"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// maxCard is above all cards.
const maxCard = 64

// Table is a table in the middle of a game, with what lemmas say about it.
type Table struct {
	*game.State
	rules *rules.Rules

	late bool // Late turns
	safe bool // Safe cards

	atHand   // what is known of rows with the stock at hand
	outlines *outlines

	deck          card.Set
	fits, grouped [maxCard]card.Set // of each card, those on which it may be laid, and may lie in a group that moves
	remove        [maxCard]card.Set // of each card, those that can remove it, in a game of discards
	alone         card.Set          // cards that are removed alone

	keyMaker
}

// NewTable returns the table of a position, which must be valid under the rules.
func NewTable(r *rules.Rules, p *deal.Position) *Table {
	t := &Table{State: game.New(r, p), rules: r, late: turnsLate(r), safe: hasSafeCards(r), outlines: newOutlines(r, p), keyMaker: keyMaker{ranks: onlyRanks(r)}}
	for _, c := range card.Deck(r.MaxRank, 1, card.Suits) {
		t.deck |= card.One(c)
	}
	for c := range t.deck.All() {
		for h := range t.deck.All() {
			group := deal.Fits(r, p.Base, r.Tableau.GroupPolicy, h, c)
			if group {
				t.grouped[c] |= card.One(h)
			}
			if deal.Fits(r, p.Base, r.Tableau.Build, h, c) || group && r.Tableau.Groups != rules.GroupsNo && r.Tableau.Target == rules.TargetGroup {
				t.fits[c] |= card.One(h)
			}
		}
		others, alone := t.removers(c)
		t.remove[c] = others
		if alone {
			t.alone |= card.One(c)
		}
	}
	return t
}

// Way is how one listed state comes from another: the turns of the stock before a move, each a
// Draw or a Redeal, and the move.
type Way struct {
	Turns int
	Move  game.Move
}

// turn returns the next turn of the stock to the waste; false if there is none.
func (t *Table) turn() (game.Move, bool) {
	at := t.Table()
	m := game.Move{Action: game.Draw, Count: min(t.rules.Stock.Count, len(at.Stock))}
	if len(at.Stock) == 0 {
		m = game.Move{Action: game.Redeal}
	}
	return m, t.rules.Waste() && t.Check(m) == ""
}

// mostTurns is how many turns of the stock there may be before one move: two passes.
const mostTurns = 208

// turns turns the stock so often.
func (t *Table) turns(n int) error {
	for i := range n {
		m, legal := t.turn()
		if !legal {
			for range i {
				t.Undo()
			}
			return errors.New("the stock can't be turned so often")
		}
		t.Do(m)
	}
	return nil
}

// Go makes all moves of a way. It makes none if it returns an error.
func (t *Table) Go(w Way) error {
	if err := t.turns(w.Turns); err != nil {
		return err
	}
	if why := t.Check(w.Move); why != "" {
		for range w.Turns {
			t.Undo()
		}
		return errors.New(why.String())
	}
	t.Do(w.Move)
	return nil
}

// Back takes back all moves of a way.
func (t *Table) Back(w Way) {
	for range w.Turns + 1 {
		t.Undo()
	}
}

// Ways returns the ways whose next states must be listed if every move matters. They are all legal
// moves, except moves that take a card down from a foundation where the card is safe. With late
// turns, a move from the waste follows any number of turns of the stock.
func (t *Table) Ways() []Way {
	moves := t.Legal()
	ways := make([]Way, 0, len(moves))
	for _, m := range moves {
		switch {
		case t.late && (m.Action == game.Draw || m.Action == game.Redeal):
		case m.Action == game.Shift && m.From.Pile == game.Foundation && t.safe && t.isSafe(m.Cards[0]):
		default:
			ways = append(ways, Way{Move: m})
		}
	}
	if t.late {
		ways = t.afterTurns(ways)
	}
	return ways
}

// afterTurns appends the moves of the waste after one turn, after two, and so on, until the stock
// is as it was at an earlier time.
func (t *Table) afterTurns(ways []Way) []Way {
	type talon struct{ stock, redeals int }
	seen := map[talon]bool{}
	turns := 0
	for {
		at := talon{len(t.Table().Stock), t.Table().RedealsLeft}
		m, legal := t.turn()
		if seen[at] || !legal {
			break
		}
		seen[at] = true
		t.Do(m)
		turns++
		for _, m := range t.LegalFrom(game.Place{Pile: game.Waste}) {
			ways = append(ways, Way{turns, m})
		}
	}
	for range turns {
		t.Undo()
	}
	return ways
}
