package middleware

import (
	"fmt"
	"net/http/httptest"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// spends reports whether a client may make a request, and otherwise returns how long to wait.
func spends(l *RateLimit, name string) (allowed bool, after time.Duration) {
	err := l.Spend(httptest.NewRecorder(), name)
	if err == nil {
		return true, 0
	}
	return false, problem.From(err).After
}

// TestRateLimit checks that the requests of a minute may come at once and further ones at the
// rate, that the time to wait is exact, and that clients have separate limits.
func TestRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := NewRateLimit("work", 30)
		for n := range 30 {
			if ok, _ := spends(a, "alice"); !ok {
				t.Fatalf("request %d is rejected", n+1)
			}
		}
		ok, after := spends(a, "alice")
		if ok || after != 2*time.Second {
			t.Errorf("request 31: %t, wait %v", ok, after)
		}
		time.Sleep(after - time.Millisecond)
		if ok, _ = spends(a, "alice"); ok {
			t.Error("a request before the wait is over is allowed")
		}
		time.Sleep(time.Millisecond)
		if ok, _ = spends(a, "alice"); !ok {
			t.Error("a request after the wait is rejected")
		}
		if ok, _ = spends(a, "bob"); !ok {
			t.Error("bob's request is rejected")
		}
		time.Sleep(time.Hour)
		allowed := 0
		for range 100 {
			if ok, _ = spends(a, "alice"); ok {
				allowed++
			}
		}
		if allowed != 30 {
			t.Errorf("%d requests at once after an hour", allowed)
		}
	})
	if ok, _ := spends(nil, "alice"); !ok {
		t.Error("a request without a limit is rejected")
	}
}

// TestRateLimitOfMany has many clients send concurrent requests, and counts the allowed ones.
func TestRateLimitOfMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := NewRateLimit("reads", 100)
		var allowed [3]atomic.Int64
		var askers sync.WaitGroup
		for range 16 {
			askers.Go(func() {
				for n := range 300 {
					if ok, _ := spends(a, strconv.Itoa(n%3)); ok {
						allowed[n%3].Add(1)
					}
				}
			})
		}
		askers.Wait()
		for i := range allowed {
			if n := allowed[i].Load(); n != 100 {
				t.Errorf("client %d: %d requests allowed, want 100", i, n)
			}
		}
	})
}

// TestRateLimitMemory has 300,000 clients with one request each, and one client with many. Only
// the former are forgotten.
func TestRateLimitMemory(t *testing.T) {
	a := NewRateLimit("reads", 60)
	before := heap()
	allowed := 0
	began := time.Now()
	for n := range 300_000 {
		if _, after := spends(a, fmt.Sprintf("2001:db8:%x:%x::/64", n>>16, n&0xffff)); after > 0 {
			t.Fatal("a client's first request is rejected")
		}
		if n%100 == 0 {
			if ok, _ := spends(a, "203.0.113.9"); ok {
				allowed++
			}
		}
	}
	a.clients.CleanUp()
	if n := a.clients.EstimatedSize(); n > mostClients {
		t.Errorf("%d clients are known", n)
	}
	grown := heap() - before
	t.Logf("%d bytes for %d clients", grown, a.clients.EstimatedSize())
	if grown > 40<<20 {
		t.Errorf("the clients take %d bytes", grown)
	}
	if most := 60 + int(time.Since(began)/time.Second) + 1; allowed > most {
		t.Errorf("the frequent client made %d requests, the limit is %d", allowed, most)
	}
	runtime.KeepAlive(a)
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
