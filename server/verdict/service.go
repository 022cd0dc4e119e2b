package verdict

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/backlog"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Solver searches with a pool of engines.
type Solver interface {
	// Solve returns what a search found and how long it took, without any waiting. A clock
	// that ends is a result and no error; its context ends then, too.
	Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) (solver.Result, pool.Time, error)
	// Improve does the same where a solution is known and a shorter one is wanted.
	Improve(clock *solver.Clock, p *solver.Problem, b solver.Budget, known solver.Result) (solver.Result, pool.Time, error)
	// Idle reports whether a search would begin at once.
	Idle() bool
	// Full returns the error that a search would get now, if so many others came before it, because
	// too many wait; nil if there is room. Neither waits for a lock.
	Full(before int) error
}

// Records are stored records that can be looked up. Calls end with their context.
type Records interface {
	// Get returns the record of a problem and whether there is one. The error wraps
	// solver.ErrDamaged if the record is not as it was written.
	Get(ctx context.Context, id solver.ID) (solver.Record, bool, error)
	// Find returns the first of these problems whose record has the wanted verdict, and
	// whether there is one.
	Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error)
	// Delete deletes a record, damaged or not, if there is one. A damaged record would
	// otherwise keep its replacement out.
	Delete(ctx context.Context, id solver.ID) error
}

// Cache keeps records close by, and may forget them.
type Cache interface {
	Records
	// Put writes a record, unless there is a better one.
	Put(ctx context.Context, r solver.Record) error
}

// Store keeps records for good.
type Store interface {
	Records
	backlog.Store
}

// Options configure a Service.
type Options struct {
	Solver   Solver
	Near     Cache // in this process: it answers at once and never fails; nil for none
	Cache    Cache // shared with other processes; nil for none
	Store    Store
	Log      *slog.Logger
	Observer Observer

	// Rough is told of each record that was found or answered whose solution is to be shortened, which it
	// then replaces ([Service.Replace]). Nil if the Solver shortens solutions.
	Rough func(p *solver.Problem, r solver.Record)

	// False reports whether a check of a loss has failed, of the problem with this id: then it is never
	// said to be unwinnable, whatever says so. Each answer asks, so it must be quick. Nil for none.
	False func(id solver.ID) bool

	// Carry returns a context without an end, with those values of a caller's that its lookups
	// and its search have too, such as its trace; nil for none.
	Carry func(caller context.Context) context.Context

	CacheTimeout time.Duration // of one call of the cache; 0 means 50 ms
	StoreTimeout time.Duration // of one read of the store; 0 means 500 ms

	// Backlog is where records wait for the Store. New sets its Store, Stored, Log and Observer.
	Backlog backlog.Options

	// Grace is how long the caller with the last deadline waits beyond it for the search
	// to report how far it got. What a search reports later is stored but not answered, if the
	// Solver waits longer. 0 means 25 ms.
	Grace time.Duration
}

// Service answers problems from stored records or by a search.
type Service struct {
	Options

	tiers []*tier // nearest first: backlog, near, cache, store
	local []*tier // those in this process
	near  *tier   // nil for none
	cache *tier   // nil for none
	store *tier

	backlog *backlog.Backlog
	life    context.Context // of calls of the tiers that no caller waits for; ends with Close
	abandon context.CancelFunc

	looking atomic.Int64   // calls that look something up, and may search then
	running sync.WaitGroup // calls
	mu      sync.Mutex     // guards what follows
	// calls are those that can be joined. Calls that are ending may have been replaced by
	// others with the same question.
	calls  map[question]*call
	closed bool
}

