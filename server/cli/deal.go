package cli

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// dealCommand is GET /v1/games/{game}/deals/{seed} without a server.
type dealCommand struct {
	gameFlags `embed:""`
	Seed      string `help:"A deal by number, such as solvitaire:2 or microsoft:11982; docs/positions.md has the schemes." required:"" placeholder:"SCHEME:NUMBER"`
	Format    string `help:"The format to write the deal in: ${enum}. docs/formats.md shows them." enum:"json,fc-solve,pysol,klondike-solver" default:"json" placeholder:"FORMAT"`
	JSON      bool   `name:"json" help:"Answer with the JSON of the service, of which the deal is a part."`
}

func (d *dealCommand) Run(c console) error {
	name, rules, err := d.rulesOf(c)
	if err != nil {
		return err
	}
	if d.Game == "" {
		name = "" // of a file, which is no game's name
	}
	deal, problem, err := api.DealOf(name, rules, d.Seed)
	switch {
	case err != nil:
		return err
	case d.JSON && d.Format != "json":
		return service.Usagef("--json: the JSON of the service has the deal in JSON; leave --format out")
	case d.JSON:
		return printJSON(c.out, deal)
	case d.Format != "json":
		text, err := api.DealText(problem, d.Format)
		fmt.Fprint(c.out, text)
		return err
	}
	fmt.Fprintf(c.out, "%s\n", deal.Deal)
	return nil
}
