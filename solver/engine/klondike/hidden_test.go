package klondike

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// hide removes the face-down cards from a position and returns them.
func hide(p *deal.Position) (hidden deal.Position, unseen []card.Card) {
	hidden = p.Clone()
	for _, c := range hidden.Tableau {
		unseen = append(unseen, c.Cards[:c.Down]...)
		clear(c.Cards[:c.Down])
	}
	return hidden, unseen
}

// TestHidden plays deals by plans. At every turn it asks which guesses can be won after
// each plan. The referee must allow the moves up to the card that is turned up and no
// further, and a separate search of the table after them must agree.
func TestHidden(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	memory := memory.New(1 << 26)
	tally := map[solver.Verdict]int{}
	turns := 0
	var h Hidden
	games := variants(t)
	for _, name := range slices.Sorted(maps.Keys(games)) { // in a fixed order: random numbers are drawn
		r := games[name]
		problem := full(t, r, 3)
		at := problem.Asked()
		for range 4 {
			hidden, unseen := hide(&at)
			if len(unseen) == 0 || !h.Begin(&r, &hidden, unseen) {
				break
			}
			var guesses []deal.Position
			root := h.Root()
			for i := range 3 {
				cards := slices.Clone(unseen)
				if i > 0 { // the first guess is right
					random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
				}
				h.Guess(cards)
				guesses = append(guesses, h.position.Clone())
				if got := verdict(t, memory, problem, guesses[i]); got != solver.Unknown {
					if wins := h.Propose(nil, root, i, 20_000); wins != (got == solver.Winnable) {
						t.Fatalf("%s: guess %d: won %v, but the engine says %s: %s", name, i, wins, got, guesses[i].Document(&r))
					}
				}
			}
			h.List(root, 0, 6)
			for _, plan := range root.Plans {
				for i := range guesses {
					table := game.New(&r, &guesses[i])
					moves := h.Moves(plan)
					for k, m := range moves {
						if why := table.Check(m); why != "" {
							t.Fatalf("%s: %s: %s", name, m, why)
						}
						table.Do(m)
						if slices.Contains(unseen, table.Last().TurnsUp) != (k == len(moves)-1) {
							t.Fatalf("%s: move %d of %d turns up the wrong card: %s", name, k+1, len(moves), table.Last())
						}
					}
					got := verdict(t, memory, problem, table.Position())
					if got == solver.Unknown {
						continue
					}
					if wins := h.Wins(nil, root, plan, i, 20_000); wins != (got == solver.Winnable) {
						t.Fatalf("%s: after %v, guess %d: won %v, but the engine says %s: %s", name, moves, i, wins, got, guesses[i].Document(&r))
					}
					tally[got]++
				}
			}
			if len(root.Plans) == 0 {
				break
			}
			turns++
			table := game.New(&r, &at)
			for _, m := range h.Moves(root.Plans[random.IntN(len(root.Plans))]) {
				table.Do(m)
			}
			at = table.Position()
		}
	}
	t.Logf("%d turns: %v", turns, tally)
	if turns < 25 || tally[solver.Winnable] < 100 || tally[solver.Unwinnable] < 30 {
		t.Errorf("too few cases: %d turns, verdicts %v", turns, tally)
	}
}

// verdict solves a position with an empty table.
func verdict(t *testing.T, memory *memory.Arena, of *solver.Problem, p deal.Position) solver.Verdict {
	t.Helper()
	problem := solver.NewProblem(*of.Rules(), p)
	got := New(memory, singleRun).Solve(nil, problem, solver.Budget{States: 2_000})
	return got.Verdict
}

// TestHiddenRoom refuses a position that has a number only if the guesses have kings at
// the bottom of columns: of sixteen columns with two face-down cards each, too many are
// long.
func TestHiddenRoom(t *testing.T) {
	known, _ := rules.Lookup("klondike")
	r := known.Rules
	r.Tableau.Count, r.Tableau.Diagonal = 16, false
	deck := card.Deck(card.King, 1, card.Suits)
	slices.Sort(deck)
	for long, want := range []bool{true, false, false} { // 4^16 arrangements, and 5/4 times as many with each long column
		open, unseen := deck[:20], deck[20:]
		p := deal.Position{Tableau: make([]deal.Column, 16), Foundations: make([]int, card.Suits), Base: card.Ace, RedealsLeft: rules.Unlimited}
		for i := range p.Tableau {
			up := 1
			if i < long {
				up = 2 // of one rank, so that they are no run
			}
			p.Tableau[i] = deal.Column{Cards: slices.Concat(make([]card.Card, 2), open[:up]), Down: 2}
			open = open[up:]
		}
		p.Stock = open
		var h Hidden
		if got := h.Begin(&r, &p, unseen); got != want {
			t.Errorf("%d long columns: accepted %t, want %t", long, got, want)
		}
	}
}
