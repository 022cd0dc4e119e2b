package campaign

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Gate has the workers of campaigns give way to people: only so many of them run as there
// are processors that searches for people leave. It is told the load of the pool that
// searches for those whenever that changes (pool.Observer). A nil Gate lets everybody run.
//
// A worker that has paused for a second runs for a moment all the same, and if another one
// runs meanwhile, that one pauses in its stead. So a campaign never stops altogether, and
// no range of it for long.
type Gate struct {
	processors int

	crowded atomic.Bool // more run than may

	mu        sync.Mutex // guards what follows
	searching int        // for people
	running   int        // workers of campaigns
	paused    []*turn    // the longest first
}

const (
	patience = time.Second           // how long a worker pauses at most
	moment   = 20 * time.Millisecond // how long it runs then at least
)

// NewGate makes a gate before so many processors.
func NewGate(processors int) *Gate { return &Gate{processors: processors} }

// Load tells how many problems wait and how many workers search.
func (g *Gate) Load(_, searching int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.searching = searching
	g.measure()
}

// measure lets those go on for whom there is room, and tells whether there are too many.
func (g *Gate) measure() {
	room := max(0, g.processors-g.searching)
	for g.running < room && len(g.paused) > 0 {
		g.resume(g.paused[0])
	}
	g.crowded.Store(g.running > room)
}

// resume lets the worker of a turn go on.
func (g *Gate) resume(t *turn) {
	i := slices.Index(g.paused, t)
	g.paused = slices.Delete(g.paused, i, i+1)
	g.running++
	t.onwards <- struct{}{}
}

// turn is the time of a worker at its engine. It belongs to one goroutine.
type turn struct {
	gate *Gate
	ctx  context.Context

	began   time.Time
	pauses  time.Duration
	assured time.Time // until when it does not pause

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

// spent is the time since the turn began, pauses not counted.
func (t *turn) spent() time.Duration { return time.Since(t.began) - t.pauses }

// clocked tells how long some work took, pauses not counted.
func (t *turn) clocked(work func() error) (time.Duration, error) {
	began := t.spent()
	err := work()
	return t.spent() - began, err
}

// yield pauses while people need the processor, or until the turn's context ends.
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
	enough := time.NewTimer(patience)
	defer enough.Stop()
	select {
	case <-t.onwards:
	case <-enough.C:
		t.insist()
		t.assured = time.Now().Add(moment)
	case <-t.ctx.Done():
		t.insist()
	}
	t.pauses += time.Since(began)
}

// insist goes on, whether there is room or not.
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

// begin gives the context of one search, which may take so long, pauses not counted; no
// time is no bound. It is for the turn's goroutine alone.
func (t *turn) begin(within time.Duration) context.Context {
	return &patient{t.ctx, t, t.spent(), within}
}

// patient is a context that holds whoever asks for its deadline while people need the
// processor. Engines do that every few hundred states ([solver.StopReason]). The deadline moves
// by the pauses.
type patient struct {
	context.Context
	turn   *turn
	began  time.Duration // of the turn's time
	within time.Duration
}

// Deadline implements context.Context.
func (p *patient) Deadline() (time.Time, bool) {
	p.turn.yield()
	if p.within == 0 {
		return time.Time{}, false
	}
	return p.turn.began.Add(p.turn.pauses + p.began + p.within), true
}
