package database

import (
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

// postgres is a PostgreSQL database, which many processes may share.
type postgres struct {
	pool  *pgxpool.Pool
	queue *queue.Of[pgx.Tx]
}

// connectTimeout bounds the wait for a connection where the URL has no connect_timeout: a
// missing database must be noticed before the request's deadline.
const connectTimeout = 3 * time.Second

// openPostgres opens the database that the URL names, as package pgx reads it.
//
// The locks are the weakest that suffice: a new range only needs its campaign not to be
// deleted, and those who finish ranges of one campaign wait for each other only while the
// tally is updated.
func openPostgres(ctx context.Context, c *Config) (*DB, error) {
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
	p := &postgres{pool: pool}
	db := &DB{
		engine: p, Name: "PostgreSQL", Where: fmt.Sprintf("the PostgreSQL database %q at %s", connection.Database, connection.Host), Log: c.Log, Read: postgresQuerier{pool}, Write: postgresQuerier{pool}, Atomically: p.atomically,
		NoChange: "FOR NO KEY UPDATE OF campaigns", NoDelete: "FOR KEY SHARE OF campaigns", SkipLocked: " FOR UPDATE SKIP LOCKED",
		BeforeJoins: noLoops,
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
		return db.useKeys(ctx, c)
	})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("opening PostgreSQL at %s: %w", connection.Host, err)
	}
	return db, nil
}

// Refused reports whether opening a database failed because its server can't be reached, or does not
// accept connections now: it starts, stops, or has too many. Unknown host names count too, since a name
// may become known when the server starts.
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

// atomically is [DB].Atomically.
func (p *postgres) atomically(ctx context.Context, f func(tx Tx) error) error {
	for attempt := 1; ; attempt++ {
		tx, err := p.pool.Begin(ctx)
		if err != nil {
			return err
		}
		if err = p.end(ctx, tx, f); attempt == 3 || !isDeadlock(err) {
			return err
		}
		time.Sleep(10 * time.Millisecond) // the other one gets what it waited for
	}
}

// isDeadlock reports whether the database undid a transaction because it and others waited for each
// other: those that finish ranges of a campaign share a lock on it and then want it alone, which one that
// deletes the campaign may already wait for.
func isDeadlock(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "40P01"
}

// end ends a transaction as a function decides.
func (p *postgres) end(ctx context.Context, tx pgx.Tx, f func(tx Tx) error) error {
	defer func() { _ = tx.Rollback(ctx) }() // does nothing after Commit
	switch err := f(postgresTx{postgresQuerier{tx}, tx, p.queue}); {
	case errors.Is(err, ErrUndo):
		return nil
	case err != nil:
		return err
	}
	return tx.Commit(ctx)
}

// Together sends all statements in one message, which PostgreSQL runs as one transaction.
func (p *postgres) Together(ctx context.Context, statements []Statement) error {
	batch := new(pgx.Batch)
	for _, s := range statements {
		batch.Queue(s.text, s.values...)
	}
	return p.pool.SendBatch(ctx, batch).Close()
}

func (p *postgres) Snapshot(ctx context.Context, f func(now Querier) error) error {
	return pgx.BeginTxFunc(ctx, p.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, noLoops); err != nil {
			return err
		}
		return f(postgresQuerier{tx})
	})
}

func (*postgres) In(parameter int, values []string) (string, any) {
	return fmt.Sprintf("= ANY ($%d)", parameter), append([]string{}, values...) // not NULL
}

func (*postgres) Instant(at time.Time) any { return at }

// postgresQuerier runs statements on a pool or in a transaction.
type postgresQuerier struct {
	on interface {
		Query(ctx context.Context, statement string, values ...any) (pgx.Rows, error)
		Exec(ctx context.Context, statement string, values ...any) (pgconn.CommandTag, error)
	}
}

func (q postgresQuerier) Each(ctx context.Context, statement string, values, columns []any, f func() error) error {
	found, err := q.on.Query(ctx, statement, values...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(found, columns, f)
	return err
}

func (q postgresQuerier) Change(ctx context.Context, statement string, values ...any) (int64, error) {
	done, err := q.on.Exec(ctx, statement, values...)
	return done.RowsAffected(), err
}

// postgresTx is a transaction of PostgreSQL.
type postgresTx struct {
	postgresQuerier
	tx    pgx.Tx
	queue *queue.Of[pgx.Tx]
}

// Insert writes rows by COPY.
func (t postgresTx) Insert(ctx context.Context, table string, columns []string, rows int, row func(i int) []any) error {
	_, err := t.tx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromSlice(rows, func(i int) ([]any, error) { return row(i), nil }))
	return err
}

func (t postgresTx) Enqueue(ctx context.Context, jobs ...queue.Job) ([]int64, error) {
	return t.queue.Add(ctx, t.tx, jobs...)
}

func (t postgresTx) Complete(ctx context.Context, job *queue.Taken) error {
	return t.queue.Complete(ctx, t.tx, job)
}

func (p *postgres) Queue() queue.Queue { return p.queue }

// Size returns the bytes on disk of the tables of verdicts. Deleted rows count until the database frees
// their space (VACUUM FULL).
func (p *postgres) Size(ctx context.Context) (bytes int64, err error) {
	defer explain(&err, "PostgreSQL", "measuring size")
	err = p.pool.QueryRow(ctx,
		`SELECT pg_total_relation_size('rules') + pg_total_relation_size('deals') + pg_total_relation_size('verdicts')`).Scan(&bytes)
	return bytes, err
}

func (p *postgres) Ping(ctx context.Context) (err error) {
	defer explain(&err, "PostgreSQL", "ping")
	return p.pool.Ping(ctx)
}

func (*postgres) Intact() error { return nil }

// Room returns nil: the disk is on another machine.
func (*postgres) Room(context.Context) error { return nil }

func (p *postgres) Close() error {
	p.pool.Close()
	return nil
}

// Postgres returns the connections of a PostgreSQL database, for tests that read its tables. It returns
// nil for SQLite.
func (db *DB) Postgres() *pgxpool.Pool {
	if p, ok := db.engine.(*postgres); ok {
		return p.pool
	}
	return nil
}

// topic is that of all notices between processes.
const topic = "thoughtful_changes"

// Line carries notices between the processes on a PostgreSQL database.
type Line struct{ pool *pgxpool.Pool }

func (p *postgres) Line() *Line { return &Line{p.pool} }

// Notify sends notices to all processes that listen.
func (l *Line) Notify(ctx context.Context, notices []string) (err error) {
	defer explain(&err, "PostgreSQL", "sending notices")
	_, err = l.pool.Exec(ctx, `SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice`, topic, notices)
	return err
}

// Notices listens on a connection of its own, until the context ends or the connection breaks. It calls
// ready when it has begun to listen, and then heard for each notice. Every user of the database can send
// notices, so they must not be trusted.
func (l *Line) Notices(ctx context.Context, ready func(), heard func(notice string)) (err error) {
	defer explain(&err, "PostgreSQL", "listening to notices")
	connection, err := pgx.ConnectConfig(ctx, l.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() {
		short, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = connection.Close(short) // nothing is lost with it
	}()
	if _, err := connection.Exec(ctx, "LISTEN "+topic); err != nil {
		return err
	}
	ready()
	for {
		notice, err := connection.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		heard(notice.Payload)
	}
}
