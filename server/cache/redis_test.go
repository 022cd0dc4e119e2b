package cache

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestRedisForgetsInTime(t *testing.T) {
	t.Parallel()
	for _, o := range []RedisOptions{
		{Keep: 30 * 24 * time.Hour, KeepUnknown: 24 * time.Hour},
		{Keep: time.Hour, KeepUnknown: time.Minute},
	} {
		opened := RedisOptions{URL: servicetest.URL(t, servicetest.Redis)}
		if o.Keep == time.Hour { // the others are what comes of saying nothing
			opened.Keep, opened.KeepUnknown = o.Keep, o.KeepUnknown
		}
		c := openRedis(t, opened)
		for _, k := range []struct {
			record solver.Record
			keep   time.Duration
		}{
			{winnable(problem(t, 1), 10), o.Keep},
			{unwinnable(problem(t, 2)), o.Keep},
			{unknown(problem(t, 3), 1, 1), o.KeepUnknown},
		} {
			put(t, c, k.record)
			ms, err := redis.Int64(c.do(t.Context(), "PTTL", c.key(solver.Epoch, k.record.ID)))
			left := time.Duration(ms) * time.Millisecond
			if err != nil || left > k.keep || left < k.keep-30*time.Second {
				t.Errorf("%s is kept for %s (%v), want %s", k.record.Verdict, left, err, k.keep)
			}
		}
	}
}

