package prove_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	positions = flag.Int("positions", 500, "random positions of tiny decks to compare with brute force")
	seed      = flag.Uint64("positions-seed", 1, "seed of the random positions")
	lines     = flag.Int("lines", 4, "deals of each game with winning lines to walk")
)

// dealt returns a numbered deal of a game of the catalogue.
func dealt(t testing.TB, name string, number int) (*rules.Rules, deal.Position) {
	t.Helper()
	g, known := rules.Lookup(name)
	if !known {
		t.Fatalf("unknown game %s", name)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(number)}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return &g.Rules, p
}

// TestCertificateBruteForce compares proofs with brute force: no winnable position may be proven lost, and
// many of the lost ones must be.
func TestCertificateBruteForce(t *testing.T) {
	deals := *positions
	if testing.Short() {
		deals /= 2
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	lost, proven, cases := 0, 0, 0
	for n := 0; n < deals; {
		r, p := enginetest.Draw(t, random, enginetest.Klondike)
		if !proof.Handles(&r) {
			continue
		}
		winnable, ok := enginetest.Winnable(&r, &p, 1_000)
		if !ok {
			continue
		}
		n++
		c := prove.Certificate(&r, &p)
		if !winnable {
			lost++
		}
		if c == nil {
			continue
		}
		if winnable {
			t.Fatalf("%s\n%s\ncan be won, in spite of the proof: %s", r.Canonical(), p.Document(&r), proof.Text(c))
		}
		proven++
		if len(c.Cases) > 0 {
			cases++
		}
	}
	t.Logf("%d of %d positions are lost, %d proven so, %d of these by cases", lost, deals, proven, cases)
	if proven*2 < lost || cases*200 < proven {
		t.Errorf("%d of %d lost positions proven, %d by cases", proven, lost, cases)
	}
}

// TestWinningLines checks that no position on winning lines of whole decks is proven lost.
func TestWinningLines(t *testing.T) {
	engine := portfolio.New(1<<26, "deadlocks")
	for _, name := range []string{
		"klondike", "klondike-draw-1", "klondike-draw-2", "klondike-draw-6", "klondike-draw-3-no-worrying-back",
		"klondike-draw-3-passes-3", "klondike-draw-1-passes-1", "klondike-spaces-any-build-red-black",
		"klondike-spaces-no-build-build-red-black", "klondike-spaces-kings-build-any-suit",
		"klondike-spaces-kings-build-same-suit", "klondike-whole-blocks", "fan", "thirtysix",
	} {
		t.Run(name, func(t *testing.T) {
			walked := 0
			for number := 1; number <= 20**lines && walked < *lines; number++ {
				r, p := dealt(t, name, number)
				if walk(t, engine, r, p) {
					walked++
				}
			}
			if walked == 0 {
				t.Error("nothing was won")
			}
		})
	}
}

// TestShortDecks does the same for decks too large for brute force, but small enough for places
// to be scarce, under rules of all kinds.
func TestShortDecks(t *testing.T) {
	engine := portfolio.New(1<<26, "deadlocks")
	random := rand.New(rand.NewPCG(*seed, 1))
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	for walked := 0; walked < 30**lines; {
		ranks, columns := 5+random.IntN(6), 2+random.IntN(5)
		stock := random.IntN(2*ranks + 1)
		text := fmt.Sprintf(`{"max rank":%d,
			"tableau piles":{"count":%d,"build policy":%q,"spaces policy":%q,"move built group":%q,"face up cards":%q},
			"foundations":{"removable":%t},"stock":{"size":%d,"deal count":%d,%s}}`,
			ranks, columns, pick("red-black", "red-black", "red-black", "any-suit", "same-suit"), pick("kings", "kings", "no-build", "any"),
			pick("yes", "yes", "no", "maximal-group"), pick("top", "all"), random.IntN(3) > 0,
			stock, 1+random.IntN(4), pick(`"redeal":true`, `"redeal":true`, `"redeals":0`, `"redeals":2`))
		r, err := rules.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(random.Uint32() >> 1)}.Deal(&r)
		if err != nil {
			t.Fatal(err)
		}
		if walk(t, engine, &r, p) {
			walked++
		}
	}
}

