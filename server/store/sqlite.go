package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/thoughtful-solitaire/thoughtful/migrations"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// SQLite is the memory in a file of this machine, for one process alone.
//
// SQLite lets one writer write while many readers read, so there is one connection
// for writing, at which writers queue up, and several for reading.
type SQLite struct {
	lock    *os.File
	writer  *sql.DB
	readers *sql.DB
	jobChanges
	ledger
}

// OpenSQLite opens the database in a directory and makes both if need be. If
// another process has it open the error is ErrInUse.
func OpenSQLite(ctx context.Context, dir string, log *slog.Logger) (*SQLite, error) {
	s, err := openSQLite(ctx, dir, log)
	if err != nil {
		return nil, fmt.Errorf("opening SQLite: %w", err)
	}
	return s, nil
}

func openSQLite(ctx context.Context, dir string, log *slog.Logger) (*SQLite, error) {
	// A relative path must not come to mean another directory later, nor must it
	// begin with what SQLite takes for a host.
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	s := new(SQLite)
	s.jobChanges = s.change
	if s.lock, err = lockDir(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "thoughtful.db")
	if s.writer, err = connect(path, 1, "_txlock=immediate"); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if s.readers, err = connect(path, max(4, runtime.GOMAXPROCS(0)), "_pragma=query_only(1)"); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.writer, migrations.SQLite(), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := migrate(ctx, provider, log); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.ledger = s.newLedger()
	// Whoever ran jobs was here before, and is no more.
	if _, err := s.change(ctx, endLeases); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// connect prepares connections to a database file. With a write-ahead log and
// synchronous NORMAL what was committed survives the end of this process; a power
// cut may take the last transactions but leaves the rest whole.
func connect(path string, connections int, option string) (*sql.DB, error) {
	source := url.URL{
		Scheme: "file",
		Path:   path,
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

// Get gives what is known of a problem.
func (s *SQLite) Get(ctx context.Context, id solver.ID) (solver.Record, bool, error) {
	r := row{id: string(id)}
	err := s.readers.QueryRowContext(ctx, selectVerdict, r.id).Scan(r.columns()...)
	if errors.Is(err, sql.ErrNoRows) {
		return solver.Record{}, false, nil
	}
	var record solver.Record
	if err == nil {
		record, err = r.record()
	}
	if err != nil {
		return solver.Record{}, false, fmt.Errorf("SQLite: verdict of %s: %w", id, err)
	}
	return record, true, nil
}

// Find gives the first of these problems whose verdict is the one wanted.
func (s *SQLite) Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	ids, err := json.Marshal(wantedIDs(wanted))
	if err != nil {
		return "", false, err
	}
	known, err := s.proven(ctx, string(ids))
	if err != nil {
		return "", false, fmt.Errorf("SQLite: looking for %d verdicts: %w", len(wanted), err)
	}
	id, found := first(wanted, known)
	return id, found, nil
}

// proven gives the verdicts that are known of some problems.
func (s *SQLite) proven(ctx context.Context, ids string) (map[solver.ID]solver.Verdict, error) {
	found, err := s.readers.QueryContext(ctx, selectProven+"IN (SELECT value FROM json_each($2))", solver.Epoch, ids)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	known := map[solver.ID]solver.Verdict{}
	for found.Next() {
		var id solver.ID
		var v solver.Verdict
		if err := found.Scan(&id, &v); err != nil {
			return nil, err
		}
		known[id] = v
	}
	return known, found.Err()
}

// Put remembers records in one transaction.
func (s *SQLite) Put(ctx context.Context, records ...solver.Record) error {
	all, err := rows(records)
	if err != nil {
		return err
	}
	if err := s.insert(ctx, all); err != nil {
		return fmt.Errorf("SQLite: storing %d verdicts: %w", len(records), err)
	}
	return nil
}

func (s *SQLite) insert(ctx context.Context, all []row) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	for i, r := range all {
		if i == 0 || !bytes.Equal(r.digest, all[i-1].digest) {
			if _, err := tx.ExecContext(ctx, insertRules, r.digest, r.rules); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, insertDeal, r.id, r.digest, r.position); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, upsertVerdict, r.verdictValues()...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Delete deletes what is known of a problem, if anything.
func (s *SQLite) Delete(ctx context.Context, id solver.ID) error {
	if _, err := s.writer.ExecContext(ctx, deleteVerdict, string(id)); err != nil {
		return fmt.Errorf("SQLite: deleting the verdict of %s: %w", id, err)
	}
	return nil
}

// Forget deletes the verdicts of epochs before this one and tells how many.
func (s *SQLite) Forget(ctx context.Context, before int) (int64, error) {
	done, err := s.writer.ExecContext(ctx, deleteVerdicts, before)
	if err != nil {
		return 0, fmt.Errorf("SQLite: forgetting verdicts: %w", err)
	}
	return done.RowsAffected()
}

// Size is that of the file without the pages that are free to be used again, nor what
// campaigns' results take, as far as it can be told from their number.
func (s *SQLite) Size(ctx context.Context) (int64, error) {
	var bytes int64
	err := s.readers.QueryRowContext(ctx, `SELECT (page_count - freelist_count) * page_size
			- $1 * (SELECT coalesce(sum(winnable + unwinnable + unknown + won + lost), 0) FROM campaigns)
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`, bytesOfResult).Scan(&bytes)
	if err != nil {
		return 0, fmt.Errorf("SQLite: measuring: %w", err)
	}
	return max(0, bytes), nil
}

// bytesOfResult is what a row of results takes, as BenchmarkCampaign measures it.
const bytesOfResult = 26

// Ping tells whether the database file can be read.
func (s *SQLite) Ping(ctx context.Context) error {
	var games int
	if err := s.readers.QueryRowContext(ctx, `SELECT count(*) FROM rules`).Scan(&games); err != nil {
		return fmt.Errorf("SQLite: %w", err)
	}
	return nil
}

// Close waits for what runs, then closes the file and lets another process have it.
func (s *SQLite) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.readers, s.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, s.lock.Close())...)
}
