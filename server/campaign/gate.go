package campaign

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Gate makes the workers of campaigns give way to requests: only as many run as there are
// processors that searches for requests leave free. It gets the load of the pool of those
// searches whenever that changes (pool.Observer). A nil Gate lets all workers run.
//
// A worker that has paused for a second runs for a moment nevertheless; another one that runs
// then pauses instead. So a campaign never stops altogether, and no range for long.
type Gate struct {
	processors int

	crowded atomic.Bool // more workers run than there is room for

	mu        sync.Mutex // guards what follows
	searching int        // for requests
	running   int        // workers of campaigns
	paused    []*turn    // the longest first
}

const (
	longestPause = time.Second
	shortestRun  = 20 * time.Millisecond // after a longest pause
)

// NewGate returns a gate for so many processors.
func NewGate(processors int) *Gate { return &Gate{processors: processors} }

// Load sets how many workers search for requests. It implements pool.Observer.
func (g *Gate) Load(_, searching int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.searching = searching
	g.measure()
}

// measure resumes workers while there is room, and notes whether too many run.
func (g *Gate) measure() {
	room := max(0, g.processors-g.searching)
	for g.running < room && len(g.paused) > 0 {
		g.resume(g.paused[0])
	}
	g.crowded.Store(g.running > room)
}

// resume lets a paused worker go on.
func (g *Gate) resume(t *turn) {
	i := slices.Index(g.paused, t)
	g.paused = slices.Delete(g.paused, i, i+1)
	g.running++
	t.onwards <- struct{}{}
}

// turn is a worker's time at its engine. It belongs to one goroutine.
type turn struct {
	gate *Gate
	ctx  context.Context

	began   time.Time
	pauses  time.Duration
	assured time.Time // it does not pause before

	onwards chan struct{} // holds one element when the worker may go on
}

// enter begins a turn, which lasts until leave.
func (g *Gate) enter(ctx context.Context) *turn {
	t := &turn{gate: g, ctx: ctx, began: time.Now(), onwards: make(chan struct{}, 1)}
	t.count(1)
	return t
}

func (t *turn) leave() { t.count(-1) }

// count changes how many run.
func (t *turn) count(by int) {
	if g := t.gate; g != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.running += by
		g.measure()
	}
}

// spent returns the time since the turn began, pauses not counted.
func (t *turn) spent() time.Duration { return time.Since(t.began) - t.pauses }

// clocked returns how long some work took, pauses not counted.
func (t *turn) clocked(work func() error) (time.Duration, error) {
	began := t.spent()
	err := work()
	return t.spent() - began, err
}

// yield pauses while requests need the processor, or until the turn's context ends.
func (t *turn) yield() {
	g := t.gate
	if g == nil || !g.crowded.Load() || time.Now().Before(t.assured) {
		return
	}
	g.mu.Lock()
	if !g.crowded.Load() {
		g.mu.Unlock()
		return
	}
	g.running--
	g.paused = append(g.paused, t)
	g.measure()
	g.mu.Unlock()

	began := time.Now()
	enough := time.NewTimer(longestPause)
	defer enough.Stop()
	select {
	case <-t.onwards:
	case <-enough.C:
		t.insist()
		t.assured = time.Now().Add(shortestRun)
	case <-t.ctx.Done():
		t.insist()
	}
	t.pauses += time.Since(began)
}

// insist makes a paused worker go on, whether there is room or not.
func (t *turn) insist() {
	g := t.gate
	g.mu.Lock()
	if slices.Contains(g.paused, t) {
		g.resume(t)
		g.measure()
	}
	g.mu.Unlock()
	<-t.onwards
}

// begin returns the context of one search, which may take so long, pauses not counted; 0 is no
// bound. Only the turn's goroutine may use it.
func (t *turn) begin(within time.Duration) context.Context {
	return &sharedContext{t.ctx, t, t.spent(), within}
}

// sharedContext is a context that pauses callers of Deadline while requests need the processor.
// Engines call it every few hundred states ([solver.StopReason]). The deadline moves by the
// pauses.
type sharedContext struct {
	context.Context
	turn   *turn
	began  time.Duration // of the turn's time
	within time.Duration
}

// Deadline implements context.Context.
func (c *sharedContext) Deadline() (time.Time, bool) {
	c.turn.yield()
	if c.within == 0 {
		return time.Time{}, false
	}
	return c.turn.began.Add(c.turn.pauses + c.began + c.within), true
}
