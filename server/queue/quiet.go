package queue

import (
	"context"
	"log/slog"
)

// quiet returns a log for River, whose information is of no use here.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

// warnings is a handler that logs warnings and errors.
type warnings struct{ slog.Handler }

func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
