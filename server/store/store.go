package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Store is what both databases do. It is safe for concurrent use.
type Store interface {
	Jobs
	Campaigns
	Webhooks
	Proofs

	// Get returns what is known of a problem, of any epoch; false if nothing is, or only an
	// unknown verdict that no longer counts. The error wraps solver.ErrDamaged if the row is
	// not what was put.
	Get(ctx context.Context, id solver.ID) (solver.Record, bool, error)
	// Find returns the first of these problems whose verdict, in the current epoch, is the
	// wanted one; false if there is none. It is one query, and reads verdicts only.
	Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error)
	// Put stores records, all or none of them, except where something better is known of
	// the problem. The error says which record is impossible or not storable.
	Put(ctx context.Context, records ...solver.Record) error
	// Delete deletes what is known of a problem, if anything, damaged or not.
	Delete(ctx context.Context, id solver.ID) error
	// Forget deletes the verdicts of epochs before this one and returns how many. Campaigns
	// stay: their results no longer count, but can be read.
	Forget(ctx context.Context, before int) (int64, error)
	// ForgetUnknowns deletes the unknown verdicts that no longer count and returns how many.
	ForgetUnknowns(ctx context.Context) (int64, error)
	// Size returns roughly how many bytes the verdicts take: those of their tables, or of
	// the whole file without the results of campaigns, which nothing bounds.
	Size(ctx context.Context) (int64, error)
	// Seals returns the keys of the seals of what is stored, and of what caches keep of it.
	Seals() *seal.Keys
	// Reseal seals verdicts, answers of jobs and campaigns with the newest key that have a
	// seal of another valid key. To adopt means to trust those too that were sealed with the key
	// that was made for the database: who can write to a PostgreSQL database can make such seals. It
	// returns how many it sealed, and how many were left because no such seal is valid.
	Reseal(ctx context.Context, adopt bool) (sealed, left int64, err error)
	// Queue returns the queue of what is to be done, which is in the same database.
	Queue() queue.Queue
	// Ping returns an error if the database does not answer.
	Ping(ctx context.Context) error
	// Room returns an error if the disk of an embedded database is nearly full, and a *Gone if the
	// database was deleted. What is stored can still be read. While the disk of an embedded
	// database hangs, Room and Ping don't end with their context.
	Room(ctx context.Context) error
	// Close waits for running statements, then closes the database.
	Close() error
}

// Config says where the database is.
type Config struct {
	URL string       // of a PostgreSQL database, postgres://…; "" for SQLite
	Dir string       // the directory of SQLite's file, created if it does not exist
	Log *slog.Logger // reports migrations and damaged campaigns

	// Tracer makes spans of PostgreSQL's queries; nil for none.
	Tracer Tracer

	// SealKey is the text of the keys of seals, as [seal.Parse] reads it; empty for a key that
	// is made for the database: PostgreSQL keeps it itself, SQLite's is in a file of Dir.
	SealKey string
	// For [Store].Reseal: Adopt allows SealKey for a database that has used its own key, LostKey
	// that keys are missing under which something is sealed, which is then damaged.
	Adopt, LostKey bool

	// KeepUnknown is for how long an unknown verdict counts; 0 means a day. What a search
	// could not find on a bad day must not be the answer for ever.
	KeepUnknown time.Duration
}

// Tracer is told of PostgreSQL's queries.
type Tracer = pgx.QueryTracer

const day = 24 * time.Hour

// ErrInUse is the error of a directory whose database another process has open.
var ErrInUse = errors.New("in use by another process")

// ErrNewer is the error of a database that a newer program has migrated. What this program
// would write there could break it.
var ErrNewer = errors.New("newer than this program")

// Open opens the database and migrates its tables. Several processes may do so at once: one
// migrates, the others wait.
func Open(ctx context.Context, c Config) (Store, error) {
	// A nil *Postgres must not become a Store that is not nil.
	if c.URL != "" {
		p, err := OpenPostgres(ctx, c)
		if err != nil {
			return nil, err
		}
		return p, nil
	}
	s, err := OpenSQLite(ctx, c)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// migrate applies the migrations that are missing. The error wraps ErrNewer if the database has
// one that this program does not know.
func migrate(ctx context.Context, provider *goose.Provider, log *slog.Logger) error {
	applied, err := provider.Up(ctx)
	for _, m := range applied {
		log.DebugContext(ctx, "database migrated", "migration", m.Source.Path, "took", m.Duration)
	}
	if err != nil {
		return fmt.Errorf("migrating: %w", err)
	}
	has, known, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("reading the migrations: %w", err)
	case has > known:
		return fmt.Errorf("the database is %w: it has migration %d, and the newest that the program knows is %d", ErrNewer, has, known)
	}
	return nil
}
