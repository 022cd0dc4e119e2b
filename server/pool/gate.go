package pool

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Gate makes background work give way to the pool: only as many goroutines run behind a gate
// as there are processors that the pool's searches leave. A nil Gate lets everything run.
type Gate struct {
	processors int

	crowded atomic.Bool // more run than may

	mu        sync.Mutex // guards what follows
	searching int        // workers of the pool
	running   int        // goroutines behind the gate
	paused    []*turn    // the longest first
}

// moment is how long work that has run out of patience runs at least.
const moment = 20 * time.Millisecond

// NewGate makes a gate for so many processors.
func NewGate(processors int) *Gate { return &Gate{processors: processors} }

// Load sets how many workers of the pool search.
func (g *Gate) Load(searching int) {
	if g == nil {
		return
	}
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

func (g *Gate) resume(t *turn) {
	i := slices.Index(g.paused, t)
	g.paused = slices.Delete(g.paused, i, i+1)
	g.running++
	t.resumed <- struct{}{}
}

// turn is work behind a gate, from Enter until it leaves. It belongs to one goroutine.
type turn struct {
	gate     *Gate
	ctx      context.Context
	patience time.Duration
	assured  time.Time     // until when it does not pause
	resumed  chan struct{} // holds one element when the work may go on
}

// Enter begins work behind the gate, without waiting, until leave is called. The work pauses where
// it asks the clock, which engines do every few hundred states, while the pool needs the
// processors. Work that has paused for as long as its patience runs for a moment all the same, in
// place of other work behind the gate if some runs. With a patience of 0 it pauses until there is
// room.
func (g *Gate) Enter(ctx context.Context, patience time.Duration) (clock *solver.Clock, leave func()) {
	clock = solver.NewClock(ctx)
	if g == nil {
		return clock, func() {}
	}
	t := &turn{gate: g, ctx: ctx, patience: patience, resumed: make(chan struct{}, 1)}
	g.count(1)
	return clock.Pausing(t.pause), func() { g.count(-1) }
}

func (g *Gate) count(by int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running += by
	g.measure()
}

// pause waits while the pool needs the processors, until the turn's context ends at most, and
// returns for how long.
func (t *turn) pause() time.Duration {
	g := t.gate
	if !g.crowded.Load() || time.Now().Before(t.assured) {
		return 0
	}
	g.mu.Lock()
	if !g.crowded.Load() {
		g.mu.Unlock()
		return 0
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
	return time.Since(began)
}

// insist resumes the turn, whether there is room or not.
func (t *turn) insist() {
	g := t.gate
	g.mu.Lock()
	if slices.Contains(g.paused, t) {
		g.resume(t)
		g.measure()
	}
	g.mu.Unlock()
	<-t.resumed
}
