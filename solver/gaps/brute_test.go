package gaps

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/brute"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	bruteDeals = flag.Int("deals", 200, "random small boards to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those boards and of their rules")
	bruteLimit = flag.Int("deals-limit", 3000, "most boards that brute force sees; a deal that has more is drawn again")
)

// TestBruteForce compares the engine with a search over the referee's moves that
// knows nothing, on random small boards under random rules: with all techniques, and
// with each of them switched off.
func TestBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := arena.New(1 << 28)
	tally := map[string]int{}
	for n := 0; n < *bruteDeals; {
		r, p := randomBoard(t, random)
		winnable, ok := brute.Winnable(&r, &p, *bruteLimit)
		if !ok {
			tally["drawn again"]++
			continue
		}
		n++
		want := solver.Unwinnable
		if winnable {
			want = solver.Winnable
		}
		problem := solver.NewProblem(r, p)
		searched := map[string]int64{}
		for name, techniques := range map[string]Techniques{
			"everything": All, "without dives": {DeadEnds: true}, "without dead ends": {Dives: true}, "nothing": {},
		} {
			got := New(memory, techniques).Solve(context.Background(), problem, solver.Budget{})
			if err := got.Verify(problem); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got.Because == solver.Memory && !techniques.Dives {
				// Where every card has many places to go to, a search in depth can
				// lose its way for longer than its path has room.
				tally["out of memory, "+name]++
				continue
			}
			if got.Verdict != want {
				t.Fatalf("%s: %s, but brute force says %s, of %s", name, got.Verdict, want, problem.Text())
			}
			searched[name] = got.States
		}
		for name, has := range map[string]bool{
			string(want) + " after some search": searched["nothing"] > 30,
			"from the left":                     r.Sequences.Direction == rules.FromLeft,
			"from the right":                    r.Sequences.Direction == rules.FromRight,
			"from both sides":                   r.Sequences.Direction == rules.FromBoth,
			"fixed suits":                       r.Sequences.FixedSuit,
			"any suit":                          r.Sequences.Build == rules.AnySuit,
			"colours":                           r.Sequences.Build == rules.RedBlack,
			"same suit":                         r.Sequences.Build == rules.SameSuit,
			"equal cards":                       r.Suits < card.Suits || r.Decks > 1,
			"two decks":                         r.Decks > 1,
			"active, without dead ends":         searched["without dead ends"] != searched["everything"],
		} {
			n := 0
			if has {
				n = 1
			}
			tally[name] += n
		}
	}
	t.Log(tally)
	for name, n := range tally {
		if strings.HasPrefix(name, "out of memory") {
			if n*100 > *bruteDeals {
				t.Errorf("%s: %d of %d deals", name, n, *bruteDeals)
			}
		} else if n*100 < *bruteDeals {
			t.Errorf("%s: only %d of %d deals", name, n, *bruteDeals)
		}
	}
}

// randomBoard draws rules and a board under them. Half of the boards are won ones
// of which some cards were exchanged, so that not nearly all of them are lost.
func randomBoard(t *testing.T, random *rand.Rand) (rules.Rules, deal.Position) {
	t.Helper()
	ranks, decks := 2+random.IntN(4), 1
	if random.IntN(5) == 0 {
		ranks, decks = 2+random.IntN(2), 2
	}
	text, err := json.Marshal(map[string]any{
		"max rank": ranks, "two decks": decks > 1, "suits": []int{4, 4, 4, 2, 1}[random.IntN(5)],
		"tableau piles": map[string]any{"count": 0}, "foundations": map[string]any{"present": false},
		"sequences": map[string]any{
			"count": 4 * decks, "direction": []string{"L", "L", "R", "LR"}[random.IntN(4)],
			"build policy": []string{"any-suit", "red-black", "same-suit", "same-suit"}[random.IntN(4)],
			"fixed suit":   random.IntN(2) == 0,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(random.Uint32() >> 1)}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	if random.IntN(2) == 0 {
		// In order, and then a few exchanges.
		suits := r.SuitsInPlay()
		start := 0
		if r.Sequences.Direction == rules.FromRight {
			start = 1
		}
		for i, row := range p.Sequences {
			for j := range row {
				row[j] = card.None
			}
			for j := range ranks - 1 {
				row[start+j] = card.New(card.Rank(j+2), card.Fold(card.New(2, suits[i%len(suits)]), r.Suits).Suit())
			}
		}
		for range 1 + random.IntN(6) {
			a, b := p.Sequences[random.IntN(4*decks)], p.Sequences[random.IntN(4*decks)]
			i, j := random.IntN(ranks), random.IntN(ranks)
			a[i], b[j] = b[j], a[i]
		}
		if p, err = deal.Parse(p.Document(&r), &r); err != nil {
			t.Fatal(err)
		}
	}
	return r, p
}
