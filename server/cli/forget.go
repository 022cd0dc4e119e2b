package cli

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

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
