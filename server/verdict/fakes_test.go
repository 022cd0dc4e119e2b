package verdict_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/cache"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bundle is a Service with a cache in the process as every process has it, and fakes.
type bundle struct {
	*verdict.Service
	solver *fakeSolver
	near   *cache.Process
	cache  *fakeMemory
	store  *fakeStore
	log    *journal
	seen   *observer
	rough  atomic.Int64 // how often Rough was told of a record, unless it was replaced by an option
}

// open makes a Service over fakes, with options that change may alter.
func open(t *testing.T, search search, change ...func(*verdict.Options)) *bundle {
	t.Helper()
	b := &bundle{
		solver: &fakeSolver{search: search},
		near:   cache.NewProcess(64<<20, 0, 0),
		cache:  newMemory(),
		store:  &fakeStore{fakeMemory: newMemory()},
		log:    &journal{},
		seen:   &observer{seen: counts{looked: map[string]int{}, refused: map[verdict.Place]int{}}},
	}
	o := verdict.Options{
		Solver: b.solver, Near: b.near, Cache: b.cache, Store: b.store, Observer: b.seen,
		Log:   slog.New(slog.NewTextHandler(b.log, nil)),
		Rough: func(*solver.Problem, solver.Record) { b.rough.Add(1) }, // as while searches leave no time to shorten
		False: func(solver.ID) bool { return false },
	}
	for _, c := range change {
		c(&o)
	}
	b.Service = verdict.New(o)
	if s := b.seen.shortener; s != nil {
		s.Start(b.Replace)
	}
	return b
}