// walk solves a position within a short time and checks that no position on the line is proven
// lost. It reports whether the position was solved.
func walk(t *testing.T, engine *portfolio.Portfolio, r *rules.Rules, p deal.Position) bool {
	t.Helper()
	if !proof.Handles(r) {
		t.Fatalf("not handled: %s", r.Canonical())
	}
	problem := solver.NewProblem(*r, p)
	result := engine.Search(nil, problem, solver.Budget{States: 3000})
	if result.Verdict != solver.Winnable {
		return false
	}
	at := problem.Position()
	table := game.New(r, &at)
	for i := 0; ; i++ {
		q := table.Position()
		if c := prove.Certificate(r, &q); c != nil {
			t.Fatalf("%s, after %d moves of a solution: %s", problem.Text(), i, proof.Text(c))
		}
		if i == len(result.Solution) {
			break
		}
		if refusal := table.Check(result.Solution[i]); refusal != "" {
			t.Fatal(refusal)
		}
		table.Do(result.Solution[i])
	}
	return table.Won()
}

// TestLost checks which of the first deals are proven lost. lonelybot and Solvitaire agree that
// they are.
func TestLost(t *testing.T) {
	for _, test := range []struct {
		game string
		want []int // of deals 1 to 60
	}{
		{"klondike", []int{1, 15, 21, 22, 29, 33, 39, 40, 43, 45, 51, 59}},
		{"klondike-draw-1", []int{1, 15, 22, 33, 39, 40}},
		{"klondike-spaces-any-build-red-black", []int{21, 29, 40, 43, 45}},
	} {
		var proven []int
		for number := 1; number <= 60; number++ {
			r, p := dealt(t, test.game, number)
			if prove.Certificate(r, &p) != nil {
				proven = append(proven, number)
			}
		}
		if !slices.Equal(proven, test.want) {
			t.Errorf("%s: %v, want %v", test.game, proven, test.want)
		}
	}
}

// TestGoneForGood checks a deal that is proven lost only because cards on foundations don't come
// back.
func TestGoneForGood(t *testing.T) {
	for game, want := range map[string]bool{"klondike": false, "klondike-draw-3-no-worrying-back": true} {
		r, p := dealt(t, game, 326)
		if got := prove.Certificate(r, &p) != nil; got != want {
			t.Errorf("%s: proven %t", game, got)
		}
	}
}

// TestCheck checks that a certificate with a claim or a case changed, or for another position,
// proves nothing.
func TestCheck(t *testing.T) {
	withCases := 0
	for number := 1; number <= 200; number++ {
		r, p := dealt(t, "klondike", number)
		c := prove.Certificate(r, &p)
		if c == nil {
			continue
		}
		if err := proof.CheckCertificate(c, r, &p); err != nil {
			t.Fatal(number, err)
		}
		if len(c.Cases) > 0 {
			withCases++
		}
		for i := range c.Cases {
			broken := *c
			broken.Cases = slices.Delete(slices.Clone(c.Cases), i, i+1)
			if proof.CheckCertificate(&broken, r, &p) == nil {
				t.Errorf("%d: without case %d it is accepted", number, i+1)
			}
		}
		each(c, func(leaf *solver.Certificate) {
			all := leaf.Claims
			for i := range all {
				leaf.Claims = slices.Delete(slices.Clone(all), i, i+1)
				if proof.CheckCertificate(c, r, &p) == nil {
					t.Errorf("%d: without the claim about the %s it is accepted: %s", number, all[i].Card, proof.Text(c))
				}
			}
			leaf.Claims = all
		})
		_, other := dealt(t, "klondike", number+1)
		if proof.CheckCertificate(c, r, &other) == nil {
			t.Errorf("%d: accepted for another deal", number)
		}
	}
	if withCases == 0 {
		t.Error("no certificate has cases")
	}
}

// each calls f with every part of a certificate that has claims.
func each(c *solver.Certificate, f func(*solver.Certificate)) {
	if len(c.Cases) == 0 {
		f(c)
	}
	for i := range c.Cases {
		each(&c.Cases[i].Certificate, f)
	}
}

