package klondike

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Team is a group of engines that search one deal at the same time. The engine whose search made
// the team is the leader, and the others are helpers. All use the leader's table. Each engine has
// its own path, edges, order and runs (docs/inside/klondike.md).
//
// A note of the table and its key are one word, which is read and written at once. Notes are facts
// about the deal, so it does not matter which engine has written a note. It does no harm if one of
// two notes written at the same time is lost. Words move only when the table grows. The leader
// holds the lock resizing while the table grows, and a helper shares it while it uses the table.
type Team struct {
	problem    *solver.Problem
	techniques Techniques
	delay      int64 // states before the relaxed search is used

	signal   atomic.Uint32 // what members are to attend to: over, growing
	progress atomic.Int64  // the leader's states, from time to time
	left     atomic.Int64  // of the budget of states, not taken by a member
	limited  bool          // the budget of states is not unlimited
	yield    func()        // called before each state, if a test sets it

	resizing sync.RWMutex
	words    []uint64 // the leader's table
	bits     uint     // log2 of the buckets in use

	helping sync.WaitGroup
	mu      sync.Mutex // guards what follows
	closed  bool
	joined  uint64 // helpers, including those that have left
	entered int64  // states of their main searches
	states  int64  // all their states
	result  solver.Result
}

const (
	over    = 1 << iota // the search is decided or ends
	growing             // the table has to grow, or grows
)

// member is a thread's part in a team.
type member struct {
	*Team
	table  *table
	meter  *meter
	helper bool
	shares bool // shares resizing
}

// grant is how many states of the budget a member takes at a time.
const grant = 64

// more takes states of the common budget and reports whether there were any.
func (m *member) more() bool {
	for {
		left := m.left.Load()
		if left <= 0 {
			return false
		}
		n := min(left, grant)
		if m.left.CompareAndSwap(left, left-n) {
			m.meter.limit += n
			return true
		}
	}
}

// attend reports whether the member may go on. It lets the table grow first, if it must.
func (m *member) attend() bool {
	if m.yield != nil {
		m.yield()
	}
	signal := m.signal.Load()
	if signal == 0 {
		return true
	}
	if signal&over != 0 {
		m.meter.because = solver.Cancelled
		return false
	}
	if m.helper {
		m.resizing.RUnlock()
		m.shares = false
		return m.share()
	}
	if m.table.bits == m.table.maxBits {
		m.signal.And(^uint32(growing))
		return true
	}
	return m.table.grow()
}

// share waits until a helper may use the table. It returns false if the search ends first.
func (m *member) share() bool {
	for !m.resizing.TryRLock() {
		if m.signal.Load()&over != 0 {
			m.meter.because = solver.Cancelled
		}
		if !m.meter.goOn() {
			return false
		}
		time.Sleep(20 * time.Microsecond)
	}
	m.shares = true
	// The leader's growing may have been cut short, which leaves the table unusable.
	if m.signal.Load()&over != 0 {
		m.meter.because = solver.Cancelled
		return false
	}
	m.table.bits = m.bits
	return true
}

// lock waits until no helper uses the table.
func (m *member) lock() {
	m.signal.Or(growing)
	m.resizing.Lock()
}

// unlock lets helpers use the table again, unless it is broken.
func (m *member) unlock(broken bool) {
	if broken {
		m.signal.Or(over)
	}
	m.bits = m.table.bits
	m.signal.And(^uint32(growing))
	m.resizing.Unlock()
}

// lead makes the engine, which is about to search, the leader of a team.
func (e *Engine) lead(p *solver.Problem, budget solver.Budget) *Team {
	t := &Team{
		problem: p, techniques: e.techniques, delay: e.main.relaxedAfter,
		words: e.table.words, bits: e.table.bits, limited: budget.States > 0,
	}
	m := &member{Team: t, table: &e.table, meter: &e.meter}
	if t.limited {
		t.left.Store(budget.States)
		e.meter.limit = 0
		m.more()
	}
	e.table.team, e.meter.team, e.main.secret = m, m, true
	return t
}

// close ends the search of all helpers and waits for them.
func (t *Team) close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.signal.Or(over)
	t.helping.Wait()
}

// join counts a helper. It returns false if the search is already over.
func (t *Team) join() (thread uint64, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || t.signal.Load()&over != 0 {
		return 0, false
	}
	t.helping.Add(1)
	t.joined++
	return t.joined, true
}

// leave adds what a helper found and spent.
func (t *Team) leave(e *Engine, r *solver.Result) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entered += e.main.entered
	t.states += e.meter.states
	if r.Verdict.Proven() {
		if t.result.Verdict.Proven() && t.result.Verdict != r.Verdict {
			panic("klondike: two helpers proved different verdicts of one deal")
		}
		t.result = *r
		t.signal.Or(over)
	}
}

// Help searches the deal of team t until the deal is decided, the leader's search ends or the clock
// ends. It returns at once if the leader's search is already over.
func (e *Engine) Help(clock *solver.Clock, t *Team) {
	thread, ok := t.join()
	if !ok {
		return
	}
	defer t.helping.Done()
	position := t.problem.Position()
	b := &e.board
	b.lay(t.problem.Rules(), &position)
	start := b.start(&position)
	e.meter = meter{clock: clock, because: clock.StopReason()}
	e.table = table{}
	e.table.reset(t.words, b.layout.key, e.meter.goOn)
	defer func() { e.table = table{} }() // the words are the leader's
	m := &member{Team: t, table: &e.table, meter: &e.meter, helper: true}
	if t.limited && !m.more() {
		e.meter.because = solver.States
	}
	e.table.team, e.meter.team = m, m
	e.begin(t.techniques, start.freeStock)
	e.main.relaxedAfter = max(0, t.delay-t.progress.Load())
	e.main.thread, e.relaxed.thread, e.main.secret = thread, thread, true
	if e.main.firstRun > 0 {
		e.main.firstRun = max(e.main.firstRun, t.progress.Load()/runPart)
	}

	defer func() {
		if m.shares {
			t.resizing.RUnlock()
		}
	}()
	result := solver.Result{Engine: Name, Verdict: solver.Unknown}
	if e.meter.because == solver.NoReason && m.share() {
		result = e.decide(&position, start, interlude{})
	}
	if t.limited {
		t.left.Add(e.meter.limit - e.meter.states)
	}
	t.leave(e, &result)
	e.main.trim()
	e.relaxed.trim()
}

// add adds what helpers found and spent to the leader's result, once they have left.
func (t *Team) add(r *solver.Result) {
	r.States += t.states
	switch {
	case !t.result.Verdict.Proven():
	case r.Verdict.Proven() && r.Verdict != t.result.Verdict:
		panic("klondike: leader and helpers proved different verdicts of one deal")
	default:
		r.Verdict, r.Solution = t.result.Verdict, t.result.Solution
	}
}
