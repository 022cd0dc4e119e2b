package discard

import (
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var brute = enginetest.Flags(1000, 3000, 1)

// TestBruteForce compares the engine with brute force on random small games under random rules.
func TestBruteForce(t *testing.T) {
	memory := memory.New(1 << 26)
	brute.Engines = map[string]solver.Engine{
		"all":                    New(memory, All),
		"without at once":        New(memory, Techniques{Relaxed: true}),
		"without the relaxation": New(memory, Techniques{AtOnce: true}),
		"nothing":                New(memory, Techniques{}),
	}
	brute.Handles, brute.Families, brute.Features = Handles, []enginetest.Family{enginetest.Discards}, features
	tally := brute.Run(t)
	tally.Require(t, 100,
		"winnable after some search", "unwinnable after some search", "pair-sum", "pair-rank", "lower-in-suit",
		"neighbours", "stock to the columns", "not onto spaces", "stock to spaces", "stock with redeals",
		"redeals", "redeals without limit", "spaces", "kings in spaces", "two decks", "equal cards",
		"active, without at once", "active, without the relaxation")
}

// features returns the features of a problem.
func features(p *solver.Problem, want solver.Verdict, states map[string]int64) []string {
	r := p.Rules()
	position := p.Position()
	stock := len(position.Stock) > 0
	space := stock || slices.ContainsFunc(position.Tableau, func(c deal.Column) bool { return len(c.Cards) < 2 })
	var list []string
	for name, has := range map[string]bool{
		string(want) + " after some search": states["nothing"] > 12,
		"pair-sum":                          r.Discard.Policy == rules.DiscardSum,
		"pair-rank":                         r.Discard.Policy == rules.DiscardRank,
		"lower-in-suit":                     r.Discard.Policy == rules.DiscardLowerSuit,
		"neighbours":                        r.Discard.Row > 0,
		"stock to the columns":              stock && r.Stock.To == rules.ToTableau,
		"not onto spaces":                   stock && !r.Stock.OntoSpaces,
		"stock to spaces":                   stock && r.Stock.To == rules.ToSpaces,
		"stock with redeals":                stock && r.Stock.To == rules.ToRedeal,
		"redeals":                           position.RedealsLeft > 0,
		"redeals without limit":             position.RedealsLeft < 0,
		"spaces":                            space && r.Tableau.Spaces == rules.SpacesAny,
		"kings in spaces":                   space && r.Tableau.Spaces == rules.SpacesKings,
		"two decks":                         r.Decks > 1,
		"equal cards":                       r.Suits < card.Suits || r.Decks > 1,
	} {
		if has {
			list = append(list, name)
		}
	}
	return list
}
