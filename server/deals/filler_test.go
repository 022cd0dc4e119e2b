package deals

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// wantFilled checks that a pool has so many deals of each grade at least, none twice, none
// over the most there may be, and each with a solution that wins.
func (s *setting) wantFilled(t *testing.T, name string, least int) {
	t.Helper()
	have := s.store.have(name)
	for _, grade := range grades {
		if n := have[grade]; n < least || n > s.Max {
			t.Errorf("%d %s deals of %s, want %d to %d", n, grade, name, least, s.Max)
		}
	}
	seen := map[solver.ID]bool{}
	for _, d := range s.store.inPool(name) {
		p := enginetest.Pose(t, name, d.Seed)
		record := s.store.verdict(d.ID)
		if outcome := p.Replay(record.Solution); d.ID != p.ID() || !outcome.Won || d.Length != game.Length(record.Solution) || seen[d.ID] {
			t.Errorf("in the pool of %s: %+v, whose solution: %+v", name, d, outcome)
		}
		seen[d.ID] = true
	}
}

// TestFills fills pools, and then has nothing to do until the next day begins.
func TestFills(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		watched := s.watched()
		s.start(t)
		time.Sleep(2 * time.Hour)
		for _, name := range s.Games {
			s.wantFilled(t, name, s.Size)
			for grade, n := range s.store.have(name) {
				if got, _, _ := watched.told(name + " " + grade); got != n {
					t.Errorf("the observer knows of %d %s deals of %s, there are %d", got, grade, name, n)
				}
			}
		}
		began, through := s.engine.count()
		_, tried, rejected := watched.told("")
		if began != through || tried != through || rejected != 0 {
			t.Errorf("%d searches, %d came to their end, %d told of, %d rejected", began, through, tried, rejected)
		}
		if days := s.store.countDays(); days != 2*2*5 {
			t.Errorf("%d days prepared, want today and tomorrow of 2 games in 5 kinds", days)
		}
		time.Sleep(20 * time.Hour)
		synctest.Wait()
		if again, _ := s.engine.count(); again != began {
			t.Errorf("%d searches with nothing to do", again-began)
		}
		time.Sleep(4 * time.Hour)
		synctest.Wait()
		if days := s.store.countDays(); days != 3*2*5 {
			t.Errorf("%d days prepared once another has begun", days)
		}
	})
}

// watcher is an Observer.
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

// told is how many deals of a grade the watcher knows of, how many tries, and how many
// solutions that were rejected.
func (w *watcher) told(pool string) (pooled, tried, rejected int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range w.verdicts {
		tried += n
	}
	return w.pooled[pool], tried, w.rejected
}

// watched has a watcher watch a setting.
func (s *setting) watched() *watcher {
	w := &watcher{pooled: map[string]int{}, verdicts: map[solver.Verdict]int{}}
	s.Observer = w
	return w
}

// TestStarterDealsFirst checks the order in which deals are tried.
func TestStarterDealsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.Games = s.Games[:1]
		s.Starter = func(name string) []deal.Seed {
			if name != "free-cell" {
				t.Errorf("starter deals of %s", name)
			}
			return seeds(5, 3)
		}
		s.start(t)
		time.Sleep(time.Hour)
		synctest.Wait()
		var want []solver.ID
		for _, seed := range append(seeds(5, 3), seeds(firstSeed, 2)...) {
			want = append(want, enginetest.Pose(t, "free-cell", seed.String()).ID())
		}
		var got []solver.ID
		for _, id := range s.engine.searches() {
			if slices.Contains(want, id) {
				got = append(got, id)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("tried in the order %v, want %v", got, want)
		}
	})
}

