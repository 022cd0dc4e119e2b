package gaps

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var brute = enginetest.Flags(200, 3000, 1)

// TestBruteForce compares the engine with brute force on random small boards under random rules.
func TestBruteForce(t *testing.T) {
	memory := memory.New(1 << 28)
	brute.Engines = map[string]solver.Engine{
		"all":               New(memory, All),
		"without dives":     New(memory, Techniques{DeadEnds: true}),
		"without dead ends": New(memory, Techniques{Dives: true}),
		"nothing":           New(memory, Techniques{}),
	}
	brute.Handles, brute.Families, brute.Features = Handles, []enginetest.Family{enginetest.Sequences}, features
	// Where every card has many places to go to, one depth-first search can go deeper than its
	// path has room.
	brute.Excused = func(name string, _ *solver.Problem, r solver.Result) bool {
		return r.Reason == solver.Memory && (name == "without dives" || name == "nothing")
	}
	tally := brute.Run(t)
	tally.Require(t, 100,
		"winnable after some search", "unwinnable after some search", "from the left", "from the right", "from both sides",
		"fixed suits", "any suit", "colours", "same suit", "equal cards", "two decks", "active, without dead ends")
	for _, name := range []string{"excused, without dives", "excused, nothing"} {
		if tally.Count[name]*100 > tally.Problems {
			t.Errorf("%s: %d of %d problems", name, tally.Count[name], tally.Problems)
		}
	}
}

// features returns the features of a problem.
func features(p *solver.Problem, want solver.Verdict, states map[string]int64) []string {
	r := p.Rules()
	var list []string
	for name, has := range map[string]bool{
		string(want) + " after some search": states["nothing"] > 30,
		"from the left":                     r.Sequences.Direction == rules.FromLeft,
		"from the right":                    r.Sequences.Direction == rules.FromRight,
		"from both sides":                   r.Sequences.Direction == rules.FromBoth,
		"fixed suits":                       r.Sequences.FixedSuit,
		"any suit":                          r.Sequences.Build == rules.AnySuit,
		"colours":                           r.Sequences.Build == rules.RedBlack,
		"same suit":                         r.Sequences.Build == rules.SameSuit,
		"equal cards":                       r.Suits < card.Suits || r.Decks > 1,
		"two decks":                         r.Decks > 1,
	} {
		if has {
			list = append(list, name)
		}
	}
	return list
}
