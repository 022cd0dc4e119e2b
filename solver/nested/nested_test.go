package nested

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/simulate"
)

func dealt(t testing.TB, name string, number uint64) (*rules.Rules, deal.Position, simulate.Board) {
	t.Helper()
	g, known := rules.Lookup(name)
	if !known {
		t.Fatal(name)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := simulate.Read(&p)
	return &g.Rules, p, b
}

// literal is Table 1 card by card, as it is printed.
func literal(b *simulate.Board, h int, turn int8) (sum int32) {
	value := func(c card.Card) int32 { return int32(c.Rank()) - 1 }
	weight := func(h1, h2 int32) int32 { return [...]int32{h1, h2}[h] }
	for s, height := range b.Up {
		for rank := card.Ace; rank <= card.Rank(height); rank++ {
			sum += weight(5-value(card.New(rank, card.Suit(s))), 5)
		}
	}
	var hidden [256]bool
	for i := range b.Columns {
		c := &b.Columns[i]
		for j, y := range c.Cards[:c.Count] {
			if j < int(c.Down) {
				hidden[y] = true
				sum += value(y) - 13
			}
			for k, x := range c.Cards[:c.Count] {
				if k <= j || k > int(c.Down) {
					continue // it does not block, being under y or on a card that lies face up
				}
				if x.Suit() == y.Suit() && y.Rank() < x.Rank() {
					sum += weight(-5, -1)
				}
				if x.Suit().Red() != y.Suit().Red() && y.Rank() == x.Rank()+1 {
					sum += weight(-10, -5)
				}
			}
		}
	}
	for rank := card.Ace; rank <= card.King; rank++ {
		for _, pair := range [][2]card.Suit{{card.Clubs, card.Spades}, {card.Hearts, card.Diamonds}} {
			if hidden[card.New(rank, pair[0])] && hidden[card.New(rank, pair[1])] {
				sum += weight(-5, -1)
			}
		}
	}
	// Turn the stock until it is where it was.
	seen := map[int8]bool{}
	for at, turns := b.Turned, 0; turns < 30; turns++ {
		if at > 0 {
			seen[at] = true
		}
		if at == b.Count {
			at = 0
		} else {
			at = min(at+turn, b.Count)
		}
	}
	return sum + weight(0, 1)*int32(len(seen))
}

// walk makes actions at random from a table, calling f before each.
func walk(s *Search, random *rand.Rand, b *simulate.Board, f func(at *state, list []action)) {
	at := state{board: *b}
	s.settle(&at)
	for h := range s.worths {
		s.worths[h].deal(b)
	}
	for range 60 {
		list := s.actions(&at.board, &s.worths[1], s.worths[1].of(&at.board, hidden(&at.board)), nil)
		f(&at, list)
		if len(list) == 0 {
			return
		}
		at = s.do(&at, &list[random.IntN(len(list))])
	}
}

// TestWorth compares what is looked up with Table 1 read card by card, and what actions
// add with both.
func TestWorth(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tables := 0
	for _, name := range []string{"klondike", "klondike-draw-1"} {
		for number := range uint64(20) {
			r, _, b := dealt(t, name, number)
			s := New(simulate.NewGame(r))
			walk(s, random, &b, func(at *state, _ []action) {
				tables++
				for h := range s.worths {
					worth := s.worths[h].of(&at.board, hidden(&at.board))
					if want := literal(&at.board, h, int8(s.game.Turn)); worth != want {
						t.Fatalf("%s %d: H%d is %d, in the words of the paper %d", name, number, h+1, worth, want)
					}
					for _, a := range s.actions(&at.board, &s.worths[h], worth, nil) {
						next := s.do(at, &a)
						if want := literal(&next.board, h, int8(s.game.Turn)); a.worth != want {
							t.Fatalf("%s %d: H%d after %+v is %d, not %d", name, number, h+1, a, a.worth, want)
						}
					}
				}
			})
		}
	}
	if tables < 500 {
		t.Errorf("only %d tables", tables)
	}
}

// TestDead asks an engine about deals and tables along walks that are called dead.
func TestDead(t *testing.T) {
	engine := portfolio.New(1 << 26)
	random := rand.New(rand.NewPCG(3, 4))
	deals, later := 0, 0
	for _, name := range []string{"klondike", "klondike-draw-1", "klondike-draw-5"} {
		for number := range uint64(100) {
			r, p, b := dealt(t, name, number)
			s := New(simulate.NewGame(r))
			check := func(p deal.Position) {
				problem := solver.NewProblem(*r, p)
				if got := engine.Solve(context.Background(), problem, solver.Budget{States: 200_000, Objective: solver.FirstSolution}); got.Verdict == solver.Winnable {
					t.Errorf("%s %d: called dead and won", name, number)
				}
			}
			if DeadEnd(s.game, &b) {
				deals++
				check(p)
				continue
			}
			if number%10 != 0 {
				continue
			}
			table := game.New(r, &p)
			for range 60 {
				legal := table.Legal()
				if len(legal) == 0 {
					break
				}
				table.Do(legal[random.IntN(len(legal))])
				if b, _ := simulate.Read(table.Table()); DeadEnd(s.game, &b) {
					later++
					check(table.Position())
					break
				}
			}
		}
	}
	if deals < 10 || later < 2 {
		t.Errorf("%d deals are dead, and %d tables along walks", deals, later)
	}
}

// TestRun has the referee replay what a search finds, and searches again.
func TestRun(t *testing.T) {
	for _, name := range []string{"klondike", "klondike-draw-1"} {
		wins := map[Levels]int{}
		for number := range uint64(25) {
			r, p, b := dealt(t, name, number)
			s := New(simulate.NewGame(r))
			for _, levels := range []Levels{{None, 0}, {None, 1}, {0, 0}, {0, 1}, {1, 0}} {
				got := s.Run(context.Background(), &b, levels, 0)
				if replayed := game.Replay(r, &p, got.Line); !replayed.Legal || replayed.Won != got.Won {
					t.Fatalf("%s %d, %v: won %t, the referee says %+v", name, number, levels, got.Won, replayed)
				}
				again := New(s.game).Run(context.Background(), &b, levels, 0)
				if again.Won != got.Won || again.States != got.States || len(again.Line) != len(got.Line) {
					t.Errorf("%s %d, %v: twice, and not the same", name, number, levels)
				}
				if got.Won {
					wins[levels]++
				}
			}
		}
		if wins[Levels{None, 1}] <= wins[Levels{None, 0}] || wins[Levels{None, 0}] == 0 {
			t.Errorf("%s: %v", name, wins)
		}
	}
}

// TestBounds ends searches by a bound on states and by their context.
func TestBounds(t *testing.T) {
	_, _, b := dealt(t, "klondike", 6)
	r, _, _ := dealt(t, "klondike", 6)
	s := New(simulate.NewGame(r))
	levels := Levels{3, 3}
	for _, most := range []int64{1, 1000, 20_000} {
		if got := s.Run(context.Background(), &b, levels, most); got.Won || got.States > most+5000 {
			t.Errorf("%d states: %t after %d", most, got.Won, got.States)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := s.Run(ctx, &b, levels, 0); got.Won || got.States > 5000 {
		t.Errorf("cancelled: %t after %d states", got.Won, got.States)
	}
}
