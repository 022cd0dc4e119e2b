package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/thoughtful-solitaire/thoughtful/migrations"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
)

// Postgres is the store in a PostgreSQL database, which many processes may share.
type Postgres struct {
	pool  *pgxpool.Pool
	queue *queue.Of[pgx.Tx]
	tables
}

// connectTimeout bounds the wait for a connection where the URL has no connect_timeout: a
// missing database must be noticed before the request's deadline.
const connectTimeout = 3 * time.Second

// OpenPostgres opens the database that the URL names, as package pgx reads it.
func OpenPostgres(ctx context.Context, c Config) (*Postgres, error) {
	config, err := pgxpool.ParseConfig(c.URL)
	if err != nil {
		return nil, fmt.Errorf("opening PostgreSQL: %w", err)
	}
	connection := config.ConnConfig
	if connection.ConnectTimeout == 0 {
		connection.ConnectTimeout = connectTimeout
	}
	if connection.RuntimeParams["application_name"] == "" {
		connection.RuntimeParams["application_name"] = "thoughtful"
	}
	if c.Tracer != nil {
		connection.Tracer = c.Tracer
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("opening PostgreSQL: %w", err)
	}
	p := &Postgres{pool: pool, tables: postgresTables(pool, c)}
	p.enqueue = func(ctx context.Context, tx transaction, jobs ...queue.Job) ([]int64, error) {
		return p.queue.Add(ctx, tx.(postgresTx).tx, jobs...)
	}
	p.complete = func(ctx context.Context, tx transaction, job *queue.Taken) error {
		return p.queue.Complete(ctx, tx.(postgresTx).tx, job)
	}
	// Of several new processes one makes the tables and the key. Older programs take this lock for
	// migrations too, as goose does.
	err = inTurn(ctx, pool, lock.DefaultLockID, func() error {
		if err := migratePostgres(ctx, pool, c.Log); err != nil {
			return err
		}
		if p.queue, err = queue.OnPostgres(ctx, pool, c.Log); err != nil {
			return err
		}
		return p.useKeys(ctx, &c)
	})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("opening PostgreSQL at %s: %w", connection.Host, err)
	}
	return p, nil
}

// Refused reports whether an error of opening a database is that its server can't be reached or does not
// accept connections now, as while it starts, stops, or is full. Its name may not be known by then.
func Refused(err error) bool {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains([]string{"57P01", "57P02", "57P03", "53300"}, answer.Code)
	}
	if fault, ok := errors.AsType[*net.OpError](err); ok && fault.Op == "dial" {
		return true
	}
	if fault, ok := errors.AsType[net.Error](err); ok && fault.Timeout() {
		return true
	}
	_, unnamed := errors.AsType[*net.DNSError](err)
	return unnamed || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.ErrUnexpectedEOF)
}

func migratePostgres(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger) error {
	db := stdlib.OpenDBFromPool(pool)
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Postgres(), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return errors.Join(err, db.Close())
	}
	return errors.Join(migrate(ctx, provider, log), db.Close())
}

// turnPoll is how often a process asks for a lock that another one has.
const turnPoll = 200 * time.Millisecond

