package player

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// chances returns, by brute force, how many orders of the unseen cards the best play wins: it
// tries all moves that turn up no hidden card, and then every card that the next move may turn
// up. It fails if that takes too many positions.
func chances(r *rules.Rules, from *deal.Position, unseen []card.Card, left *int) (won int, ok bool) {
	if len(unseen) <= 1 {
		p := (&Observation{Rules: r, Table: *from, Unseen: unseen}).Deal(rand.New(rand.NewPCG(0, 0)))
		winnable, ok := enginetest.Winnable(r, &p, 200)
		if winnable {
			won = 1
		}
		return won, ok
	}
	queue := []deal.Position{from.Clone()}
	seen := map[string]bool{enginetest.Fingerprint(from): true}
	for len(queue) > 0 {
		if *left--; *left < 0 {
			return 0, false
		}
		at := queue[0]
		queue = queue[1:]
		table := game.New(r, &at)
		observed := Observation{Rules: r, Table: at}
		for _, m := range table.Legal() {
			m.TurnsUp = card.None
			turns := observed.uncovers(m) && observed.turnedUp(m) == card.None
			table.Do(m)
			next := table.Position()
			table.Undo()
			if !turns {
				if k := enginetest.Fingerprint(&next); !seen[k] {
					seen[k] = true
					queue = append(queue, next)
				}
				continue
			}
			sum := 0
			for i, c := range unseen {
				column := next.Tableau[m.From.N-1]
				column.Cards[len(column.Cards)-1] = c
				n, ok := chances(r, &next, slices.Delete(slices.Clone(unseen), i, i+1), left)
				if !ok {
					return 0, false
				}
				sum += n
			}
			won = max(won, sum)
		}
	}
	return won, true
}

// TestExpectimax compares plans for the last hidden cards with brute force, on small decks.
func TestExpectimax(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	p := Insight.New(1, Insight.Defaults(), portfolio.New(1<<24)).(*insight)
	tally := map[[2]int]int{}
	compared, plain, unequal := 0, 0, 0
	for range 8_000 {
		r, from := enginetest.Draw(t, random, enginetest.Klondike)
		for i := range from.Tableau {
			if c := &from.Tableau[i]; len(c.Cards) > 1 {
				c.Down = random.IntN(len(c.Cards))
			}
		}
		if r.DeckSize()-score(&r, &from) > fewCards {
			continue // brute force would take too long
		}
		s := newObservation(&r, &from, StockKnown, false)
		if !klondike.Plays(&r) || len(s.Unseen) < 2 || len(s.Unseen) > 4 || !p.hidden.Begin(&r, &s.Table, s.Unseen) {
			continue
		}
		root := p.hidden.Root()
		all := permutations(s.Unseen, insightExact)
		guesses := p.guess(nil, root, s.Unseen, all)
		plan, got := p.expectimax(nil, root, guesses)
		if got == 0 || got == len(all) {
			if plain > 20 {
				continue // enough of these
			}
			plain++
		}
		left := 150
		want, ok := chances(&r, &s.Table, s.Unseen, &left)
		if !ok {
			continue
		}
		compared++
		if got != want || (plan == nil) != (got == 0) {
			t.Errorf("%d of %d orders won, by brute force %d: %s", got, len(all), want, from.Document(&r))
		}
		if len(guesses) > got {
			unequal++ // not all can be won without knowing the cards
		}
		tally[[2]int{len(s.Unseen), got}]++
	}
	t.Logf("%d positions, %d where knowing the cards helps; by cards and orders won: %v", compared, unequal, tally)
	if compared < 25 || unequal < 2 {
		t.Errorf("only %d positions, %d where knowing the cards helps", compared, unequal)
	}
}

// fewCards is how many cards that are not on foundations brute force can handle.
const fewCards = 10

// TestInsightStops interrupts plays at any time. They must end soon, with legal moves.
func TestInsightStops(t *testing.T) {
	for i, name := range []string{"klondike", "klondike-draw-1", "klondike-draw-3-passes-3"} {
		g, _ := rules.Lookup(name)
		from, err := deal.Seed{Scheme: deal.Solvitaire, Number: 4}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		for looks := 1; looks < 3_000; looks = looks*3 + i {
			p := Insight.New(1, Insight.Defaults(), portfolio.New(1<<20))
			got := Play(enginetest.EndsAfter(looks), StockKnown, p, &g.Rules, &from)
			outcome := game.Replay(&g.Rules, &from, got.Moves)
			if !outcome.Legal || got.Ending != Stopped && looks < 100 {
				t.Errorf("%s: %s after %d moves, %s", name, got.Ending, len(got.Moves), outcome.Reason)
			}
		}
	}
}
