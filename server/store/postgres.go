package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/thoughtful-solitaire/thoughtful/migrations"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Postgres is the memory in a PostgreSQL database, which many processes may share.
type Postgres struct {
	pool *pgxpool.Pool
	jobChanges
	ledger
}

// connectTimeout bounds the wait for a connection where the URL does not say
// connect_timeout: a database that is not there is to be noticed before whoever
// asks gives up.
const connectTimeout = 3 * time.Second

// OpenPostgres opens the database that a URL names, as package pgx reads it.
func OpenPostgres(ctx context.Context, url string, log *slog.Logger) (*Postgres, error) {
	config, err := pgxpool.ParseConfig(url)
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
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("opening PostgreSQL: %w", err)
	}
	if err := migratePostgres(ctx, pool, log); err != nil {
		pool.Close()
		return nil, fmt.Errorf("opening PostgreSQL at %s: %w", connection.Host, err)
	}
	p := &Postgres{pool: pool}
	p.jobChanges, p.ledger = p.change, p.newLedger()
	return p, nil
}

// migratePostgres migrates under a lock that the database itself keeps, asked for
// once a second for at most a minute.
func migratePostgres(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger) error {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
	if err != nil {
		return err
	}
	db := stdlib.OpenDBFromPool(pool)
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Postgres(),
		goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return errors.Join(err, db.Close())
	}
	return errors.Join(migrate(ctx, provider, log), db.Close())
}

// Get gives what is known of a problem.
func (p *Postgres) Get(ctx context.Context, id solver.ID) (solver.Record, bool, error) {
	r := row{id: string(id)}
	err := p.pool.QueryRow(ctx, selectVerdict, r.id).Scan(r.columns()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return solver.Record{}, false, nil
	}
	var record solver.Record
	if err == nil {
		record, err = r.record()
	}
	if err != nil {
		return solver.Record{}, false, fmt.Errorf("PostgreSQL: verdict of %s: %w", id, err)
	}
	return record, true, nil
}

// Find gives the first of these problems whose verdict is the one wanted.
func (p *Postgres) Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	known := map[solver.ID]solver.Verdict{}
	var id, verdict string
	found, err := p.pool.Query(ctx, selectProven+"= ANY($2)", solver.Epoch, wantedIDs(wanted))
	if err == nil {
		_, err = pgx.ForEachRow(found, []any{&id, &verdict}, func() error {
			known[solver.ID(id)] = solver.Verdict(verdict)
			return nil
		})
	}
	if err != nil {
		return "", false, fmt.Errorf("PostgreSQL: looking for %d verdicts: %w", len(wanted), err)
	}
	best, ok := first(wanted, known)
	return best, ok, nil
}

// Put remembers records. All statements go in one message, which PostgreSQL runs
// as one transaction.
func (p *Postgres) Put(ctx context.Context, records ...solver.Record) error {
	all, err := rows(records)
	if err != nil {
		return err
	}
	batch := new(pgx.Batch)
	for i, r := range all {
		if i == 0 || !bytes.Equal(r.digest, all[i-1].digest) {
			batch.Queue(insertRules, r.digest, r.rules)
		}
	}
	for _, r := range all {
		batch.Queue(insertDeal, r.id, r.digest, r.position)
	}
	for _, r := range all {
		batch.Queue(upsertVerdict, r.verdictValues()...)
	}
	if err := p.pool.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("PostgreSQL: storing %d verdicts: %w", len(records), err)
	}
	return nil
}

// Delete deletes what is known of a problem, if anything.
func (p *Postgres) Delete(ctx context.Context, id solver.ID) error {
	if _, err := p.pool.Exec(ctx, deleteVerdict, string(id)); err != nil {
		return fmt.Errorf("PostgreSQL: deleting the verdict of %s: %w", id, err)
	}
	return nil
}

// Forget deletes the verdicts of epochs before this one and tells how many.
func (p *Postgres) Forget(ctx context.Context, before int) (int64, error) {
	done, err := p.pool.Exec(ctx, deleteVerdicts, before)
	if err != nil {
		return 0, fmt.Errorf("PostgreSQL: forgetting verdicts: %w", err)
	}
	return done.RowsAffected(), nil
}

// Size is that of the tables of verdicts on disk. What was deleted counts until the
// database gives it back (VACUUM FULL).
func (p *Postgres) Size(ctx context.Context) (int64, error) {
	var bytes int64
	err := p.pool.QueryRow(ctx, `SELECT pg_total_relation_size('rules') + pg_total_relation_size('deals') + pg_total_relation_size('verdicts')`).Scan(&bytes)
	if err != nil {
		return 0, fmt.Errorf("PostgreSQL: measuring: %w", err)
	}
	return bytes, nil
}

// Connections are for those who keep tables of their own beside the store's.
func (p *Postgres) Connections() *pgxpool.Pool { return p.pool }

// Ping tells whether the database answers.
func (p *Postgres) Ping(ctx context.Context) error {
	if err := p.pool.Ping(ctx); err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	return nil
}

// Close waits for what runs, then closes the connections.
func (p *Postgres) Close() error {
	p.pool.Close()
	return nil
}
