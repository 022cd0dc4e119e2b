package shortest

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/brute"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

var (
	bruteDeals = flag.Int("deals", 1500, "random positions of tiny decks to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those positions and of their rules")
	bruteLimit = flag.Int("deals-limit", 4000, "largest graph that brute force explores; a position with a larger one is drawn again")
)

func TestBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := arena.New(1 << 20)
	tally := map[string]int{}
	for n := 0; n < *bruteDeals; {
		r, at := brute.Draw(t, random, brute.Klondike)
		p := solver.NewProblem(r, at)
		if !Handles(p) {
			tally["not handled"]++
			continue
		}
		position := p.Position()
		want, ok := brute.Shortest(&r, &position, *bruteLimit)
		if !ok {
			tally["drawn again"]++
			continue
		}
		n++
		got := New(memory).Shortest(context.Background(), p, nil, solver.Budget{})
		switch {
		case want < 0 && got.Line != nil:
			t.Fatalf("a line of %d for what can't be won: %s", game.Length(got.Line), p.Text())
		case want < 0:
			tally["lost"]++
			continue
		case got.Line == nil && want == 0:
			t.Fatalf("no line of nothing")
		case got.Line == nil:
			t.Fatalf("no line, brute force has %d: %s", want, p.Text())
		}
		if o := p.Replay(got.Line); !o.Legal || !o.Won {
			t.Fatalf("%d: %s: %s\n%v", o.At, o.Reason, p.Text(), got.Line)
		}
		if l := game.Length(got.Line); l != want {
			t.Fatalf("length %d, brute force %d: %s\n%v", l, want, p.Text(), got.Line)
		}
		tally[fmt.Sprintf("length %2d", want/5*5)]++
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
}