// close closes the Service, which must succeed.
func (b *bundle) close(t *testing.T) {
	t.Helper()
	if s := b.seen.shortener; s != nil {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
	if err := b.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

// forget removes a problem's record from the cache in the process.
func (b *bundle) forget(p *solver.Problem) { _ = b.near.Delete(context.Background(), p.ID()) }

// nearby returns the record of a problem in the cache in the process, or the zero record.
func (b *bundle) nearby(p *solver.Problem) solver.Record {
	r, _, _ := b.near.Get(context.Background(), p.ID())
	return r
}

// ask calls Answer, which must succeed.
func (b *bundle) ask(t *testing.T, ctx context.Context, p *solver.Problem, budget solver.Budget) solver.Answer {
	t.Helper()
	a, err := b.Answer(ctx, p, budget, false)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// reply is what Answer returns.
type reply struct {
	solver.Answer
	err error
	at  time.Time // when it returned
}

// asks calls Answer in a goroutine.
func (b *bundle) asks(ctx context.Context, p *solver.Problem, budget solver.Budget, fresh bool) <-chan reply {
	replies := make(chan reply, 1)
	go func() {
		var r reply
		r.Answer, r.err = b.Answer(ctx, p, budget, fresh)
		r.at = time.Now()
		replies <- r
	}()
	return replies
}

// search is what a fake solver does.
type search func(clock *solver.Clock, p *solver.Problem, b solver.Budget) (solver.Result, error)

// fakeSolver runs all searches at once and measures time as the pool does.
type fakeSolver struct {
	search   search
	idle     bool  // says so
	full     error // says so
	mu       sync.Mutex
	calls    int
	improved []solver.Result // the known results in calls of Improve
}

func (s *fakeSolver) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) (solver.Result, pool.Time, error) {
	s.mu.Lock()
	s.calls++
	s.mu.Unlock()
	start := time.Now()
	result, err := s.search(clock, p, b)
	return result, pool.Time{Search: time.Since(start)}, err
}

func (s *fakeSolver) Idle() bool { return s.idle }

func (s *fakeSolver) Full(int) error { return s.full }

// Improve searches from the start, and records the known result.
func (s *fakeSolver) Improve(clock *solver.Clock, p *solver.Problem, b solver.Budget, known solver.Result) (solver.Result, pool.Time, error) {
	s.mu.Lock()
	s.improved = append(s.improved, known)
	s.mu.Unlock()
	return s.Solve(clock, p, b)
}

func (s *fakeSolver) searches() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// takes returns a search that takes a time, a millisecond per state, and then has this result.
func takes(needs time.Duration, found solver.Result) search {
	return func(clock *solver.Clock, _ *solver.Problem, b solver.Budget) (solver.Result, error) {
		for states := int64(0); ; states++ {
			because := clock.StopReason()
			if b.States > 0 && states >= b.States {
				because = solver.States
			}
			if because != solver.NoReason {
				return solver.Result{Verdict: solver.Unknown, Reason: because, Engine: "fake", States: states}, nil
			}
			if time.Duration(states)*time.Millisecond >= needs {
				result := found
				result.Engine, result.States = "fake", states
				return result, nil
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// never returns a search that must not be made.
func never(t *testing.T) search {
	return func(*solver.Clock, *solver.Problem, solver.Budget) (solver.Result, error) {
		t.Error("a search was made")
		return solver.Result{}, errors.New("a search was made")
	}
}

var (
	lost  = solver.Result{Verdict: solver.Unwinnable}
	tired = solver.Result{Verdict: solver.Unknown, Reason: solver.Memory}
)

// won returns the result of a search that finds the solution.
func won(t testing.TB, p *solver.Problem) solver.Result {
	t.Helper()
	return solver.Result{Verdict: solver.Winnable, Solution: solution(t, p)}
}

// fakeMemory is a cache, which keeps the last record of each problem.
type fakeMemory struct {
	mu      sync.Mutex
	records map[solver.ID]solver.Record
	down    error         // the error of every call
	delay   time.Duration // of every call
	gets    int
	finds   int
	damaged solver.ID // a record that can't be read
}

func newMemory() *fakeMemory { return &fakeMemory{records: map[solver.ID]solver.Record{}} }

var errDown = errors.New("connection refused")

// call begins a call; an error means that it fails.
func (m *fakeMemory) call(ctx context.Context) error {
	m.mu.Lock()
	delay := m.delay
	m.mu.Unlock()
	select {
	case <-time.After(delay):
	case <-ctx.Done():
		return ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.down
}

func (m *fakeMemory) Get(ctx context.Context, id solver.ID) (solver.Record, bool, error) {
	m.mu.Lock()
	m.gets++
	m.mu.Unlock()
	if err := m.call(ctx); err != nil {
		return solver.Record{}, false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if id == m.damaged {
		return solver.Record{}, false, fmt.Errorf("%w: its seal is broken", solver.ErrDamaged)
	}
	r, found := m.records[id]
	return r, found, nil
}

func (m *fakeMemory) Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	m.mu.Lock()
	m.finds++
	m.mu.Unlock()
	if err := m.call(ctx); err != nil {
		return "", false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range wanted {
		if r, found := m.records[w.ID]; found && r.Verdict == w.Verdict {
			return w.ID, true, nil
		}
	}
	return "", false, nil
}

func (m *fakeMemory) Put(ctx context.Context, r solver.Record) error {
	if err := m.call(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, found := m.records[r.ID]; !found || r.Better(&old) {
		m.records[r.ID] = r
	}
	return nil
}

func (m *fakeMemory) Delete(ctx context.Context, id solver.ID) error {
	if err := m.call(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.records, id)
	if id == m.damaged {
		m.damaged = ""
	}
	return nil
}

// keep stores a record unchanged.
func (m *fakeMemory) keep(r solver.Record) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.records[r.ID] = r
}

// has returns the stored record, or the zero record.
func (m *fakeMemory) has(id solver.ID) solver.Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.records[id]
}

// asked counts the reads.
func (m *fakeMemory) asked() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.gets
}

// ids returns the ids of all stored records.
func (m *fakeMemory) ids() []solver.ID {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.records))
}

func (m *fakeMemory) set(down error, delay time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.down, m.delay = down, delay
}

// fakeStore keeps the better of two records, and stores all of a batch or none.
type fakeStore struct {
	*fakeMemory
	poison  solver.ID // a record that it never stores
	batches []int
}

func (s *fakeStore) Put(ctx context.Context, records ...solver.Record) error {
	if err := s.call(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range records {
		if r.ID == s.poison {
			return fmt.Errorf("value out of range: %s", r.ID)
		}
	}
	for _, r := range records {
		if old, found := s.records[r.ID]; r.ID != s.damaged && (!found || r.Better(&old)) {
			s.records[r.ID] = r
		}
	}
	s.batches = append(s.batches, len(records))
	return nil
}

// wrote returns the sizes of the batches.
func (s *fakeStore) wrote() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.batches)
}

// journal is a log.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(line)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// observer is an Observer that counts.
type observer struct {
	shortener *pool.Shortening // nil for none

	mu   sync.Mutex
	seen counts
}

type counts struct {
	answered int
	looked   map[string]int
	refused  map[verdict.Place]int
	waiting  int
	bytes    int64
	dropped  int

	unshortened int
	panicked    int
}

// now returns the counts so far.
func (o *observer) now() counts {
	o.mu.Lock()
	defer o.mu.Unlock()
	c := o.seen
	c.looked, c.refused = maps.Clone(c.looked), maps.Clone(c.refused)
	return c
}

func (o *observer) Answered(solver.Source, solver.Verdict) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen.answered++
}

func (o *observer) Looked(into verdict.Place, what verdict.Look) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen.looked[string(into)+" "+string(what)]++
}

func (o *observer) Refused(from verdict.Place) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen.refused[from]++
}

