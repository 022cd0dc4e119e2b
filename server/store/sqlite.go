package store

import (
	"cmp"
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
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// SQLite is the store in a file of this machine, for one process alone.
//
// SQLite lets one writer write while many readers read. So there is one connection for
// writing, for which writers wait, and several for reading.
type SQLite struct {
	*directory            // of the file
	room            int64 // bytes that should be free on its disk
	writer, readers *sql.DB
	queue           *queue.Of[*sql.Tx]
	tables
}

// OpenSQLite opens the database in a directory, and creates both if need be. The error
// wraps ErrInUse if another process has it open.
func OpenSQLite(ctx context.Context, c Config) (*SQLite, error) {
	s := new(SQLite)
	// A relative path must not come to mean another directory later, nor must it begin with
	// what SQLite takes for a host.
	dir, err := filepath.Abs(c.Dir)
	if err == nil {
		s.directory, err = openDirectory(ctx, dir, c.Log)
	}
	if err != nil {
		return nil, fmt.Errorf("opening SQLite: %w", err)
	}
	if err := s.open(ctx, filepath.Join(dir, databaseName), c); err != nil {
		return nil, fmt.Errorf("opening SQLite: %w", errors.Join(err, s.Close()))
	}
	return s, nil
}

// open opens the database file. After an error, Close closes what is open.
func (s *SQLite) open(ctx context.Context, path string, c Config) (err error) {
	if s.writer, err = connect(path, 1, "_txlock=immediate"); err != nil {
		return err
	}
	if s.readers, err = connect(path, max(4, runtime.GOMAXPROCS(0)), "_pragma=query_only(1)"); err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.writer, migrations.SQLite(), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if err := migrate(ctx, provider, c.Log); err != nil {
		return err
	}
	if s.queue, err = queue.OnSQLite(ctx, s.writer, c.Log); err != nil {
		return err
	}
	s.room = leastRoom
	s.tables = sqliteTables(s.readers, s.writer, c)
	s.enqueue = func(ctx context.Context, tx transaction, jobs ...queue.Job) ([]int64, error) {
		return s.queue.Add(ctx, tx.(sqliteTx).tx, jobs...)
	}
	s.complete = func(ctx context.Context, tx transaction, job *queue.Taken) error {
		return s.queue.Complete(ctx, tx.(sqliteTx).tx, job)
	}
	s.keyFile = filepath.Join(s.path, keyName)
	if err := s.useKeys(ctx, &c); err != nil {
		return err
	}
	return s.noteFiles()
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

// sqliteTables is what is particular to SQLite. A transaction has the file for itself, so
// that rows need no locks.
func sqliteTables(readers, writer *sql.DB, c Config) tables {
	read, write := newPrepared(readers), newPrepared(writer)
	atomically := func(ctx context.Context, f func(tx transaction) error) error {
		tx, err := writer.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // does nothing after Commit
		switch err := f(sqliteTx{sqliteQuerier{tx}, tx}); {
		case errors.Is(err, errUndo):
			return nil
		case err != nil:
			return err
		}
		return tx.Commit()
	}
	return tables{
		database: "SQLite", log: c.Log, read: sqliteQuerier{read}, write: sqliteQuerier{write}, atomically: atomically,
		keepUnknown: cmp.Or(c.KeepUnknown, day),
		instant:     func(at time.Time) any { return at.UTC().Format("2006-01-02T15:04:05.000Z") },
		snapshot: func(ctx context.Context, f func(now querier) error) error {
			tx, err := readers.BeginTx(ctx, nil)
			if err != nil {
				return err
			}
			defer func() { _ = tx.Rollback() }() // it has written nothing
			return f(sqliteQuerier{tx})
		},
		together: func(ctx context.Context, statements []statement) error {
			ready := make([]*sql.Stmt, len(statements)) // before the transaction takes the connection
			for i, s := range statements {
				var err error
				if ready[i], err = write.statement(ctx, s.text); err != nil {
					return err
				}
			}
			return atomically(ctx, func(tx transaction) (err error) {
				for i, s := range statements {
					if ready[i] == nil {
						_, err = tx.change(ctx, s.text, s.values...)
					} else {
						_, err = tx.(sqliteTx).tx.StmtContext(ctx, ready[i]).ExecContext(ctx, s.values...)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		},
		inArray: "IN (SELECT value FROM json_each($%d))",
		array: func(of []string) (any, error) {
			text, err := json.Marshal(of)
			return string(text), err
		},
	}
}

// sqliteQuerier runs statements on connections or in a transaction.
type sqliteQuerier struct {
	on interface {
		QueryContext(ctx context.Context, statement string, values ...any) (*sql.Rows, error)
		ExecContext(ctx context.Context, statement string, values ...any) (sql.Result, error)
	}
}

func (q sqliteQuerier) each(ctx context.Context, statement string, values, columns []any, f func() error) error {
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

func (q sqliteQuerier) change(ctx context.Context, statement string, values ...any) (int64, error) {
	done, err := q.on.ExecContext(ctx, statement, values...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// sqliteTx is a transaction of SQLite.
type sqliteTx struct {
	sqliteQuerier
	tx *sql.Tx
}

var insertResult = "INSERT INTO results (" + strings.Join(resultColumns, ", ") + ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"

// insert writes results one by one.
func (t sqliteTx) insert(ctx context.Context, campaign int64, rows []resultRow) error {
	statement, err := t.tx.PrepareContext(ctx, insertResult)
	if err != nil {
		return err
	}
	defer statement.Close()
	for i := range rows {
		if _, err := statement.ExecContext(ctx, rows[i].values(campaign)...); err != nil {
			return err
		}
	}
	return nil
}

// bytesOfResult is what a row of results takes, as BenchmarkCampaign measures it.
const bytesOfResult = 26

// Size returns the bytes of the file without its free pages and without the results of
// campaigns, which are estimated by their number.
func (s *SQLite) Size(ctx context.Context) (bytes int64, err error) {
	defer s.explain(&err, "measuring size")
	_, err = one(ctx, s.read, `SELECT (page_count - freelist_count) * page_size
			- $1 * (SELECT coalesce(sum(winnable + unwinnable + unknown + won + lost), 0) FROM campaigns)
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`, []any{bytesOfResult}, &bytes)
	return max(0, bytes), err
}

// Ping returns an error if the database file can't be read.
func (s *SQLite) Ping(ctx context.Context) (err error) {
	defer s.explain(&err, "ping")
	var games int
	_, err = one(ctx, s.read, `SELECT count(*) FROM rules`, nil, &games)
	return err
}

// AddJob adds a queued job, unless it would be lost.
func (s *SQLite) AddJob(ctx context.Context, j job.Job, most Crowd) error {
	if err := s.intact(); err != nil {
		return fmt.Errorf("adding a job: %w", err)
	}
	return s.tables.AddJob(ctx, j, most)
}

// AddCampaign adds a queued campaign, unless it would be lost.
func (s *SQLite) AddCampaign(ctx context.Context, c campaign.Campaign) (campaign.Campaign, error) {
	if err := s.intact(); err != nil {
		return c, fmt.Errorf("adding a campaign: %w", err)
	}
	return s.tables.AddCampaign(ctx, c)
}

// ResumeCampaign makes a campaign queued again, unless it would be lost.
func (s *SQLite) ResumeCampaign(ctx context.Context, id string) (bool, error) {
	if err := s.intact(); err != nil {
		return false, fmt.Errorf("resuming a campaign: %w", err)
	}
	return s.tables.ResumeCampaign(ctx, id)
}

// Queue returns the queue.
func (s *SQLite) Queue() queue.Queue { return s.queue }

// Close waits for running statements, then closes the file and lets another process have it. Of a
// database that was deleted SQLite leaves the files, whose names may be another one's now.
func (s *SQLite) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.readers, s.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, s.unlock())...)
}
