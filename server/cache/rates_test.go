package cache

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// take takes tokens of alice, who has so many a minute.
func take(t *testing.T, c *Redis, minute, most int) (taken int, left float64) {
	t.Helper()
	taken, all, err := c.TakeTokens(t.Context(), []string{"work alice"}, []int{minute}, most)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return taken, all[0]
}

// TestTakeTokens empties a bucket through two clients of a Redis, in small and large steps.
func TestTakeTokens(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	other := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	other.options.Prefix = c.options.Prefix
	const minute = 7 // whose parts are no whole numbers of microseconds
	began, all := time.Now(), 0
	for n := range 50 {
		taken, left := take(t, []*Redis{c, other}[n%2], minute, 1+n%4)
		all += taken
		if taken == 0 && left >= 1 || taken > 1+n%4 || left < 0 || left > minute {
			t.Fatalf("%d taken, %g left", taken, left)
		}
	}
	if refilled := int(math.Ceil(time.Since(began).Minutes() * minute)); all < minute || all > minute+refilled {
		t.Errorf("%d tokens of %d were taken", all, minute)
	}
}

// TestTokensComeBack takes more of a bucket after a while.
func TestTokensComeBack(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	const minute = 60_000 // one a millisecond
	for all := 0; all < minute/2; {
		taken, _ := take(t, c, minute, minute)
		all += taken
	}
	_, before := take(t, c, minute, 1)
	began := time.Now()
	time.Sleep(20 * time.Millisecond)
	_, after := take(t, c, minute, 1)
	if most := float64(time.Since(began).Milliseconds() + 50); after-before < 15 || after-before > most {
		t.Errorf("%g tokens came back in 20 ms, want about 20, at most %g", after-before, most)
	}
}

// TestTokensOfAll takes from all of several buckets or from none.
func TestTokensOfAll(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	for _, step := range []struct {
		client string
		taken  int
		left   float64 // of the network
	}{{"a", 1, 2}, {"a", 0, 2}, {"b", 1, 1}, {"a", 0, 1}, {"c", 1, 0}, {"d", 0, 0}} {
		taken, left, err := c.TakeTokens(t.Context(), []string{step.client, "network"}, []int{1, 3}, 5)
		// A token takes 20 s or more to come back.
		if err != nil || taken != step.taken || len(left) != 2 || math.Abs(left[1]-step.left) > 0.9 {
			t.Errorf("%+v: %d, %v, %v", step, taken, left, err)
		}
	}
	if _, left, err := c.TakeTokens(t.Context(), []string{"d", "new network"}, []int{1, 3}, 5); err != nil || left[0] > 0.1 || left[1] < 1.9 {
		t.Errorf("a client that was refused for its network has lost: %v, %v", left, err)
	}
}

// TestBucketKeys checks that keys expire when their buckets are full, and don't have the names of
// clients, nor the same key for others' secrets.
func TestBucketKeys(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	take(t, c, 60, 1)
	for range 9 {
		take(t, c, 60, 1)
	}
	keys, err := redis.Strings(c.do(t.Context(), "KEYS", c.options.Prefix+"*"))
	if err != nil || len(keys) != 1 || strings.Contains(keys[0], "alice") || keys[0] != c.bucketKey("work alice") {
		t.Fatalf("keys %q, %v", keys, err)
	}
	if left, err := redis.Int(c.do(t.Context(), "PTTL", keys[0])); err != nil || left < 1 || left > 10_000 {
		t.Errorf("a bucket that is full in 10 s expires in %d ms, %v", left, err)
	}
	c.options.Seals = testSeals(t, "a key that somebody else has")
	if c.bucketKey("work alice") == keys[0] {
		t.Error("the key can be found without the secret")
	}
}

// TestPlantedBuckets has somebody write into Redis. A client never has more than a whole bucket,
// and has some of it again after a moment.
func TestPlantedBuckets(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	const minute = 6000
	for _, planted := range []string{"", "x", "-1", "-inf", "nan", "0x7fffffff", "1e300", "inf", "99999999999999999999"} {
		if _, err := c.do(t.Context(), "SET", c.bucketKey("work alice"), planted); err != nil {
			t.Fatal(err)
		}
		if _, left := take(t, c, minute, 1); !(left >= 0 && left <= minute) {
			t.Errorf("%q: %g left", planted, left)
		}
		time.Sleep(15 * time.Millisecond) // one comes back in 10
		if taken, left := take(t, c, minute, 1); taken != 1 || left > minute {
			t.Errorf("%q: %d taken a moment later, %g left", planted, taken, left)
		}
	}
	if _, err := c.do(t.Context(), "DEL", c.bucketKey("work alice")); err != nil {
		t.Fatal(err)
	}
	if _, err := c.do(t.Context(), "LPUSH", c.bucketKey("work alice"), "a list"); err != nil {
		t.Fatal(err)
	}
	if taken, _, err := c.TakeTokens(t.Context(), []string{"work alice"}, []int{minute}, 1); err != nil || taken != 1 {
		t.Errorf("a list for a bucket: %d taken, %v", taken, err)
	}
}

// TestTokensOfFrozenRedis asks one that keeps its connections and answers nothing: that costs one
// caller its timeout, and the others nothing.
func TestTokensOfFrozenRedis(t *testing.T) {
	t.Parallel()
	server := servicetest.Private(t, servicetest.Redis)
	c := openRedis(t, RedisOptions{URL: server.URL(), Timeout: 40 * time.Millisecond})
	ask := func() error {
		_, _, err := c.TakeTokens(t.Context(), []string{"work alice"}, []int{60}, 1)
		return err
	}
	eventually(t, func() bool { return ask() == nil })
	if err := server.Freeze(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Thaw(); err != nil {
			t.Error(err)
		}
	}()
	failsSoon(t, "TakeTokens", func(context.Context) error { return ask() }, 1)
	if err := ask(); !errors.Is(err, ErrResting) {
		t.Errorf("asked again at once: %v", err)
	}
	// A caller who leaves says nothing about Redis.
	if err := server.Thaw(); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return ask() == nil })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := c.TakeTokens(ctx, []string{"work alice"}, []int{60}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("of a caller who has left: %v", err)
	}
	if err := ask(); errors.Is(err, ErrResting) {
		t.Error("Redis is not asked after a caller has left")
	}
}

// eventually waits until something is so.
func eventually(t *testing.T, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("not so after 30 s")
		}
	}
}
