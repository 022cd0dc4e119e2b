package cache

import (
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// TestLease takes, prolongs and releases a lease as two holders.
func TestLease(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	const search = "1:1-9c:0:"
	hold := func(holder string, want bool) {
		t.Helper()
		if held, err := c.Hold(t.Context(), search, holder, time.Minute); held != want || err != nil {
			t.Errorf("%s: %t, %v", holder, held, err)
		}
	}
	held := func(want bool) {
		t.Helper()
		if held, err := c.Held(t.Context(), search); held != want || err != nil {
			t.Errorf("%t, %v, want %t", held, err, want)
		}
	}
	release := func(holder string) {
		t.Helper()
		if err := c.Release(t.Context(), search, holder); err != nil {
			t.Error(err)
		}
	}
	held(false)
	hold("alice", true)
	hold("bob", false)
	hold("alice", true)
	held(true)
	release("bob")
	held(true)
	release("alice")
	release("alice")
	held(false)
	hold("bob", true)
}

// TestLeaseEnds has leases that nobody releases, and others that were never ours.
func TestLeaseEnds(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	const search = "1:1-9c:0:"
	key := c.leaseKey(search)
	plant := func(command string, args ...any) error { _, err := c.do(t.Context(), command, args...); return err }
	for name, planted := range map[string]func() error{
		"ours":      func() error { _, err := c.Hold(t.Context(), search, "alice", 300*time.Millisecond); return err },
		"for good":  func() error { return plant("SET", key, "mallory") },
		"an hour":   func() error { return plant("SET", key, "mallory", "EX", 3600) },
		"something": func() error { return plant("LPUSH", key, "mallory") },
	} {
		if err := planted(); err != nil {
			t.Fatal(err)
		}
		if held, err := c.Hold(t.Context(), search, "bob", 300*time.Millisecond); held || err != nil {
			t.Errorf("%s: bob has it at once: %t, %v", name, held, err)
		}
		if err := c.Release(t.Context(), search, "bob"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		eventually(t, func() bool {
			held, err := c.Held(t.Context(), search)
			return !held && err == nil
		})
	}
}
