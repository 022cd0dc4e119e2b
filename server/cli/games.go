package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/thoughtful-solitaire/thoughtful/api"
)

// gamesCommand is GET /v1/games, or with a name GET /v1/games/{game}.
type gamesCommand struct {
	Game string `arg:"" optional:"" help:"Name or alias of a game."`
	JSON bool   `name:"json" help:"Print the JSON of the service."`
}

func (g *gamesCommand) Run(c console) error {
	if g.Game != "" {
		game, err := api.Game(g.Game)
		if err != nil {
			return err
		}
		if g.JSON {
			return printJSON(c.out, game)
		}
		rules, err := game.Rules.MarshalJSON()
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s (%s)\n%s\n%s\nSource: %s\n", game.Title, game.Name, game.Summary, rules, game.Source)
		return nil
	}
	catalogue := api.Games()
	if g.JSON {
		return printJSON(c.out, catalogue)
	}
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, game := range catalogue.Games {
		fmt.Fprintf(table, "%s\t%s\n", game.Name, game.Title)
	}
	return table.Flush()
}
