package cli

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// forgetCommand strikes out what an unsound version found: the verdicts of all
// epochs before the current one.
type forgetCommand struct {
	service.StoreConfig `embed:""`
	Before              int `help:"Strike out the verdicts of epochs before this one (default: the program's own)." placeholder:"EPOCH"`
}

func (f *forgetCommand) Run(c console) error {
	before := f.Before
	if before == 0 {
		before = solver.Epoch
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
	fmt.Fprintf(c.out, "%d verdicts of epochs before %d struck out\n", n, before)
	return nil
}
