package pool

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Gate makes background work give way to the pool: only as many goroutines run behind a gate
// as there are processors that the pool's searches leave. A nil Gate lets everything run.
type Gate struct {
	processors int

	crowded atomic.Bool // more run than may

	mu        sync.Mutex // guards what follows
	searching int        // workers of the pool
	running   int        // goroutines behind the gate
	paused    []*Turn    // the longest first
}

// moment is how long work that has run out of patience runs at least.
const moment = 20 * time.Millisecond

// NewGate makes a gate for so many processors.
func NewGate(processors int) *Gate { return &Gate{processors: processors} }

// Load sets how many workers of the pool search.
func (g *Gate) Load(searching int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.searching = searching
	g.measure()
}

// measure resumes paused turns as far as there is room, and notes whether too many run.
func (g *Gate) measure() {
	room := max(0, g.processors-g.searching)
	for g.running < room && len(g.paused) > 0 {
		g.resume(g.paused[0])
	}
	g.crowded.Store(g.running > room)
}

func (g *Gate) resume(t *Turn) {
	i := slices.Index(g.paused, t)
	g.paused = slices.Delete(g.paused, i, i+1)
	g.running++
	t.resumed <- struct{}{}
}

// Turn is work behind a gate, from Enter to Leave. It belongs to one goroutine.
type Turn struct {
	gate     *Gate
	ctx      context.Context
	patience time.Duration

	began   time.Time
	pauses  time.Duration
	assured time.Time // until when it does not pause

	resumed chan struct{} // holds one element when the work may go on
}

// Enter begins a turn, without waiting. A turn that has paused for its patience runs for a
// moment all the same, and if others run meanwhile, one of those pauses instead; with a
// patience of 0 it pauses for as long as there is no room.
func (g *Gate) Enter(ctx context.Context, patience time.Duration) *Turn {
	t := &Turn{gate: g, ctx: ctx, patience: patience, began: time.Now(), resumed: make(chan struct{}, 1)}
	t.count(1)
	return t
}

// Leave ends the turn.
func (t *Turn) Leave() { t.count(-1) }

func (t *Turn) count(by int) {
	if g := t.gate; g != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.running += by
		g.measure()
	}
}

// spent returns the time since the turn began, without pauses.
func (t *Turn) spent() time.Duration { return time.Since(t.began) - t.pauses }

// Time returns how long work took, without pauses, and its error.
func (t *Turn) Time(work func() error) (time.Duration, error) {
	began := t.spent()
	err := work()
	return t.spent() - began, err
}

// Yield pauses while the pool needs the processors, until the turn's context ends at most.
func (t *Turn) Yield() {
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
	var enough <-chan time.Time
	if t.patience > 0 {
		enough = time.After(t.patience)
	}
	select {
	case <-t.resumed:
	case <-enough:
		t.insist()
		t.assured = time.Now().Add(moment)
	case <-t.ctx.Done():
		t.insist()
	}
	t.pauses += time.Since(began)
}

// insist resumes the turn, whether there is room or not.
func (t *Turn) insist() {
	g := t.gate
	g.mu.Lock()
	if slices.Contains(g.paused, t) {
		g.resume(t)
		g.measure()
	}
	g.mu.Unlock()
	<-t.resumed
}

// Context returns the context of one search of the turn's goroutine, which may take as long
// as within, without pauses; 0 is no limit. The search pauses where it asks for the context's
// deadline, which engines do every few hundred states ([solver.StopReason]).
func (t *Turn) Context(within time.Duration) context.Context {
	return &turnContext{t.ctx, t, t.spent(), within}
}

type turnContext struct {
	context.Context
	turn   *Turn
	began  time.Duration // of the turn's time
	within time.Duration
}

// Deadline implements context.Context. It may pause, and moves by the pauses.
func (c *turnContext) Deadline() (time.Time, bool) {
	c.turn.Yield()
	if c.within == 0 {
		return time.Time{}, false
	}
	return c.turn.began.Add(c.turn.pauses + c.began + c.within), true
}
