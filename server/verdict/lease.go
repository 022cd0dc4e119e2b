package verdict

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Leases say which searches other processes are at, as advice: a lease may run out while its
// holder still searches, and may be held by nobody who searches. They are kept where the cache
// is, and none is taken or asked for while that fails.
type Leases interface {
	// Hold takes the lease of a search for a time, or prolongs it; false if another holder has it.
	Hold(ctx context.Context, search, holder string, d time.Duration) (bool, error)
	// Held reports whether anybody has the lease of a search.
	Held(ctx context.Context, search string) (bool, error)
	// Release ends the lease of a search, if this holder has it.
	Release(ctx context.Context, search, holder string) error
}

const (
	// leaseAfter is how long a search has run before it needs a lease. Shorter ones cost less
	// than to ask for one.
	leaseAfter = 5 * time.Millisecond

	leaseTime    = 2 * time.Second // without a renewal
	leaseRenewal = leaseTime / 4

	// A process that waits for another's search asks after the first pause, and then each time
	// after twice as long as before.
	firstPoll = 5 * time.Millisecond
	lastPoll  = 80 * time.Millisecond

	// patience bounds how long another's search is waited for before this process searches too,
	// and so does half of the time until the deadline.
	patience = 30 * time.Second
)

// errElsewhere is why a search was stopped here.
var errElsewhere = errors.New("another process is at this search")

// searchName returns what searches have in common that are the same in all processes.
func searchName(c *call) string {
	return fmt.Sprintf("%d:%s:%d:%s", solver.Epoch, c.problem.ID(), c.question.budget.States, c.question.budget.Objective)
}

// searchOnce searches, unless another process is at the same search: then it waits for that. It
// sets the call's answer, and returns the record that has it, as lookup does, if that is not one
// of its own search.
//
// One that has to wait for a worker of this process takes no lease: it would keep others waiting,
// which may have a worker.
//
// The search begins at once. After a moment it needs a lease, and stops if another process has
// it. When that lease has ended, the record of the other search is there, or the search begins
// again. If it lasts too long, this process searches without a lease, until it has found
// something or the other has. When the process stops it begins no more searches, and the answer
// is that of its own, which was cancelled.
func (s *Service) searchOnce(c *call) (*solver.Record, *tier) {
	if s.Leases == nil || c.question.fresh || c.question.budget.Objective.Optimizes() || !s.Solver.Idle() {
		c.answer, c.err = s.searchBeside(c.ctx, c)
		return nil, nil
	}
	name := searchName(c)
	var waiting time.Time       // since when
	var cancelled solver.Answer // of the search that was stopped then
	for patient := true; ; {
		ctx, stop := context.WithCancelCause(c.ctx)
		ended := make(chan struct{})
		if patient {
			s.running.Go(func() { s.hold(ctx, name, c.problem.ID(), stop, ended) })
		} else {
			s.running.Go(func() { s.overtake(ctx, name, c.problem, stop) })
		}
		answer, err := s.searchBeside(ctx, c)
		elsewhere := err == nil && answer.Reason == solver.Cancelled && context.Cause(ctx) == errElsewhere && c.ctx.Err() == nil
		close(ended)
		stop(nil)
		if !elsewhere {
			if errors.Is(err, pool.ErrClosed) && !waiting.IsZero() {
				answer, err = cancelled, nil // the question came before the stop
			}
			c.answer, c.err = answer, err
			return nil, nil
		}
		cancelled = answer
		if waiting.IsZero() {
			waiting = time.Now()
		}
		patient = s.awaitLease(c, name, waiting)
		r, from := s.lookup(c)
		if r == nil && s.Searching.Err() != nil {
			c.answer = cancelled
			return nil, nil
		}
		s.Observer.Awaited(r != nil)
		if r != nil {
			return r, from
		}
	}
}

// hold takes the lease of a search that takes longer than a moment, and keeps it until the search
// has ended and its record is where other processes find it. It stops the search if another
// process has the lease.
func (s *Service) hold(ctx context.Context, name string, id solver.ID, stop context.CancelCauseFunc, ended <-chan struct{}) {
	holder, has := rand.Text(), false
	maybe := false // whether a call was cut short, which may have taken the lease all the same
	for wait := leaseAfter; pause(ctx, wait); wait = leaseRenewal {
		held, err := s.askLease(s.life, func(ctx context.Context) (bool, error) { return s.Leases.Hold(ctx, name, holder, leaseTime) })
		switch {
		case err != nil:
			maybe = maybe || !errors.Is(err, errBackingOff)
			continue // without a lease, until the next try
		case held:
			has = true
			continue
		case has:
			s.Observer.LeaseLost()
		case wait == leaseAfter: // later on, what was searched so far is not thrown away
			stop(errElsewhere)
		}
		return
	}
	if !has && !maybe {
		return
	}
	<-ended
	select {
	case <-s.backlog.gone(id):
	case <-time.After(longestWait):
	case <-s.life.Done():
	}
	// Also while the cache is backing off, as it is after a call that was cut short. If this fails,
	// the lease runs out.
	short, cancel := context.WithTimeout(s.life, s.cache.timeout)
	defer cancel()
	_ = s.Leases.Release(short, name, holder)
}

// overtake stops a search if another process, which is at the same one, has proven a verdict.
func (s *Service) overtake(ctx context.Context, name string, p *solver.Problem, stop context.CancelCauseFunc) {
	for pause(ctx, lastPoll) {
		if s.held(ctx, name) {
			continue
		}
		if _, known := s.Know(ctx, p, true); known {
			stop(errElsewhere)
		}
		return
	}
}

// awaitLease waits until nobody has the lease of a search; false if the call's patience, its
// context or the time for searches has ended before.
func (s *Service) awaitLease(c *call, name string, since time.Time) bool {
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	defer context.AfterFunc(s.Searching, stop)()
	for poll := firstPoll; ; poll = min(2*poll, lastPoll) {
		until := since.Add(patience)
		if left, ends := c.clock.Left(); ends {
			until = since.Add(min(patience, (time.Since(since)+left)/2))
		}
		left := time.Until(until)
		if left <= 0 || !pause(ctx, min(poll, left)) {
			return false
		}
		if !s.held(ctx, name) {
			return true
		}
	}
}

// held reports whether anybody has the lease of a search, as far as that can be asked.
func (s *Service) held(ctx context.Context, name string) bool {
	held, err := s.askLease(ctx, func(ctx context.Context) (bool, error) { return s.Leases.Held(ctx, name) })
	return held && err == nil
}

// askLease makes a call about a lease within the cache's timeout, unless the cache is backing off.
func (s *Service) askLease(ctx context.Context, call func(context.Context) (bool, error)) (bool, error) {
	yes, _, err := ask(ctx, s, s.cache, func(ctx context.Context) (bool, bool, error) {
		yes, err := call(ctx)
		return yes, true, err
	})
	return yes, err
}

// pause waits; false if the context ends before.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
