package e2e

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store/storetest"
)

// replicas starts two services on one database and one Redis, which other machines can reach.
func replicas(t *testing.T, redis string, args ...string) [2]*live {
	t.Helper()
	args = append([]string{"--database-url", storetest.Database(t), "--redis-url", redis}, args...)
	return [2]*live{open(t, args...), open(t, args...)}
}

// TestSharedRateLimit has clients ask two services in turns, which together allow each what one
// does. While Redis hangs, each allows that by itself, and soon.
func TestSharedRateLimit(t *testing.T) {
	t.Parallel()
	redis := servicetest.Private(t, servicetest.Redis)
	const (
		minute = 40
		alone  = "requests of clients are counted by this process alone"
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
	if took := time.Since(began); took > 2*time.Second || !slow() {
		t.Errorf("%d requests took %s, log:\n%s", 3*minute, took, services[0].log)
	}
}
