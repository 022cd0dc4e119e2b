package accordion

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var brute = enginetest.Flags(300, 3000, 1)

// TestBruteForce compares the engine with brute force on random rows under random rules.
func TestBruteForce(t *testing.T) {
	memory := memory.New(1 << 22)
	brute.Engines = map[string]solver.Engine{
		"all":            New(memory, All),
		"without dives":  New(memory, Techniques{Pieces: true}),
		"without pieces": New(memory, Techniques{Dives: true}),
		"nothing":        New(memory, Techniques{}),
	}
	brute.Handles, brute.Families, brute.Features = Handles, []enginetest.Family{enginetest.Accordion}, features
	brute.Run(t).Require(t, 100,
		"winnable", "unwinnable", "long", "longer than a graph", "of some length", "suits", "colours", "ranks", "any suit",
		"equal cards", "active, without pieces")
}

// features returns the features of a problem.
func features(p *solver.Problem, _ solver.Verdict, _ map[string]int64) []string {
	var list []string
	switch piles := len(p.Position().Accordion); {
	case piles > short:
		list = append(list, "long")
	case piles > graphSize:
		list = append(list, "longer than a graph")
	case piles > 4:
		list = append(list, "of some length")
	}
	r := p.Rules()
	for _, relation := range []struct {
		of   rules.Relation
		name string
	}{
		{rules.MatchSuit, "suits"}, {rules.MatchColours, "colours"}, {rules.MatchRank, "ranks"}, {rules.MatchAnySuit, "any suit"},
	} {
		if r.Accordion.Match&relation.of != 0 {
			list = append(list, relation.name)
		}
	}
	if r.Decks > 1 || r.Suits < card.Suits {
		list = append(list, "equal cards")
	}
	return list
}
