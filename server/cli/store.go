package cli

import (
	"errors"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// migrateCommand migrates the database, as serve does at its start.
type migrateCommand struct {
	service.StoreConfig `embed:""`

	RedisURL string `env:"REDIS_URL" help:"The service's Redis, if it has one. With --reseal, its verdicts are deleted, because the old key sealed them." placeholder:"URL"`

	Reseal  bool `help:"Also seal with the first key of SEAL_KEY what has the seal of the second. The service may run meanwhile, with both."`
	Adopt   bool `help:"With --reseal, trust what was sealed with the database's own key, or by a version without keys or seals. Anybody with write access to the database may have made it."`
	LostKey bool `help:"With --reseal, go on without a SEAL_KEY that is lost: verdicts that it sealed are deleted and found again, campaigns are refused."`
}

func (m *migrateCommand) Run(c console) error {
	if (m.Adopt || m.LostKey) && !m.Reseal {
		return service.Usagef("--adopt and --lost-key need --reseal")
	}
	m.StoreConfig.Adopt, m.StoreConfig.LostKey = m.Adopt, m.LostKey
	s, err := m.Open(c.ctx, textLog(c))
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s is up to date\n", s.Where)
	if m.Reseal {
		err = m.reseal(c, s)
	}
	return errors.Join(err, s.Close())
}

// reseal seals a store anew, and deletes the verdicts in Redis.
func (m *migrateCommand) reseal(c console, s *store.Store) error {
	sealed, left, err := s.Reseal(c.ctx, m.Adopt)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d sealed anew, %d left without a valid seal\n", sealed, left)
	if m.RedisURL == "" {
		return nil
	}
	deleted, err := service.DeleteCached(c.ctx, m.RedisURL)
	if err == nil {
		fmt.Fprintf(c.out, "%d deleted from Redis\n", deleted)
	}
	return err
}

// forgetCommand deletes the verdicts of earlier epochs, which unsound versions found.
type forgetCommand struct {
	service.StoreConfig `embed:""`
	Before              *int `help:"Delete the verdicts of epochs before this one (default: the current epoch)." placeholder:"EPOCH"`
}

func (f *forgetCommand) Run(c console) error {
	before := solver.Epoch
	if f.Before != nil {
		before = *f.Before
	}
	if before < 0 {
		return service.Usagef("--before: must be at least 0")
	}
	s, err := f.Open(c.ctx, textLog(c))
	if err != nil {
		return err
	}
	defer s.Close()
	n, err := s.Forget(c.ctx, before)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "deleted %d verdicts of epochs before %d\n", n, before)
	return nil
}