// TestGivesWay checks that the filler works only while a worker is free, and goes on with
// what it was doing when one is free again.
func TestGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.gate.Load(2)
		s.start(t)
		check := func(began, through int) {
			t.Helper()
			synctest.Wait()
			if b, ended := s.engine.count(); b != began || ended != through {
				t.Errorf("%d searches began and %d ended, want %d and %d", b, ended, began, through)
			}
		}
		time.Sleep(time.Hour)
		check(0, 0)
		s.gate.Load(1)
		time.Sleep(505 * time.Millisecond) // in the middle of the first
		check(1, 0)
		s.gate.Load(3)
		time.Sleep(time.Hour)
		check(1, 0)
		s.gate.Load(1)
		time.Sleep(480 * time.Millisecond)
		check(1, 0)
		time.Sleep(20 * time.Millisecond)
		check(2, 1)
		s.gate.Load(2)
		time.Sleep(time.Hour)
		check(2, 1)
		s.gate.Load(0)
		time.Sleep(2 * time.Hour)
		for _, name := range s.Games {
			s.wantFilled(t, name, s.Size)
		}
	})
}

// TestStops stops a Dealer in all states at once.
func TestStops(t *testing.T) {
	for state, prepare := range map[string]func(s *setting){
		"searching":             func(s *setting) { s.engine.takes = 100 * time.Hour },
		"waiting for a worker":  func(s *setting) { s.gate.Load(2) },
		"waiting for the store": func(s *setting) { s.store.failing = 1 << 30 },
		"nothing to do":         func(s *setting) { s.engine.takes = 0 },
		"no games":              func(s *setting) { s.Games = nil },
	} {
		t.Run(state, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSetting(t)
				prepare(s)
				d := s.start(t)
				time.Sleep(time.Hour)
				before := time.Now()
				stop(t, d)
				stop(t, d) // once more does no harm
				if took := time.Since(before); took > 0 {
					t.Errorf("stopping took %v", took)
				}
			})
		})
	}
}

// TestStopsWithinPatience has an engine that does not stop.
func TestStopsWithinPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.Measure = func(context.Context, solver.Engine, string, *solver.Problem, []game.Move) (Difficulty, error) {
			time.Sleep(time.Minute)
			return Difficulty{}, errors.New("too late")
		}
		d := s.start(t)
		time.Sleep(2 * time.Second)
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := d.Close(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Close: %v", err)
		}
	})
}

// TestCutShort kills Dealers in the middle of whatever they do, again and again, over one
// store, which is down from time to time, several of them at once: no deal is tried by
// two, none is in a pool twice, and each that was won and measured is in there.
func TestCutShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.Size, s.Max = 10, 50
		var mu sync.Mutex
		var interrupted []solver.ID // searches and measurements that a kill cut short
		measured := map[solver.ID]int{}
		s.Measure = func(ctx context.Context, e solver.Engine, name string, p *solver.Problem, line []game.Move) (Difficulty, error) {
			select {
			case <-time.After(500 * time.Millisecond):
			case <-ctx.Done():
				mu.Lock()
				defer mu.Unlock()
				interrupted = append(interrupted, p.ID())
				return Difficulty{}, context.Cause(ctx)
			}
			mu.Lock()
			measured[p.ID()]++
			mu.Unlock()
			return byID(ctx, e, name, p, line)
		}
		var all sync.WaitGroup
		for process := range 3 {
			all.Go(func() {
				for life := range 10 {
					o := s.Options
					o.Gate = pool.NewGate(1)
					d := New(o)
					time.Sleep(time.Duration(rand.Int64N(int64(30 * time.Second))))
					if (process+life)%4 == 0 {
						s.store.fail(rand.IntN(5))
						time.Sleep(time.Minute) // what was found waits for the store
					}
					stop(t, d)
				}
			})
		}
		all.Wait()
		for _, name := range s.Games {
			s.wantFilled(t, name, 0)
		}
		pooled := map[solver.ID]bool{}
		for _, name := range s.Games {
			for _, d := range s.store.inPool(name) {
				pooled[d.ID] = true
			}
		}
		days := map[solver.ID]bool{} // which several may work out
		for _, date := range []string{"2000-01-01", "2000-01-02"} {
			for _, grade := range append(grades, "") {
				for _, name := range s.Games {
					for n := range 62 {
						day := winnable.Day{Game: name, Date: date, Grade: grade, Version: DailyVersion}
						days[enginetest.Pose(t, name, DailyCandidate(day, n).String()).ID()] = true
					}
				}
			}
		}
		for id, times := range measured {
			if days[id] {
				continue
			}
			// A filler that was killed just when it had measured, or while it waited for the store,
			// could not store it any more.
			if times > 1 || !pooled[id] && !s.store.refused[id] {
				t.Errorf("%s was measured %d times and is in a pool: %t", id, times, pooled[id])
			}
		}
		if len(pooled) < 20 || len(interrupted) == 0 {
			t.Errorf("%d deals found, %d searches cut short", len(pooled), len(interrupted))
		}
	})
}

