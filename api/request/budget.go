package request

import (
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Limits bound what one request may ask for.
type Limits struct {
	Deadline        time.Duration // the longest deadline
	DefaultDeadline time.Duration // for requests that name none
	States          int64         // the largest budget of states; 0 is no bound

	Body      int64 // bytes of a request's body
	BodyRoom  int64 // bytes of large bodies at a time; at least four of the greatest
	BodyTurns int   // large bodies parsed at a time

	Batches     int // batches at a time
	BatchLines  int // lines of a batch
	BatchWindow int // lines of a batch in progress at a time

	JobDeadline   time.Duration // longest deadline of a job
	JobRetention  time.Duration // how long a job is kept after its end
	ProofDeadline time.Duration // of a job that makes a proof
	EventStreams  int           // streams of events at a time

	CampaignDeadline time.Duration // longest deadline of a campaign's deal
	CampaignDeals    int64         // deals of a campaign
}

// MostStates returns the largest budget of states that may be asked for.
func (l Limits) MostStates() int64 {
	if l.States == 0 {
		return math.MaxInt64
	}
	return l.States
}

// Budget is what a search may take.
type Budget struct {
	solver.Budget
	Deadline time.Duration // from arrival
	Warnings []string      // of values that were reduced
}

// Budget returns a budget of the fields deadline_ms and states of a request, reduced to the limits. States
// are 0 where the request has none.
func (l Limits) Budget(node *strict.Node, milliseconds, states int64) Budget {
	var b Budget
	b.Deadline = time.Duration(b.Reduce(node.Field("deadline_ms"), milliseconds, l.Deadline.Milliseconds())) * time.Millisecond
	if b.States = l.States; states > 0 {
		b.States = b.Reduce(node.Field("states"), states, l.MostStates())
	}
	return b
}

// Reduce returns n, or most if that is less, with a warning if the number is in the request.
func (b *Budget) Reduce(node *strict.Node, n, most int64) int64 {
	if n > most && node != nil {
		b.Warnings = append(b.Warnings, fmt.Sprintf("%s: %d reduced to the maximum, %d", node.Path(), n, most))
	}
	return min(n, most)
}
