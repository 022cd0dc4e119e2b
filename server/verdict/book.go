package verdict

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Solver searches: a pool of engines.
type Solver interface {
	// Solve returns what a search found and how long it took, not counting any
	// waiting. That the context ended is a result and no error.
	Solve(ctx context.Context, p *solver.Problem, b solver.Budget) (solver.Result, time.Duration, error)
	// Improve is the same where a solution is known and a shorter one is wanted.
	Improve(ctx context.Context, p *solver.Problem, b solver.Budget, known solver.Result) (solver.Result, time.Duration, error)
}

// Cache keeps records near at hand, and may forget them. Its calls end with their
// context.
type Cache interface {
	// Get returns the record of a problem, and whether there is one; an error that
	// wraps solver.ErrDamaged if there is one that can't be what was put there.
	Get(ctx context.Context, id solver.ID) (solver.Record, bool, error)
	// Find gives the first of these problems of which the verdict that is wanted is
	// kept; false if there is none.
	Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error)
	// Put keeps a record in place of any other of the same problem.
	Put(ctx context.Context, r solver.Record) error
	// Delete strikes a record out, if there is one.
	Delete(ctx context.Context, id solver.ID) error
}

// Store keeps records for good. Its calls end with their context.
type Store interface {
	// Get returns the record of a problem, and whether there is one; an error that
	// wraps solver.ErrDamaged if there is one that can't be what was put there.
	Get(ctx context.Context, id solver.ID) (solver.Record, bool, error)
	// Find gives the first of these problems of which the verdict that is wanted is
	// kept; false if there is none.
	Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error)
	// Put keeps records, all or none; of two of the same problem the better one,
	// as solver.Record.Better tells.
	Put(ctx context.Context, records ...solver.Record) error
	// Delete strikes a record out, if there is one, with whatever of it may be
	// damaged. It would else hold its place against the one that is to replace it.
	Delete(ctx context.Context, id solver.ID) error
}

// Options say how a Book is made.
type Options struct {
	Solver   Solver
	Cache    Cache
	Store    Store
	AtHand   bool // the cache is in this process: it answers at once and never fails
	Log      *slog.Logger
	Observer Observer // nil if nobody watches

	// Explain adds a certificate to an unwinnable result without one, if there is one.
	Explain func(*solver.Problem, *solver.Result)

	CacheTimeout time.Duration // for one call of the cache; zero means 50 ms
	StoreTimeout time.Duration // for one reading of the store; zero means 500 ms
	WriteTimeout time.Duration // for one batch into the store; zero means 5 s

	// Grace is how long somebody waits after the last deadline for the search to
	// say how far it got. It should be longer than that of the Solver. Zero means
	// 50 ms.
	Grace time.Duration

	BacklogRecords int   // how many records may wait for the store; zero means 50,000
	BacklogBytes   int64 // how much memory they may take, roughly; zero means 64 MiB
}

// Book answers problems, from memory or by having them searched.
type Book struct {
	solver   Solver
	log      *slog.Logger
	observer Observer
	grace    time.Duration

	memories []*memory // nearest first: backlog, cache, store
	atHand   []*memory // those of them that are in this process
	cache    *memory
	store    *memory

	certificates *certificates
	backlog      *backlog
	cachePut     func(context.Context, solver.Record) error
	storePut     func(context.Context, ...solver.Record) error
	writeTimeout time.Duration

	life    context.Context // what the Book does on its own account; ends when Close gives up
	abandon context.CancelFunc
	closing chan struct{} // closed when the writer is to write what is left and stop
	written chan struct{} // closed when it has stopped

	flying sync.WaitGroup // the flights
	mu     sync.Mutex     // guards what follows
	// flights are those that one might join. Those that are ending may have been
	// replaced by others with the same question.
	flights map[question]*flight
	closed  bool
}

// New opens a Book. It writes in the background until Close.
func New(o Options) *Book {
	b := &Book{
		solver: o.Solver, log: o.Log, observer: o.Observer,
		grace:        cmp.Or(o.Grace, 50*time.Millisecond),
		cachePut:     o.Cache.Put,
		storePut:     o.Store.Put,
		writeTimeout: cmp.Or(o.WriteTimeout, 5*time.Second),
		closing:      make(chan struct{}),
		written:      make(chan struct{}),
		flights:      make(map[question]*flight),
	}
	if b.observer == nil {
		b.observer = nobody{}
	}
	b.certificates = newCertificates(o.Explain)
	b.backlog = newBacklog(cmp.Or(o.BacklogRecords, 50_000), cmp.Or(o.BacklogBytes, 64<<20), b.observer)
	b.cache = newMemory(AtCache, solver.FromCache, o.Cache.Get, o.Cache.Find, o.Cache.Delete, cmp.Or(o.CacheTimeout, 50*time.Millisecond))
	b.store = newMemory(AtStore, solver.FromStore, o.Store.Get, o.Store.Find, o.Store.Delete, cmp.Or(o.StoreTimeout, 500*time.Millisecond))
	b.memories = []*memory{
		newMemory(AtBacklog, solver.FromCache, b.backlog.get, b.backlog.find, b.backlog.remove, time.Second), // answers at once
		b.cache, b.store,
	}
	b.atHand = b.memories[:1]
	if o.AtHand {
		b.atHand = b.memories[:2]
	}
	b.life, b.abandon = context.WithCancel(context.Background())
	go b.write()
	return b
}

