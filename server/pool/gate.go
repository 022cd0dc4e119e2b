package pool

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Gate makes background work give way to the pool's searches. The number of goroutines that may run
// behind the gate is the number of processors without a search. A nil Gate lets all of them run.
type Gate struct {
	processors int

	crowded atomic.Bool // more run than may

	mu        sync.Mutex // guards what follows
	searching int        // workers of the pool
	running   int        // goroutines behind the gate
	paused    []*turn    // the longest first
}

// moment is how long work runs, at least, after it has paused for as long as its patience.
const moment = 20 * time.Millisecond

// NewGate makes a gate for the given number of processors.
func NewGate(processors int) *Gate { return &Gate{processors: processors} }

// Load tells the gate how many workers of the pool are searching.
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

// Enter begins work behind the gate, and returns at once. The caller ends the work by calling
// leave. While the pool needs the processors, the returned clock pauses the work. It does so when
// the work asks the clock; engines ask every few hundred states. After a pause of the length
// patience, the work runs for a moment, and other work behind the gate pauses in its place. If
// patience is 0, the work pauses until a processor is free.
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
