package deals

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// TestStoreFails fills pools while the store fails at first, and reads them while it fails again.
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
		stop(t, d)            // or its filler would use up some of the failures
		for well := range 3 { // it reads the pool, the deals after the cursor, the deals before it
			s.store.failAfter(well)
			if _, err := d.Winnable(t.Context(), "free-cell", "easy", 100, deals[0].Cursor); (err != nil) != (well < 2) || err != nil && !errors.Is(err, errStore) {
				t.Errorf("failure after %d calls: %v", well, err)
			}
		}
		s.store.fail(1)
		if _, _, err := d.Daily(t.Context(), "free-cell", "", ""); !errors.Is(err, errStore) {
			t.Errorf("Daily: %v", err)
		}
	})
}

// TestFaultyEngines has engines that give wrong results, panic or measure wrong grades. None of
// that gets into a pool, and the filler goes on.
func TestFaultyEngines(t *testing.T) {
	for what, test := range map[string]struct {
		fault    func(s *setting, broken func() bool)
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
		"an unknown grade": {func(s *setting, broken func() bool) {
			s.Measure = func(clock *solver.Clock, e solver.Engine, name string, p *solver.Problem, line []game.Move) (Difficulty, error) {
				d, err := byID(clock, e, name, p, line)
				if broken() {
					d.Grade = "impossible"
				}
				return d, err
			}
		}, false},
		"no measure": {func(s *setting, broken func() bool) {
			s.Measure = func(clock *solver.Clock, e solver.Engine, name string, p *solver.Problem, line []game.Move) (Difficulty, error) {
				if broken() {
					return Difficulty{}, errors.New("a fault")
				}
				return byID(clock, e, name, p, line)
			}
		}, false},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSetting(t)
				n, engines := 0, 0
				test.fault(s, func() bool { n++; return n%3 == 0 })
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

// TestFruitless checks that the search for a grade pauses for an hour when it finds none.
func TestFruitless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.engine.takes = 0
		s.Games = s.Games[:1]
		s.Measure = func(clock *solver.Clock, e solver.Engine, name string, p *solver.Problem, line []game.Move) (Difficulty, error) {
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
			t.Errorf("grade without deals: %v", err)
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

// everyDay returns all days of a test, as if their deals had been found.
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