// TestKeepsAhead reads a pool to its end: it grows with who has read most, and no further
// than it may.
func TestKeepsAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.Games = s.Games[:1]
		d := s.start(t)
		if _, err := d.Winnable(t.Context(), "free-cell", "easy", 1, ""); !errors.As(err, new(*NotYet)) {
			t.Errorf("an empty pool: %v", err)
		}
		time.Sleep(time.Hour)
		got, cursor := map[solver.ID]bool{}, ""
		read := func(count int) error {
			deals, err := d.Winnable(t.Context(), "free-cell", "easy", count, cursor)
			for _, h := range deals {
				if got[h.ID] || h.Grade != "easy" {
					t.Errorf("got %+v; twice: %t", h, got[h.ID])
				}
				got[h.ID], cursor = true, h.Cursor
			}
			return err
		}
		for len(got) < s.Max {
			n := len(got)
			if err := read(2); err != nil {
				t.Fatalf("after %d deals: %v", n, err)
			}
			time.Sleep(time.Hour)
			if have := s.store.have("free-cell")["easy"]; have < min(s.Max, len(got)+s.Size) {
				t.Errorf("%d were read, %d are there", len(got), have)
			}
		}
		if err := read(1); !errors.As(err, new(*UsedUp)) {
			t.Errorf("after all %d: %v", len(got), err)
		}
		if have := s.store.have("free-cell")["easy"]; have != s.Max {
			t.Errorf("%d are there, the most is %d", have, s.Max)
		}
		// Who reads all grades has all of them made.
		cursor = ""
		clear(got)
		for {
			deals, err := d.Winnable(t.Context(), "free-cell", "", 3, cursor)
			if errors.As(err, new(*UsedUp)) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range deals {
				got[h.ID], cursor = true, h.Cursor
			}
			time.Sleep(time.Hour)
		}
		if len(got) != 4*s.Max {
			t.Errorf("read %d deals of all grades", len(got))
		}
		began, _ := s.engine.count()
		time.Sleep(3 * time.Hour)
		if again, _ := s.engine.count(); again != began {
			t.Errorf("%d searches when the pools are full", again-began)
		}
	})
}

// TestNoPool asks for a game that has none.
func TestNoPool(t *testing.T) {
	d := assemble(newSetting(t).Options)
	var none *NoPool
	if _, err := d.Winnable(t.Context(), "accordion", "", 1, ""); !errors.As(err, &none) || !slices.Equal(none.Games, []string{"free-cell", "eight-off"}) {
		t.Errorf("Winnable: %v", err)
	}
	if _, _, err := d.Daily(t.Context(), "accordion", "", ""); !errors.As(err, &none) {
		t.Errorf("Daily: %v", err)
	}
}

// TestStoreFails asks a store that is down, and fills pools once it is back.
func TestStoreFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.store.fail(5)
		d := s.start(t)
		time.Sleep(3 * time.Hour)
		for _, name := range s.Games {
			s.wantFilled(t, name, s.Size)
		}
		deals, err := d.Winnable(t.Context(), "free-cell", "easy", 1, "")
		if err != nil {
			t.Fatal(err)
		}
		stop(t, d)            // whose filler would take its part of the failures
		for well := range 3 { // it asks for the pool, for what follows, for the beginning
			s.store.failAfter(well)
			if _, err := d.Winnable(t.Context(), "free-cell", "easy", 100, deals[0].Cursor); (err != nil) != (well < 2) || err != nil && !errors.Is(err, errStore) {
				t.Errorf("a store that fails after %d calls: %v", well, err)
			}
		}
		s.store.fail(1)
		if _, _, err := d.Daily(t.Context(), "free-cell", "", ""); !errors.Is(err, errStore) {
			t.Errorf("Daily: %v", err)
		}
	})
}