func (o *observer) Backlog(records int, bytes int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen.waiting, o.seen.bytes = records, bytes
}

func (o *observer) Dropped() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen.dropped++
}

// tiny is a game of two ranks on three columns with one cell.
func tiny(t testing.TB) rules.Rules {
	t.Helper()
	r, err := rules.Parse([]byte(`{"max rank":2,"tableau piles":{"count":3},"cells":{"count":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newProblem returns a numbered deal of the tiny game.
func newProblem(t testing.TB, seed uint64) *solver.Problem {
	t.Helper()
	r := tiny(t)
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: seed}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	q := solver.NewProblem(r, p)
	return q
}

// shuffled returns the same problem with its columns reversed.
func shuffled(t testing.TB, p *solver.Problem) *solver.Problem {
	t.Helper()
	position := p.Asked()
	slices.Reverse(position.Tableau)
	q := solver.NewProblem(*p.Rules(), position)
	if q.ID() != p.ID() {
		t.Fatal("the id depends on the order of the columns")
	}
	return q
}

// solution finds a win with the referee alone.
func solution(t testing.TB, p *solver.Problem) []game.Move {
	t.Helper()
	position := p.Position()
	s := game.New(p.Rules(), &position)
	seen := map[string]bool{}
	var search func(line []game.Move) []game.Move
	search = func(line []game.Move) []game.Move {
		at := s.Position()
		key := string(at.Document(p.Rules()))
		if s.Won() {
			return line
		}
		if seen[key] {
			return nil
		}
		seen[key] = true
		for _, m := range s.Legal() {
			s.Do(m)
			found := search(append(line, m))
			s.Undo()
			if found != nil {
				return found
			}
		}
		return nil
	}
	line := search(nil)
	if line == nil {
		t.Fatalf("%s can't be won", p.Text())
	}
	return line
}

// record returns the record of a result.
func record(p *solver.Problem, r solver.Result, elapsed time.Duration) solver.Record {
	return solver.NewRecord(p, r, elapsed)
}

// within returns a context with a deadline after d.
func within(d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	context.AfterFunc(ctx, cancel)
	return ctx
}

// noObserver is an Observer of a service and of a pool.
type noObserver struct{}

func (noObserver) Answered(solver.Source, solver.Verdict) {}
func (noObserver) Looked(verdict.Place, verdict.Look)     {}
func (noObserver) Refused(verdict.Place)                  {}
func (noObserver) Backlog(int, int64)                     {}
func (noObserver) Dropped()                               {}
func (noObserver) Load(int, int, int)                     {}
func (noObserver) Solved(solver.Result, time.Duration)    {}
func (noObserver) Panicked()                              {}
