package chaos

import (
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// counting returns a run that has only begun to count.
func counting(ctx context.Context) *run {
	return &run{
		ledger: newLedger(io.Discard), outages: new(outages), expected: map[string]results{}, judged: map[answered]bool{},
		start: time.Now(), life: ctx,
	}
}

// TestJudge has answers of one verdict that the database never gets, all of which took long.
func TestJudge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := counting(t.Context())
		answer := func() {
			r.ledger.verdict(answered{id: "1-a", verdict: solver.Winnable, at: time.Now(), took: 3 * time.Second})
		}
		down := r.outages.begin(postgresPart)
		time.Sleep(time.Second)
		answer()
		r.outages.end(down)
		if lost := r.judge(r.ledger.takeUnchecked()); lost != 0 || r.ledger.get(excusedVerdicts) != 1 {
			t.Errorf("%d lost, %d excused, during an outage", lost, r.ledger.get(excusedVerdicts))
		}
		time.Sleep(10 * time.Second)
		answer()
		if lost := r.judge(r.ledger.takeUnchecked()); lost != 1 {
			t.Errorf("%d lost after the outage", lost)
		}
		if lost := r.judge(r.ledger.allVerdicts()); lost != 0 || r.ledger.get(excusedVerdicts) != 1 || r.ledger.get(lostAnswers) != 1 {
			t.Errorf("counted again: %d lost, %d excused", r.ledger.get(lostAnswers), r.ledger.get(excusedVerdicts))
		}
	})
}