// TestNeverBelieves has engines that lie, break down or measure nonsense: nothing that
// they said gets into a pool, and the filler goes on.
func TestNeverBelieves(t *testing.T) {
	for what, test := range map[string]struct {
		spoil    func(s *setting, broken func() bool)
		rejected bool
	}{
		"a solution too short": {func(s *setting, broken func() bool) {
			s.engine.wrong = func(r *solver.Result) {
				if broken() && r.Verdict == solver.Winnable {
					r.Solution = r.Solution[:len(r.Solution)-1]
				}
			}
		}, true},
		"a loss for a win": {func(s *setting, broken func() bool) {
			s.engine.wrong = func(r *solver.Result) {
				if broken() {
					r.Verdict, r.Solution = solver.Winnable, nil
				}
			}
		}, true},
		"a panic": {func(s *setting, broken func() bool) {
			s.engine.wrong = func(*solver.Result) {
				if broken() {
					panic("a fault")
				}
			}
		}, false},
		"a grade that is none": {func(s *setting, broken func() bool) {
			s.Measure = func(ctx context.Context, e solver.Engine, name string, p *solver.Problem, line []game.Move) (Difficulty, error) {
				d, err := byID(ctx, e, name, p, line)
				if broken() {
					d.Grade = "impossible"
				}
				return d, err
			}
		}, false},
		"no measure": {func(s *setting, broken func() bool) {
			s.Measure = func(ctx context.Context, e solver.Engine, name string, p *solver.Problem, line []game.Move) (Difficulty, error) {
				if broken() {
					return Difficulty{}, errors.New("a fault")
				}
				return byID(ctx, e, name, p, line)
			}
		}, false},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSetting(t)
				n, engines := 0, 0
				test.spoil(s, func() bool { n++; return n%3 == 0 })
				s.NewEngine = func() solver.Engine { engines++; return s.engine }
				s.Log = slog.New(slog.DiscardHandler)
				watched := s.watched()
				s.start(t)
				time.Sleep(3 * time.Hour)
				synctest.Wait()
				for _, name := range s.Games {
					s.wantFilled(t, name, s.Size)
				}
				if _, _, rejected := watched.told(""); test.rejected != (rejected > 0) {
					t.Errorf("%d solutions were rejected by the referee", rejected)
				}
				if (what == "a panic") != (engines > 1) {
					t.Errorf("%d engines were made", engines)
				}
			})
		})
	}
}

// TestFruitless leaves a game alone that has no deals of a grade, for an hour at a time.
func TestFruitless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.engine.takes = 0
		s.Games = s.Games[:1]
		s.Measure = func(ctx context.Context, e solver.Engine, name string, p *solver.Problem, line []game.Move) (Difficulty, error) {
			return Difficulty{Grade: "easy", Components: "{}"}, nil
		}
		d := assemble(s.Options)
		d.ready, d.fruitless = everyDay(d), 30
		go d.fill()
		t.Cleanup(func() { stop(t, d) })
		time.Sleep(time.Minute)
		synctest.Wait()
		began, _ := s.engine.count()
		if want := d.fruitless + s.Size; began != want {
			t.Errorf("%d searches, want %d", began, want)
		}
		var later *NotYet
		if _, err := d.Winnable(t.Context(), "free-cell", "hard", 1, ""); !errors.As(err, &later) || later.After < rest/2 {
			t.Errorf("a grade of which there is none: %v", err)
		}
		if have := s.store.have("free-cell"); have["easy"] != s.Max {
			t.Errorf("kept: %v", have)
		}
		time.Sleep(rest)
		synctest.Wait()
		if again, _ := s.engine.count(); again != began+d.fruitless {
			t.Errorf("%d searches an hour later", again-began)
		}
	})
}

// everyDay has the deals of all days that a test may come to.
func everyDay(d *Dealer) map[winnable.Day]bool {
	ready := map[winnable.Day]bool{}
	for _, g := range d.games {
		for n := range 5 {
			for _, grade := range append(grades, "") {
				ready[winnable.Day{Game: g.Name, Date: fmt.Sprintf("2000-01-%02d", n+1), Grade: grade, Version: DailyVersion}] = true
			}
		}
	}
	return ready
}
