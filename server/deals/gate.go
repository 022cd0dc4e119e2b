package deals

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Gate lets the filler work while a worker of the pool that answers people is free. It is
// told the load whenever that changes (pool.Observer).
type Gate struct {
	workers int

	mu     sync.Mutex    // guards what follows
	open   chan struct{} // closed while there is room
	shut   bool
	inside context.CancelCauseFunc // of the work that goes on; nil if none does
	timer  *time.Timer             // ends that work; nil while there is room
}

// mercy is how long work goes on when the gate has closed. Most searches that people ask
// for take less, and so does most of what the filler does in one go: without it a busy
// service would have it begin a deal again and again.
const mercy = 20 * time.Millisecond

// errShut is why work was ended.
var errShut = errors.New("all workers are busy")

// NewGate makes a gate before a pool of so many workers.
func NewGate(workers int) *Gate {
	g := &Gate{workers: workers, open: make(chan struct{})}
	close(g.open)
	return g
}

// Load tells how many problems wait and how many workers search.
func (g *Gate) Load(waiting, searching int) {
	shut := waiting > 0 || searching >= g.workers
	g.mu.Lock()
	defer g.mu.Unlock()
	if shut == g.shut {
		return
	}
	g.shut = shut
	if !shut {
		close(g.open)
		if g.timer != nil {
			g.timer.Stop()
			g.timer = nil
		}
		return
	}
	g.open = make(chan struct{})
	if end := g.inside; end != nil {
		g.timer = time.AfterFunc(mercy, func() { end(errShut) })
	}
}

// enter waits until there is room, and gives a context for work that ends soon after
// there is none any more; leave is to be called when the work is done. The error is that
// the context ended. One enters at a time.
func (g *Gate) enter(ctx context.Context) (inside context.Context, leave func(), err error) {
	for {
		g.mu.Lock()
		if !g.shut {
			inside, cancel := context.WithCancelCause(ctx)
			g.inside = cancel
			g.mu.Unlock()
			return inside, g.leave, nil
		}
		open := g.open
		g.mu.Unlock()
		select {
		case <-open:
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		}
	}
}

func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside(nil)
	g.inside = nil
	if g.timer != nil {
		g.timer.Stop()
		g.timer = nil
	}
}
