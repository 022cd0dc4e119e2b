package middleware

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// spends reports whether a client may make a request, and otherwise returns how long to wait.
func spends(l *RateLimit, name string) (allowed bool, after time.Duration) {
	err := l.Spend(context.Background(), httptest.NewRecorder(), name)
	if err == nil {
		return true, 0
	}
	return false, problem.From(err).After
}

// TestRateLimit checks that the requests of a minute may come at once and further ones at the
// rate, that the time to wait is exact, and that clients have separate limits.
func TestRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := NewRateLimit("work", 30, 0, nil)
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
		a := NewRateLimit("reads", 100, 0, nil)
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

// TestLimitsOfPages sends requests of pages of other origins, and of the owner, to a local service. Only the
// pages have limits.
func TestLimitsOfPages(t *testing.T) {
	problems := &problem.Writer{Page: func(http.ResponseWriter, *http.Request, problem.Problem) bool { return false }}
	var ask func(method, path, site string) int
	var within []int // statuses of requests during another
	limited := LimitBodies(0, 1, problems)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/solve" {
			within = []int{ask("POST", "/v1/convert", "cross-site"), ask("POST", "/v1/convert", "same-origin")}
		}
	}))
	limited = LimitRate(NewRateLimit("reads", 0, 3, nil), NewRateLimit("work", 0, 4, nil), problems)(limited)
	h := (&Access{Local: true}).IdentifyClient(limited)
	ask = func(method, path, site string) int {
		r := httptest.NewRequest(method, path, nil)
		r.RemoteAddr = "127.0.0.1:1"
		r.Header.Set("Sec-Fetch-Site", site)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	for _, call := range []struct {
		site string
		want []int // the status of /v1/convert during it
	}{{"cross-site", []int{429, 200}}, {"same-origin", []int{200, 200}}} {
		if got := ask("POST", "/v1/solve", call.site); got != 200 || !slices.Equal(within, call.want) {
			t.Errorf("%s: status %d, during it %v", call.site, got, within)
		}
	}
	// One of the work and both reads of the pages are used up.
	for n := range 5 {
		for _, call := range []struct {
			path string
			left int // of the pages
		}{{"/v1/games", 1}, {"/v1/games/golf/daily-deal?solution=true", 3}} {
			if got := ask("GET", call.path, "same-site"); (got == 200) != (n < call.left) {
				t.Errorf("%s, request %d of a page: %d", call.path, n+1, got)
			}
			if got := ask("GET", call.path, "none"); got != 200 {
				t.Errorf("%s, request %d of the owner: %d", call.path, n+1, got)
			}
		}
	}
}

// TestRateLimitOfNetworks sends requests from many /64 networks of one /48, which together may
// make as many as sixteen clients. A client that is refused takes nothing from its neighbours.
func TestRateLimitOfNetworks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		problems := &problem.Writer{Page: func(http.ResponseWriter, *http.Request, problem.Problem) bool { return false }}
		limit := LimitRate(nil, NewRateLimit("work", 30, 0, nil), problems)
		h := new(Access).IdentifyClient(limit(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})))
		ask := func(from string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(http.MethodPost, "/v1/solve", nil)
			r.RemoteAddr = from
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w
		}
		for n := range 1000 {
			if w := ask("[2001:db8:1:2::1]:1"); (w.Code == http.StatusOK) != (n < 30) {
				t.Fatalf("request %d of one client: %d", n+1, w.Code)
			}
		}
		allowed, step := 30, 1
		if testing.Short() {
			step = 16
		}
		for n := 0; n < 65536; n += step {
			if ask(fmt.Sprintf("[2001:db8:1:%x::1]:1", n)).Code == http.StatusOK {
				allowed++
			}
		}
		if allowed != 16*30 {
			t.Errorf("%d requests of one /48 were allowed", allowed)
		}
		w := ask("[2001:db8:1:ffff::1]:1")
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "1" || w.Header().Get("RateLimit-Policy") != `"work";q=480;w=60` ||
			!strings.Contains(w.Body.String(), "rate limit of 480 requests a minute of the network 2001:db8:1::/48 exceeded") {
			t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
		}
		for _, other := range []string{"[2001:db8:2:1::1]:1", "203.0.113.9:1", "[::ffff:203.0.113.10]:1"} {
			if w := ask(other); w.Code != http.StatusOK || w.Header().Get("RateLimit-Policy") != `"work";q=30;w=60` {
				t.Errorf("%s: %d %v", other, w.Code, w.Header())
			}
		}
		time.Sleep(time.Minute)
		if w := ask("[2001:db8:1:ffff::1]:1"); w.Code != http.StatusOK {
			t.Errorf("a minute later: %d", w.Code)
		}
	})
}

// TestRateLimitWaits has a batch wait for the allowance of its network.
func TestRateLimitWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := NewRateLimit("work", 1, 0, nil)
		as := func(n int) context.Context {
			return context.WithValue(t.Context(), clientKey{}, client{name: fmt.Sprintf("2001:db8:1:%x::/64", n)})
		}
		began := time.Now()
		for n := range 17 {
			if err := a.Wait(as(n)); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took != time.Minute/16 {
			t.Errorf("the seventeenth of a network waited %v", took)
		}
	})
}

// TestRateLimitMemory has 300,000 clients with one request each, and one client with many. Only
// the former are forgotten.
func TestRateLimitMemory(t *testing.T) {
	a := NewRateLimit("reads", 60, 0, nil)
	before := heap()
	allowed := 0
	began := time.Now()
	for n := range 300_000 {
		if _, after := spends(a, fmt.Sprintf("2001:%x:%x:1::/64", n>>16, n&0xffff)); after > 0 {
			t.Fatal("a client's first request is rejected")
		}
		if n%100 == 0 {
			if ok, _ := spends(a, "203.0.113.9"); ok {
				allowed++
			}
		}
	}
	if n := a.clients.Len(); n > mostClients {
		t.Errorf("%d clients are known", n)
	}
	grown := heap() - before
	t.Logf("%d bytes for %d clients", grown, a.clients.Len())
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
