package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// vector is a winnable Klondike position of a short deck that a plausible but wrong
// rule loses.
type vector struct {
	name    string
	ranks   int
	draw    int
	columns string // deepest card first, " / " between columns, "-" for an empty one; cards after "|", or the last one, are face up
	stock   string // in the order of turning; the first cards are in the waste
	founded string // cards on the foundations of hearts, diamonds, clubs, spades
	waste   int
}

// vectors has a position for each wrong dominance.
var vectors = []vector{
	{"a card sent up as soon as no card that is out could lie on it, with worrying back", 5, 1, "5S 5C AH 2H / 4D", "3H 4H 5H 5D 4C 4S", "0 3 3 3", 0},
	{"the last card of the stock sent up in any phase", 3, 3, "AD 3D 3C / 2H", "2C 3H 3S AS 2D 2S", "1 0 1 0", 0},
	{"the last two cards of the stock sent up in any phase", 6, 4, "4C 6H 5C / 5H 6D 6S", "5S 6C 5D", "4 4 3 4", 1},
	{"any card of the stock sent up when it is safe", 4, 2, "4S 2S / 2D 4D 3C 2C 4C 2H", "AH 4H 3S AC 3H 3D", "0 1 0 1", 3},
	{"no worrying back in a suit while its sister waits, draw 1", 5, 1, "AH 4H 5S 2H / -", "4S 5D 5C 5H 4D 3H", "0 3 4 3", 6},
	{"no worrying back in a suit while its sister waits, draw 3", 6, 3, "4C / 4S 6S 6H", "5C 2C 3C 6D 6C 4H 5S 5H 5D", "3 4 1 3", 0},
	{"both suits of a colour waiting: nothing but sending up", 7, 1, "7S / 7C 7D AS|3S / 5S 2S|7H 6C", "4S 6S", "6 6 5 0", 2},
	{"a card of the stock laid down only for immediate use, idle cards sent up first", 6, 1, "2D 4S / AD 6D 3D 6S / 5D 6H 5S 6C", "4D", "5 0 5 3", 1},
	{"rules about the last move, forgotten by the table, 8 ranks", 8, 1, "8D 7S / 8C 4H 2H / 3H 5H 8H", "7H 6H 8S", "1 7 7 6", 2},
	{"rules about the last move, forgotten by the table, 6 ranks", 6, 1, "4D 2D 6C 6H / 6D 5S 3D / AD 6S", "5D 3S 4S", "5 0 5 2", 2},
	{"rules about the last move, forgotten by the table, deep columns", 6, 1, "4H 6C 6H AH 2H / 3H 5H 5S 5D 6D / 2D", "AD 3D 4D 6S", "0 0 5 4", 1},
	{"a worried-back card only for immediate use, draw 1", 7, 1, "7S 3D / 2H 6H 6S / AH 7C 7H 6D 6C 3H 4D 5S 7D", "5D 5H 4H 5C", "0 2 4 4", 3},
	{"no worrying back of the card just sent up", 5, 1, "AH 4H 3C / 5H 3H 4C 5C 2H", "", "0 5 2 5", 0},
}

func (v vector) problem(t *testing.T) (rules.Rules, deal.Position) {
	t.Helper()
	parse := func(text string) card.Card {
		c, _, err := card.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	columns := strings.Split(v.columns, " / ")
	stock := strings.Fields(v.stock)
	r, err := rules.Parse(fmt.Appendf(nil, `{"max rank":%d,
		"tableau piles":{"count":%d,"build policy":"red-black","spaces policy":"kings","move built group":"yes","face up cards":"top"},
		"foundations":{"removable":true},"stock":{"size":%d,"deal count":%d,"redeal":true}}`,
		v.ranks, len(columns), len(stock), v.draw))
	if err != nil {
		t.Fatal(err)
	}
	p := deal.Position{
		Tableau: make([]deal.Column, len(columns)), Foundations: make([]int, card.Suits),
		Base: card.Ace, RedealsLeft: r.Stock.Redeals,
	}
	for i, text := range columns {
		down, up, split := strings.Cut(strings.ReplaceAll(text, "-", ""), "|")
		column := &p.Tableau[i]
		for _, c := range strings.Fields(down + " " + up) {
			column.Cards = append(column.Cards, parse(c))
		}
		column.Down = max(0, len(column.Cards)-1)
		if split {
			column.Down = len(strings.Fields(down))
		}
	}
	for i, c := range stock {
		if i < v.waste {
			p.Waste = append(p.Waste, parse(c))
		} else {
			p.Stock = append([]card.Card{parse(c)}, p.Stock...)
		}
	}
	if _, err := fmt.Sscan(v.founded, &p.Foundations[card.Hearts], &p.Foundations[card.Diamonds],
		&p.Foundations[card.Clubs], &p.Foundations[card.Spades]); err != nil {
		t.Fatal(err)
	}
	// Checked like a request: no card missing or twice.
	checked, err := deal.Parse(p.Document(&r), &r)
	if err != nil {
		t.Fatal(err)
	}
	return r, checked
}

func TestVectors(t *testing.T) {
	memory := memory.New(1 << 22)
	for _, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			r, p := v.problem(t)
			problem := solver.NewProblem(r, p)
			got := New(memory, state.Complete).Solve(nil, problem, solver.Budget{})
			if err := got.Verify(problem); err != nil {
				t.Fatal(err)
			}
			if got.Verdict != solver.Winnable {
				t.Errorf("%s %s, want winnable", got.Verdict, got.Reason)
			}
		})
	}
}

