package portfolio

import (
	"context"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
)

// HelpAfter is how long a search runs before other threads help with it. By then most deals are
// decided. A helper has nothing to prepare or to copy, so it is soon worth its cost.
const HelpAfter = 10 * time.Millisecond

// SearchWith is [Portfolio.Search] with help. If other portfolios can help with the search,
// SearchWith calls offer with a function help. Each helping portfolio calls help on its own
// goroutine and does nothing else meanwhile. help returns when the search is over or the helper's
// clock ends; it may be called after the search. SearchWith returns when all helpers have returned.
//
// With help the number of states differs from run to run. A proven verdict never differs, but a
// budget that is barely enough in one run may be too small in another.
func (f *Portfolio) SearchWith(
	clock *solver.Clock, p *solver.Problem, b solver.Budget, offer func(help func(*solver.Clock, solver.Engine)),
) solver.Result {
	f.offer = offer
	defer func() { f.offer = nil }()
	return inTurn(clock, p, b, f.tries(p))
}

// team returns the function that offers a search of Klondike to helpers; nil if there are none.
func (f *Portfolio) team() func(*klondike.Team) {
	offer := f.offer
	if offer == nil {
		return nil
	}
	return func(t *klondike.Team) {
		offer(func(clock *solver.Clock, e solver.Engine) {
			if helper, ok := e.(*Portfolio); ok && helper.klondike != nil {
				helper.klondike.Help(clock, t)
			}
		})
	}
}

// Threads searches one problem at a time on several threads, where an engine can use them.
// It implements solver.Engine, and is not safe for concurrent use.
type Threads struct {
	leader  *Portfolio
	helpers []*Portfolio
	after   time.Duration
}

// NewThreads returns an engine with n threads. Each has an equal part of the given bytes ([New]).
func NewThreads(n int, bytes int64, without ...Technique) *Threads {
	t := &Threads{leader: New(bytes/int64(n), without...), after: HelpAfter}
	for range n - 1 {
		t.helpers = append(t.helpers, New(bytes/int64(n), without...))
	}
	return t
}

// Solve is [Portfolio.Solve].
func (t *Threads) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	result := t.Search(clock, p, b)
	t.Shorten(clock, p, b, &result)
	return result
}

// Search is [Portfolio.Search], on several threads after the first 10 milliseconds.
func (t *Threads) Search(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	if len(t.helpers) == 0 {
		return t.leader.Search(clock, p, b)
	}
	var helping sync.WaitGroup
	defer helping.Wait()
	over, end := context.WithCancel(context.Background())
	defer end()
	return t.leader.SearchWith(clock, p, b, func(help func(*solver.Clock, solver.Engine)) {
		for _, helper := range t.helpers {
			helping.Go(func() {
				select {
				case <-time.After(t.after):
					help(solver.NewClock(over), helper)
				case <-over.Done():
				}
			})
		}
	})
}

// Shorten is [Portfolio.Shorten], on one thread.
func (t *Threads) Shorten(clock *solver.Clock, p *solver.Problem, b solver.Budget, r *solver.Result) {
	t.leader.Shorten(clock, p, b, r)
}