// New starts a Service. It writes in the background until Close.
func New(o Options) *Service {
	o.Grace = cmp.Or(o.Grace, 25*time.Millisecond)
	s := &Service{Options: o, calls: make(map[question]*call)}
	o.Backlog.Store, o.Backlog.Log, o.Backlog.Observer = o.Store, o.Log, o.Observer
	o.Backlog.Stored = func(r solver.Record) { s.offer(&r) }
	s.backlog = backlog.New(o.Backlog)
	s.local = []*tier{{Records: s.backlog, place: AtBacklog, source: solver.FromCache, timeout: time.Second}}
	if o.Near != nil {
		s.near = &tier{Records: o.Near, put: o.Near.Put, place: AtProcess, source: solver.FromCache, timeout: time.Second}
		s.local = append(s.local, s.near)
	}
	s.tiers = slices.Clone(s.local)
	if o.Cache != nil {
		s.cache = &tier{Records: o.Cache, put: o.Cache.Put, place: AtCache, source: solver.FromCache, timeout: cmp.Or(o.CacheTimeout, 50*time.Millisecond)}
		s.tiers = append(s.tiers, s.cache)
	}
	s.store = &tier{Records: o.Store, place: AtStore, source: solver.FromStore, timeout: cmp.Or(o.StoreTimeout, 500*time.Millisecond)}
	s.tiers = append(s.tiers, s.store)
	s.life, s.abandon = context.WithCancel(context.Background())
	return s
}

// Answer answers a problem within the budget and the context's deadline. Unless fresh, it
// looks for a record of the problem and of related games first. A search is shared by all
// callers with the same question, if any solution will do. A context that ends is answered
// with Unknown. Moves are those of the canonical position; the answer's Solution is shared
// and must not be changed. What was found is in the store by then, unless that takes too long
// (see backlog.Options.First).
//
// The error is the Solver's (*pool.Busy for instance), wraps a *solver.BadSolution if the
// referee rejects an engine's solution, or is pool.ErrClosed after Close.
func (s *Service) Answer(ctx context.Context, p *solver.Problem, budget solver.Budget, fresh bool) (solver.Answer, error) {
	// A search is the same for those who want a solution and those who don't.
	if s.Rough != nil && budget.Objective == solver.AnySolution {
		budget.Objective = solver.FirstSolution
	}
	answer, err := s.AnswerEarly(ctx, p, budget, fresh)
	if err == nil {
		s.AwaitStored(ctx, p)
	}
	return answer, err
}

// AnswerEarly is Answer for callers that call AwaitStored later, before they pass the answer
// on, and that wait until a solution is shortened: it is the one that others get later.
func (s *Service) AnswerEarly(ctx context.Context, p *solver.Problem, budget solver.Budget, fresh bool) (solver.Answer, error) {
	if !fresh {
		if answer, known := s.lookupLocal(ctx, p, budget); known {
			s.Observer.Answered(answer.Source, answer.Verdict)
			return answer, nil
		}
	}
	c, w, err := s.join(ctx, p, question{p.Text(), budget, fresh})
	if err != nil {
		return solver.Answer{}, err
	}
	answer, err := s.wait(ctx, c, w)
	if err != nil {
		return solver.Answer{}, err
	}
	s.Observer.Answered(answer.Source, answer.Verdict)
	return answer, nil
}

// AwaitStored waits until what was found of a problem is in the store, if its answer has to wait
// for that. If the store hung at the lookup before the search, it waits that much less.
func (s *Service) AwaitStored(ctx context.Context, p *solver.Problem) {
	less := time.Duration(0)
	if s.store.health.Failed() {
		less = s.store.timeout
	}
	s.backlog.Await(ctx, p.ID(), less)
}

// Ready returns an error if records have waited too long for the store.
func (s *Service) Ready(context.Context) error { return s.backlog.Ready() }

// Remember answers a problem as Answer does, but from records only; false if it needs a
// search. The time until the context's deadline is what a search would have: a stored
// Unknown answers only if its search had as much. As after AnswerEarly, AwaitStored is the
// caller's to call.
func (s *Service) Remember(ctx context.Context, p *solver.Problem, budget solver.Budget) (solver.Answer, bool) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return solver.Answer{}, false
	}
	s.running.Add(1) // what it writes has to be written before the Service closes
	s.mu.Unlock()
	defer s.running.Done()
	c := &call{question: question{problem: p.Text(), budget: budget}, problem: p}
	var w *waiter
	c.callers, w = newCallers(ctx, s.Carry)
	defer c.leave(w)
	stop := context.AfterFunc(ctx, c.end)
	defer stop()
	r, from := s.lookup(c)
	if r == nil {
		return solver.Answer{}, false
	}
	s.bringNear(r, from)
	s.Observer.Answered(c.answer.Source, c.answer.Verdict)
	return c.answer, true
}

