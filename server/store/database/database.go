package database

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
)

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
	// For a command that seals everything again. Adopt allows a SealKey for a database that has
	// used its own key. LostKey allows that a key is missing; what was sealed with it counts as
	// damaged.
	Adopt, LostKey bool
}

// Tracer is told of PostgreSQL's queries.
type Tracer = pgx.QueryTracer

// ErrInUse is the error of a directory whose database another process has open.
var ErrInUse = errors.New("in use by another process")

// ErrNewer is the error of a database that a newer program has migrated. What this program
// would write there could break it.
var ErrNewer = errors.New("newer than this program")

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine
	Name string // PostgreSQL or SQLite, for errors
	Log  *slog.Logger

	// What runs statements one at a time, those that only read and those that write. A read
	// sees what was committed.
	Read, Write Querier

	// Atomically runs a function in a transaction, and commits it unless the function fails.
	// With ErrUndo it undoes the transaction and returns nil. PostgreSQL may undo a transaction because
	// of a deadlock. Then the function is called again, so what it sets has to be right then too.
	Atomically func(ctx context.Context, f func(tx Tx) error) error

	// What is appended to a statement that selects a row, so that until the transaction ends
	// nobody else changes it, or deletes it, and so that rows locked by others are left out.
	NoChange, NoDelete, SkipLocked string
	// BeforeJoins is what a transaction runs before it joins many results with many; empty for nothing.
	BeforeJoins string

	seals   seal.Keys
	ownKey  bool   // they are the one that was made for the database
	keyFile string // where that is kept; empty for in the database
}

// engine is what the databases do differently.
type engine interface {
	// Together runs statements in one transaction.
	Together(ctx context.Context, statements []Statement) error
	// Snapshot reads the state of one moment, also where many results are joined with many.
	Snapshot(ctx context.Context, f func(now Querier) error) error
	// In returns a condition that a column has one of some values, such as "= ANY ($2)", and the
	// value of its parameter.
	In(parameter int, values []string) (condition string, value any)
	// Instant returns a time as verdicts have it.
	Instant(at time.Time) any

	// Queue returns the queue of what is to be done, which is in the same database.
	Queue() queue.Queue
	// Line passes notices between the processes that share the database; nil if there can't be others.
	Line() *Line
	// Size returns roughly how many bytes the verdicts take: those of their tables, or of
	// the whole file without the results of campaigns, which nothing bounds.
	Size(ctx context.Context) (int64, error)
	// Ping returns an error if the database does not answer.
	Ping(ctx context.Context) error
	// Intact returns a *Gone if the files of the database were deleted.
	Intact() error
	// Room returns an error if the disk of an embedded database is nearly full, and a *Gone if the
	// database was deleted. What is stored can still be read. While the disk of an embedded
	// database hangs, Room and Ping don't end with their context.
	Room(ctx context.Context) error
	// Close waits for running statements, then closes the database.
	Close() error
}

// Open opens the database and migrates its tables. Several processes may do so at once: one
// migrates, the others wait.
func Open(ctx context.Context, c *Config) (*DB, error) {
	if c.URL != "" {
		return openPostgres(ctx, c)
	}
	return openSQLite(ctx, c)
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

// ErrUndo undoes a transaction that would change nothing that counts.
var ErrUndo = errors.New("undo the transaction")

// Statement is a statement with its parameters.
type Statement struct {
	text   string
	values []any
}

// NewStatement returns a statement with its parameters.
func NewStatement(text string, values ...any) Statement { return Statement{text, values} }

// Change runs the statement, and returns how many rows it changed.
func (s *Statement) Change(ctx context.Context, on Querier) (int64, error) {
	return on.Change(ctx, s.text, s.values...)
}

// Querier runs statements.
type Querier interface {
	// Each reads the rows that a statement returns into columns, and calls f after each.
	Each(ctx context.Context, statement string, values, columns []any, f func() error) error
	// Change runs a statement and returns how many rows it changed.
	Change(ctx context.Context, statement string, values ...any) (int64, error)
}

// Tx runs statements in a transaction.
type Tx interface {
	Querier
	// Insert writes many rows into a table.
	Insert(ctx context.Context, table string, columns []string, rows int, row func(i int) []any) error
	// Enqueue adds jobs to the queue, and returns their ids.
	Enqueue(ctx context.Context, jobs ...queue.Job) ([]int64, error)
	// Complete completes a job of the queue.
	Complete(ctx context.Context, job *queue.Taken) error
}

// One reads a single row into columns; false if there is none.
func One(ctx context.Context, from Querier, statement string, values []any, columns ...any) (bool, error) {
	found := false
	err := from.Each(ctx, statement, values, columns, func() error { found = true; return nil })
	return found, err
}

// List reads rows into columns, and returns what read makes of each.
func List[T any](ctx context.Context, from Querier, statement string, values, columns []any, read func() (T, error)) ([]T, error) {
	var all []T
	err := from.Each(ctx, statement, values, columns, func() error {
		item, err := read()
		all = append(all, item)
		return err
	})
	return all, err
}

// Column reads rows of one value.
func Column[T any](ctx context.Context, from Querier, statement string, values ...any) ([]T, error) {
	var value T
	return List(ctx, from, statement, values, []any{&value}, func() (T, error) { return value, nil })
}

// Dictionary reads rows of a key and a value.
func Dictionary[K comparable, V any](ctx context.Context, from Querier, statement string, values ...any) (map[K]V, error) {
	all := map[K]V{}
	var key K
	var value V
	err := from.Each(ctx, statement, values, []any{&key, &value}, func() error {
		all[key] = value
		return nil
	})
	return all, err
}

// Whether runs a function in a transaction, and returns what it reports.
func (db *DB) Whether(ctx context.Context, f func(tx Tx) (bool, error)) (yes bool, err error) {
	err = db.Atomically(ctx, func(tx Tx) (err error) {
		yes, err = f(tx)
		return err
	})
	return yes && err == nil, err
}

// Explain adds the database and what was being done to the error of a function, if it returns one.
func (db *DB) Explain(err *error, what string, values ...any) { explain(err, db.Name, what, values...) }

func explain(err *error, database, what string, values ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %s: %w", database, fmt.Sprintf(what, values...), *err)
	}
}
