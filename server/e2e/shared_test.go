package e2e

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// replicas starts two services on one database and one Redis, which other machines can reach.
func replicas(t *testing.T, redis string, args ...string) [2]*live {
	t.Helper()
	args = append([]string{"--database-url", servicetest.Database(t), "--redis-url", redis}, args...)
	return [2]*live{open(t, args...), open(t, args...)}
}

// TestSharedRateLimit has clients ask two services in turns, which together allow each what one
// does. While Redis hangs, each allows that by itself, and soon.
func TestSharedRateLimit(t *testing.T) {
	t.Parallel()
	redis := servicetest.Private(t, servicetest.Redis)
	const (
		minute = 40
		alone  = "Redis failed: rate limits now count the requests to this process only"
	)
	services := replicas(t, redis.URL(), "--rate-reads", strconv.Itoa(minute), "--api-keys", "alice:"+secret+"-a,bob:"+secret+"-b")
	slow := func() bool { // Redis took more than 40 ms, as on a busy machine
		return strings.Contains(services[0].log.String()+services[1].log.String(), alone)
	}
	// ask returns how many of three minutes' requests are allowed.
	ask := func(key string) (allowed int) {
		for n := range 3 * minute {
			r, err := http.NewRequest(http.MethodGet, services[n%2].url+"/v1/games/klondike", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer "+key)
			switch answer, err := services[n%2].do(r); {
			case err == nil && answer.status == http.StatusOK:
				allowed++
			case err != nil || answer.status != http.StatusTooManyRequests || answer.header.Get("Retry-After") == "":
				t.Errorf("%v: %d %v", err, answer.status, answer.header)
			}
		}
		return allowed
	}
	began := time.Now()
	refilled := func() int { return int(time.Since(began).Minutes()*2*minute) + 1 }
	if n := ask(secret + "-a"); n < minute || n > minute+refilled() && !slow() {
		t.Errorf("%d requests were allowed, want %d", n, minute)
	}
	if err := redis.Freeze(); err != nil {
		t.Fatal(err)
	}
	began = time.Now()
	n := ask(secret + "-b")
	if err := redis.Thaw(); err != nil { // a frozen server can't be stopped
		t.Error(err)
	}
	if n < 2*minute || n > 2*minute+refilled() {
		t.Errorf("%d requests were allowed without Redis, want twice %d", n, minute)
	}
	// That only the first of them waits for Redis is tested in package cache.
	if !slow() {
		t.Errorf("nothing is logged of a Redis that does not answer:\n%s", services[0].log)
	}
}

// cutSearches are searches that used up their budget of states.
const cutSearches = `thoughtful_searches_total{because="states"`

// total returns the sum of a metric of two processes.
func total(t *testing.T, of [2]*client, name string) (sum float64) {
	t.Helper()
	for _, c := range of {
		n, err := c.metric(name)
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return sum
}

// TestSharedSearch has many clients ask two services the same question, which each searches once at most,
// also while Redis hangs.
func TestSharedSearch(t *testing.T) {
	t.Parallel()
	redis := servicetest.Private(t, servicetest.Redis)
	services := replicas(t, redis.URL(), "--rate-work", "0", "--client-queue", "0")
	clients := [2]*client{services[0].client, services[1].client}
	ask := func(seed int) {
		t.Helper()
		before := total(t, clients, cutSearches)
		var asked sync.WaitGroup
		for n := range 10 {
			asked.Go(func() {
				r, err := clients[n%2].call("/v1/solve", fmt.Sprintf(`{"game":"tarantula","seed":"solvitaire:%d","states":100000}`, seed))
				if err != nil || r.status != http.StatusOK || !strings.Contains(string(r.body), `"because":"states"`) {
					t.Errorf("%v: %d %s", err, r.status, r.body)
				}
			})
		}
		asked.Wait()
		if n := total(t, clients, cutSearches) - before; n < 1 || n > 2 {
			t.Errorf("%g searches for one question", n)
		}
	}
	ask(1)
	if err := redis.Freeze(); err != nil {
		t.Fatal(err)
	}
	ask(2)
	if err := redis.Thaw(); err != nil { // a frozen server can't be stopped
		t.Error(err)
	}
}
