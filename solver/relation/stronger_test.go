package relation_test

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	pairs     = flag.Int("pairs", 400, "related pairs of random games to test")
	pairsSeed = flag.Uint64("pairs-seed", 1, "seed of those games and of their deals")
)

// related draws pairs of games until a is proven stronger than b, and returns the number of
// unrelated pairs drawn before.
func related(random *rand.Rand) (a, b rules.Rules, unrelated int) {
	for {
		a, b = tinyPair(random)
		switch {
		case a == b:
		case relation.Stronger(&a, &b):
			return a, b, unrelated
		case relation.Stronger(&b, &a):
			return b, a, unrelated
		default:
			unrelated++
		}
	}
}

// TestEveryMove tests the proofs: on random walks under the stronger rules every legal move,
// converted, is legal under the weaker rules and leads to the same table, and a won table is won
// under both.
func TestEveryMove(t *testing.T) {
	random := rand.New(rand.NewPCG(*pairsSeed, 1))
	tally := map[string]int{}
	for range *pairs {
		a, b, unrelated := related(random)
		tally["(unrelated)"] += unrelated
		for _, name := range differences(&a, &b) {
			tally[name]++
		}
		for range 4 {
			p := tinyDeal(t, random, &a)
			strong := game.New(&a, &p)
			for range 30 {
				at := strong.Position()
				moves := strong.Legal()
				for _, m := range moves {
					followed(t, &a, &b, &at, m)
					tally["(moves)"]++
				}
				if len(moves) == 0 {
					break
				}
				strong.Do(moves[random.IntN(len(moves))])
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%8d %s", tally[name], name)
	}
	for _, axis := range axes {
		name := axis.section + "." + axis.field
		if name == "stock.redeal" {
			continue // written as a number of redeals, or both ways
		}
		if tally[name]*400 < *pairs {
			t.Errorf("only %d of %d pairs differ in %s", tally[name], *pairs, name)
		}
	}
}

// followed checks one move under the stronger rules a, at one of their positions.
func followed(t *testing.T, a, b *rules.Rules, at *deal.Position, m game.Move) {
	t.Helper()
	strong := game.New(a, at)
	strong.Do(m)
	want := strong.Position()
	from, ok := relation.ConvertPosition(at, a, b)
	if !ok {
		t.Fatalf("the weaker game can't hold %s\na %s\nb %s", at.Document(a), a.Canonical(), b.Canonical())
	}
	got := game.Replay(b, &from, relation.ConvertMoves([]game.Move{m}, b))
	if !got.Legal || table(&got.Position) != table(&want) || !atLeast(got.Position.RedealsLeft, want.RedealsLeft) || strong.Won() && !got.Won {
		t.Fatalf("%s: under the weaker rules %+v\nat %s\na %s\nb %s", m, got, at.Document(a), a.Canonical(), b.Canonical())
	}
}

// atLeast reports whether n redeals are at least m.
func atLeast(n, m int) bool {
	return n == rules.Unlimited || m != rules.Unlimited && n >= m
}

// TestWins tests both conclusions against brute force: a position won under the stronger rules is
// won under the weaker ones, by the converted line, and one that can't be won under the weaker
// rules can't be won under the stronger ones.
func TestWins(t *testing.T) {
	random := rand.New(rand.NewPCG(*pairsSeed, 2))
	tally := map[string]int{}
	for n := 0; n < *pairs/5; {
		a, b, _ := related(random)
		p := tinyDeal(t, random, &b)
		p = wander(random, &b, &p)
		p, _ = p.Canonical(&b) // free cells last
		q, ok := relation.ConvertPosition(&p, &b, &a)
		if !ok {
			tally["the stronger game can't hold it"]++
			continue
		}
		if !atLeast(p.RedealsLeft, q.RedealsLeft) {
			t.Fatalf("%d redeals left, %d under stronger rules", p.RedealsLeft, q.RedealsLeft)
		}
		line, winnable, known := win(&a, &q, 1500)
		if !known {
			tally["too large"]++
			continue
		}
		n++
		if winnable {
			tally["won under the stronger rules"]++
			translated := relation.ConvertMoves(line, &b)
			if outcome := game.Replay(&b, &p, translated); !outcome.Legal || !outcome.Won {
				t.Fatalf("%v, translated %v: %+v\nat %s\na %s\nb %s", line, translated, outcome, p.Document(&b), a.Canonical(), b.Canonical())
			}
			continue
		}
		switch _, winnable, known = win(&b, &p, 1500); {
		case !known:
			tally["lost under the stronger rules, the weaker game too large"]++
		case winnable:
			tally["lost under the stronger rules, won under the weaker"]++
		default:
			tally["lost under both"]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%8d %s", tally[name], name)
	}
	for _, name := range []string{"won under the stronger rules", "lost under the stronger rules, won under the weaker", "lost under both"} {
		if tally[name]*500 < *pairs {
			t.Errorf("%s: only %d of %d", name, tally[name], *pairs)
		}
	}
}

// TestOrder tests that the relation is a partial order, on random games and on the catalogue.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(*pairsSeed, 3))
	stronger := relation.Stronger
	triples := 0
	for range 220 {
		// Games that are dealt alike, so that many are related.
		var family []rules.Rules
		document := tinyDocument(random)
		for axis := range axes {
			draw(random, document, axis)
		}
		if _, ok := read(document); !ok {
			continue
		}
		for range 150 {
			if r := change(random, document); !slices.Contains(family, r) {
				family = append(family, r)
			}
		}
		triples += order(t, family, stronger)
	}
	var all []rules.Rules
	for _, g := range rules.Games() {
		all = append(all, g.Rules)
	}
	triples += order(t, all, stronger)
	t.Logf("%d triples in a chain", triples)
	if triples < 10_000 {
		t.Errorf("only %d triples in a chain", triples)
	}
}

// order checks the laws of a partial order on some games and counts the chains of three.
func order(t *testing.T, family []rules.Rules, stronger func(a, b *rules.Rules) bool) (triples int) {
	t.Helper()
	for i := range family {
		a := &family[i]
		if !stronger(a, a) {
			t.Fatalf("not as strong as itself: %s", a.Canonical())
		}
		for j := range family {
			b := &family[j]
			if *a == *b || !stronger(a, b) {
				continue
			}
			// Two lists of an accordion's policies may mean the same.
			if stronger(b, a) && a.Accordion.Match == b.Accordion.Match {
				t.Fatalf("each is stronger than the other:\n%s\n%s", a.Canonical(), b.Canonical())
			}
			for k := range family {
				c := &family[k]
				if *b == *c || !stronger(b, c) {
					continue
				}
				triples++
				if !stronger(a, c) {
					t.Fatalf("not transitive:\n%s\n%s\n%s", a.Canonical(), b.Canonical(), c.Canonical())
				}
			}
		}
	}
	return triples
}
