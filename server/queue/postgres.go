package queue

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// connections are River's own while it works: one listens, the others fetch, complete, lead, clean up, and tell
// that the process is alive.
const connections = 7

// OnPostgres migrates River's tables in a PostgreSQL database and returns the queue. Processes must not
// call it at the same time for one database.
func OnPostgres(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger) (*Of[pgx.Tx], error) {
	on := riverpgxv5.New(pool)
	if err := migrate(ctx, on, log); err != nil {
		return nil, err
	}
	q, err := open(on, log)
	if err != nil {
		return nil, err
	}
	q.silence = 20 * time.Second
	q.connect = func(ctx context.Context) (*connection[pgx.Tx], error) {
		config := pool.Config()
		config.MaxConns, config.MinConns, config.MinIdleConns = connections, 0, 0
		config.ConnConfig.RuntimeParams["application_name"] = "thoughtful queue"
		own, err := pgxpool.NewWithConfig(ctx, config)
		if err != nil {
			return nil, err
		}
		return &connection[pgx.Tx]{riverpgxv5.New(own), &heartbeat{pool: own, silence: q.silence}, own.Close}, nil
	}
	return q, nil
}
