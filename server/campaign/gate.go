package campaign

import (
	"context"
	"sync"
	"time"
)

// Gate has the workers of campaigns give way to people: as many of them run as there are
// processors that no search of somebody who waits needs. It is told the load of the pool
// whenever that changes (pool.Observer). A nil Gate lets everybody run.
type Gate struct {
	processors int
	slice      time.Duration // how long a worker runs that has waited long enough
	patience   time.Duration // how long that is

	mu        sync.Mutex // guards what follows
	searching int        // for people
	running   int        // workers of campaigns
	waiting   []*turn    // that pause, the longest first
}

// NewGate makes a gate before so many processors.
func NewGate(processors int) *Gate {
	return &Gate{processors: processors, slice: 20 * time.Millisecond, patience: time.Second}
}

// turn is a worker's time at the engine, pauses taken out.
type turn struct {
	gate *Gate
	ctx  context.Context

	began  time.Time
	paused time.Duration
}

func (g *Gate) enter(ctx context.Context) *turn { return &turn{gate: g, ctx: ctx, began: time.Now()} }

func (t *turn) leave() {}

// spent is the time since the turn began, pauses not counted.
func (t *turn) spent() time.Duration { return time.Since(t.began) - t.paused }

// begin gives the context of one search, which may take so long, pauses not counted; no
// time is no bound.
func (t *turn) begin(within time.Duration) (context.Context, context.CancelFunc) {
	if within == 0 {
		return context.WithCancel(t.ctx)
	}
	return context.WithTimeout(t.ctx, within)
}
