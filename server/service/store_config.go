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

	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// StoreConfig say where verdicts are kept.
type StoreConfig struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" help:"A PostgreSQL database, postgres://…; without it, verdicts are kept in a file." placeholder:"URL"`
	DataDir     string `env:"DATA_DIR" help:"Where that file is (default: thoughtful in the user's data directory)." placeholder:"DIR"`
}

// Open opens the store that the flags name. The error says which flag is to blame.
func (f *StoreConfig) Open(ctx context.Context, log *slog.Logger) (store.Store, error) {
	if f.DatabaseURL != "" {
		s, err := f.OpenPostgres(ctx, log)
		if err != nil {
			return nil, err // and not a Store that is not nil
		}
		return s, nil
	}
	dir := f.DataDir
	if dir == "" {
		var err error
		if dir, err = dataDir(); err != nil {
			return nil, Usagef("%w", err)
		}
	}
	s, err := store.Open(ctx, store.Config{Dir: dir, Log: log})
	var file *fs.PathError
	switch {
	case errors.As(err, &file), errors.Is(err, store.ErrInUse): // both name the directory
		return nil, Usagef("DATA_DIR: %w", err)
	case err != nil:
		return nil, fmt.Errorf("DATA_DIR: %s: %w", dir, err)
	}
	return s, nil
}

func (f *StoreConfig) OpenPostgres(ctx context.Context, log *slog.Logger) (*store.Postgres, error) {
	// What url.Parse complains of is not repeated: there may be a password in it.
	address, err := url.Parse(f.DatabaseURL)
	if err != nil || address.Scheme != "postgres" && address.Scheme != "postgresql" {
		return nil, Usagef("DATABASE_URL: it is written postgres://user:password@host:port/database, special characters of the password as %%XX")
	}
	s, err := store.OpenPostgres(ctx, f.DatabaseURL, log)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err)
	}
	if err := campaign.Migrate(ctx, s.Connections(), log); err != nil {
		return nil, errors.Join(fmt.Errorf("DATABASE_URL: %w", err), s.Close())
	}
	return s, nil
}

// dataDir is where the embedded database lies if nothing else is said: the user's
// data directory, as the operating system's conventions have it.
func dataDir() (string, error) {
	base := os.Getenv("XDG_DATA_HOME")
	if base == "" || !filepath.IsAbs(base) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("there is no home directory for the database; set DATA_DIR: %w", err)
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
