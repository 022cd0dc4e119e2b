package trace

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
)

// complaints is a handler of what the libraries of OpenTelemetry log about variables that they
// can't read. By themselves they print the values, and go on without.
type complaints struct {
	mu    sync.Mutex
	first string
}

func (c *complaints) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.first == "" {
		c.first = what
	}
}

// err returns an error about the first complaint; nil if there was none.
func (c *complaints) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.first == "" {
		return nil
	}
	return fmt.Errorf("a variable that begins with OTEL_ can't be read: %s", c.first)
}

// Enabled implements slog.Handler.
func (c *complaints) Enabled(_ context.Context, level slog.Level) bool {
	return level >= slog.LevelError
}

// Handle implements slog.Handler. The attributes have the values.
func (c *complaints) Handle(_ context.Context, r slog.Record) error {
	c.add(r.Message)
	return nil
}

// WithAttrs implements slog.Handler.
func (c *complaints) WithAttrs([]slog.Attr) slog.Handler { return c }

// WithGroup implements slog.Handler.
func (c *complaints) WithGroup(string) slog.Handler { return c }
