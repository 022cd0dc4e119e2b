package campaign

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// migrationLock is the advisory lock that a migrating process holds.
const migrationLock = 0x7269766572 // "river"

// Migrate migrates River's own tables, which are beside those of package store. Any number of
// processes may do it at once: they take turns.
func Migrate(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger) error {
	err := store.InTurn(ctx, pool, migrationLock, func() error {
		migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: quiet(log)})
		if err != nil {
			return err
		}
		done, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
		if err != nil {
			return err
		}
		if n := len(done.Versions); n > 0 {
			log.Debug("River's tables migrated", "version", done.Versions[n-1].Version, "migrations", n)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("migrating River's tables: %w", err)
	}
	return nil
}

// quiet returns a log for River, whose information is only of use for debugging.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(&demoted{log.Handler()}) }

// demoted is a handler that logs information at the level of debugging.
type demoted struct{ slog.Handler }

func (d *demoted) Enabled(ctx context.Context, level slog.Level) bool {
	return d.Handler.Enabled(ctx, demote(level))
}

func (d *demoted) Handle(ctx context.Context, r slog.Record) error {
	r.Level = demote(r.Level)
	return d.Handler.Handle(ctx, r)
}

func (d *demoted) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &demoted{d.Handler.WithAttrs(attrs)}
}

func (d *demoted) WithGroup(name string) slog.Handler { return &demoted{d.Handler.WithGroup(name)} }

func demote(level slog.Level) slog.Level {
	if level == slog.LevelInfo {
		return slog.LevelDebug
	}
	return level
}
