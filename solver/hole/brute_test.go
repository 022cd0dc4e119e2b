package hole

import (
	"context"
	"encoding/json"
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/brute"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	bruteDeals = flag.Int("deals", 500, "random deals of tiny decks to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those deals and of their rules")
)

// TestBruteForce compares verdicts with those of brute force on random positions of
// tiny decks under random rules.
func TestBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := arena.New(1 << 20)
	tally := map[string]int{}
	for n := 0; n < *bruteDeals; {
		p, features := tinyProblem(t, random)
		position := p.Position()
		winnable, ok := brute.Winnable(p.Rules(), &position, 5_000)
		if !ok {
			continue
		}
		n++
		want := solver.Unwinnable
		if winnable {
			want = solver.Winnable
		}
		for _, f := range features {
			tally[f+" "+string(want)]++
		}
		if !Handles(p) {
			t.Fatalf("not handled: %s", p.Text())
		}
		states := map[Techniques]int64{}
		for _, techniques := range []Techniques{All, {}} {
			got := New(memory, techniques).Solve(context.Background(), p, solver.Budget{})
			if err := got.Verify(p); err != nil {
				t.Fatal(err)
			}
			if got.Verdict != want {
				t.Fatalf("%+v: %s %s, brute force %s, of %s", techniques, got.Verdict, got.Because, want, p.Text())
			}
			states[techniques] = got.States
		}
		if states[All] != states[Techniques{}] {
			tally["dead ends active"]++
		}
	}
	for _, f := range []string{"circle", "line", "cells", "stock", "plain", "even", "odd", "two decks", "in the middle"} {
		for _, verdict := range []solver.Verdict{solver.Winnable, solver.Unwinnable} {
			if name := f + " " + string(verdict); tally[name]*100 < *bruteDeals {
				t.Errorf("%s: only %d of %d deals", name, tally[name], *bruteDeals)
			}
		}
	}
	if tally["dead ends active"]*100 < *bruteDeals {
		t.Errorf("dead ends active: only %d of %d deals", tally["dead ends active"], *bruteDeals)
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
}

// tinyProblem draws rules for a tiny deck, a deal, and a few random moves from it,
// and tells what they are like.
func tinyProblem(t *testing.T, random *rand.Rand) (*solver.Problem, []string) {
	type object = map[string]any
	ranks := 2 + random.IntN(4)
	features := []string{[]string{"even", "odd"}[ranks%2]}
	either := func(percent int, yes, no string) bool {
		is := random.IntN(100) < percent
		if !is {
			yes = no
		}
		features = append(features, yes)
		return is
	}
	document := object{
		"max rank":      ranks,
		"two decks":     ranks < 4 && either(25, "two decks", "one deck"),
		"tableau piles": object{"count": 2 + random.IntN(4), "build policy": "no-build", "spaces policy": "no-build"},
		"foundations":   object{"present": false},
		"hole":          object{"present": true, "build loops": either(50, "circle", "line"), "base card": []string{"AS", "random"}[random.IntN(2)]},
	}
	switch random.IntN(3) {
	case 0:
		features = append(features, "cells")
		document["cells"] = object{"count": 1 + random.IntN(2)}
	case 1:
		features = append(features, "stock")
		document["stock"] = object{"size": 1 + random.IntN(3), "deal type": "hole"}
	default:
		features = append(features, "plain")
	}
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: random.Uint64N(1 << 31)}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	if either(30, "in the middle", "at the start") {
		table := game.New(&r, &p)
		for range random.IntN(4) {
			moves := table.Legal()
			if len(moves) == 0 {
				break
			}
			table.Do(moves[random.IntN(len(moves))])
		}
		p = table.Position()
	}
	return solver.NewProblem(r, p), features
}

// TestBudget checks that a search ends with its budget, and says why.
func TestBudget(t *testing.T) {
	g, _ := rules.Lookup("golf")
	position, err := deal.Seed{Scheme: deal.Solvitaire, Number: 4}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	p := solver.NewProblem(g.Rules, position)
	engine := New(arena.New(1<<16), All)
	got := engine.Solve(context.Background(), p, solver.Budget{States: 10})
	if got.Verdict != solver.Unknown || got.Because != solver.States || got.States != 10 {
		t.Errorf("with 10 states: %s because %s after %d", got.Verdict, got.Because, got.States)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got = engine.Solve(ctx, p, solver.Budget{}); got.Verdict != solver.Unknown || got.Because != solver.Cancelled {
		t.Errorf("cancelled: %s because %s", got.Verdict, got.Because)
	}
}
