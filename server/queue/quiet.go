package queue

import (
	"context"
	"log/slog"
)

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
