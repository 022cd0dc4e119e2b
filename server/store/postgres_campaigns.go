package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// newLedger is the Campaigns of a PostgreSQL database.
//
// The locks are the weakest that do: a new range needs only that its campaign is not
// deleted, and whoever finishes ranges of it at the same time hinder each other only while
// they add up.
func (p *Postgres) newLedger() ledger {
	return ledger{
		engine: "PostgreSQL", asker: postgresAsker{p.pool},
		noChange: "FOR NO KEY UPDATE", noDelete: "FOR KEY SHARE",
		atomically: func(ctx context.Context, f func(tx ledgerTx) (bool, error)) error {
			tx, err := p.pool.Begin(ctx)
			if err != nil {
				return err
			}
			return within(ctx, tx, f)
		},
		joins: joins,
		joining: func(ctx context.Context, f func(from asker) error) error {
			return pgx.BeginTxFunc(ctx, p.pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
				if _, err := tx.Exec(ctx, joins); err != nil {
					return err
				}
				return f(postgresAsker{tx})
			})
		},
	}
}

// joins keeps the planner from what takes hours where it takes campaigns that are new to
// its statistics for small: to compare each result with each.
const joins = "SET LOCAL enable_nestloop = off"

// within ends a transaction, or a part of one, as a function wants it.
func within(ctx context.Context, tx pgx.Tx, f func(tx ledgerTx) (bool, error)) error {
	defer func() { _ = tx.Rollback(ctx) }() // does nothing after Commit
	commit, err := f(postgresTx{postgresAsker{tx}, tx})
	if err != nil || !commit {
		return err
	}
	return tx.Commit(ctx)
}

// postgresAsker asks a pool or in a transaction.
type postgresAsker struct {
	of interface {
		Query(ctx context.Context, statement string, values ...any) (pgx.Rows, error)
	}
}

func (a postgresAsker) each(ctx context.Context, statement string, values, columns []any, f func() error) error {
	found, err := a.of.Query(ctx, statement, values...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(found, columns, f)
	return err
}

// postgresTx is a transaction of PostgreSQL.
type postgresTx struct {
	postgresAsker
	tx interface {
		Exec(ctx context.Context, statement string, values ...any) (pgconn.CommandTag, error)
		CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
	}
}

func (t postgresTx) change(ctx context.Context, statement string, values ...any) (int64, error) {
	done, err := t.tx.Exec(ctx, statement, values...)
	return done.RowsAffected(), err
}

// insert writes results by COPY. That a seed has no result yet is for the primary key to
// say.
func (t postgresTx) insert(ctx context.Context, campaign int64, rows *resultRows) error {
	_, err := t.tx.CopyFrom(ctx, pgx.Identifier{"results"}, resultColumns,
		pgx.CopyFromSlice(len(rows.results), func(i int) ([]any, error) { return rows.values(campaign, i), nil }))
	return err
}

// HandOutAnd is HandOut, and something else in the same transaction, with the new ranges.
func (p *Postgres) HandOutAnd(ctx context.Context, id string, seeds int64, open int, now time.Time,
	also func(ctx context.Context, tx pgx.Tx, ranges []Range) error,
) ([]Range, error) {
	var ranges []Range
	err := pgx.BeginFunc(ctx, p.pool, func(tx pgx.Tx) error {
		var err error
		if ranges, err = p.handOut(ctx, postgresTx{postgresAsker{tx}, tx}, id, seeds, open, now); err != nil {
			return err
		}
		return also(ctx, tx, ranges)
	})
	if err != nil {
		return nil, p.failed(err, "handing out ranges of campaign %s", id)
	}
	return ranges, nil
}

// FinishRangeAnd is FinishRange, and something else in the same transaction, which is done
// whether the range was finished or not.
func (p *Postgres) FinishRangeAnd(ctx context.Context, r FinishedRange, also func(ctx context.Context, tx pgx.Tx, finished bool) error) (bool, error) {
	finished := false
	err := pgx.BeginFunc(ctx, p.pool, func(tx pgx.Tx) error {
		part, err := tx.Begin(ctx)
		if err != nil {
			return err
		}
		err = within(ctx, part, func(tx ledgerTx) (bool, error) {
			finished, err = p.finish(ctx, tx, r)
			return finished, err
		})
		if err != nil {
			return err
		}
		return also(ctx, tx, finished)
	})
	if err != nil {
		return false, p.failed(err, "finishing seeds %d to %d of campaign %s", r.First, r.Last, r.Campaign)
	}
	return finished, nil
}
