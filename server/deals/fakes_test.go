package deals

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

var grades = []string{"easy", "medium", "hard", "expert"}

// memory is a Store in memory. To a Dealer it behaves as the real ones do.
type memory struct {
	mu       sync.Mutex
	verdicts map[solver.ID]solver.Record
	pools    map[string]*contents
	days     map[winnable.Day]winnable.Deal
	refused  map[solver.ID]bool // problems whose verdict or deal could not be stored
	well     int                // calls that succeed before others fail
	failing  int                // calls that fail then
}

type contents struct {
	store.Pool
	claimed int64
	deals   []winnable.Deal
}

func newMemory() *memory {
	return &memory{verdicts: map[solver.ID]solver.Record{}, refused: map[solver.ID]bool{}, pools: map[string]*contents{}, days: map[winnable.Day]winnable.Deal{}}
}

var errStore = errors.New("the store is down")

// call begins a call: it locks the store and returns the unlock function and a fault.
func (m *memory) call(ctx context.Context) (func(), error) {
	m.mu.Lock()
	err := ctx.Err()
	switch {
	case m.well > 0:
		m.well--
	case m.failing > 0:
		m.failing--
		err = errStore
	}
	return m.mu.Unlock, err
}

// fail makes the next calls fail.
func (m *memory) fail(calls int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failing = calls
}

// failAfter makes one call fail after so many that succeed.
func (m *memory) failAfter(well int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.well, m.failing = well, 1
}

func (m *memory) Put(ctx context.Context, records ...solver.Record) error {
	done, err := m.call(ctx)
	defer done()
	for _, r := range records {
		if err == nil {
			m.verdicts[r.ID] = r
		} else {
			m.refused[r.ID] = true
		}
	}
	return err
}

func (m *memory) OpenPool(ctx context.Context, game, mark string) error {
	done, err := m.call(ctx)
	defer done()
	if err == nil && m.pools[game] == nil {
		m.pools[game] = &contents{Pool: store.Pool{Mark: mark}}
	}
	return err
}

func (m *memory) Pool(ctx context.Context, game string) (store.Pool, bool, error) {
	done, err := m.call(ctx)
	defer done()
	s := m.pools[game]
	if s == nil || err != nil {
		return store.Pool{}, false, err
	}
	return s.Pool, true, nil
}

func (m *memory) Claim(ctx context.Context, game string) (int64, error) {
	done, err := m.call(ctx)
	defer done()
	if err != nil {
		return 0, err
	}
	m.pools[game].claimed++
	return m.pools[game].claimed - 1, nil
}

func (m *memory) AddDeal(ctx context.Context, d winnable.Deal) (bool, error) {
	done, err := m.call(ctx)
	defer done()
	if err != nil {
		m.refused[d.ID] = true
		return false, err
	}
	if m.verdicts[d.ID].Verdict != solver.Winnable {
		return false, fmt.Errorf("no win of %s is stored", d.ID)
	}
	s := m.pools[d.Game]
	if slices.ContainsFunc(s.deals, func(other winnable.Deal) bool { return other.ID == d.ID }) {
		return false, nil
	}
	s.Last++
	d.Number = s.Last
	s.deals = append(s.deals, d)
	return true, nil
}

func (m *memory) FindDeal(ctx context.Context, game string, id solver.ID) (winnable.Deal, bool, error) {
	all, err := m.ListDeals(ctx, game, "", 1, math.MaxInt64, math.MaxInt)
	i := slices.IndexFunc(all, func(d winnable.Deal) bool { return d.ID == id })
	if i < 0 {
		return winnable.Deal{}, false, err
	}
	return all[i], true, nil
}

func (m *memory) ListDeals(ctx context.Context, game, grade string, from, below int64, most int) ([]winnable.Deal, error) {
	done, err := m.call(ctx)
	defer done()
	if err != nil || m.pools[game] == nil {
		return nil, err
	}
	var found []winnable.Deal
	for _, d := range m.pools[game].deals {
		if d.Number >= from && d.Number < below && (grade == "" || grade == d.Grade) && len(found) < most {
			found = append(found, d)
		}
	}
	return found, nil
}

func (m *memory) CountDeals(ctx context.Context, game string, seen store.Seen) (map[string]store.Count, error) {
	done, err := m.call(ctx)
	defer done()
	if err != nil || m.pools[game] == nil {
		return nil, err
	}
	counts := map[string]store.Count{}
	for _, d := range m.pools[game].deals {
		c := counts[d.Grade]
		c.All++
		if !(d.Number >= seen.From && d.Number < seen.To || d.Number < seen.Below) {
			c.Unseen++
		}
		counts[d.Grade] = c
	}
	return counts, nil
}

func (m *memory) Daily(ctx context.Context, day winnable.Day) (winnable.Deal, bool, error) {
	done, err := m.call(ctx)
	defer done()
	d, found := m.days[day]
	return d, found && err == nil, err
}

func (m *memory) PutDaily(ctx context.Context, day winnable.Day, d winnable.Deal) error {
	done, err := m.call(ctx)
	defer done()
	if err == nil {
		m.days[day] = d
	}
	return err
}

