package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
)

// StoreConfig configures the store.
type StoreConfig struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" help:"PostgreSQL database for the store, postgres://… (default: a SQLite file in DATA_DIR)." placeholder:"URL"`
	DataDir     string `env:"DATA_DIR" help:"Directory of the SQLite file (default: thoughtful in the user's data directory)." placeholder:"DIR"`
	SealKey     string `env:"SEAL_KEY" help:"Secret that seals what is stored and cached, of at least 20 characters; while it is replaced, NEW,OLD (default: one that is made once, and kept in DATA_DIR, or in the PostgreSQL database, where who can write to that can read it)." placeholder:"KEY"`

	// Adopt and LostKey are those of [database.Config], to seal anew.
	Adopt, LostKey bool `kong:"-"`

	tracer      database.Tracer // of queries; nil for none
	keepUnknown time.Duration   // for how long unknown verdicts count; 0 means a day
}

// Open opens the configured store. The error names the setting that is wrong.
func (f *StoreConfig) Open(ctx context.Context, log *slog.Logger) (*store.Store, error) {
	if f.SealKey != "" {
		if _, err := seal.Parse(f.SealKey); err != nil {
			return nil, Usagef("SEAL_KEY: %w", err)
		}
	}
	where, dir := "DATABASE_URL", ""
	if f.DatabaseURL == "" {
		var err error
		if dir, err = f.directory(); err != nil {
			return nil, Usagef("%w", err)
		}
		where = "DATA_DIR: " + dir
	} else if at, err := url.Parse(f.DatabaseURL); err != nil || at.Scheme != "postgres" && at.Scheme != "postgresql" {
		// The error of url.Parse is not repeated: it may contain a password.
		return nil, Usagef("DATABASE_URL: must be postgres://user:password@host:port/database, special characters in the password escaped as %%XX")
	}
	s, err := store.Open(ctx, database.Config{
		URL: f.DatabaseURL, Dir: dir, Log: log, Tracer: f.tracer,
		SealKey: f.SealKey, Adopt: f.Adopt, LostKey: f.LostKey,
	}, f.keepUnknown)
	var file *fs.PathError
	switch {
	case err == nil:
		return s, nil
	case errors.As(err, &file) && dir != "", errors.Is(err, database.ErrInUse): // both name the directory
		return nil, Usagef("DATA_DIR: %w", err)
	case errors.Is(err, database.ErrNewer), errors.Is(err, database.ErrKey):
		return nil, Usagef("%s: %w", where, err)
	}
	return nil, fmt.Errorf("%s: %w", where, err)
}

// Relay passes changes on in a process, and to the others on its database, where it has others and they may
// notify each other.
func Relay(memory *store.Store, pollOnly bool, log *slog.Logger) *watch.Relay {
	if line := memory.Line(); line != nil && !pollOnly {
		return watch.NewRelay(line, log)
	}
	return watch.NewRelay(nil, log)
}

// directory returns the directory of the SQLite file. By default it is thoughtful in the user's data
// directory, by the conventions of the operating system.
func (f *StoreConfig) directory() (string, error) {
	if f.DataDir != "" {
		return f.DataDir, nil
	}
	base := os.Getenv("XDG_DATA_HOME")
	if base == "" || !filepath.IsAbs(base) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("no home directory for the database, set DATA_DIR: %w", err)
		}
		switch runtime.GOOS {
		case "darwin":
			base = filepath.Join(home, "Library", "Application Support")
		case "windows":
			base = filepath.Join(home, "AppData", "Local")
		default:
			base = filepath.Join(home, ".local", "share")
		}
	}
	return filepath.Join(base, "thoughtful"), nil
}
