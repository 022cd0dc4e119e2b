package prove_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// byDefinition finds the patterns of a deal of Klondike directly from their definitions.
func byDefinition(p *deal.Position, turn int) (held []card.Card, unplayable, even, odd bool) {
	follows := func(lower, upper card.Card) bool {
		return lower.Rank() == upper.Rank()+1 && lower.Suit().Red() != upper.Suit().Red()
	}
	var tops, seen []card.Card
	for _, column := range p.Tableau {
		for j, c := range column.Cards {
			carriers, lower := 0, false
			for _, under := range column.Cards[:j] {
				lower = lower || under.Suit() == c.Suit() && under.Rank() < c.Rank()
				if follows(under, c) {
					carriers++
				}
			}
			if lower && carriers == 2 {
				held = append(held, c)
			}
		}
		tops = append(tops, column.Cards[len(column.Cards)-1])
	}
	stock := slices.Clone(p.Stock)
	slices.Reverse(stock)
	seen = slices.Clone(tops)
	for i, c := range stock {
		if (i+1)%turn == 0 || i+1 == len(stock) {
			seen = append(seen, c)
		}
	}
	unplayable, even, odd = true, true, true
	for _, c := range seen {
		even = even && c.Rank()%2 == 0
		odd = odd && c.Rank()%2 == 1 && c.Rank() > card.Ace
		unplayable = unplayable && c.Rank() > card.Ace
		for _, on := range tops {
			unplayable = unplayable && !follows(on, c)
		}
	}
	return held, unplayable, even, odd
}

// TestPatterns compares the patterns found with their definitions, in numbered deals and in deals
// made to show rare ones, and their frequencies with the exact ones of all deals, which
// docs/research/results/odds.md has.
func TestPatterns(t *testing.T) {
	const (
		deals = 6_000
		held  = 0.0118824 // cards that are held down in a deal, on average
	)
	random := rand.New(rand.NewPCG(3, 4))
	for _, game := range []struct {
		name       string
		turn       int
		unplayable float64 // share of deals
	}{{"klondike", 3, 0.0025002}, {"klondike-draw-1-passes-1", 1, 0.000000177}, {"klondike-draw-5", 5, 0.010175}} {
		g, _ := rules.Lookup(game.name)
		r := &g.Rules
		count := map[prove.Pattern]int{}
		compare := func(p *deal.Position) {
			held, unplayable, even, odd := byDefinition(p, game.turn)
			want := map[prove.Pattern]bool{
				prove.EvenRanks: even, prove.OddRanks: odd, prove.Unplayable: unplayable && !even && !odd,
			}
			for _, s := range prove.Patterns(r, p) {
				if s.Pattern == prove.HeldDown {
					if len(held) == 0 || s.Cards[0] != held[0] || !slices.Contains(p.Tableau[s.Column-1].Cards, held[0]) {
						t.Fatalf("%s: %v, and these are held down: %v", p.Document(r), s, held)
					}
					held = held[1:]
				} else {
					if !want[s.Pattern] {
						t.Fatalf("%s: %v", p.Document(r), s)
					}
					want[s.Pattern] = false
				}
				if err := proof.CheckCertificate(&s.Proof, r, p); err != nil {
					t.Fatalf("%s: %v: %v", p.Document(r), s, err)
				}
				count[s.Pattern]++
			}
			if len(held) > 0 || want[prove.Unplayable] || want[prove.EvenRanks] || want[prove.OddRanks] {
				t.Fatalf("%s: not found: %v, %v", p.Document(r), held, want)
			}
		}
		for number := range uint64(deals) {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(r)
			if err != nil {
				t.Fatal(err)
			}
			compare(&p)
		}
		for _, c := range []struct {
			pattern prove.Pattern
			mean    float64
		}{{prove.HeldDown, deals * held}, {prove.Unplayable, deals * game.unplayable}} {
			if got := float64(count[c.pattern]); math.Abs(got-c.mean) > 4*math.Sqrt(c.mean)+1 {
				t.Errorf("%s: pattern %d: %v in %d deals, and %.1f are to be expected", game.name, c.pattern, got, deals, c.mean)
			}
		}
		if game.turn < 3 {
			continue // there are more cards to be seen than cards of even rank, or nearly so
		}
		clear(count)
		for range 200 {
			compare(parity(r, random, game.turn))
		}
		if count[prove.EvenRanks] == 0 || count[prove.OddRanks] == 0 {
			t.Errorf("%s: deals of one parity: %v", game.name, count)
		}
	}
}

