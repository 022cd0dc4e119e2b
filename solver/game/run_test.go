package game_test

import (
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// runTable returns a table of a game: columns, separated by commas, and cells. Not all cards lie there.
func runTable(t *testing.T, name, columns, cells string) (*rules.Rules, *deal.Position) {
	t.Helper()
	g, known := rules.Lookup(name)
	if !known {
		t.Fatal(name)
	}
	p := &deal.Position{Foundations: make([]int, card.Suits*g.Rules.Copies()), Base: card.Ace, Cells: cards(cells), Reserve: make([]card.Card, g.Rules.Reserve.Size)}
	for column := range strings.SplitSeq(columns, ",") {
		p.Tableau = append(p.Tableau, deal.Column{Cards: cards(column)})
	}
	return &g.Rules, p
}

// TestRunRefusals asks for runs in different games.
func TestRunRefusals(t *testing.T) {
	const (
		full   = "KS QH JS TH, KH, KC, KD, QC, QD, QS, TC"
		space  = "KS QH JS TH, KH, KC, KD QC, QD, QS, TC,"
		spaces = "KS QH JS TH 9S 8H 7S, KH, KC, KD QC, QD, QS, ,"
		kings  = "QD KS QH JS TH, KH, KC, KD QC, QS, TC, ,7S"
	)
	for _, test := range []struct {
		name, game, columns, cells string
		from, to                   int
		run                        string
		refusal                    game.Refusal
	}{
		{"two cells suffice", "free-cell", full, ".. TS .. TD", 1, 3, "QH JS TH", ""},
		{"one cell does not", "free-cell", full, ".. TS JC TD", 1, 3, "QH JS TH", "3 cards can't move, only 2 can: free cells 1, usable empty columns 0"},
		{"nor none", "free-cell", full, "9D TS JC TD", 1, 3, "QH JS TH", "3 cards can't move, only 1 can: free cells 0, usable empty columns 0"},
		{"on a card of its colour", "free-cell", full, ".. TS .. TD", 1, 2, "QH JS TH", "columns go down by one, in alternating colours"},
		{"a cell and a space", "free-cell", space, ".. TS JC TD", 1, 3, "QH JS TH", ""},
		{"into the only space", "free-cell", space, ".. TS JC TD", 1, 8, "QH JS TH", "3 cards can't move, only 2 can: free cells 1, usable empty columns 0"},
		{"into the only space, two cells", "free-cell", space, ".. TS .. TD", 1, 8, "QH JS TH", ""},
		{"two spaces", "free-cell", spaces, ".. TS JC TD", 1, 3, "QH JS TH 9S 8H 7S", ""},
		{"two spaces alone", "free-cell", spaces, "9C TS JC TD", 1, 3, "QH JS TH 9S 8H 7S", "6 cards can't move, only 4 can: free cells 0, usable empty columns 2"},
		{"into one of two spaces", "free-cell", spaces, ".. TS JC TD", 1, 7, "QH JS TH 9S 8H 7S", "6 cards can't move, only 4 can: free cells 1, usable empty columns 1"},
		{"no run", "free-cell", "KS QH TH, KH, KC, , , , ,", ".. .. .. ..", 1, 3, "QH TH", "these cards are not a run: each must lie on one on which it may be built"},
		{"other cards", "free-cell", full, ".. TS .. TD", 1, 3, "QH JS", "these cards don't lie face up on top there"},
		{"no such column", "free-cell", full, ".. TS .. TD", 1, 9, "JS TH", "the table has no tableau/9, only tableau/1 to tableau/8"},
		{"onto itself", "free-cell", full, ".. TS .. TD", 1, 1, "JS TH", "source and target are the same place"},
		{"a space for kings", "fore-cell", kings, ".. TS JC TD", 1, 3, "QH JS TH", "3 cards can't move, only 2 can: free cells 1, usable empty columns 0"},
		{"a king in a space", "fore-cell", kings, ".. TS .. ..", 1, 7, "KS QH JS TH", ""},
		{"a king in a space, two cells", "eight-off", "QD KS QS JS, KH, KC, KD QC, TS, TC, ,7S", ".. TS 2C 2D 2H 2S 3C 3D", 1, 7, "KS QS JS", "3 cards can't move, only 2 can: free cells 1, usable empty columns 0"},
		{"no king in a space", "fore-cell", kings, ".. TS .. ..", 1, 7, "QH JS TH", "only a king, the last card of its foundation, fills a space"},
		{"no cards in a space", "bakers-dozen", "KS QH, KH, , , , , , , , , , ,", "", 1, 3, "KS QH", "spaces stay empty"},
		{"another suit", "bakers-game", full, ".. TS .. TD", 1, 3, "JS TH", "these cards are not a run: each must lie on one on which it may be built"},
		{"a reserve takes nothing", "king-albert", "KS QH JS TH, KC, 2C, 2D, 2H, 2S, 3C, 3D, 3H", "", 1, 2, "QH JS TH", "3 cards can't move, only 1 can: free cells 0, usable empty columns 0"},
		{"spaces alone", "king-albert", "KS QH JS TH, KC, 2C, 2D, 2H, 2S, , , 3H", "", 1, 2, "QH JS TH", ""},
		{"groups move anyway", "klondike", "KS QH JS, KC, , , , ,", "", 1, 2, "QH JS", ""},
		{"nothing is built", "late-binding-solitaire", "KS QS JS, KC, , , , ,", "", 1, 2, "QS JS", "cards move one by one"},
	} {
		r, p := runTable(t, test.game, test.columns, test.cells)
		m := game.Move{Action: game.Shift, From: game.At(game.Tableau, test.from), To: game.At(game.Tableau, test.to), Cards: cards(test.run)}
		s := game.New(r, p)
		made, refusal := s.DoRun(m)
		if refusal.String() != string(test.refusal) {
			t.Errorf("%s: %q", test.name, refusal)
		}
		if (refusal == "") != (len(made) > 0) {
			t.Errorf("%s: %d moves", test.name, len(made))
		}
		for range made {
			s.Undo()
		}
	}
}