// Answer answers a problem within the budget and the context's deadline: from memory,
// or from what is remembered of a related game, unless a fresh answer is asked for;
// else by a search that it shares with all who ask the same, if any solution will do. A
// context that ends is answered with Unknown. Moves are those of the canonical position;
// the answer's Solution is shared and not to be changed.
//
// The error is the Solver's, *pool.Busy for instance; or wraps a
// *solver.BadSolution if an engine said what the referee rejects; or pool.ErrClosed after Close.
func (b *Book) Answer(ctx context.Context, p *solver.Problem, budget solver.Budget, fresh bool) (solver.Answer, error) {
	if !fresh {
		if answer, known := b.glance(ctx, p, budget); known {
			b.certificates.add(p, &answer.Result)
			b.observer.Answered(answer.Source, answer.Verdict)
			return answer, nil
		}
	}
	f, w, err := b.board(ctx, p, question{p.Text(), budget, fresh})
	if err != nil {
		return solver.Answer{}, err
	}
	answer, err := b.wait(ctx, f, w)
	if err != nil {
		return solver.Answer{}, err
	}
	b.certificates.add(p, &answer.Result)
	b.observer.Answered(answer.Source, answer.Verdict)
	return answer, nil
}

// Remember answers a problem as Answer does, but from memory alone; false if it would
// have to be searched. The context's deadline says how much time a search would have,
// which is what a remembered unknown is measured by.
func (b *Book) Remember(ctx context.Context, p *solver.Problem, budget solver.Budget) (solver.Answer, bool) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return solver.Answer{}, false
	}
	b.flying.Add(1) // what it writes has to be written before the Book closes
	b.mu.Unlock()
	defer b.flying.Done()
	f := &flight{question: question{problem: p.Text(), budget: budget}, problem: p}
	var w *waiter
	f.patience, w = newPatience(ctx)
	defer f.leave(w)
	stop := context.AfterFunc(ctx, f.end)
	defer stop()
	r, from := b.recall(f)
	if r == nil {
		return solver.Answer{}, false
	}
	if from == b.store {
		b.putNear(r)
	}
	b.certificates.add(p, &f.answer.Result)
	b.observer.Answered(f.answer.Source, f.answer.Verdict)
	return f.answer, true
}

// Recall tells what is remembered of the problem with this id, without any
// search: a proven verdict if there is one, else the unknown of the longest
// search. The problem is nil if nothing is remembered. The error says that a
// memory could not be asked, so that it is not known whether something is.
func (b *Book) Recall(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error) {
	var (
		problem *solver.Problem
		best    solver.Record
		answer  solver.Answer
		failed  error
	)
	for _, m := range b.memories {
		var p *solver.Problem
		r, found, err := b.read(ctx, m, id, "", func(r *solver.Record) (err error) {
			if p, err = solver.ParseProblem(r.Problem); err != nil {
				return fmt.Errorf("the record's problem can't be read: %w", err)
			}
			if p.ID() != id {
				return fmt.Errorf("the record is of another problem: %s", r.Problem)
			}
			return pass(p, r)
		})
		failed = errors.Join(failed, err)
		if found && (problem == nil || r.Better(&best)) {
			problem, best = p, r
			answer = solver.Answer{Result: r.Result(), Elapsed: r.Elapsed, Source: m.source}
		}
		if found && r.Verdict != solver.Unknown {
			break
		}
	}
	if problem != nil {
		b.certificates.add(problem, &answer.Result)
		return problem, answer, nil
	}
	return nil, solver.Answer{}, failed
}

// Close takes no more questions, waits for the flights, writes the backlog, and
// returns when all this has come to its end. When the context ends it cuts the
// flights short and gives up what is not written; the error says how much that
// is. The cache and the store must live longer than the Book. The solver need
// not: closing it first is how the flights come to their end.
func (b *Book) Close(ctx context.Context) error {
	b.mu.Lock()
	first := !b.closed
	b.closed = true
	b.mu.Unlock()

	stopped := make(chan struct{})
	go func() {
		b.flying.Wait()
		if first {
			close(b.closing)
		}
		<-b.written
		close(stopped)
	}()
	defer b.abandon()
	select {
	case <-stopped:
	case <-ctx.Done():
		b.mu.Lock()
		for _, f := range b.flights {
			f.end()
		}
		b.mu.Unlock()
		b.abandon()
		<-stopped
	}
	if n := b.backlog.size(); n > 0 {
		return fmt.Errorf("closing the book of verdicts: %d records could not be stored in time", n)
	}
	return nil
}
