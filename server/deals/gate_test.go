package deals

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestGate opens and closes a gate with somebody inside and outside.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGate(3)
		inside, leave, err := g.enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		g.Load(0, 2)
		time.Sleep(time.Hour)
		if inside.Err() != nil {
			t.Error("thrown out while a worker is free")
		}
		g.Load(0, 3)
		time.Sleep(mercy - time.Nanosecond)
		g.Load(0, 2)
		g.Load(0, 3) // that begins anew
		time.Sleep(mercy - time.Nanosecond)
		synctest.Wait()
		if inside.Err() != nil {
			t.Error("thrown out too early")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if !errors.Is(context.Cause(inside), errShut) {
			t.Errorf("still inside: %v", context.Cause(inside))
		}
		leave()

		entered := make(chan error)
		go func() {
			_, leave, err := g.enter(t.Context())
			if err == nil {
				leave()
			}
			entered <- err
		}()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, _, err := g.enter(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("outside for too long: %v", err)
		}
		g.Load(2, 1) // nobody is let in while somebody waits
		synctest.Wait()
		select {
		case err := <-entered:
			t.Errorf("let in: %v", err)
		default:
		}
		g.Load(0, 1)
		if err := <-entered; err != nil {
			t.Error(err)
		}
	})
}

// TestGateLeftInTime leaves before the time is up: nothing is left that would throw out
// whoever enters next.
func TestGateLeftInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGate(1)
		_, leave, _ := g.enter(t.Context())
		g.Load(0, 1)
		time.Sleep(mercy / 2)
		leave()
		g.Load(0, 0)
		inside, leave, _ := g.enter(t.Context())
		time.Sleep(time.Hour)
		if inside.Err() != nil {
			t.Errorf("thrown out: %v", context.Cause(inside))
		}
		leave()
	})
}

// TestGateInTraffic has it told of the load by many while somebody goes in and out.
func TestGateInTraffic(t *testing.T) {
	g := NewGate(2)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			for range 2000 {
				g.Load(0, n%3)
			}
			g.Load(0, 0)
		})
	}
	all.Go(func() {
		for range 200 {
			inside, leave, err := g.enter(t.Context())
			if err != nil {
				t.Error(err)
			}
			_ = inside.Err()
			leave()
		}
	})
	all.Wait()
}