// inTurn calls a function while it holds an advisory lock of the database, for which it waits as
// long as the context allows. The lock is a transaction's, so that it works behind PgBouncer, and
// those who wait occupy no connection of the database there.
func inTurn(ctx context.Context, pool *pgxpool.Pool, id int64, f func() error) (err error) {
	// The pool may have one connection only, so the lock needs another.
	c, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close(context.WithoutCancel(ctx))) }()
	for {
		tx, err := c.Begin(ctx)
		if err != nil {
			return err
		}
		var mine bool
		// While f runs, this transaction is idle for as long as f takes.
		if _, err := tx.Exec(ctx, "SET LOCAL idle_in_transaction_session_timeout = 0"); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock($1)", id).Scan(&mine); err != nil {
			return err
		}
		if mine {
			err = f()
		}
		if err := errors.Join(err, tx.Rollback(ctx)); mine || err != nil {
			return err
		}
		select {
		case <-time.After(turnPoll):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// noLoops keeps the planner from nested loops, which take hours where campaigns are so new
// that its statistics have no rows of theirs.
const noLoops = "SET LOCAL enable_nestloop = off"

// postgresTables is what is particular to PostgreSQL.
//
// The locks are the weakest that suffice: a new range only needs its campaign not to be
// deleted, and those who finish ranges of one campaign wait for each other only while the
// tally is updated.
func postgresTables(pool *pgxpool.Pool, c Config) tables {
	each := postgresQuerier{pool}
	return tables{
		database: "PostgreSQL", log: c.Log, read: each, write: each,
		keepUnknown: cmp.Or(c.KeepUnknown, day), instant: func(at time.Time) any { return at },
		noChange: "FOR NO KEY UPDATE OF campaigns", noDelete: "FOR KEY SHARE OF campaigns", skipLocked: " FOR UPDATE SKIP LOCKED",
		beforeJoins: noLoops,
		inArray:     "= ANY ($%d)", array: func(of []string) (any, error) { return of, nil },
		// All statements go in one message, which PostgreSQL runs as one transaction.
		together: func(ctx context.Context, statements []statement) error {
			batch := new(pgx.Batch)
			for _, s := range statements {
				batch.Queue(s.text, s.values...)
			}
			return pool.SendBatch(ctx, batch).Close()
		},
		atomically: func(ctx context.Context, f func(tx transaction) error) error {
			for attempt := 1; ; attempt++ {
				tx, err := pool.Begin(ctx)
				if err != nil {
					return err
				}
				if err = endPostgres(ctx, tx, f); attempt == 3 || !isDeadlock(err) {
					return err
				}
				time.Sleep(10 * time.Millisecond) // the other one gets what it waited for
			}
		},
		snapshot: func(ctx context.Context, f func(now querier) error) error {
			return pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
				if _, err := tx.Exec(ctx, noLoops); err != nil {
					return err
				}
				return f(postgresQuerier{tx})
			})
		},
	}
}

// isDeadlock reports whether the database undid a transaction because it and others waited for each
// other: those that finish ranges of a campaign share a lock on it and then want it alone, which one that
// deletes the campaign may already wait for.
func isDeadlock(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "40P01"
}

// endPostgres ends a transaction as a function decides.
func endPostgres(ctx context.Context, tx pgx.Tx, f func(tx transaction) error) error {
	defer func() { _ = tx.Rollback(ctx) }() // does nothing after Commit
	switch err := f(postgresTx{postgresQuerier{tx}, tx}); {
	case errors.Is(err, errUndo):
		return nil
	case err != nil:
		return err
	}
	return tx.Commit(ctx)
}

// postgresQuerier runs statements on a pool or in a transaction.
type postgresQuerier struct {
	on interface {
		Query(ctx context.Context, statement string, values ...any) (pgx.Rows, error)
		Exec(ctx context.Context, statement string, values ...any) (pgconn.CommandTag, error)
	}
}

func (q postgresQuerier) each(ctx context.Context, statement string, values, columns []any, f func() error) error {
	found, err := q.on.Query(ctx, statement, values...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(found, columns, f)
	return err
}

func (q postgresQuerier) change(ctx context.Context, statement string, values ...any) (int64, error) {
	done, err := q.on.Exec(ctx, statement, values...)
	return done.RowsAffected(), err
}

// postgresTx is a transaction of PostgreSQL.
type postgresTx struct {
	postgresQuerier
	tx pgx.Tx
}

// insert writes results by COPY. The primary key refuses a second result of a seed.
func (t postgresTx) insert(ctx context.Context, campaign int64, rows []resultRow) error {
	_, err := t.tx.CopyFrom(ctx, pgx.Identifier{"results"}, resultColumns,
		pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) { return rows[i].values(campaign), nil }))
	return err
}

// Queue returns the queue.
func (p *Postgres) Queue() queue.Queue { return p.queue }

// Connections returns the pool, for tests that look into the tables.
func (p *Postgres) Connections() *pgxpool.Pool { return p.pool }

// Size returns what the tables of verdicts take on disk, in bytes. What was deleted counts
// until the database gives it back (VACUUM FULL).
func (p *Postgres) Size(ctx context.Context) (bytes int64, err error) {
	defer p.explain(&err, "measuring size")
	_, err = one(ctx, p.read,
		`SELECT pg_total_relation_size('rules') + pg_total_relation_size('deals') + pg_total_relation_size('verdicts')`, nil, &bytes)
	return bytes, err
}

// Ping returns an error if the database does not answer.
func (p *Postgres) Ping(ctx context.Context) (err error) {
	defer p.explain(&err, "ping")
	return p.pool.Ping(ctx)
}

// Close waits for running statements, then closes the connections.
func (p *Postgres) Close() error {
	p.pool.Close()
	return nil
}
