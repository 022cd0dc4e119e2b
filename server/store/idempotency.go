package store

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
)

const (
	mostKeysOfClient = 10_000
	mostKeys         = 500_000

	deleteExpiredKey = `DELETE FROM idempotency_keys WHERE key = $1 AND until <= $2`
	insertKey        = `
INSERT INTO idempotency_keys (key, client, request, id, until)
SELECT $1, $2, $3, $4, $5
WHERE (SELECT count(*) FROM idempotency_keys WHERE client = $2) < $6
ON CONFLICT (key) DO NOTHING`
	selectKey = `SELECT client, request, id, until FROM idempotency_keys WHERE key = $1`

	// sweepKeys deletes the keys that no longer count, and the oldest of too many.
	sweepKeys = `
DELETE FROM idempotency_keys WHERE until <= $1
    OR until <= (SELECT until FROM idempotency_keys ORDER BY until DESC LIMIT 1 OFFSET $2)`
)

// KeepKey stores the idempotency key of a request, unless the client's key is stored already, and
// returns what is stored. If several callers store one key at a time, all get the same result. The error
// is a *LimitReached if the client has too many keys.
func (s *Store) KeepKey(ctx context.Context, k job.RequestKey, now time.Time) (kept job.RequestKey, err error) {
	defer s.Explain(&err, "keeping an idempotency key")
	if _, err := s.Write.Change(ctx, deleteExpiredKey, k.Key[:], now.UnixMilli()); err != nil {
		return kept, err
	}
	if _, err := s.Write.Change(ctx, insertKey, k.Key[:], k.Client, k.Request[:], k.ID, k.Until.UnixMilli(), mostKeysOfClient); err != nil {
		return kept, err
	}
	var (
		request []byte
		until   int64
	)
	found, err := database.One(ctx, s.Write, selectKey, []any{k.Key[:]}, &kept.Client, &request, &kept.ID, &until)
	switch {
	case err != nil:
		return kept, err
	case !found:
		return kept, &LimitReached{What: "idempotency keys", Client: true}
	}
	kept.Key, kept.Until = k.Key, time.UnixMilli(until)
	copy(kept.Request[:], request)
	return kept, nil
}
