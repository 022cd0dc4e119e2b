package cli

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// dealCommand is GET /v1/games/{game}/deals/{seed} without a server.
type dealCommand struct {
	gameFlags  `embed:""`
	schemaFlag `embed:""`
	Seed       string `help:"Numbered deal, for example solvitaire:2 or microsoft:11982; see docs/positions.md." required:"" placeholder:"SCHEME:NUMBER"`
	Format     string `help:"Format of the deal: ${enum}; see docs/formats.md." enum:"json,fc-solve,pysol,klondike-solver,rows" default:"json" placeholder:"FORMAT"`
	JSON       bool   `name:"json" help:"Print the JSON of the service."`
}

func (d *dealCommand) Run(c console) error {
	name, rules, err := d.rulesOf(c)
	if err != nil {
		return err
	}
	deal, problem, err := deals.DealOf(name, rules, d.Seed)
	switch {
	case err != nil:
		return err
	case d.JSON && d.Format != "json":
		return service.Usagef("--json: can't be combined with --format")
	case d.Schema == "explicit" && d.Format != "json":
		return service.Usagef("--schema: can't be combined with --format")
	case d.Schema == "explicit":
		asked := problem.Asked()
		deal.Deal = asked.Explicit(problem.Rules())
	}
	switch {
	case d.JSON:
		return printJSON(c.out, deal)
	case d.Format != "json":
		text, err := deals.DealText(problem, d.Format)
		fmt.Fprint(c.out, text)
		return err
	}
	if c.terminal && d.Schema != "explicit" {
		return c.drawDeal(deal.Deal)
	}
	_, err = fmt.Fprintf(c.out, "%s\n", deal.Deal)
	return err
}
