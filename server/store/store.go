package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/pressly/goose/v3"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Store is what both engines do. It is safe for concurrent use.
type Store interface {
	Deals
	Jobs
	Campaigns

	// Get gives what is known of a problem, of whatever epoch; false if nothing.
	// The error wraps solver.ErrDamaged if what is stored is not what was put.
	Get(ctx context.Context, id solver.ID) (solver.Record, bool, error)
	// Find gives the first of these problems whose verdict, in the current epoch, is
	// the one that is wanted of it; false if there is none. It asks for all of them
	// at once and does not read what else is known of them.
	Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error)
	// Put remembers records, all or none of them, unless something better is
	// known of their problem already. A record that can't be true or that is not
	// worth remembering is refused with an error.
	Put(ctx context.Context, records ...solver.Record) error
	// Delete deletes what is known of a problem, if anything, damaged or not.
	Delete(ctx context.Context, id solver.ID) error
	// Forget deletes the verdicts of epochs before this one and tells how many. Campaigns
	// stay: what they found counts no more, but can be looked at.
	Forget(ctx context.Context, before int) (int64, error)
	// Size is how many bytes the verdicts take, or the whole file without the results of
	// campaigns, of which there are as many as those who may run them want; roughly.
	Size(ctx context.Context) (int64, error)
	// Ping tells whether the database answers.
	Ping(ctx context.Context) error
	// Close waits for what runs, then lets go of the database.
	Close() error
}

// Config says where the memory is.
type Config struct {
	URL string       // of a PostgreSQL database, postgres://…; "" for SQLite
	Dir string       // the directory of SQLite's file, made if need be
	Log *slog.Logger // is told of migrations
}

// ErrInUse says that another process has the directory's database open.
var ErrInUse = errors.New("in use by another process")

// Open opens the memory and brings its tables up to date. Several processes may do
// so at once: one migrates, the others wait for it.
func Open(ctx context.Context, c Config) (Store, error) {
	// Each result is returned by itself, lest a nil *Postgres become a Store that
	// is not nil.
	if c.URL != "" {
		p, err := OpenPostgres(ctx, c.URL, c.Log)
		if err != nil {
			return nil, err
		}
		return p, nil
	}
	s, err := OpenSQLite(ctx, c.Dir, c.Log)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// migrate applies the migrations that the database has not seen yet.
func migrate(ctx context.Context, provider *goose.Provider, log *slog.Logger) error {
	applied, err := provider.Up(ctx)
	for _, m := range applied {
		log.InfoContext(ctx, "database migrated", "migration", m.Source.Path, "took", m.Duration)
	}
	if err != nil {
		return fmt.Errorf("migrating: %w", err)
	}
	return nil
}
