package database

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/thoughtful-solitaire/thoughtful/migrations"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
)

// sqlite is a database in a file of this machine, for one process alone.
//
// SQLite lets one writer write while many readers read. So there is one connection for
// writing, for which writers wait, and several for reading.
type sqlite struct {
	*directory            // of the file
	leastRoom       int64 // bytes that should be free on its disk
	writer, readers *sql.DB
	write           *prepared // on the writer
	queue           *queue.Of[*sql.Tx]
}

// openSQLite opens the database in a directory, and creates both if need be. The error
// wraps ErrInUse if another process has it open.
func openSQLite(ctx context.Context, c *Config) (*DB, error) {
	s := &sqlite{leastRoom: leastRoom}
	// A relative path must not come to mean another directory later, nor must it begin with
	// what SQLite takes for a host.
	dir, err := filepath.Abs(c.Dir)
	if err == nil {
		s.directory, err = openDirectory(ctx, dir, c.Log)
	}
	if err != nil {
		return nil, fmt.Errorf("opening SQLite: %w", err)
	}
	db, err := s.open(ctx, filepath.Join(dir, databaseName), c)
	if err != nil {
		return nil, fmt.Errorf("opening SQLite: %w", errors.Join(err, s.Close()))
	}
	return db, nil
}

// open opens the database file. After an error, Close closes what is open.
func (s *sqlite) open(ctx context.Context, path string, c *Config) (_ *DB, err error) {
	if s.writer, err = connect(path, 1, "_txlock=immediate"); err != nil {
		return nil, err
	}
	if s.readers, err = connect(path, max(4, runtime.GOMAXPROCS(0)), "_pragma=query_only(1)"); err != nil {
		return nil, err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.writer, migrations.SQLite(), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, provider, c.Log); err != nil {
		return nil, err
	}
	if s.queue, err = queue.OnSQLite(ctx, s.writer, c.Log); err != nil {
		return nil, err
	}
	s.write = newPrepared(s.writer)
	// A transaction has the file for itself, so that rows need no locks.
	db := &DB{
		engine: s, Name: "SQLite", Where: "the SQLite database " + path, Log: c.Log, Read: sqliteQuerier{newPrepared(s.readers)}, Write: sqliteQuerier{s.write},
		Atomically: s.atomically, keyFile: filepath.Join(s.path, keyName),
	}
	if err := db.useKeys(ctx, c); err != nil {
		return nil, err
	}
	return db, s.noteFiles()
}

