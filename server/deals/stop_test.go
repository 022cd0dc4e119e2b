package deals

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// TestStops checks that a Dealer stops at once in each state.
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
				stop(t, d) // a second Close is allowed
				if took := time.Since(before); took > 0 {
					t.Errorf("stopping took %v", took)
				}
			})
		})
	}
}

// TestStopsAtDeadline closes a Dealer whose engine does not stop.
func TestStopsAtDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.Measure = func(*solver.Clock, solver.Engine, string, *solver.Problem, []game.Move) (Difficulty, error) {
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

// TestInterrupted stops several Dealers on one store at random moments, again and again, while the
// store is sometimes down. No deal is tried by two, none is in a pool twice, and each that was won
// and measured is in its pool.
func TestInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		s.Size, s.Max = 10, 50
		var mu sync.Mutex
		var interrupted []solver.ID // measurements
		measured := map[solver.ID]int{}
		s.Measure = func(clock *solver.Clock, e solver.Engine, name string, p *solver.Problem, line []game.Move) (Difficulty, error) {
			select {
			case <-time.After(500 * time.Millisecond):
			case <-clock.Context().Done():
				mu.Lock()
				defer mu.Unlock()
				interrupted = append(interrupted, p.ID())
				return Difficulty{}, clock.Err()
			}
			mu.Lock()
			measured[p.ID()]++
			mu.Unlock()
			return byID(clock, e, name, p, line)
		}
		var all sync.WaitGroup
		for process := range 3 {
			all.Go(func() {
				for life := range 20 {
					o := s.Options
					o.Gate = pool.NewGate(1)
					d := New(o)
					most := 30 * time.Second
					if life < 15 {
						most = 4 * time.Second // so that many are stopped in a measurement
					}
					time.Sleep(time.Duration(rand.Int64N(int64(most))))
					if (process+life)%4 == 0 {
						s.store.fail(rand.IntN(5))
						time.Sleep(time.Minute) // deals that were found wait for the store
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
		days := map[solver.ID]bool{} // daily deals, which several Dealers may search
		for _, date := range []string{"2000-01-01", "2000-01-02"} {
			for _, grade := range append(grades, "") {
				for _, name := range s.Games {
					for n := range 62 {
						day := winnable.Day{Game: name, Date: date, Grade: grade, Version: DailyVersion}
						days[enginetest.Numbered(t, name, DailyCandidate(day, n).String()).ID()] = true
					}
				}
			}
		}
		for id, times := range measured {
			if days[id] {
				continue
			}
			// A filler that was stopped after a measurement, or while it waited for the store, could not
			// store the deal.
			if times > 1 || !pooled[id] && !s.store.refused[id] {
				t.Errorf("%s was measured %d times, in a pool: %t", id, times, pooled[id])
			}
		}
		if len(pooled) < 20 || len(interrupted) == 0 {
			t.Errorf("%d deals found, %d measurements interrupted", len(pooled), len(interrupted))
		}
	})
}
