package prove_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var outlined = flag.Int("outlined", 400, "random problems whose tables' outlines are compared with brute force; an eighth of them with -short")

// TestOutlines looks at the outlines of all tables that can be reached in games whose cards move one by
// one: those of tables that can be won must not be lost.
func TestOutlines(t *testing.T) {
	n := *outlined
	if testing.Short() {
		n /= 8
	}
	random := rand.New(rand.NewPCG(*dealsSeed, 2))
	tally := map[string]int{}
	for tally["problems"] < n {
		r, p := enginetest.Draw(t, random, enginetest.Singles)
		if haveOutlines(solver.NewProblem(r, p).Text()) {
			compareOutlines(t, &r, &p, tally)
		}
	}
	t.Log(tally)
	for _, name := range []string{"lost tables", "lost outlines", "only by the outline", "lost outlines, a reserve", "lost outlines, down", "winnable"} {
		if tally[name] < n {
			t.Errorf("%s: only %d", name, tally[name])
		}
	}
}

// compareOutlines compares the tables that can be reached from a position with brute force.
func compareOutlines(t *testing.T, r *rules.Rules, p *deal.Position, tally map[string]int) {
	t.Helper()
	positions, winnable, ok := enginetest.Explore(r, p, 3000)
	if !ok {
		tally["too large"]++
		return
	}
	tally["problems"]++
	table := proof.NewTable(r, p)
	can := map[string]bool{} // whether a table can be won, by its key
	for i := range positions {
		can[string(proof.NewTable(r, &positions[i]).Key())] = winnable[i]
	}
	var visit func()
	visit = func() {
		key := string(table.Key())
		won, todo := can[key]
		if !todo {
			return
		}
		delete(can, key)
		lost, _ := table.LostOutline(1000)
		switch {
		case won && lost:
			at := table.Position()
			t.Fatalf("a lost outline of a table that can be won: %s", at.Document(r))
		case won:
			tally["winnable"]++
		case lost:
			tally["lost outlines"]++
			if !table.Stuck() {
				tally["only by the outline"]++
			}
			if r.Reserve.Size > 0 {
				tally["lost outlines, a reserve"]++
			}
			if r.Foundations.Removable {
				tally["lost outlines, down"]++
			}
			fallthrough
		default:
			tally["lost tables"]++
		}
		for _, m := range table.Legal() {
			table.Do(m)
			visit()
			table.Undo()
		}
	}
	visit()
}