// parity deals cards of even rank, or of odd rank without aces, where they can be seen. Sometimes
// it exchanges two cards, so that the pattern is only nearly there.
func parity(r *rules.Rules, random *rand.Rand, turn int) *deal.Position {
	p, _ := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(random.IntN(1000))}.Deal(r)
	var seen, others []*card.Card
	for _, column := range p.Tableau {
		for j := range column.Cards {
			others = append(others, &column.Cards[j])
		}
		seen, others = append(seen, others[len(others)-1]), others[:len(others)-1]
	}
	for i := range p.Stock {
		if turned := len(p.Stock) - i; turned%turn == 0 || i == 0 {
			seen = append(seen, &p.Stock[i])
		} else {
			others = append(others, &p.Stock[i])
		}
	}
	first, second := []card.Card{}, []card.Card{}
	rest := card.Rank(random.IntN(2))
	for _, c := range card.Deck(card.MaxRank, 1, card.Suits) {
		if c.Rank()%2 == rest && c.Rank() > card.Ace {
			first = append(first, c)
		} else {
			second = append(second, c)
		}
	}
	shuffle := func(cards []card.Card) {
		random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	}
	shuffle(first)
	shuffle(second)
	all := append(first, second...)
	for i, place := range append(seen, others...) {
		*place = all[i]
	}
	if random.IntN(2) == 0 {
		a, b := seen[random.IntN(len(seen))], others[random.IntN(len(others))]
		*a, *b = *b, *a
	}
	return &p
}

// TestPatternsOfTinyDecks draws positions of all kinds of games and checks that none with a
// pattern can be won.
func TestPatternsOfTinyDecks(t *testing.T) {
	random := rand.New(rand.NewPCG(*seed, 5))
	shown := 0
	for n := 0; n < *positions; {
		r, p := enginetest.Draw(t, random, enginetest.Klondike)
		if !proof.Handles(&r) {
			continue
		}
		n++
		patterns := prove.Patterns(&r, &p)
		if len(patterns) == 0 {
			continue
		}
		if winnable, ok := enginetest.Winnable(&r, &p, 1_000); ok && winnable {
			t.Fatalf("%s\n%s\ncan be won, and shows %v", r.Canonical(), p.Document(&r), patterns)
		}
		shown++
	}
	if shown < *positions/50 {
		t.Errorf("%d of %d positions show anything", shown, *positions)
	}
}

// TestFigures checks the blocking sets of Donkersteeg's figures 3.1 and 3.2.
func TestFigures(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	r := &g.Rules
	for _, c := range []struct {
		column []string
		text   string
	}{
		{[]string{"AH", "3S", "3C", "2H"}, "The 2♥ lies in column 4 over the A♥, which has to go up before it, and over all that could carry it, the 3♣ and the 3♠."},
		{
			[]string{"KD", "9C", "4H", "JS", "9S", "TD", "8H"},
			"The 8♥ lies in column 7 over the 4♥, which has to go up before it, and over all that could carry it, the 9♣ and the 9♠.",
		},
	} {
		figure := c.column
		p, _ := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(r)
		column := p.Tableau[len(figure)-1].Cards
		for i, name := range figure {
			want, _, _ := card.Parse(name)
			exchange(&p, column[i], want)
		}
		var found *prove.Match
		for _, s := range prove.Patterns(r, &p) {
			if s.Pattern == prove.HeldDown && s.Column == len(figure) {
				found = &s
			}
		}
		if found == nil || found.Text != c.text || len(found.Cards) != 4 {
			t.Errorf("%v: %+v", figure, found)
		}
	}
}

func exchange(p *deal.Position, a, b card.Card) {
	swap := func(cards []card.Card) {
		for i, c := range cards {
			switch c {
			case a:
				cards[i] = b
			case b:
				cards[i] = a
			}
		}
	}
	for _, column := range p.Tableau {
		swap(column.Cards)
	}
	swap(p.Stock)
}