// connect prepares connections to a database file. With a write-ahead log and synchronous
// NORMAL, what was committed survives the end of this process; a power cut may take the
// last transactions but leaves the rest whole.
func connect(path string, connections int, option string) (*sql.DB, error) {
	source := url.URL{
		Scheme: "file",
		Path:   afterHost(filepath.ToSlash(path)),
		RawQuery: "_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)" +
			"&_pragma=foreign_keys(1)&" + option,
	}
	db, err := sql.Open("sqlite", source.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// afterHost returns an absolute path with slashes as it is in a URL. On Windows it begins with a
// drive, which would be taken for a host.
func afterHost(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}

// atomically is [DB].Atomically.
func (s *sqlite) atomically(ctx context.Context, f func(tx Tx) error) error {
	return s.transaction(ctx, func(tx sqliteTx) error { return f(tx) })
}

// transaction runs a function in a transaction, and ends it as the function decides.
func (s *sqlite) transaction(ctx context.Context, f func(tx sqliteTx) error) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	switch err := f(sqliteTx{sqliteQuerier{tx}, tx, s.queue}); {
	case errors.Is(err, ErrUndo):
		return nil
	case err != nil:
		return err
	}
	return tx.Commit()
}

func (s *sqlite) Together(ctx context.Context, statements []Statement) error {
	ready := make([]*sql.Stmt, len(statements)) // before the transaction takes the connection
	for i, statement := range statements {
		var err error
		if ready[i], err = s.write.statement(ctx, statement.text); err != nil {
			return err
		}
	}
	return s.transaction(ctx, func(tx sqliteTx) (err error) {
		for i, statement := range statements {
			if ready[i] == nil {
				_, err = tx.Change(ctx, statement.text, statement.values...)
			} else {
				_, err = tx.tx.StmtContext(ctx, ready[i]).ExecContext(ctx, statement.values...)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *sqlite) Snapshot(ctx context.Context, f func(now Querier) error) error {
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it has written nothing
	return f(sqliteQuerier{tx})
}

func (*sqlite) In(parameter int, values []string) (string, any) {
	list, _ := json.Marshal(append([]string{}, values...)) // strings have no errors
	return fmt.Sprintf("IN (SELECT value FROM json_each($%d))", parameter), string(list)
}

func (*sqlite) Instant(at time.Time) any { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// sqliteQuerier runs statements on connections or in a transaction.
type sqliteQuerier struct {
	on interface {
		QueryContext(ctx context.Context, statement string, values ...any) (*sql.Rows, error)
		ExecContext(ctx context.Context, statement string, values ...any) (sql.Result, error)
	}
}

func (q sqliteQuerier) Each(ctx context.Context, statement string, values, columns []any, f func() error) error {
	found, err := q.on.QueryContext(ctx, statement, values...)
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		if err := found.Scan(columns...); err != nil {
			return err
		}
		if err := f(); err != nil {
			return err
		}
	}
	return found.Err()
}

func (q sqliteQuerier) Change(ctx context.Context, statement string, values ...any) (int64, error) {
	done, err := q.on.ExecContext(ctx, statement, values...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// sqliteTx is a transaction of SQLite.
type sqliteTx struct {
	sqliteQuerier
	tx    *sql.Tx
	queue *queue.Of[*sql.Tx]
}

// Insert writes rows one by one.
func (t sqliteTx) Insert(ctx context.Context, table string, columns []string, rows int, row func(i int) []any) error {
	parameters := make([]string, len(columns))
	for i := range columns {
		parameters[i] = fmt.Sprintf("$%d", i+1)
	}
	text := fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "), strings.Join(parameters, ", "))
	statement, err := t.tx.PrepareContext(ctx, text)
	if err != nil {
		return err
	}
	defer statement.Close()
	for i := range rows {
		if _, err := statement.ExecContext(ctx, row(i)...); err != nil {
			return err
		}
	}
	return nil
}

func (t sqliteTx) Enqueue(ctx context.Context, jobs ...queue.Job) ([]int64, error) {
	return t.queue.Add(ctx, t.tx, jobs...)
}

func (t sqliteTx) Complete(ctx context.Context, job *queue.Taken) error {
	return t.queue.Complete(ctx, t.tx, job)
}

func (s *sqlite) Queue() queue.Queue { return s.queue }

func (*sqlite) Line() *Line { return nil }

// bytesOfResult is what a row of results takes, as BenchmarkCampaign of package store measures it.
const bytesOfResult = 26

// Size returns the bytes of the file without its free pages and without the results of
// campaigns, which are estimated by their number.
func (s *sqlite) Size(ctx context.Context) (bytes int64, err error) {
	defer explain(&err, "SQLite", "measuring size")
	err = s.readers.QueryRowContext(ctx, `SELECT (page_count - freelist_count) * page_size
			- $1 * (SELECT coalesce(sum(winnable + unwinnable + unknown + won + lost), 0) FROM campaigns)
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`, bytesOfResult).Scan(&bytes)
	return max(0, bytes), err
}

// Ping returns an error if the database file can't be read.
func (s *sqlite) Ping(ctx context.Context) (err error) {
	defer explain(&err, "SQLite", "ping")
	var games int
	return s.readers.QueryRowContext(ctx, `SELECT count(*) FROM rules`).Scan(&games)
}

// Close closes the database and unlocks its directory for other processes. If the database was deleted,
// SQLite does not remove its log files, whose names may belong to another database now.
func (s *sqlite) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.readers, s.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, s.unlock())...)
}

// SQLite returns the connection that writes to a SQLite database, for tests that read its tables. It
// returns nil for PostgreSQL.
func (db *DB) SQLite() *sql.DB {
	if s, ok := db.engine.(*sqlite); ok {
		return s.writer
	}
	return nil
}