// TestTemptingRules shows that two rules of other solvers lose their vectors: brute
// force under the rule finds no win.
func TestTemptingRules(t *testing.T) {
	for name, allowed := range map[string]func(at *deal.Position, last card.Card, moves []game.Move) []game.Move{
		"no worrying back of the card just sent up": func(_ *deal.Position, last card.Card, moves []game.Move) []game.Move {
			var kept []game.Move
			for _, m := range moves {
				if m.From.Pile != game.Foundation || m.Cards[0] != last {
					kept = append(kept, m)
				}
			}
			return kept
		},
		"the last two cards of the stock sent up in any phase": func(at *deal.Position, _ card.Card, moves []game.Move) []game.Move {
			// The last card can be reached in any phase. Where it is safe, the rule
			// allows nothing else.
			last := at.Waste
			if len(at.Stock) > 0 {
				last = at.Stock[:1]
			}
			if len(last) == 0 {
				return moves
			}
			c := last[len(last)-1]
			h := func(turn card.Suit) int { return at.Foundations[(c.Suit()+turn)%card.Suits] }
			if rank := int(c.Rank()); rank != h(0)+1 || rank > min(h(1), h(3))+2 || rank > h(2)+3 {
				return moves
			}
			var forced []game.Move
			for _, m := range moves {
				if m.Action == game.Draw || m.From.Pile == game.Waste && m.To.Pile == game.Foundation && m.Cards[0] == c {
					forced = append(forced, m)
				}
			}
			return forced
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, v := range vectors {
				if v.name == name {
					r, p := v.problem(t)
					if !winnableUnder(&r, &p, nil) {
						t.Error("lost by brute force without the rule")
					}
					if winnableUnder(&r, &p, allowed) {
						t.Error("still won under the rule")
					}
				}
			}
		})
	}
}

// winnableUnder is brute force under a rule that may look at the card just sent up.
func winnableUnder(r *rules.Rules, p *deal.Position, allowed func(*deal.Position, card.Card, []game.Move) []game.Move) bool {
	type node struct {
		position deal.Position
		last     card.Card
	}
	seen := map[string]bool{}
	queue := []node{{position: *p}}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		table := game.New(r, &n.position)
		if table.Won() {
			return true
		}
		moves := table.Legal()
		if allowed != nil {
			moves = allowed(&n.position, n.last, moves)
		}
		for _, m := range moves {
			table.Do(m)
			next := node{position: table.Position()}
			table.Undo()
			if m.To.Pile == game.Foundation {
				next.last = m.Cards[0]
			}
			if f := enginetest.Fingerprint(&next.position) + next.last.String(); !seen[f] {
				seen[f] = true
				queue = append(queue, next)
			}
		}
	}
	return false
}

// TestGroupTarget wins a position of a game whose groups go where their cards could
// not, one by one. 3H can leave AH only together with 2S, so 2S must not be sent up
// first, although nothing can be built on it.
func TestGroupTarget(t *testing.T) {
	r, err := rules.Parse([]byte(`{"max rank":4,"tableau piles":{"count":4,"build policy":"same-suit","spaces policy":"no-build",
		"move built group":"yes","move built group policy":"red-black","group target":"group"},"foundations":{"removable":false}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse([]byte(`{"tableau piles":[["AH","3H","2S"],["4C"],["4H","2H"],["4S","3S"]],
		"foundations":["AC","2C","3C","AD","2D","3D","4D","AS"]}`), &r)
	if err != nil {
		t.Fatal(err)
	}
	problem := solver.NewProblem(r, p)
	got := New(memory.New(1<<20), state.Complete).Solve(nil, problem, solver.Budget{})
	if err := got.Verify(problem); err != nil || got.Verdict != solver.Winnable {
		t.Errorf("%s, want winnable (%v)", got.Verdict, err)
	}
}
