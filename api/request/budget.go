package request

import (
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Limits are the limits of one request, and of all requests together.
type Limits struct {
	Deadline        time.Duration // the longest deadline
	DefaultDeadline time.Duration // for requests without a deadline
	States          int64         // the largest budget of states; 0 means no limit

	Body      int64 // greatest size of a request's body in bytes
	BodyRoom  int64 // bytes of all large bodies in progress together; at least four times Body
	BodyTurns int   // large bodies that are parsed at the same time

	Batches     int // batches in progress at the same time
	BatchLines  int // the most lines of a batch
	BatchWindow int // lines of a batch that are in progress at the same time

	JobDeadline   time.Duration // longest deadline of a job
	JobRetention  time.Duration // how long a job is kept after its end
	ProofDeadline time.Duration // deadline of a job that makes a proof
	EventStreams  int           // event streams that are open at the same time

	CampaignDeadline time.Duration // longest deadline of a campaign's deal
	CampaignDeals    int64         // the most deals of a campaign
}

// StatsTimeout limits the wait for win rates: for campaigns and for the comparison of two games.
const StatsTimeout = 2 * time.Second

// MostStates returns the largest budget of states that a request may have.
func (l Limits) MostStates() int64 {
	if l.States == 0 {
		return math.MaxInt64
	}
	return l.States
}

// Budget is what a search may use.
type Budget struct {
	solver.Budget
	Deadline time.Duration // counts from the arrival of the request
	Warnings []string      // about values that were reduced to a limit
}

// Budget returns the budget of a request. milliseconds and states are the values of its fields
// deadline_ms and states. Budget reduces both to the limits. states is 0 if the request has no such
// field.
func (l Limits) Budget(node *strict.Node, milliseconds, states int64) Budget {
	var b Budget
	b.Deadline = time.Duration(b.Reduce(node.Field("deadline_ms"), milliseconds, l.Deadline.Milliseconds())) * time.Millisecond
	if b.States = l.States; states > 0 {
		b.States = b.Reduce(node.Field("states"), states, l.MostStates())
	}
	return b
}

// Reduce returns the smaller of n and most. If it reduces a number that the request has, it adds a
// warning.
func (b *Budget) Reduce(node *strict.Node, n, most int64) int64 {
	if n > most && node != nil {
		b.Warnings = append(b.Warnings, fmt.Sprintf("%s: %d reduced to the maximum, %d", node.Path(), n, most))
	}
	return min(n, most)
}
