package cli

import (
	"errors"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// migrateCommand migrates the database, as serve does at its start.
type migrateCommand struct {
	service.StoreConfig `embed:""`

	Reseal bool `help:"Also seal verdicts with SEAL_KEY that were sealed with the key that it replaces, or with the database's own."`
}

func (m *migrateCommand) Run(c console) error {
	s, err := m.Open(c.ctx, textLog(c))
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, "the database is up to date")
	if m.Reseal {
		var sealed, left int64
		if sealed, left, err = s.Reseal(c.ctx); err == nil {
			fmt.Fprintf(c.out, "%d verdicts sealed anew, %d left without a valid seal\n", sealed, left)
		}
	}
	return errors.Join(err, s.Close())
}
