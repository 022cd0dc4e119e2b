package main

import (
	"fmt"
	"log/slog"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// storeFlags say where verdicts are kept.
type storeFlags struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" help:"A PostgreSQL database, postgres://…; without it, verdicts are kept in a file." placeholder:"URL"`
	DataDir     string `env:"DATA_DIR" help:"Where that file is (default: thoughtful in the user's data directory)." placeholder:"DIR"`
}

// config says the flags as the store wants them.
func (f *storeFlags) config(log *slog.Logger) (store.Config, error) {
	c := store.Config{URL: f.DatabaseURL, Dir: f.DataDir, Log: log}
	if c.URL == "" && c.Dir == "" {
		dir, err := dataDir()
		if err != nil {
			return c, usage{err}
		}
		c.Dir = dir
	}
	return c, nil
}

// migrateCommand brings the database up to date, as serve does when it starts.
type migrateCommand struct {
	storeFlags `embed:""`
}

func (m *migrateCommand) Run(c console) error {
	s, err := m.open(c)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, "the database is up to date")
	return s.Close()
}

func (f *storeFlags) open(c console) (store.Store, error) {
	config, err := f.config(slog.New(slog.NewTextHandler(c.err, nil)))
	if err != nil {
		return nil, err
	}
	return store.Open(c.ctx, config)
}

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
	s, err := f.open(c)
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
