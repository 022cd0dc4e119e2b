package store

import (
	"cmp"
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
)

// Store keeps verdicts, jobs, campaigns, proofs and webhooks in a database. It is safe for concurrent
// use. Packages that use it declare interfaces with the methods that they need.
type Store struct {
	*database.DB
	keepUnknown time.Duration // how long an unknown verdict is used
}

// Open opens the database, and migrates its tables.
//
// The store uses an unknown verdict until it is keepUnknown old; 0 means a day. So a search that
// failed on a busy machine is repeated later.
func Open(ctx context.Context, c database.Config, keepUnknown time.Duration) (*Store, error) {
	db, err := database.Open(ctx, &c)
	if err != nil {
		return nil, err
	}
	return &Store{DB: db, keepUnknown: cmp.Or(keepUnknown, 24*time.Hour)}, nil
}
