package deals

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// TestDailyCandidates checks the derivation of docs/deals.md against numbers that were computed
// with sha256sum.
func TestDailyCandidates(t *testing.T) {
	day := winnable.Day{Game: "klondike", Date: "2026-11-22", Grade: "medium", Version: 1}
	anyGrade := winnable.Day{Game: "free-cell", Date: "2026-11-22", Version: 1}
	for _, test := range []struct {
		day  winnable.Day
		n    int
		want uint64
	}{
		{day, 0, 1314900591}, {day, 1, 530713327}, {anyGrade, 0, 998096561},
	} {
		if got := DailyCandidate(test.day, test.n); got.Scheme != "solvitaire" || got.Number != test.want {
			t.Errorf("candidate %d of %+v: %s, want %d", test.n, test.day, got, test.want)
		}
	}
}

// first computes the deal of a day as documented.
func first(t *testing.T, day winnable.Day) string {
	t.Helper()
	for n := range candidates {
		seed := DailyCandidate(day, n)
		p := enginetest.Numbered(t, day.Game, seed.String())
		if solve(p).Verdict == solver.Winnable && (day.Grade == "" || day.Grade == gradeOf(p.ID())) {
			return seed.String()
		}
	}
	t.Fatalf("%+v has no deal", day)
	return ""
}

// TestDaily reads daily deals: of today, which was prepared, and of other days, which are found
// while a client waits or before it asks again.
func TestDaily(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		d := s.start(t)
		synctest.Wait()
		ask := func(within time.Duration, date, grade string) (winnable.Deal, error) {
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			day, deal, err := d.Daily(ctx, "free-cell", date, grade)
			if err == nil && (day.Game != "free-cell" || day.Grade != grade || day.Version != DailyVersion) {
				t.Errorf("the deal of %+v", day)
			}
			return deal, err
		}
		today := winnable.Day{Game: "free-cell", Date: "2000-01-01", Grade: "hard", Version: DailyVersion}
		var later *NotYet
		if deal, err := ask(1500*time.Millisecond, "", "hard"); !errors.As(err, &later) {
			t.Errorf("at once: %+v, %v", deal, err)
		}
		time.Sleep(time.Minute) // the search goes on without a client
		if deal, err := ask(time.Millisecond, "", "hard"); err != nil || deal.Seed != first(t, today) || deal.Grade != "hard" {
			t.Errorf("a minute later: %+v, %v", deal, err)
		}
		time.Sleep(2 * time.Hour)
		began, _ := s.engine.count()
		for range 2 {
			if deal, err := ask(time.Millisecond, "", ""); err != nil || deal.Seed != first(t, winnable.Day{Game: "free-cell", Date: "2000-01-01", Version: DailyVersion}) {
				t.Errorf("today's: %+v, %v", deal, err)
			}
		}
		if again, _ := s.engine.count(); again != began {
			t.Error("a prepared deal is searched again")
		}
		// A process with another database has the same deal.
		other := newSetting(t)
		other.engine.takes = time.Millisecond
		e := other.start(t)
		if _, deal, err := e.Daily(t.Context(), "free-cell", "", "hard"); err != nil || deal.Seed != first(t, today) {
			t.Errorf("another database: %+v, %v", deal, err)
		}
	})
}

// TestDates asks for days that are too far away, by the real clock.
func TestDates(t *testing.T) {
	s := newSetting(t)
	d := assemble(s.Options)
	now := time.Now().UTC()
	for _, test := range []struct {
		date string
		good bool
	}{
		{"2019-12-31", false},
		{"2020-01-01", true},
		{now.Format(DateFormat), true},
		{now.AddDate(0, 11, 0).Format(DateFormat), true},
		{now.AddDate(1, 0, 2).Format(DateFormat), false},
		{"9999-12-31", false},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, _, err := d.Daily(ctx, "free-cell", test.date, "")
		var bad *BadParameter
		if errors.As(err, &bad) == test.good || !test.good && !strings.HasPrefix(bad.Detail, "must be from 2020-01-01 to "+now.AddDate(1, 0, 0).Format("2006")) {
			t.Errorf("%s: %v", test.date, err)
		}
	}
}

// TestBarrenDay asks for a grade that no deal has. The search is made once.
func TestBarrenDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.engine.takes = 0
		s.Measure = func(_ *solver.Clock, _ solver.Engine, _ string, p *solver.Problem, _ []game.Move) (Difficulty, error) {
			return Difficulty{Grade: "easy", Components: "{}"}, nil
		}
		s.Games = s.Games[:1]
		s.Size = 0
		d := assemble(s.Options)
		d.ready, d.candidates = everyDay(d), 40
		go d.fill()
		t.Cleanup(func() { stop(t, d) })
		for range 2 {
			_, _, err := d.Daily(t.Context(), "free-cell", "", "expert")
			if none := new(NotFound); !errors.As(err, &none) {
				t.Errorf("day without a deal: %v", err)
			}
		}
		if began, _ := s.engine.count(); began != d.candidates {
			t.Errorf("%d deals were tried", began)
		}
	})
}

// TestManyPendingDays asks for more days than the filler accepts. The others are rejected at
// once, and pools are filled meanwhile.
func TestManyPendingDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		d := assemble(s.Options)
		go d.fill()
		t.Cleanup(func() { stop(t, d) })
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		waiting := make(chan error, 2*maxPending)
		for n := range 2 * maxPending {
			day := winnable.Day{Game: "free-cell", Date: time.Date(2030, 1, n, 0, 0, 0, 0, time.UTC).Format(DateFormat), Version: DailyVersion}
			go func() {
				if e := d.request(day); e != nil {
					<-ctx.Done()
				}
				waiting <- ctx.Err()
			}()
		}
		synctest.Wait()
		if n := len(waiting); n != maxPending {
			t.Errorf("%d were rejected, want %d", n, maxPending)
		}
		<-ctx.Done()
		synctest.Wait()
		if len(s.store.inPool("free-cell"))+len(s.store.inPool("eight-off")) < 2 {
			t.Error("pools are not filled while days are pending")
		}
		time.Sleep(time.Hour)
		d.mu.Lock()
		defer d.mu.Unlock()
		if len(d.queue) != 0 || len(d.pending) != 0 {
			t.Errorf("%d days are still pending", len(d.queue))
		}
		dates := 0
		for day := range s.store.days {
			if day.Date > "2029-12-01" {
				dates++
			}
		}
		if dates != maxPending {
			t.Errorf("%d of %d days were found", dates, maxPending)
		}
	})
}