// Recall returns the problem with an id and what the records say of it: a proven verdict if
// there is one, else the unknown of the longest search. The problem is nil if there is no
// record. An error means that a tier failed, so that there may be one.
func (s *Service) Recall(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error) {
	var (
		problem *solver.Problem
		best    solver.Record
		answer  solver.Answer
		failed  error
	)
	for _, t := range s.tiers {
		var p *solver.Problem
		r, found, err := s.read(ctx, t, id, "", func(r *solver.Record) (err error) {
			if p, err = solver.ParseProblem(r.Problem); err != nil {
				return fmt.Errorf("parsing the record's problem: %w", err)
			}
			if p.ID() != id {
				return fmt.Errorf("the record has another problem: %s", r.Problem)
			}
			return s.verify(p, r)
		})
		failed = errors.Join(failed, err)
		if found && (problem == nil || r.Better(&best)) {
			problem, best = p, r
			answer = answerOf(&r, t.source)
		}
		if found && r.Verdict != solver.Unknown {
			break
		}
	}
	if problem != nil {
		failed = nil
	}
	return problem, answer, failed
}

// errFalse is the error of a record of a loss that a check has found false.
var errFalse = errors.New("a check of this loss has failed")

// verify is the function verify, and refuses losses that a check has found false.
func (s *Service) verify(p *solver.Problem, r *solver.Record) error {
	if s.isFalse(r) {
		return errFalse
	}
	return verify(p, r)
}

// isFalse reports whether a record is of a loss that a check has found false.
func (s *Service) isFalse(r *solver.Record) bool {
	return r.Verdict == solver.Unwinnable && s.False != nil && s.False(r.ID)
}

// verify checks a record, found or stored, before it is answered. With a solution that the
// referee can't replay to a win the error is a *solver.BadSolution.
func verify(p *solver.Problem, r *solver.Record) error {
	if err := r.CheckFor(p); err != nil {
		return err
	}
	result := r.Result()
	return result.Verify(p)
}

// unfinished reports whether a question demands that a record's solution is shortened further.
func (s *Service) unfinished(r *solver.Record, b solver.Budget) bool {
	return r.Rough && s.Rough != nil && b.Objective == solver.AnySolution
}

// tellRough tells of a record whose solution is to be shortened.
func (s *Service) tellRough(p *solver.Problem, r *solver.Record) {
	if r.Rough && s.Rough != nil {
		s.Rough(p, *r)
	}
}

// Replace verifies a record, and stores it if it is better than others of the problem.
func (s *Service) Replace(p *solver.Problem, r solver.Record) error {
	if err := s.check(p, &r); err != nil {
		return err
	}
	s.backlog.Add(r)
	return nil
}

// check verifies what an engine has found. A fault is counted and logged.
func (s *Service) check(p *solver.Problem, r *solver.Record) error {
	err := s.verify(p, r)
	if err != nil {
		s.Observer.Refused(AtEngine)
		s.logFailure(p, err)
	}
	return err
}

func answerOf(r *solver.Record, from solver.Source) solver.Answer {
	return solver.Answer{Result: r.Result(), Elapsed: r.Elapsed, Shortening: r.Shortening, Rough: r.Rough, Source: from}
}

// Close accepts no more questions, waits for the calls, and writes the backlog. When the
// context ends it cuts the calls short and drops what is not written; the error tells how
// many records that is. The cache and the store must outlive the Service. The solver need
// not: closing it first is how calls end.
func (s *Service) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	defer s.abandon()
	if watch.Wait(ctx, s.running.Wait) != nil {
		s.mu.Lock()
		for _, c := range s.calls {
			c.end()
		}
		s.mu.Unlock()
		s.abandon()
		s.running.Wait()
	}
	return s.backlog.Close(ctx)
}
