package api

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// spends tells whether a client may make a request, and if not, when.
func spends(a *allowance, name string) (allowed bool, after time.Duration) {
	err := a.spend(httptest.NewRecorder(), client{name: name})
	if err == nil {
		return true, 0
	}
	return false, problem.From(err).After
}

// TestAllowance checks that a minute's worth may come at once, that the rest comes at
// its pace, that the time to wait is told and is enough, and that clients do not
// share.
func TestAllowance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAllowance("work", 30)
		for n := range 30 {
			if ok, _ := spends(a, "alice"); !ok {
				t.Fatalf("request %d is refused", n+1)
			}
		}
		ok, after := spends(a, "alice")
		if ok || after != 2*time.Second {
			t.Errorf("request 31: %t, to wait %v", ok, after)
		}
		time.Sleep(after - time.Millisecond)
		if ok, _ = spends(a, "alice"); ok {
			t.Error("somebody who came too early may ask")
		}
		time.Sleep(time.Millisecond)
		if ok, _ = spends(a, "alice"); !ok {
			t.Error("somebody who has waited may not ask")
		}
		if ok, _ = spends(a, "bob"); !ok {
			t.Error("bob may not ask")
		}
		time.Sleep(time.Hour)
		allowed := 0
		for range 100 {
			if ok, _ = spends(a, "alice"); ok {
				allowed++
			}
		}
		if allowed != 30 {
			t.Errorf("after an hour %d requests may come at once", allowed)
		}
	})
	if ok, _ := spends(nil, "alice"); !ok {
		t.Error("without bound, somebody may not ask")
	}
}

// TestAllowanceOfMany has many ask at once, and counts who may.
func TestAllowanceOfMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAllowance("reads", 100)
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
				t.Errorf("client %d was let in %d times, not 100", i, n)
			}
		}
	})
}

// TestAllowanceMemory has 300,000 strangers come by, once each, and one who asks all
// the time: the strangers are forgotten, the one is not.
func TestAllowanceMemory(t *testing.T) {
	a := newAllowance("reads", 60)
	before := heap()
	allowed := 0
	began := time.Now()
	for n := range 300_000 {
		if _, after := spends(a, fmt.Sprintf("2001:db8:%x:%x::/64", n>>16, n&0xffff)); after > 0 {
			t.Fatal("somebody who never asked is refused")
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
		t.Errorf("the strangers take %d bytes", grown)
	}
	if most := 60 + int(time.Since(began)/time.Second) + 1; allowed > most {
		t.Errorf("whoever asks all the time was let in %d times, at most %d are allowed", allowed, most)
	}
	runtime.KeepAlive(a)
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestQueueOfOne fills a client's share of what can be in progress: more of theirs is
// refused, others are not, and what ends makes room.
func TestQueueOfOne(t *testing.T) {
	o := options()
	o.Access.Rates.Queue = 2
	asked, answer := make(chan struct{}), make(chan struct{})
	o.Judge = judge(func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
		asked <- struct{}{}
		<-answer
		return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Because: solver.States}, Source: solver.FromSearch}, nil
	})
	h := handler(t, o)
	ask := func(from string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/v1/solve", strings.NewReader(`{"game":"klondike","seed":"solvitaire:2"}`))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = from + ":1"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	var waiting sync.WaitGroup
	for _, from := range []string{"203.0.113.9", "203.0.113.9", "203.0.113.8"} {
		waiting.Go(func() {
			if w := ask(from); w.Code != http.StatusOK {
				t.Errorf("%s: status %d: %s", from, w.Code, w.Body)
			}
		})
		<-asked
	}
	if w := ask("203.0.113.9"); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("a third question: status %d, %v", w.Code, w.Header())
	}
	r := httptest.NewRequest("GET", "/v1/games", nil)
	r.RemoteAddr = "203.0.113.9:1"
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != http.StatusOK {
		t.Errorf("a read beside them: status %d", w.Code)
	}
	close(answer)
	waiting.Wait()
	go func() { <-asked }()
	if w := ask("203.0.113.9"); w.Code != http.StatusOK {
		t.Errorf("a question afterwards: status %d: %s", w.Code, w.Body)
	}
}

// TestBatchPace checks that the lines of a batch come out of the client's allowance,
// and wait for it.
func TestBatchPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.Access.Rates.Work = 6
		began := time.Now()
		c := pipe(t, o)
		sender{c}.whole(t, strings.Repeat(`{"game":"klondike","seed":"solvitaire:2"}`+"\n", 8))
		got := all(t, c)
		// The request itself is one of the six that may come at once.
		if took := time.Since(began); len(got) != 8 || took != 30*time.Second {
			t.Errorf("8 lines at 6 a minute: %d answers in %v", len(got), took)
		}
	})
}
