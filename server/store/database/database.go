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

	// SealKey has the seal keys, as [seal.Parse] reads them. If SealKey is empty, the database gets
	// a key of its own. PostgreSQL keeps this key in the database, SQLite in a file in Dir.
	SealKey string
	// Adopt and LostKey are for the command that seals everything again. Adopt allows a SealKey for a
	// database that has used its own key. LostKey allows that a key is missing; rows that were sealed
	// with it count as damaged.
	Adopt, LostKey bool
}

// Tracer makes spans of PostgreSQL's queries.
type Tracer = pgx.QueryTracer

// ErrInUse is the error of opening a SQLite database that another process has open.
var ErrInUse = errors.New("in use by another process")

// ErrNewer is the error of opening a database that a newer program has migrated. This program must
// not write to it.
var ErrNewer = errors.New("newer than this program")

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine
	Name  string // PostgreSQL or SQLite, for errors
	Where string // the database, for operators
	Log   *slog.Logger

	// Read runs statements that only read. Write runs statements that write. Each statement has a
	// transaction of its own. A read sees what was committed.
	Read, Write Querier

	// Atomically calls f in a transaction, and commits it unless f returns an error. If f returns
	// ErrUndo, the transaction is undone and the error is nil. After a deadlock in PostgreSQL, f is
	// called again, so it must set its results anew in each call.
	Atomically func(ctx context.Context, f func(tx Tx) error) error

	// SQL clauses that lock the rows of a SELECT until the transaction ends; empty where no lock is
	// needed. After NoChange nobody else can change or delete the rows, after NoDelete nobody can
	// delete them. SkipLocked locks rows and leaves out rows that others have locked.
	NoChange, NoDelete, SkipLocked string
	// BeforeJoins is a statement that a transaction runs before it joins large tables of results; it
	// may be empty.
	BeforeJoins string

	seals   seal.Keys
	ownKey  bool   // seals has the key that was made for the database
	keyFile string // the file with that key; empty if it is in the database
}

// engine is what the databases do differently.
type engine interface {
	// Together runs statements in one transaction.
	Together(ctx context.Context, statements []Statement) error
	// Snapshot calls f with a Querier whose statements all see the database at one moment. It is
	// suited to joins of large tables of results.
	Snapshot(ctx context.Context, f func(now Querier) error) error
	// In returns an SQL condition that is true if a column has one of the values. For parameter 2
	// the condition may be "= ANY ($2)". The returned value is the value of that parameter.
	In(parameter int, values []string) (condition string, value any)
	// Instant returns a time as a parameter for columns of the table of verdicts.
	Instant(at time.Time) any

	// Queue returns the queue of background jobs, which is in the same database.
	Queue() queue.Queue
	// Line carries notices between the processes that share the database; nil for SQLite, which only
	// one process uses.
	Line() *Line
	// Size estimates how many bytes the verdicts take: on PostgreSQL the size of their tables, on
	// SQLite the size of the file without the results of campaigns.
	Size(ctx context.Context) (int64, error)
	// Ping returns an error if the database does not answer.
	Ping(ctx context.Context) error
	// Intact returns a *Gone if files of a SQLite database were deleted or replaced.
	Intact() error
	// Room returns an error if the disk of a SQLite database is nearly full, and a *Gone if the
	// database was deleted. Reading still works then. While the disk hangs, Room and Ping do not
	// return, even if their context ends.
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
		return fmt.Errorf("migrating the database: %w", err)
	}
	has, known, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("reading the database's migrations: %w", err)
	case has > known:
		return fmt.Errorf("the database is %w: it has migration %d, and the newest that the program knows is %d", ErrNewer, has, known)
	}
	return nil
}

// ErrUndo is returned by a function of Atomically to undo the transaction without an error.
var ErrUndo = errors.New("undo the transaction")

// Statement is an SQL statement with its parameters.
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
	// Each runs a statement. For each row it stores the values in columns (pointers), and then calls f.
	Each(ctx context.Context, statement string, values, columns []any, f func() error) error
	// Change runs a statement and returns how many rows it changed.
	Change(ctx context.Context, statement string, values ...any) (int64, error)
}

// Tx runs statements in a transaction.
type Tx interface {
	Querier
	// Insert writes rows into a table. The function row returns the values of row i, in the order of
	// columns.
	Insert(ctx context.Context, table string, columns []string, rows int, row func(i int) []any) error
	// Enqueue adds jobs to the queue, and returns their ids.
	Enqueue(ctx context.Context, jobs ...queue.Job) ([]int64, error)
	// Complete completes a job of the queue.
	Complete(ctx context.Context, job *queue.Taken) error
}

// One reads a single row into columns. It returns false if there is none.
func One(ctx context.Context, from Querier, statement string, values []any, columns ...any) (bool, error) {
	found := false
	err := from.Each(ctx, statement, values, columns, func() error { found = true; return nil })
	return found, err
}

// List reads rows into columns, calls read after each, and returns the results of read.
func List[T any](ctx context.Context, from Querier, statement string, values, columns []any, read func() (T, error)) ([]T, error) {
	var all []T
	err := from.Each(ctx, statement, values, columns, func() error {
		item, err := read()
		all = append(all, item)
		return err
	})
	return all, err
}

// Column runs a statement with one column, and returns its values.
func Column[T any](ctx context.Context, from Querier, statement string, values ...any) ([]T, error) {
	var value T
	return List(ctx, from, statement, values, []any{&value}, func() (T, error) { return value, nil })
}

// Dictionary runs a statement with two columns, a key and a value, and returns them as a map.
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

// Whether calls f in a transaction, as Atomically does, and returns the result of f. If the transaction
// was undone, it returns false.
func (db *DB) Whether(ctx context.Context, f func(tx Tx) (bool, error)) (yes bool, err error) {
	err = db.Atomically(ctx, func(tx Tx) (err error) {
		yes, err = f(tx)
		return err
	})
	return yes && err == nil, err
}

// Explain wraps the error that err points to, if there is one. It prefixes the name of the database and
// what was being done. It is meant to be deferred.
func (db *DB) Explain(err *error, what string, values ...any) { explain(err, db.Name, what, values...) }

func explain(err *error, database, what string, values ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %s: %w", database, fmt.Sprintf(what, values...), *err)
	}
}
