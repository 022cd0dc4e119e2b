package store

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// leastRoom is how many bytes must be free on the disk of the embedded database: a transaction
// takes up to a few megabytes there twice, in the log and in the file.
const leastRoom = 64 << 20

// postgresFull is PostgreSQL's code of an error for a full disk.
const postgresFull = "53100"

var errDiskFull = errors.New("the last write found the disk full")

// isDiskFull reports whether a database refused a write because its disk is full.
func isDiskFull(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()&0xff == sqlite3.SQLITE_FULL // the low byte is the kind of error
	}
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == postgresFull
}

// Room returns an error if a write found the disk full, and none has succeeded since.
func (t *tables) Room(context.Context) error {
	if t.full.Load() {
		return fmt.Errorf("%s: %w", t.database, errDiskFull)
	}
	return nil
}

// Room returns an error if the disk is full or nearly so, or the database was deleted.
func (s *SQLite) Room(ctx context.Context) error {
	if err := s.intact(); err != nil {
		return fmt.Errorf("%s: %w", s.database, err)
	}
	if err := s.tables.Room(ctx); err != nil {
		return err
	}
	if bytes, known := freeBytes(s.path); known && bytes < s.room {
		return fmt.Errorf("%s: %d MiB free in %s, less than %d", s.database, bytes>>20, s.path, s.room>>20)
	}
	return nil
}

// watched has all writes noted in full: it is set by one that finds the disk full, and reset by
// one that succeeds and changes something.
func (t tables) watched() tables {
	full := new(atomic.Bool)
	note := func(err error, changed bool) {
		switch {
		case isDiskFull(err):
			full.Store(true)
		case err == nil && changed:
			full.Store(false)
		}
	}
	t.full = full
	t.write = watchedQuerier{t.write, note}
	together, atomically := t.together, t.atomically
	t.together = func(ctx context.Context, statements []statement) error {
		err := together(ctx, statements)
		note(err, true)
		return err
	}
	t.atomically = func(ctx context.Context, f func(tx transaction) error) error {
		undone := false
		err := atomically(ctx, func(tx transaction) error {
			err := f(tx)
			undone = errors.Is(err, errUndo)
			return err
		})
		note(err, !undone)
		return err
	}
	return t
}

// watchedQuerier notes how changes went.
type watchedQuerier struct {
	querier
	note func(err error, changed bool)
}

// each is that of statements that change rows and return them.
func (q watchedQuerier) each(ctx context.Context, statement string, values, columns []any, read func() error) error {
	err := q.querier.each(ctx, statement, values, columns, read)
	q.note(err, false)
	return err
}

func (q watchedQuerier) change(ctx context.Context, statement string, values ...any) (int64, error) {
	rows, err := q.querier.change(ctx, statement, values...)
	q.note(err, rows > 0)
	return rows, err
}
