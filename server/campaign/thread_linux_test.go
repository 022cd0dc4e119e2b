package campaign_test

import (
	"context"
	"testing"

	"golang.org/x/sys/unix"

	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestThreads checks that workers, with a gate or without, search on threads of a lower priority than
// the test's, on which nothing else runs.
func TestThreads(t *testing.T) {
	nice := func() int {
		n, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
		if err != nil {
			t.Error(err)
		}
		return 20 - n // the system call returns 20 minus the priority
	}
	mine := nice()
	c := kept(t, klondike(t, 1, 20))
	below := min(5, 19-mine)
	for _, gate := range []*pool.Gate{nil, pool.NewGate(1)} {
		deals := 0
		e := &slow{broke: func(*solver.Problem) any {
			deals++
			if n := nice(); n != mine+below {
				t.Errorf("a deal is searched at priority %d, the test's is %d", n, mine)
			}
			return nil
		}}
		w := runner.NewWorker(runner.WorkerOptions{Known: &memory{}, Gate: gate, NewEngine: func() solver.Engine { return e }})
		for n := range int64(10) {
			if _, err := w.Do(context.Background(), c, store.Range{Campaign: c.ID, First: 2*n + 1, Last: 2*n + 2}); err != nil {
				t.Fatal(err)
			}
			if now := nice(); now != mine {
				t.Fatalf("the test's own priority is %d, it was %d", now, mine)
			}
		}
		if deals != 20 {
			t.Errorf("%d deals", deals)
		}
	}
}
