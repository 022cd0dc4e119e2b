package main

import (
	"errors"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api"
)

// dealCommand is GET /v1/games/{game}/deals/{seed} without a server.
type dealCommand struct {
	Game   string `help:"A game's name or alias." required:"" placeholder:"NAME"`
	Seed   string `help:"A deal by number, such as solvitaire:2 or microsoft:11982; docs/formats.md has the schemes." required:"" placeholder:"SCHEME:NUMBER"`
	Format string `help:"The format to write the deal in: json." default:"json"`
	JSON   bool   `name:"json" help:"Answer with the JSON of the service, of which the deal is a part."`
}

func (d *dealCommand) Run(c console) error {
	if d.Format != "json" {
		return usage{errors.New("deals can't be written in other formats than json yet")}
	}
	deal, _, err := api.Deal(d.Game, d.Seed)
	if err != nil {
		return err
	}
	if d.JSON {
		return printJSON(c.out, deal)
	}
	fmt.Fprintf(c.out, "%s\n", deal.Deal)
	return nil
}
