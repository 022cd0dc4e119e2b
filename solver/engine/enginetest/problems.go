package enginetest

import (
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Problems draws n problems from the families in turn, and returns each with its verdict by brute
// force. It replaces problems that handles rejects and problems with limit positions or more.
func Problems(t testing.TB, random *rand.Rand, n, limit int, handles func(*solver.Problem) bool, families ...Family) iter.Seq2[*solver.Problem, solver.Verdict] {
	return func(yield func(*solver.Problem, solver.Verdict) bool) {
		t.Helper()
		rejected, large := 0, 0
		for done := 0; done < n; {
			r, p := Draw(t, random, families[done%len(families)])
			problem := solver.NewProblem(r, p)
			if !handles(problem) {
				if rejected++; rejected > 100*n {
					t.Fatalf("only %d of the first %d problems are handled", done+large, done+large+rejected)
				}
				continue
			}
			winnable, ok := Winnable(&r, &p, limit)
			if !ok {
				large++
				continue
			}
			done++
			verdict := solver.Unwinnable
			if winnable {
				verdict = solver.Winnable
			}
			if !yield(problem, verdict) {
				return
			}
		}
		t.Logf("%d problems; %d more were too large, and %d were not handled", n, large, rejected)
	}
}

// All accepts every problem.
func All(*solver.Problem) bool { return true }

// Numbered returns the problem of the deal with this seed of a game of the catalogue.
func Numbered(t testing.TB, game, seed string) *solver.Problem {
	t.Helper()
	p, err := solver.Numbered(game, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
