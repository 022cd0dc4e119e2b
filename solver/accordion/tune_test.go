package accordion

import (
	"context"
	"fmt"
	"testing"
	"time"
	"os"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func problem(t testing.TB, name string, n int) *solver.Problem {
	g, _ := rules.Lookup(name)
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(n)}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	q, err := solver.NewProblem(g.Rules, p)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func env(name string, v int) int {
	if s := os.Getenv(name); s != "" {
		v, _ = strconv.Atoi(s)
	}
	return v
}

func TestTune(t *testing.T) {
	name := os.Getenv("GAME")
	e := New(arena.New(1<<28), Everything)
	e.techniques.Pieces = env("PIECES", 1) == 1
	total, won, lost := int64(0), 0, 0
	start := time.Now()
	for n := env("FROM", 1); n <= env("TO", 20); n++ {
		s := time.Now()
		p := problem(t, name, n)
		r := e.Solve(context.Background(), p, solver.Budget{States: int64(env("STATES", 3000000))})
		if err := r.Verify(p); err != nil {
			t.Fatal(err)
		}
		total += r.States
		if r.Verdict == solver.Winnable {
			won++
		}
		if r.Verdict == solver.Unwinnable {
			lost++
		}
		if testing.Verbose() {
			fmt.Println(n, r.Verdict, r.States, time.Since(s))
		}
	}
	fmt.Println(name, "won", won, "lost", lost, "states", total, time.Since(start))
}
