package store

import (
	"context"
	"database/sql"
	"strings"
)

// newLedger is the Campaigns of a SQLite file. A transaction has the file for itself, so
// rows need no locks.
func (s *SQLite) newLedger() ledger {
	return ledger{
		engine: "SQLite", asker: sqliteAsker{s.readers},
		atomically: func(ctx context.Context, f func(tx ledgerTx) (bool, error)) error {
			tx, err := s.writer.BeginTx(ctx, nil)
			if err != nil {
				return err
			}
			defer func() { _ = tx.Rollback() }() // does nothing after Commit
			commit, err := f(sqliteTx{sqliteAsker{tx}, tx})
			if err != nil || !commit {
				return err
			}
			return tx.Commit()
		},
		joining: func(_ context.Context, f func(from asker) error) error { return f(sqliteAsker{s.readers}) },
	}
}

// sqliteAsker asks the readers or in a transaction.
type sqliteAsker struct {
	of interface {
		QueryContext(ctx context.Context, statement string, values ...any) (*sql.Rows, error)
	}
}

func (a sqliteAsker) each(ctx context.Context, statement string, values, columns []any, f func() error) error {
	found, err := a.of.QueryContext(ctx, statement, values...)
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

// sqliteTx is a transaction of SQLite.
type sqliteTx struct {
	sqliteAsker
	tx *sql.Tx
}

func (t sqliteTx) change(ctx context.Context, statement string, values ...any) (int64, error) {
	done, err := t.tx.ExecContext(ctx, statement, values...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

var insertResult = "INSERT INTO results (" + strings.Join(resultColumns, ", ") + ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"

// insert writes results one by one.
func (t sqliteTx) insert(ctx context.Context, campaign int64, rows *resultRows) error {
	statement, err := t.tx.PrepareContext(ctx, insertResult)
	if err != nil {
		return err
	}
	defer statement.Close()
	for i := range rows.results {
		if _, err := statement.ExecContext(ctx, rows.values(campaign, i)...); err != nil {
			return err
		}
	}
	return nil
}
