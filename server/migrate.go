package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"

	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// storeFlags say where verdicts are kept.
type storeFlags struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" help:"A PostgreSQL database, postgres://…; without it, verdicts are kept in a file." placeholder:"URL"`
	DataDir     string `env:"DATA_DIR" help:"Where that file is (default: thoughtful in the user's data directory)." placeholder:"DIR"`
}

// open opens the store that the flags name. The error says which flag is to blame.
func (f *storeFlags) open(ctx context.Context, log *slog.Logger) (store.Store, error) {
	if f.DatabaseURL != "" {
		s, err := f.openURL(ctx, log)
		if err != nil {
			return nil, err // and not a Store that is not nil
		}
		return s, nil
	}
	dir := f.DataDir
	if dir == "" {
		var err error
		if dir, err = dataDir(); err != nil {
			return nil, usage{err}
		}
	}
	s, err := store.Open(ctx, store.Config{Dir: dir, Log: log})
	var file *fs.PathError
	switch {
	case errors.As(err, &file), errors.Is(err, store.ErrInUse): // both name the directory
		return nil, usage{fmt.Errorf("DATA_DIR: %w", err)}
	case err != nil:
		return nil, fmt.Errorf("DATA_DIR: %s: %w", dir, err)
	}
	return s, nil
}

func (f *storeFlags) openURL(ctx context.Context, log *slog.Logger) (*store.Postgres, error) {
	// What url.Parse complains of is not repeated: there may be a password in it.
	address, err := url.Parse(f.DatabaseURL)
	if err != nil || address.Scheme != "postgres" && address.Scheme != "postgresql" {
		return nil, usage{errors.New("DATABASE_URL: it is written postgres://user:password@host:port/database, special characters of the password as %XX")}
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

// migrateCommand brings the database up to date, as serve does when it starts.
type migrateCommand struct {
	storeFlags `embed:""`
}

func (m *migrateCommand) Run(c console) error {
	s, err := m.open(c.ctx, textLog(c))
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, "the database is up to date")
	return s.Close()
}

func textLog(c console) *slog.Logger { return slog.New(slog.NewTextHandler(c.err, nil)) }

// forgetCommand strikes out what an unsound version found: the verdicts of all
// epochs before the current one.
type forgetCommand struct {
	storeFlags `embed:""`
	Before     int `help:"Strike out the verdicts of epochs before this one (default: the program's own)." placeholder:"EPOCH"`
}

func (f *forgetCommand) Run(c console) error {
	before := f.Before
	if before == 0 {
		before = solver.Epoch
	}
	s, err := f.open(c.ctx, textLog(c))
	if err != nil {
		return err
	}
	defer s.Close()
	n, err := s.Forget(c.ctx, before)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d verdicts of epochs before %d struck out\n", n, before)
	return nil
}
