package verdict_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// TestExplain checks that every unwinnable answer carries its certificate, wherever the
// answer comes from, and that it is looked for once.
func TestExplain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, other := pose(t, 1), pose(t, 2)
		found, looked := &proof.Certificate{Claims: make([]proof.Claim, 1)}, 0
		b := open(t, takes(time.Second, solver.Result{Verdict: solver.Unwinnable, Engine: "fake", States: 7}), func(o *verdict.Options) {
			o.Explain = func(asked *solver.Problem, r *solver.Result) {
				looked++
				if asked.ID() == p.ID() {
					r.Certificate = found
				}
			}
		})
		check := func(from string, a solver.Answer, want *proof.Certificate) {
			t.Helper()
			if a.Verdict != solver.Unwinnable || a.Certificate != want {
				t.Errorf("%s: %+v", from, a)
			}
		}
		check("searched", b.ask(t, within(time.Minute), p, solver.Budget{}), found)
		synctest.Wait()
		check("at hand", b.ask(t, within(time.Minute), p, solver.Budget{}), found)
		a, _ := b.Remember(within(time.Minute), p, solver.Budget{})
		check("remembered", a, found)
		_, a, err := b.Recall(context.Background(), p.ID())
		if err != nil {
			t.Error(err)
		}
		check("recalled", a, found)
		for range 2 {
			check("without a certificate", b.ask(t, within(time.Minute), other, solver.Budget{}), nil)
		}
		if looked != 2 {
			t.Errorf("looked for certificates %d times, want once a problem", looked)
		}
		b.close(t)
	})
}
