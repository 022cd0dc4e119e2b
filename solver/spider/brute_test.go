package spider

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

var (
	bruteDeals = flag.Int("deals", 150, "random deals of short decks to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those deals and of their rules")
	bruteLimit = flag.Int("deals-limit", 5_000, "largest graph that brute force explores; a deal with a larger one is drawn again")
)

// TestBruteForce compares the engine with a search through all that the referee
// allows, on deals of short decks: what it wins must be winnable, and with beams as
// wide as these deals are small it should find every win.
func TestBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	engine := New(arena.New(1<<26), 5)
	winnable, missed := 0, 0
	for n := 0; n < *bruteDeals; {
		r, position := tiny(t, random)
		p := solver.NewProblem(r, position)
		wins, states := bruteForce(p)
		if states >= *bruteLimit {
			continue
		}
		n++
		got := engine.Solve(context.Background(), p, solver.Budget{States: 1 << 20})
		if err := got.Verify(p); err != nil {
			t.Fatal(err)
		}
		switch {
		case got.Verdict == solver.Winnable && !wins:
			t.Fatalf("the engine wins what brute force does not: %s", p.Text())
		case got.Verdict == solver.Unwinnable:
			t.Fatalf("the engine proves something: %s", p.Text())
		case wins && got.Verdict != solver.Winnable:
			missed++
			t.Logf("missed, because %q after %d states: %s", got.Because, got.States, p.Text())
		}
		if wins {
			winnable++
		}
	}
	t.Logf("%d deals, %d winnable, %d of them missed", *bruteDeals, winnable, missed)
	if winnable*10 < *bruteDeals || winnable*10 > *bruteDeals*9 {
		t.Errorf("%d of %d deals are winnable: they say little", winnable, *bruteDeals)
	}
	if missed > 0 {
		t.Errorf("%d of %d wins were missed", missed, winnable)
	}
}

// bruteForce searches breadth first over the referee's moves until it sees a win, has
// seen everything, or has seen too many positions.
func bruteForce(p *solver.Problem) (winnable bool, states int) {
	first := p.Position()
	seen := map[string]bool{fingerprint(&first): true}
	queue := []deal.Position{first}
	for len(queue) > 0 && len(seen) < *bruteLimit {
		table := game.New(p.Rules(), &queue[0])
		queue = queue[1:]
		if table.Won() {
			return true, len(seen)
		}
		for _, m := range table.Legal() {
			table.Do(m)
			q := table.Position()
			table.Undo()
			if f := fingerprint(&q); !seen[f] {
				seen[f] = true
				queue = append(queue, q)
			}
		}
	}
	return false, len(seen)
}

// fingerprint writes a position in a few bytes. What is on the foundations is what is
// not elsewhere.
func fingerprint(p *deal.Position) string {
	var b []byte
	for _, c := range p.Tableau {
		b = append(b, byte(c.Down))
		for _, x := range c.Cards {
			b = append(b, byte(x))
		}
		b = append(b, byte(card.None))
	}
	return string(append(b, byte(len(p.Stock))))
}
