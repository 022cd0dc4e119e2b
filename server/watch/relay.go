package watch

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Change is a change of a job or a campaign.
type Change struct {
	ID   string // empty: every job and campaign may have changed
	Kind Kind
}

// Kind is what has changed.
type Kind string

// The kinds of changes.
const (
	Moved Kind = "moved" // it made progress
	Begun Kind = "begun" // a campaign was created or resumed
	Ended Kind = "ended" // it may have ended, also by being cancelled or deleted
)

// Line carries notices between the processes of one database. Every user of the database can send
// notices, and some are lost. So a notice only says which job or campaign to read again.
type Line interface {
	// Notify sends notices to all processes that listen.
	Notify(ctx context.Context, notices []string) error
	// Notices listens on a connection of its own, until the context ends or the connection breaks.
	// It calls ready when it has begun to listen, and then heard for each notice.
	Notices(ctx context.Context, ready func(), heard func(notice string)) error
}

const (
	// gap is the least time between two deliveries, to other processes and from them. Equal changes
	// in between are delivered once.
	gap = 50 * time.Millisecond
	// mostGathered bounds the changes that wait for a delivery. If there are more, one change without
	// an ID replaces them.
	mostGathered = 10_000
	// net is how often to look for changes by others while notices of them arrive.
	net = 5 * time.Second

	sending                         = 5 * time.Second // time limit
	firstReconnect, reconnectAtMost = 100 * time.Millisecond, 30 * time.Second
)

// Relay reports changes: at once to the listeners in this process, and soon to other processes on
// the same database.
type Relay struct {
	line    Line // nil if no other process uses the database
	log     *slog.Logger
	life    context.Context // ends with Close
	end     context.CancelFunc
	running sync.WaitGroup

	out, in   gathering
	listening atomic.Bool

	mu        sync.Mutex // guards listeners
	listeners []func(Change)
}

// NewRelay starts a relay. If line is nil, it reports changes within this process only.
func NewRelay(line Line, log *slog.Logger) *Relay {
	r := &Relay{line: line, log: log, out: newGathering(), in: newGathering()}
	r.life, r.end = context.WithCancel(context.Background())
	if line == nil {
		return r
	}
	r.running.Go(func() { r.out.deliver(r.life, r.send) })
	r.running.Go(func() { r.in.deliver(r.life, r.pass) })
	r.running.Go(r.listen)
	return r
}

// Listen makes the relay call told after each change by any process. When changes may have been
// missed, it calls told with a Change without an ID. A change may be reported twice. The function
// told must return quickly.
func (r *Relay) Listen(told func(Change)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.listeners = append(r.listeners, told)
}

// Tell reports a change to all processes. It does not wait until other processes have received it.
func (r *Relay) Tell(id string, kind Kind) {
	c := Change{id, kind}
	r.pass([]Change{c})
	if r.line != nil {
		r.out.add(c)
	}
}

// Interval returns how often to poll for changes by other processes: the given interval, or a
// longer one while notices arrive.
func (r *Relay) Interval(otherwise time.Duration) time.Duration {
	if r.listening.Load() {
		return max(net, otherwise)
	}
	return otherwise
}

// send sends changes to all processes.
func (r *Relay) send(changes []Change) {
	var notices []string
	for _, c := range changes {
		notices = append(notices, string(c.Kind)+" "+c.ID)
	}
	// The last changes are sent after the end of life.
	short, cancel := context.WithTimeout(context.WithoutCancel(r.life), sending)
	defer cancel()
	if err := r.line.Notify(short, notices); err != nil {
		r.log.Warn("notifying other processes of changes failed; they find the changes when they poll", "error", err)
	}
}

// pass tells the listeners of changes.
func (r *Relay) pass(changes []Change) {
	r.mu.Lock()
	listeners := r.listeners
	r.mu.Unlock()
	for _, c := range changes {
		for _, told := range listeners {
			told(c)
		}
	}
}

// listen listens to notices, and connects again when the connection breaks.
func (r *Relay) listen() {
	pause := firstReconnect
	for {
		began := time.Now()
		err := r.line.Notices(r.life, func() {
			r.listening.Store(true)
			r.in.add(Change{}) // what happened before is not heard
		}, func(notice string) {
			kind, id, _ := strings.Cut(notice, " ")
			r.in.add(Change{id, Kind(kind)})
		})
		r.listening.Store(false)
		if r.life.Err() != nil {
			return
		}
		if time.Since(began) > reconnectAtMost {
			pause = firstReconnect
		}
		r.log.Warn("database connection for notices from other processes failed, polling until reconnected", "error", err, "retry", pause)
		if Pause(r.life, pause/2+rand.N(pause/2)) != nil {
			return
		}
		pause = min(2*pause, reconnectAtMost)
	}
}

// Close sends the changes that still wait, and stops listening.
func (r *Relay) Close(ctx context.Context) error {
	r.end()
	return Wait(ctx, r.running.Wait)
}

// gathering has changes that wait for their delivery, each once.
type gathering struct {
	mu      sync.Mutex
	changes map[Change]struct{}
	added   Bell
}

func newGathering() gathering { return gathering{changes: map[Change]struct{}{}, added: NewBell()} }

func (g *gathering) add(c Change) {
	g.mu.Lock()
	if len(g.changes) >= mostGathered {
		clear(g.changes)
		c = Change{}
	}
	g.changes[c] = struct{}{}
	g.mu.Unlock()
	g.added.Ring()
}

func (g *gathering) take() []Change {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []Change
	for c := range g.changes {
		all = append(all, c)
	}
	clear(g.changes)
	return all
}

// deliver hands changes over, the first at once and others a gap later, until the context ends.
func (g *gathering) deliver(life context.Context, to func([]Change)) {
	for {
		select {
		case <-g.added:
			to(g.take())
		case <-life.Done():
			to(g.take())
			return
		}
		_ = Pause(life, gap)
	}
}
