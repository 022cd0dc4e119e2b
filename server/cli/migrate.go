package cli

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// migrateCommand migrates the database, as serve does at its start.
type migrateCommand struct {
	service.StoreConfig `embed:""`
}

func (m *migrateCommand) Run(c console) error {
	s, err := m.Open(c.ctx, textLog(c))
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, "the database is up to date")
	return s.Close()
}
