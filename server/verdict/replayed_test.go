package verdict_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestChangedSolution changes a solution that the referee has replayed, in the memory of this process:
// it is replayed again, refused, and searched anew. Each part of a move is changed in turn.
func TestChangedSolution(t *testing.T) {
	p := newProblem(t, 1)
	good := won(t, p)
	parts := map[string]func(r *solver.Record){
		"action": func(r *solver.Record) { r.Solution[0].Action++ },
		"place":  func(r *solver.Record) { r.Solution[0].From.N++ },
		"target": func(r *solver.Record) { r.Solution[0].To.Pile++ },
		"cards":  func(r *solver.Record) { r.Solution[0].Cards[0]++ },
		"length": func(r *solver.Record) { r.Solution = r.Solution[:len(r.Solution)-1] },
	}
	for name, change := range parts {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				near := newMemory()
				b := open(t, takes(time.Second, good), func(o *verdict.Options) { o.Near, o.Cache = near, nil })
				for range 3 {
					b.ask(t, within(time.Minute), p, solver.Budget{})
					synctest.Wait() // until it is in the caches
				}
				if b.solver.searches() != 1 {
					t.Fatalf("%d searches", b.solver.searches())
				}
				r := near.has(p.ID())
				r.Solution = cloned(r.Solution)
				change(&r)
				near.keep(r)
				b.store.keep(r)
				if a := b.ask(t, within(time.Minute), p, solver.Budget{}); p.Replay(a.Solution).Won == false || b.solver.searches() != 2 {
					t.Errorf("answered from the %s after %d searches", a.Source, b.solver.searches())
				}
				if err := b.Close(context.Background()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// cloned returns a copy of a line that shares no memory with it.
func cloned(line []game.Move) []game.Move {
	line = slices.Clone(line)
	for i := range line {
		line[i].Cards = slices.Clone(line[i].Cards)
	}
	return line
}
