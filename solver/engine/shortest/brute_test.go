package shortest

import (
	"encoding/json"
	"flag"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	bruteDeals = flag.Int("deals", 600, "random positions of tiny decks to compare with brute force")
	published  = flag.Bool("published", false, "prove all lengths that MinimalKlondike publishes (minutes)")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those positions and of their rules")
	bruteLimit = flag.Int("deals-limit", 3000, "largest graph that brute force explores; a position with a larger one is drawn again")
)

// tinyProblem draws rules, usually for a tiny deck, and a position. It returns their features.
func tinyProblem(t *testing.T, random *rand.Rand) (*solver.Problem, []string) {
	t.Helper()
	type object = map[string]any
	for {
		var features []string
		either := func(percent int, yes, no string) bool {
			is := random.IntN(100) < percent
			if !is {
				yes = no
			}
			features = append(features, yes)
			return is
		}
		ranks := 2 + random.IntN(4)
		if either(45, "large deck", "small deck") {
			ranks = 6 + random.IntN(8)
		}
		tableau := object{
			"count": 2 + random.IntN(4), "build policy": "red-black", "spaces policy": "kings",
			"diagonal deal": random.IntN(3) == 0, "move built group": "yes", "face up cards": "all",
		}
		if either(20, "same suit", "red-black") {
			tableau["build policy"] = "same-suit"
		}
		if either(20, "no spaces", "kings") {
			tableau["spaces policy"] = "no-build"
		}
		if either(60, "face down", "face up") {
			tableau["face up cards"] = "top"
		}
		document := object{
			"max rank": ranks, "tableau piles": tableau,
			"foundations": object{"removable": either(75, "worrying back", "no worrying back")},
		}
		if either(80, "stock", "no stock") {
			count := 1 + random.IntN(4)
			features = append(features, []string{"draw 1", "draw 2", "draw 3", "draw 4"}[count-1])
			stock := object{"size": 1 + random.IntN(2*min(ranks, 5)), "deal count": count}
			if either(60, "unlimited redeals", "limited redeals") {
				stock["redeal"] = true
			} else {
				stock["redeals"] = random.IntN(3)
			}
			document["stock"] = stock
		}
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Parse(text)
		if err != nil {
			continue // sizes that don't fit the deck
		}
		position, ok := enginetest.DrawPosition(t, random, &r)
		if !ok {
			continue
		}
		if p := solver.NewProblem(r, position); Handles(p) {
			return p, features
		}
	}
}

// TestBruteForce compares lengths with brute force on random positions of tiny decks under random
// rules, with and without an initial line. No lower bound along a shortest line may exceed the
// moves left.
func TestBruteForce(t *testing.T) {
	deals, limit := *bruteDeals, *bruteLimit
	if testing.Short() {
		deals, limit = deals/3, limit*2/3
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := memory.New(1 << 20)
	tally := map[string]int{}
	for n := 0; n < deals; {
		p, features := tinyProblem(t, random)
		position := p.Position()
		want, ok := enginetest.Shortest(p.Rules(), &position, limit)
		if !ok {
			continue
		}
		n++
		if want < 0 {
			features = append(features, "lost")
			found := New(memory).Shortest(nil, p, nil, solver.Budget{})
			if found.Line != nil || found.Reason != solver.NoReason {
				t.Fatalf("%s, a line of %d moves from a lost position: %s", found.Reason, game.Length(found.Line), p.Text())
			}
		} else {
			features = append(features, "won")
			found := New(memory).Shortest(nil, p, nil, solver.Budget{})
			compare(t, p, found, want)
			again := New(memory).Shortest(nil, p, found.Line, solver.Budget{})
			compare(t, p, again, want)
			if back := slices.IndexFunc(found.Line, func(m game.Move) bool { return m.From.Pile == game.Foundation }); back >= 0 {
				features = append(features, "worried back")
			}
			if want >= 20 {
				features = append(features, "long")
			}
			boundsHold(t, p, want)
		}
		for _, f := range features {
			tally[f]++
		}
	}
	for _, f := range []string{
		"won", "lost", "long", "worried back", "large deck", "same suit", "no spaces", "kings", "face down", "face up",
		"worrying back", "no worrying back", "no stock", "draw 1", "draw 2", "draw 3", "draw 4", "limited redeals",
	} {
		if tally[f]*200 < deals {
			t.Errorf("%s: only %d of %d positions", f, tally[f], deals)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
}

func compare(t *testing.T, p *solver.Problem, found Found, want int) {
	t.Helper()
	if found.Line == nil {
		t.Fatalf("no line, brute force has one of %d moves: %s", want, p.Text())
	}
	if outcome := p.Replay(found.Line); !outcome.Legal || !outcome.Won {
		t.Fatalf("move %d: %s: %v: %s", outcome.At, outcome.Reason, found.Line, p.Text())
	}
	position := p.Position()
	table := game.New(p.Rules(), &position)
	for i, m := range found.Line {
		table.Do(m)
		if !m.Equal(table.Last()) {
			t.Fatalf("move %d of %v does not say what it turns up: %v: %s", i+1, found.Line, table.Last(), p.Text())
		}
	}
	if n := game.Length(found.Line); n != want || found.Bound != want || found.Reason != solver.NoReason {
		t.Fatalf("length %d, at least %d, %q; brute force %d: %v: %s",
			n, found.Bound, found.Reason, want, found.Line, p.Text())
	}
}

// boundsHold checks that no lower bound along a shortest line exceeds the moves left.
func boundsHold(t *testing.T, p *solver.Problem, length int) {
	t.Helper()
	position := p.Position()
	g, _ := newLayout(p.Rules(), &position)
	root := g.start(&position)
	arena := memory.New(1 << 20)
	defer runtime.KeepAlive(arena) // its memory is unmapped with it
	table, stack := arena.Take()
	s := &search{nodes: newNodes(table, stack), layout: g, limit: maxLength, best: -1}
	s.run(root, passes[len(passes)-1])
	if s.best < 0 {
		t.Fatalf("no line: %s", p.Text())
	}
	for i := s.best; i >= 0; i = s.at(i).parent {
		n := s.at(i)
		b := g.board(n.key)
		if b.key() != n.key {
			t.Fatalf("the position of a key has another key: %s", p.Text())
		}
		if left := length - int(n.g); b.bound() > left || int(n.h) > left {
			t.Fatalf("bounds %d and %d, but only %d moves are left: %s", b.bound(), n.h, left, p.Text())
		}
	}
}
