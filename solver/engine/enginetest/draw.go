package enginetest

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Family is a part of the rule language from which games are drawn. Together the families cover
// the whole language. Columns covers all games with a tableau; the families within it give the
// engine of one kind of game enough problems.
type Family string

// The families.
const (
	Columns   Family = "columns" // all games with a tableau
	Klondike  Family = "klondike"
	Canfield  Family = "canfield"
	Carpet    Family = "carpet" // no tableau
	FreeCell  Family = "freecell"
	Spider    Family = "spider"
	Loose     Family = "loose"     // part of Columns
	Redealt   Family = "redealt"   // the columns are gathered and dealt again
	Built     Family = "built"     // built in own colour, on other suits, or up as well as down
	Singles   Family = "singles"   // part of Columns: cards move one by one, without a stock or cells
	Dozen     Family = "dozen"     // part of Columns: cards move one by one, and spaces stay empty
	Chameleon Family = "chameleon" // part of Columns: runs in any suit and a waste that is turned once
	Hole      Family = "hole"
	Accordion Family = "accordion"
	Sequences Family = "sequences"
	Rows      Family = "rows"
	Discards  Family = "discards"
)

// Families has a family for each kind of game. The others (Canfield, Carpet, Chameleon, Dozen,
// Loose, Singles) are for single engines.
var Families = []Family{Columns, Klondike, FreeCell, Spider, Redealt, Built, Hole, Accordion, Sequences, Rows, Discards}

// Draw draws rules of a family for a tiny deck, and a position of that game. The position is a
// deal, or follows some random moves after a deal, or is any valid position. Play may be unable to
// reach the last kind. Draw prefers positions with several legal moves.
func Draw(t testing.TB, random *rand.Rand, family Family) (rules.Rules, deal.Position) {
	t.Helper()
	for {
		text, err := json.Marshal(drawer{random}.document(family))
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Parse(text)
		if err != nil {
			continue // sizes don't fit the deck, or fields contradict each other
		}
		p, ok := DrawPosition(t, random, &r)
		if !ok || len(game.New(&r, &p).Legal()) < 2 && random.IntN(5) > 0 {
			continue
		}
		return r, p
	}
}
