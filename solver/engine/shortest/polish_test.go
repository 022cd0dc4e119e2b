package shortest

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestAlong checks that the board follows the referee on random walks, and that the position of a
// key is the board.
func TestAlong(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		p, _ := tinyProblem(t, random)
		position := p.Position()
		table := game.New(p.Rules(), &position)
		var line []game.Move
		for range 60 {
			legal := table.Legal()
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			table.Do(m)
			line = append(line, m)
		}
		g, _ := newLayout(p.Rules(), &position)
		boards := g.start(&position).along(line)
		table = game.New(p.Rules(), &position)
		for i := range boards {
			checkBoard(t, p, &boards[i], table)
			back := g.board(boards[i].key())
			if back.key() != boards[i].key() || back.bound() != boards[i].bound() {
				t.Fatalf("a board laid out from its key is another one: %s", p.Text())
			}
			if i < len(line) {
				table.Do(line[i])
			}
		}
	}
}

// checkBoard compares a board with the referee's table.
func checkBoard(t *testing.T, p *solver.Problem, b *board, table *game.State) {
	t.Helper()
	at := table.Table()
	for s, h := range at.Foundations {
		if int(b.up[s]) != h {
			t.Fatalf("foundation %d has %d cards, not %d: %s", s, b.up[s], h, p.Text())
		}
	}
	for i, column := range at.Tableau {
		c := b.top[i]
		for j := len(column.Cards) - 1; j >= 0; j-- {
			if c != uint8(column.Cards[j])-4 || b.faceDown(c) != (j < column.Down) {
				t.Fatalf("column %d is not %v: %s", i+1, column, p.Text())
			}
			c = b.under[c]
		}
		if c != none {
			t.Fatalf("column %d is longer than %v: %s", i+1, column, p.Text())
		}
	}
	if len(at.Waste) != b.waste || len(at.Waste) > 0 && b.wasteTop() != uint8(at.Waste[len(at.Waste)-1])-4 {
		t.Fatalf("the waste is not %v: %s", at.Waste, p.Text())
	}
	if b.limited && b.redeal != at.RedealsLeft {
		t.Fatalf("%d redeals left, not %d: %s", b.redeal, at.RedealsLeft, p.Text())
	}
}

// TestPolish checks that a line found quickly is made shorter.
func TestPolish(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:4")
	line := New(memory.New(1<<26)).Shortest(nil, p, nil, solver.Budget{States: 4000}).Line
	position := p.Position()
	g, _ := newLayout(p.Rules(), &position)
	arena := memory.New(1 << 26)
	defer runtime.KeepAlive(arena) // its memory is unmapped with it
	table, stack := arena.Take()
	s := &search{nodes: newNodes(table, stack), layout: g, limit: maxLength, best: -1}
	short := s.polish(g.start(&position), line)
	if outcome := p.Replay(short); !outcome.Won || game.Length(short) >= game.Length(line) || s.limit != game.Length(short) {
		t.Errorf("%d moves of %d, %s", game.Length(short), game.Length(line), outcome.Reason)
	}
}
