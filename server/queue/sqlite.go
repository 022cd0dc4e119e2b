package queue

import (
	"context"
	"database/sql"
	"log/slog"

	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// release gives out again what was being done when the process ended, and lets this one lead at once:
// it would rest before a killed one's lease had run out, and not clean.
const release = `UPDATE river_job SET state = 'available' WHERE state = 'running'; DELETE FROM river_leader`

// OnSQLite migrates River's tables in a SQLite database and returns the queue. No other process may use
// the database. River shares its one connection with all other writers of this process.
func OnSQLite(ctx context.Context, db *sql.DB, log *slog.Logger) (*Of[*sql.Tx], error) {
	on := riversqlite.New(db)
	if err := migrate(ctx, on, log); err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, release); err != nil {
		return nil, err
	}
	q, err := open(on, log)
	if err != nil {
		return nil, err
	}
	q.connect = func(context.Context) (*connection[*sql.Tx], error) {
		return &connection[*sql.Tx]{driver: on, closed: func() {}}, nil
	}
	q.doze = newDoze(db)
	return q, nil
}
