package deal_test

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestSameShape compares deals of every game with each other, with their columns in another order,
// and with the positions after a turn of the stock, a removal, and a card that goes up. Redealt
// columns may be as long as dealt ones.
func TestSameShape(t *testing.T) {
	for _, g := range rules.Games() {
		one, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		two, err := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		if canonical, _ := two.Canonical(&g.Rules); !one.SameShape(&two) || !one.SameShape(&canonical) {
			t.Errorf("%s: two deals differ in shape", g.Name)
		}
		table := game.New(&g.Rules, &one)
		for _, m := range table.Legal() {
			table.Do(m)
			if after := table.Position(); m.Action != game.Shift && m.Action != game.Redeal && after.SameShape(&two) || m.To.Pile == game.Foundation && after.SameShape(&two) {
				t.Errorf("%s: %s leaves the shape of a deal", g.Name, m)
			}
			table.Undo()
		}
	}
}
