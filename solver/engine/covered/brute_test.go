package covered

import (
	"flag"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var brute = enginetest.Flags(400, 3000, 1)

var (
	shortestDeals = flag.Int("shortest-deals", 400, "random positions of tiny decks whose shortest solutions are compared with brute force")
	shortestSeed  = flag.Uint64("shortest-seed", 1, "seed of those positions and of their rules")
)

// TestBruteForce compares the engine with brute force on random small games under random rules.
func TestBruteForce(t *testing.T) {
	memory := memory.New(1 << 26)
	brute.Engines = map[string]solver.Engine{
		"all":     New(memory, All),
		"nothing": New(memory, Techniques{}),
	}
	brute.Handles, brute.Families, brute.Features = Handles, []enginetest.Family{enginetest.Rows}, features
	tally := brute.Run(t)
	tally.Require(t, 100,
		"winnable after some search", "unwinnable after some search", "pairs", "to the waste", "a pyramid", "three peaks", "lists",
		"redeals", "redeals without limit", "several turned", "stock in play", "all cards", "two decks", "equal cards",
		"a sum of equal ranks", "corner turned", "active, nothing")
}

// features returns the features of a problem.
func features(p *solver.Problem, want solver.Verdict, states map[string]int64) []string {
	r := p.Rules()
	position := p.Position()
	stock := len(position.Stock)+len(position.Waste) > 1
	var list []string
	for name, has := range map[string]bool{
		string(want) + " after some search": states["nothing"] > 12,
		"pairs":                             r.Rows.PairSum > 0,
		"to the waste":                      r.Rows.ToWaste,
		"a pyramid":                         r.Rows.Shape == rules.Pyramid,
		"three peaks":                       r.Rows.Shape == rules.TriPeaks,
		"lists":                             r.Rows.Shape == rules.ShapeLists,
		"redeals":                           stock && position.RedealsLeft > 0,
		"redeals without limit":             stock && position.RedealsLeft < 0,
		"several turned":                    stock && r.Stock.Count > 1,
		"stock in play":                     stock && r.Rows.StockInPlay,
		"all cards":                         stock && r.Rows.All,
		"two decks":                         r.Decks > 1,
		"equal cards":                       r.Suits < card.Suits || r.Decks > 1,
		"a sum of equal ranks":              r.Rows.PairSum > 0 && r.Rows.PairSum%2 == 0,
		"corner turned":                     r.Rows.Loops,
	} {
		if has {
			list = append(list, name)
		}
	}
	return list
}