// TestRedisDeleteRecords deletes more records than one page of SCAN has, and nothing else.
func TestRedisDeleteRecords(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	other := c.options.Prefix + "rate:1"
	if _, err := c.do(t.Context(), "SET", other, 1, "PX", 60_000); err != nil {
		t.Fatal(err)
	}
	var record string
	for n := range 1500 {
		record = c.key(n%2, solver.ID(fmt.Sprintf("1-%032x", n)))
		if _, err := c.do(t.Context(), "SET", record, "value", "PX", 60_000); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := c.DeleteRecords(t.Context()); n != 1500 || err != nil {
		t.Errorf("%d of 1500 deleted, %v", n, err)
	}
	if left, err := redis.Int(c.do(t.Context(), "EXISTS", record, other)); left != 1 || err != nil {
		t.Errorf("%d of two keys left, %v", left, err)
	}
}

func TestRedisDamage(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	for n, d := range []struct {
		what   string
		damage func(value []byte) []byte
	}{
		{"a byte alone", func(v []byte) []byte { return v[:1] }},
		{"a rank alone", func(v []byte) []byte { return v[:rankLength] }},
		{"cut short", func(v []byte) []byte { return v[:len(v)-5] }},
		{"a byte changed", func(v []byte) []byte { v[len(v)/2] ^= 1; return v }},
		{"another rank", func(v []byte) []byte { v[0] = '0'; return v }},
		{"something else", func([]byte) []byte { return bytes.Repeat([]byte("something else "), 10) }},
		{"another problem's record", func([]byte) []byte { return value(t, unwinnable(problem(t, 999))) }},
		{"another epoch's record", func([]byte) []byte {
			r := winnable(problem(t, 7), 10)
			r.Epoch++
			return value(t, r)
		}},
	} {
		r := winnable(problem(t, n), 10)
		put(t, c, r)
		at := c.key(solver.Epoch, r.ID)
		if _, err := c.do(t.Context(), "SET", at, d.damage(value(t, r))); err != nil {
			t.Fatal(err)
		}
		if got, ok, err := c.Get(t.Context(), r.ID); ok || !errors.Is(err, solver.ErrDamaged) {
			t.Errorf("%s: Get gives %+v, %t, %v, want ErrDamaged", d.what, got, ok, err)
		}
		if err := c.Delete(t.Context(), r.ID); err != nil {
			t.Fatal(err)
		}
		put(t, c, r)
		wantRecord(t, c, r)
	}
}

// value is what a record is in Redis.
func value(t *testing.T, r solver.Record) []byte {
	t.Helper()
	text, err := encode(&r, testSeals(t, testKey))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestRedisForgery writes records without the key.
func TestRedisForgery(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	r := unwinnable(problem(t, 1))
	forged, err := encode(&r, testSeals(t, "a key that somebody else has"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.do(t.Context(), "SET", c.key(solver.Epoch, r.ID), forged); err != nil {
		t.Fatal(err)
	}
	if got, ok, err := c.Get(t.Context(), r.ID); ok || !errors.Is(err, solver.ErrDamaged) {
		t.Errorf("Get gives %+v, %t, %v", got, ok, err)
	}
	if id, ok, err := c.Find(t.Context(), []solver.Wanted{{ID: r.ID, Verdict: solver.Unwinnable}}); ok || err != nil {
		t.Errorf("Find gives %s, %t, %v", id, ok, err)
	}
}

// TestRedisBomb reads a value that inflates to a thousand times its size, and one that is long
// itself.
func TestRedisBomb(t *testing.T) {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	for range 64 {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := unwinnable(problem(t, 1))
	forged := append(make([]byte, rankLength+seal.Size), packed.Bytes()...)
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	for name, bomb := range map[string][]byte{"packed": forged, "long": make([]byte, 20<<20)} {
		if _, err := c.do(t.Context(), "SET", c.key(solver.Epoch, r.ID), bomb); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, ok, err := c.Get(t.Context(), r.ID)
		runtime.ReadMemStats(&after)
		if ok || !errors.Is(err, solver.ErrDamaged) {
			t.Errorf("%s: Get gives %t, %v", name, ok, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
			t.Errorf("%s: reading it allocated %d bytes", name, took)
		}
	}
}

// TestSealedBomb inflates no more than the bound even where the seal is right.
func TestSealedBomb(t *testing.T) {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	for range mostText>>20 + 1 {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := unwinnable(problem(t, 1))
	head := []byte(rank(&r))
	sealed := append(append(head, testSeals(t, testKey).Sum(purpose, head, packed.Bytes())...), packed.Bytes()...)
	if _, err := decode(sealed, testSeals(t, testKey)); err == nil || !strings.Contains(err.Error(), "inflates to more") {
		t.Errorf("%d bytes that inflate beyond the bound: %v", len(sealed), err)
	}
}

// calls are all that can be asked of Redis.
func calls(c *Redis, r solver.Record) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Get":    func(ctx context.Context) error { _, _, err := c.Get(ctx, r.ID); return err },
		"Put":    func(ctx context.Context) error { return c.Put(ctx, r) },
		"Delete": func(ctx context.Context) error { return c.Delete(ctx, r.ID) },
		"Ping":   c.Ping,
	}
}

// failsSoon checks that a call fails, and mostly within a second.
func failsSoon(t *testing.T, name string, call func(context.Context) error, times int) {
	t.Helper()
	took := make([]time.Duration, times)
	for i := range took {
		start := time.Now()
		if err := call(t.Context()); err == nil {
			t.Errorf("%s works without Redis", name)
		}
		took[i] = time.Since(start)
	}
	slices.Sort(took)
	if usual := took[times/2]; usual > time.Second { // a busy machine delays some
		t.Errorf("%s takes %s to fail", name, usual)
	}
}

// TestRedisKilled kills Redis and starts it again while many ask.
func TestRedisKilled(t *testing.T) {
	t.Parallel()
	server := servicetest.Private(t, servicetest.Redis)
	c := openRedis(t, RedisOptions{URL: server.URL(), Timeout: 40 * time.Millisecond})
	r := winnable(problem(t, 1), 100)
	works := func() {
		t.Helper()
		for deadline := time.Now().Add(30 * time.Second); c.Put(t.Context(), r) != nil; {
			if time.Now().After(deadline) {
				t.Fatal("Redis is back, and Put still fails")
			}
		}
	}
	works()

	stop := make(chan struct{})
	var traffic sync.WaitGroup
	for range 2 {
		traffic.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if got, ok, err := c.Get(t.Context(), r.ID); err == nil && ok && got.Problem != r.Problem {
					t.Errorf("Get gives %+v", got)
				}
			}
		})
	}
	for range 2 {
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		for name, call := range calls(c, r) {
			failsSoon(t, name, call, 20)
		}
		if err := server.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		works()
	}
	close(stop)
	traffic.Wait()
}

// TestRedisThatSaysNothing is about one that takes connections and never answers.
func TestRedisThatSaysNothing(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	c := openRedis(t, RedisOptions{URL: "redis://" + listener.Addr().String(), Timeout: 40 * time.Millisecond})
	for name, call := range calls(c, winnable(problem(t, 1), 10)) {
		failsSoon(t, name, call, 3)
	}
}

func TestRedisContextEnds(t *testing.T) {
	t.Parallel()
	c := openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range calls(c, winnable(problem(t, 1), 10)) {
		if err := call(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRedisURL(t *testing.T) {
	for _, url := range []string{"", "localhost:6379", "http://localhost", "redis://localhost/x", "redis://localhost?db=3", "redis://localhost/3#4", "redis://name@localhost"} {
		if c, err := OpenRedis(RedisOptions{URL: url}); err == nil {
			t.Errorf("%q was opened", url)
			c.Close()
		}
	}
}
