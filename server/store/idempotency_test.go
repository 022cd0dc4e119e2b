package store

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
)

// onceKey returns a key that counts until so many seconds after the start.
func onceKey(key, request byte, id string, until int) job.RequestKey {
	return job.RequestKey{Key: [32]byte{key}, Client: "me", Request: [32]byte{request}, ID: id + "-0123456789012345678901", Until: at(until)}
}

// TestKeepKey keeps keys: the first request with one counts until its time is over.
func TestKeepKey(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		a := onceKey(1, 1, "a", 100)
		for i, test := range []struct {
			k    job.RequestKey
			now  int
			want job.RequestKey
		}{
			{a, 0, a},
			{onceKey(1, 1, "b", 150), 50, a},
			{onceKey(1, 2, "c", 150), 99, a},
			{onceKey(2, 1, "d", 150), 99, onceKey(2, 1, "d", 150)},
			{onceKey(1, 2, "e", 200), 100, onceKey(1, 2, "e", 200)},
		} {
			kept, err := s.KeepKey(t.Context(), test.k, at(test.now))
			if diff := cmp.Diff(test.want, kept); err != nil || diff != "" {
				t.Errorf("%d: %v (-want +got):\n%s", i, err, diff)
			}
		}
	})
}

// TestKeepKeyAtOnce has several ask with one key at a time: all get the same id.
func TestKeepKeyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		var asking sync.WaitGroup
		var got [8]string
		for i := range got {
			asking.Go(func() {
				kept, err := s.KeepKey(t.Context(), onceKey(1, 1, fmt.Sprint(i), 100), at(0))
				if err != nil {
					t.Error(err)
				}
				got[i] = kept.ID
			})
		}
		asking.Wait()
		for _, id := range got {
			if id != got[0] || id == "" {
				t.Errorf("ids %q", got)
			}
		}
	})
}

// TestSweepKeys deletes keys that no longer count, and refuses those of a client that has too many.
func TestSweepKeys(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		now := time.Now().Truncate(time.Millisecond)
		over, good := onceKey(1, 1, "a", 0), onceKey(2, 1, "b", 0)
		over.Until, good.Until = now.Add(-time.Second), now.Add(time.Hour)
		for _, k := range []job.RequestKey{over, good} {
			if _, err := s.KeepKey(t.Context(), k, at(0)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.SweepJobs(t.Context(), at(0), 10, Guest{}); err != nil {
			t.Fatal(err)
		}
		var n int
		if _, err := database.One(t.Context(), s.Read, `SELECT count(*) FROM idempotency_keys`, nil, &n); err != nil || n != 1 {
			t.Errorf("%d keys left, %v", n, err)
		}
		blob := "bytea"
		if e.name == "SQLite" {
			blob = "blob"
		}
		if _, err := s.Write.Change(t.Context(), strings.ReplaceAll(fmt.Sprintf(insertMany, mostKeysOfClient), "KIND", blob)); err != nil {
			t.Fatal(err)
		}
		_, err := s.KeepKey(t.Context(), onceKey(3, 1, "c", 100), at(0))
		if crowded, ok := errors.AsType[*LimitReached](err); !ok || !crowded.OwnLimit() {
			t.Errorf("too many: %v", err)
		}
		if kept, err := s.KeepKey(t.Context(), good, at(0)); err != nil || kept.ID != good.ID {
			t.Errorf("a kept key of a client with too many: %+v, %v", kept, err)
		}
	})
}

// insertMany inserts so many keys of a client.
const insertMany = `
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d)
INSERT INTO idempotency_keys (key, client, request, id, until)
SELECT CAST(CAST(n AS text) AS KIND), 'me', CAST('x' AS KIND), '0123456789012345678901', 9000000000000 FROM numbers`
