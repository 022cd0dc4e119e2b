package freecell

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// TestCosts takes random steps and compares the cost that follows from the state before
// with the cost computed from scratch, and the state made with the one read from its
// key.
func TestCosts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	steps, ups, loosened := 0, 0, 0
	for _, name := range []string{"free-cell", "free-cell-1-cell", "bakers-game", "seahaven-towers", "fore-cell", "eight-off-any-card-spaces"} {
		for number := range 40 {
			p := enginetest.Numbered(t, name, fmt.Sprint("solvitaire:", number+1))
			position := p.Position()
			e := New(memory.New(1<<16), All)
			e.board = newBoard(p.Rules(), &position, All, e.manyPlaces)
			b, eval := e.board, &e.evaluator
			from := b.start(&position)
			b.settle(&from, &e.settled)
			eval.set(b, &from, b.lasting(&from))
			for range 200 {
				e.choices.find(b, &from)
				if len(e.choices.list) == 0 {
					break
				}
				table, stack := e.arena.Take()
				e.nodes.reset(table, stack) // so that no state is known
				m := &e.choices.list[random.IntN(len(e.choices.list))]
				if !e.take(m) {
					t.Fatalf("%s %d: a state is known without having been added", name, number+1)
				}
				got := eval.costOf(b, e.next, m, &e.settled)
				w := b.wanted(e.next)
				want := cost{b.lasting(e.next), b.covering(e.next, &w)}
				var read state
				b.read(e.next.key, &read)
				if got != want || read.tops != e.next.tops || read.loose != e.next.loose || read.up != e.next.up {
					t.Fatalf("%s %d: cost %v, from scratch %v; state %+v, read %+v", name, number+1, got, want, e.next, read)
				}
				if steps++; len(e.settled.ups) > 0 {
					ups++
				}
				if e.settled.loosened != 0 {
					loosened++
				}
				from = *e.next
				eval.from, eval.cost, eval.wanted = &from, got, w
			}
		}
	}
	if steps < 10_000 || ups < 100 || loosened < 100 {
		t.Errorf("%d steps, cards went up after %d, cards became loose after %d", steps, ups, loosened)
	}
}
