package deals

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// wantFilled checks that a pool has from least to Max deals of each grade, none twice, each with
// a solution that wins.
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
		p := enginetest.Numbered(t, name, d.Seed)
		record := s.store.verdict(d.ID)
		if outcome := p.Replay(record.Solution); d.ID != p.ID() || !outcome.Won || d.Length != game.Length(record.Solution) || seen[d.ID] {
			t.Errorf("pool of %s: %+v, outcome of its solution %+v", name, d, outcome)
		}
		seen[d.ID] = true
	}
}

// TestFills fills pools. Then there is nothing to do until the next day.
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
					t.Errorf("reported %d %s deals of %s, want %d", got, grade, name, n)
				}
			}
		}
		began, through := s.engine.count()
		_, tried, rejected := watched.told("")
		if began != through || tried != through || rejected != 0 {
			t.Errorf("%d searches, %d completed, %d reported, %d rejected", began, through, tried, rejected)
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
			t.Errorf("%d days prepared on the next day", days)
		}
	})
}

// TestStarterDeals has starter deals handed out before anything was searched, but not one whose
// solution fails; they are neither tried nor added again.
func TestStarterDeals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.Games = s.Games[:1]
		s.Log = slog.New(slog.DiscardHandler)
		s.Starter = func(name string) []StarterDeal {
			if name != "free-cell" {
				t.Errorf("starter deals of %s", name)
			}
			var all []StarterDeal
			for _, seed := range seeds(5, 3) {
				p := enginetest.Numbered(t, name, seed.String())
				moves, err := choices(p, solve(p).Solution)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, StarterDeal{Game: name, Seed: seed.String(), Grade: gradeOf(p.ID()), Components: []byte("{}"), Choices: moves})
			}
			all[1].Choices = all[1].Choices[1:]
			return all
		}
		s.gate.Load(2) // nothing is searched
		for restart := range 2 {
			d := s.start(t)
			got, err := d.Winnable(t.Context(), "free-cell", "", 100, "")
			if err != nil || len(got) != 2 || got[0].Seed != "solvitaire:5" || got[1].Seed != "solvitaire:7" {
				t.Fatalf("start %d: %+v, %v", restart, got, err)
			}
			freeCell, _ := rules.Lookup("free-cell")
			if one, known, err := d.Graded(t.Context(), &freeCell.Rules, got[0].ID); !known || one.Seed != got[0].Seed || err != nil {
				t.Errorf("graded: %+v, %t, %v", one, known, err)
			}
			stop(t, d)
		}
		if n, _ := s.engine.count(); n > 0 {
			t.Errorf("%d searches", n)
		}
	})
}

// TestGivesWay checks that the filler searches only while a worker is free, and goes on with the
// same search when one is free again.
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
		time.Sleep(505 * time.Millisecond) // in the middle of the first search
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

// TestKeepsAhead reads a pool to its end. It stays ahead of the furthest reader, up to its
// maximum.
func TestKeepsAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.Games = s.Games[:1]
		d := s.start(t)
		if _, err := d.Winnable(t.Context(), "free-cell", "easy", 1, ""); !errors.As(err, new(*NotYet)) {
			t.Errorf("empty pool: %v", err)
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
				t.Errorf("%d deals were read, %d are in the pool", len(got), have)
			}
		}
		if err := read(1); !errors.Is(err, errUsedUp) {
			t.Errorf("after all %d: %v", len(got), err)
		}
		if have := s.store.have("free-cell")["easy"]; have != s.Max {
			t.Errorf("%d deals in the pool, want %d", have, s.Max)
		}
		// Reading all grades fills all of them.
		cursor = ""
		clear(got)
		for {
			deals, err := d.Winnable(t.Context(), "free-cell", "", 3, cursor)
			if errors.Is(err, errUsedUp) {
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

// TestNoPool asks for deals of a game without a pool.
func TestNoPool(t *testing.T) {
	d := assemble(newSetting(t).Options)
	var none *NotFound
	if _, err := d.Winnable(t.Context(), "accordion", "", 1, ""); !errors.As(err, &none) || !strings.HasSuffix(none.Detail, "those of free-cell, eight-off") {
		t.Errorf("Winnable: %v", err)
	}
	r := rules.Rules{}
	if deal, found, err := d.Graded(t.Context(), &r, "1-0"); found || err != nil {
		t.Errorf("of a game without a pool: %+v, %v", deal, err)
	}
	if _, _, err := d.Daily(t.Context(), "accordion", "", ""); !errors.As(err, &none) {
		t.Errorf("Daily: %v", err)
	}
}
