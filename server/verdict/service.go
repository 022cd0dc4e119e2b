package verdict

import (
	"cmp"
	"context"
	"errors"
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
	// Full returns the error that a search would get now if the number before of other searches
	// came first. It returns nil if there is room. Idle and Full don't wait for a lock.
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
	Near     Cache // in this process: it answers at once and never fails
	Cache    Cache // Redis, shared with other processes; nil if none is configured
	Store    Store
	Log      *slog.Logger
	Observer Observer

	// Rough is told of each record that was found or answered and has a solution still to be shortened.
	// It later replaces the record by one with a shorter solution ([Service.Replace]).
	Rough func(p *solver.Problem, r solver.Record)

	// False reports whether a check has found the loss of this problem to be false. Then it is never answered
	// as unwinnable, whatever a record or a search says. Each answer asks, so it must be quick.
	False func(id solver.ID) bool

	// Carry returns a context that does not end. It has those values of caller that a lookup and a
	// search need, such as the trace. If Carry is nil, they get no values.
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
	near  *tier
	cache *tier // nil if none is configured
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
	s.near = cacheTier(o.Near, "cache of the process", AtProcess, time.Second)
	s.local = []*tier{
		{Records: s.backlog, name: "backlog", place: AtBacklog, source: solver.FromCache, timeout: time.Second},
		s.near,
	}
	s.tiers = slices.Clone(s.local)
	if o.Cache != nil {
		s.cache = cacheTier(o.Cache, "Redis", AtCache, cmp.Or(o.CacheTimeout, 50*time.Millisecond))
		s.tiers = append(s.tiers, s.cache)
	}
	s.store = &tier{
		Records: o.Store, name: "database", place: AtStore, source: solver.FromStore,
		timeout: cmp.Or(o.StoreTimeout, 500*time.Millisecond),
	}
	s.tiers = append(s.tiers, s.store)
	s.life, s.abandon = context.WithCancel(context.Background())
	return s
}

// Answer answers a problem within the budget and the context's deadline. Unless fresh is true,
// Answer first looks for a record of the problem and of related games. Callers with the same
// question share one search, unless they want a short solution. If the context ends, the verdict is
// Unknown. Moves are for the canonical position. The answer's Solution is shared and must not
// be changed. Answer waits until the store has the result, unless that takes too long (see
// backlog.Options.First).
//
// The error is the Solver's (*pool.Busy for instance), or pool.ErrClosed after Close. It wraps a
// *solver.BadSolution if the referee rejects an engine's solution.
func (s *Service) Answer(ctx context.Context, p *solver.Problem, budget solver.Budget, fresh bool) (solver.Answer, error) {
	// A search is the same for those who want a solution and those who don't.
	if budget.Objective == solver.AnySolution {
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
	if err == nil {
		s.Observer.Answered(answer.Source, answer.Verdict)
	}
	return answer, err
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

// verify checks a record, found or stored, before it is answered. With a solution that the
// referee can't replay to a win the error is a *solver.BadSolution.
func (s *Service) verify(p *solver.Problem, r *solver.Record) error {
	if s.isFalse(r) {
		return errors.New("a check of this loss has failed")
	}
	if err := r.CheckFor(p); err != nil {
		return err
	}
	result := r.Result()
	return result.Verify(p)
}

// isFalse reports whether a record is of a loss that a check has found false.
func (s *Service) isFalse(r *solver.Record) bool {
	return r.Verdict == solver.Unwinnable && s.False(r.ID)
}

// tellRough calls Rough for a record whose solution is to be shortened.
func (s *Service) tellRough(p *solver.Problem, r *solver.Record) {
	if r.Rough {
		s.Rough(p, *r)
	}
}

// Keep puts a proven result into the caches. It does not replace a record that is as good, because
// the figures of that record are more accurate. The store gets the result when somebody asks for
// it. Keep returns an error if the result can't be verified.
func (s *Service) Keep(p *solver.Problem, result solver.Result, elapsed time.Duration) error {
	r := solver.NewRecord(p, result, elapsed)
	r.Rough = r.Verdict == solver.Winnable // it is not known how far its solution was shortened
	r.Unstored = true
	if err := s.check(p, &r); err != nil {
		return err
	}
	s.offer(&r)
	return nil
}

// Store verifies a proven result and stores it. It waits until the store has it, as Answer does.
func (s *Service) Store(ctx context.Context, p *solver.Problem, result solver.Result, elapsed time.Duration) error {
	r := solver.NewRecord(p, result, elapsed)
	r.Rough = r.Verdict == solver.Winnable // as in Keep
	if err := s.Replace(p, r); err != nil {
		return err
	}
	s.AwaitStored(ctx, p)
	return nil
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

// answerOf returns the answer that a record gives.
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
