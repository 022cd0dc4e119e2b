package store

import (
	"cmp"
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
)

// Store keeps verdicts, jobs, campaigns, proofs and webhooks in a database. It is safe for concurrent use.
// Those who use it declare the methods that they need.
type Store struct {
	*database.DB
	keepUnknown time.Duration // for how long an unknown verdict counts
}

// Open opens the database, and migrates its tables.
//
// keepUnknown is for how long an unknown verdict counts; 0 means a day. What a search could not find on
// a bad day must not be the answer for ever.
func Open(ctx context.Context, c database.Config, keepUnknown time.Duration) (*Store, error) {
	db, err := database.Open(ctx, &c)
	if err != nil {
		return nil, err
	}
	return &Store{DB: db, keepUnknown: cmp.Or(keepUnknown, 24*time.Hour)}, nil
}