func (m *memory) DropDeals(ctx context.Context, _ int) (int64, error) {
	done, err := m.call(ctx)
	defer done()
	return 0, err
}

// inPool returns the deals of a game's pool.
func (m *memory) inPool(game string) []winnable.Deal {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.pools[game] == nil {
		return nil
	}
	return slices.Clone(m.pools[game].deals)
}

// have counts the deals of a game's pool by grade.
func (m *memory) have(game string) map[string]int {
	n := map[string]int{}
	for _, d := range m.inPool(game) {
		n[d.Grade]++
	}
	return n
}

// verdict returns the stored record of a problem.
func (m *memory) verdict(id solver.ID) solver.Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.verdicts[id]
}

// countDays counts the days whose deals are stored.
func (m *memory) countDays() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.days)
}

// solved caches results of a real engine, as tests use the same problems again and again.
var solved = struct {
	sync.Mutex
	engine  solver.Engine
	results map[solver.ID]solver.Result
}{engine: portfolio.New(1<<24, "shortening"), results: map[solver.ID]solver.Result{}}

func solve(p *solver.Problem) solver.Result {
	solved.Lock()
	defer solved.Unlock()
	r, known := solved.results[p.ID()]
	if !known {
		r = solved.engine.Solve(nil, p, solver.Budget{States: difficulty.States})
		solved.results[p.ID()] = r
	}
	return r
}

// engine returns the results of a real engine after a time.
type engine struct {
	takes time.Duration
	wrong func(*solver.Result) // makes results wrong; may be nil

	mu      sync.Mutex
	began   []solver.ID // searches
	through []solver.ID // searches that were not interrupted
}

func (e *engine) Solve(clock *solver.Clock, p *solver.Problem, _ solver.Budget) solver.Result {
	e.mu.Lock()
	e.began = append(e.began, p.ID())
	e.mu.Unlock()
	for range 100 {
		if clock.StopReason() == solver.NoReason {
			select {
			case <-clock.Context().Done():
			case <-time.After(e.takes / 100):
				continue
			}
		}
		return solver.Stopped(clock)
	}
	r := solve(p)
	e.mu.Lock()
	e.through = append(e.through, p.ID())
	e.mu.Unlock()
	if e.wrong != nil {
		e.wrong(&r)
	}
	return r
}

// count returns how many searches began, and how many were not interrupted.
func (e *engine) count() (began, through int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.began), len(e.through)
}

// gradeOf returns a pseudo-random grade, always the same for a deal.
func gradeOf(id solver.ID) string { return grades[id[len(id)-1]%4] }

// byID is a measure that depends on the id alone.
func byID(_ *solver.Clock, _ solver.Engine, _ string, p *solver.Problem, line []game.Move) (Difficulty, error) {
	return Difficulty{Score: float64(len(line)), Grade: gradeOf(p.ID()), Components: "{}"}, nil
}

// setting has the options of a Dealer and the fakes in them.
type setting struct {
	store  *memory
	engine *engine
	gate   *pool.Gate
	Options
}

// newSetting returns a setting without faults, in which a search takes a second.
func newSetting(t *testing.T) *setting {
	s := &setting{store: newMemory(), engine: &engine{takes: time.Second}, gate: pool.NewGate(2)}
	s.Options = Options{
		Store: s.store, NewEngine: func() solver.Engine { return s.engine }, Measure: byID, Grades: grades,
		Games: []string{"free-cell", "eight-off"}, Size: 3, Max: 10, Gate: s.gate,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Random: func(int64) int64 { return 0 },
	}
	s.watched()
	return s
}

// start starts a Dealer, and closes it at the end of the test.
func (s *setting) start(t *testing.T) *Dealer {
	d := New(s.Options)
	t.Cleanup(func() { stop(t, d) })
	return d
}

func stop(t *testing.T, d *Dealer) {
	t.Helper()
	if err := d.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

// seeds returns n seeds of scheme solvitaire.
func seeds(from, n int) []deal.Seed {
	var all []deal.Seed
	for i := range n {
		all = append(all, deal.Seed{Scheme: deal.Solvitaire, Number: uint64(from + i)})
	}
	return all
}

// watcher is an Observer that records what it is called with.
type watcher struct {
	mu       sync.Mutex
	pooled   map[string]int
	verdicts map[solver.Verdict]int
	rejected int
}

func (w *watcher) Tried(_ string, v solver.Verdict, _ time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.verdicts[v]++
}

func (w *watcher) Pooled(game, grade string, deals int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pooled[game+" "+grade] = deals
}

func (w *watcher) Rejected() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rejected++
}

// told returns how many deals of a game and grade were reported, how many tries, and how many
// rejected solutions.
func (w *watcher) told(pool string) (pooled, tried, rejected int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range w.verdicts {
		tried += n
	}
	return w.pooled[pool], tried, w.rejected
}

// watched adds a watcher to a setting.
func (s *setting) watched() *watcher {
	w := &watcher{pooled: map[string]int{}, verdicts: map[solver.Verdict]int{}}
	s.Observer = w
	return w
}
