package middleware

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
)

// commonRates are SharedRates in memory.
type commonRates struct {
	mu      sync.Mutex
	buckets map[string]*rate.Limiter
	calls   int
	down    error
	endless bool // allows everything, as if somebody emptied the server again and again
}

func (c *commonRates) TakeTokens(_ context.Context, buckets []string, tokens []int, most int) (int, []float64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	if c.down != nil {
		return 0, nil, c.down
	}
	if c.buckets == nil || c.endless {
		c.buckets = map[string]*rate.Limiter{}
	}
	now := time.Now()
	for i, name := range buckets {
		if c.buckets[name] == nil {
			c.buckets[name] = rate.NewLimiter(rate.Limit(float64(tokens[i])/60), tokens[i])
		}
		left := int(c.buckets[name].TokensAt(now) + 1e-9)
		most = min(most, left, max(1, left/8))
	}
	var left []float64
	for _, name := range buckets {
		c.buckets[name].AllowN(now, most)
		left = append(left, c.buckets[name].TokensAt(now))
	}
	return most, left, nil
}

// TestSharedRates has a client ask two processes in turns, which together allow what one does,
// and ask each other much less often than they are asked.
func TestSharedRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		common := &commonRates{}
		processes := []*RateLimit{NewRateLimit("reads", 600, 0, common), NewRateLimit("reads", 600, 0, common)}
		allowed := func(name string, asked int) (n int) {
			for i := range asked {
				if ok, _ := spends(processes[i%2], name); ok {
					n++
				}
			}
			return n
		}
		if n := allowed("alice", 2000); n != 600 {
			t.Errorf("%d requests at once are allowed, want 600", n)
		}
		if common.calls > 150 {
			t.Errorf("%d calls for 600 requests", common.calls)
		}
		common.calls = 0
		for _, p := range processes {
			if ok, after := spends(p, "alice"); ok || after != time.Minute/600 {
				t.Errorf("%t, wait %v", ok, after)
			}
		}
		if common.calls != 0 {
			t.Errorf("%d calls for a client that is known to have to wait", common.calls)
		}
		if n := allowed("bob", 20); n != 20 {
			t.Errorf("%d of another client's requests are allowed", n)
		}
		n := 0
		for range 10 {
			time.Sleep(time.Second)
			n += allowed("alice", 100)
		}
		if n != 100 {
			t.Errorf("%d requests in the next 10 s are allowed, want 100", n)
		}
		time.Sleep(time.Hour) // what was taken ahead is lost
		if n := allowed("alice", 2000); n != 600 {
			t.Errorf("%d requests after an hour, want 600", n)
		}
	})
}

// TestSharedRatesOfNetworks has /64 networks of one /48 ask two processes.
func TestSharedRatesOfNetworks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		common := &commonRates{}
		processes := []*RateLimit{NewRateLimit("work", 30, 0, common), NewRateLimit("work", 30, 0, common)}
		allowed := 0
		for n := range 2000 {
			if ok, _ := spends(processes[n%2], fmt.Sprintf("2001:db8:1:%x::/64", n/4)); ok {
				allowed++
			}
		}
		if allowed != 16*30 {
			t.Errorf("%d requests of a /48 are allowed", allowed)
		}
		if ok, after := spends(processes[0], "2001:db8:1:ffff::/64"); ok || after != time.Minute/(16*30) {
			t.Errorf("one more: %t, wait %v", ok, after)
		}
		if ok, _ := spends(processes[0], "2001:db8:2:ffff::/64"); !ok {
			t.Error("another network's request is refused")
		}
	})
}

// TestSharedRatesFail has processes that can't count together, or are told that everything is
// allowed. Each allows what it would by itself.
func TestSharedRatesFail(t *testing.T) {
	for name, common := range map[string]*commonRates{"down": {down: errors.New("connection refused")}, "endless": {endless: true}} {
		synctest.Test(t, func(t *testing.T) {
			for range 2 {
				a, allowed := NewRateLimit("work", 30, 0, common), 0
				for range 100 {
					if ok, _ := spends(a, "alice"); ok {
						allowed++
					}
				}
				if allowed != 30 {
					t.Errorf("%s: %d requests are allowed", name, allowed)
				}
				time.Sleep(2 * time.Second)
				if ok, _ := spends(a, "alice"); !ok {
					t.Errorf("%s: a request after the wait is refused", name)
				}
			}
		})
	}
}

// TestSharedRatesWait has the lines of batches at two processes wait for one allowance.
func TestSharedRatesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		common := &commonRates{}
		as := context.WithValue(t.Context(), clientKey{}, client{name: "alice"})
		began := time.Now()
		var lines sync.WaitGroup
		for range 2 {
			a := NewRateLimit("work", 60, 0, common)
			for range 45 {
				lines.Go(func() {
					if err := a.Wait(as); err != nil {
						t.Error(err)
					}
				})
			}
		}
		lines.Wait()
		if took := time.Since(began); took < 30*time.Second || took > 45*time.Second {
			t.Errorf("90 lines of a client with 60 a minute took %v", took)
		}
		a := NewRateLimit("work", 60, 0, common)
		short, cancel := context.WithTimeout(as, 100*time.Millisecond)
		defer cancel()
		began = time.Now()
		if err := a.Wait(short); err == nil || time.Since(began) > 0 {
			t.Errorf("%v after %v, want an error at once", err, time.Since(began))
		}
	})
}