// TestWords checks the text of the proofs of two deals.
func TestWords(t *testing.T) {
	for _, test := range []struct {
		game   string
		number int
		want   string
	}{
		{"klondike", 15, "The J♠ stays in column 6: it can't go up before the 10♠ (under it); it could be laid only on the Q♥ (under it) or on the Q♦ (under it)."},
		{"klondike", 22, "Case 1, if the Q♠ is laid into the tableau, the Q♣ is laid there before:\n" +
			"The Q♠ stays in column 7: it can't go up before the 6♠ (under it); it could be laid only on the K♥ (under it) or where the Q♣ lies, which is laid before and can't go up before the 9♣ (under it).\n" +
			"Case 2, if the Q♣ is laid into the tableau, the Q♠ is laid there before:\n" +
			"The Q♣ stays in column 7: it can't go up before the 9♣ (under it); the Q♠ (under it) would have to be laid before."},
		{"klondike-draw-1", 88, `Case 1, if the 6♥ goes up, the 5♣ is laid into the tableau before:
The Q♥ stays in column 5: it can't go up before the 6♥ (which never does); it could be laid only on the K♣ (under the Q♦) or on the K♠ (under it).
The Q♦ stays in column 7: it can't go up before the A♦ (under it); it could be laid only on the K♣ (under it) or on the K♠ (under the Q♥).
The 6♥, now in column 4, never goes up: the 5♣, laid before, can't go up before the 4♣ (under the Q♦); the 5♣ can't lie on the 6♦ either (under the Q♦).
Each of these holds as long as the others do.
Case 2, if the 5♣ is laid into the tableau, the 6♥ goes up before:
The Q♥ stays in column 5: it can't go up before the A♥ (under the 5♣); it could be laid only on the K♣ (under the Q♦) or on the K♠ (under it).
The 5♣ stays in column 6: it can't go up before the 4♣ (under the Q♦); the 6♥ would have to go up before; the 6♥ can't go up before the A♥ (under it).
The Q♦ stays in column 7: it can't go up before the A♦ (under it); it could be laid only on the K♣ (under it) or on the K♠ (under the Q♥).
Each of these holds as long as the others do.`},
	} {
		r, p := dealt(t, test.game, test.number)
		c := prove.Certificate(r, &p)
		if c == nil {
			t.Fatal(test.number, "is not proven")
		}
		if got := proof.Text(c); got != test.want {
			t.Errorf("%d: %s\nwant %s", test.number, got, strings.TrimSpace(test.want))
		}
	}
}

// TestHandles checks which games are not supported.
func TestHandles(t *testing.T) {
	for _, name := range []string{"free-cell", "spider", "canfield", "yukon", "golf", "accordion", "klondike-two-deck-9", "klondike-reserve", "gaps-basic-variant"} {
		r, p := dealt(t, name, 1)
		if proof.Handles(r) || prove.Certificate(r, &p) != nil || proof.CheckCertificate(&solver.Certificate{}, r, &p) == nil {
			t.Errorf("%s is handled", name)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for _, bench := range []struct {
		name   string
		number int
	}{{"won", 2}, {"lost by one run", 15}, {"lost in many cases", 81}} {
		b.Run(bench.name, func(b *testing.B) {
			r, p := dealt(b, "klondike-draw-1", bench.number)
			for b.Loop() {
				prove.Certificate(r, &p)
			}
		})
	}
}

// TestRestate restates certificates for the columns in another order, and expects an error for
// another deal.
func TestRestate(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	cases := 0
	var before *solver.Certificate
	for number := 1; number <= 200; number++ {
		r, p := dealt(t, "klondike", number)
		c := prove.Certificate(r, &p)
		if c == nil {
			continue
		}
		if before != nil {
			if _, err := proof.Restate(before, r, &p); err == nil {
				t.Errorf("the certificate of another deal holds for %d", number)
			}
		}
		before = c
		random.Shuffle(len(p.Tableau), func(i, j int) { p.Tableau[i], p.Tableau[j] = p.Tableau[j], p.Tableau[i] })
		got, err := proof.Restate(c, r, &p)
		if err != nil {
			t.Fatal(number, err)
		}
		each(got, func(part *solver.Certificate) {
			for _, claim := range part.Claims {
				if claim.Column > 0 && !slices.Contains(p.Tableau[claim.Column-1].Cards, claim.Card) {
					t.Errorf("%d: %s is not in column %d", number, claim.Card, claim.Column)
				}
				if claim.Why == "" {
					t.Errorf("%d: %s has no sentence", number, claim.Card)
				}
			}
		})
		if len(got.Cases) > 0 {
			cases++
		}
	}
	if cases == 0 {
		t.Error("no certificate with cases was restated")
	}
}

// TestSummary says what lost deals of Klondike block.
func TestSummary(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	kinds := map[bool]int{}
	for seed := range uint64(300) {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: seed}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		c := prove.Certificate(&g.Rules, &p)
		if c == nil {
			continue
		}
		text := proof.Summary(c)
		kinds[len(c.Claims) > 0]++
		if !strings.HasPrefix(text, "the ") && !strings.HasPrefix(text, "some cards ") || strings.HasSuffix(text, ".") || len(text) > 400 {
			t.Errorf("deal %d: %q", seed, text)
		}
	}
	if kinds[true] == 0 || kinds[false] == 0 {
		t.Errorf("proofs with and without claims: %v", kinds)
	}
}
