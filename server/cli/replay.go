package cli

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// replayCommand is POST /v1/replay without a server.
type replayCommand struct {
	gameFlags  `embed:""`
	cardFlags  `embed:""`
	moveFlags  `embed:""`
	schemaFlag `embed:""`
	JSON       bool `name:"json" help:"Print the JSON of the service."`
}

func (r *replayCommand) Run(c console) error {
	if r.Moves == "" {
		return service.Usagef("missing flags: --moves=FILE")
	}
	body, err := fields{}.encode(c, &r.gameFlags, &r.cardFlags, &r.moveFlags, &r.schemaFlag)
	if err != nil {
		return err
	}
	outcome, err := moves.Replay(body)
	if err != nil {
		return err
	}
	if r.JSON {
		return printJSON(c.out, outcome)
	}
	for _, warning := range outcome.Warnings {
		fmt.Fprintf(c.out, "warning: %s\n", c.people(warning))
	}
	switch {
	case !outcome.Legal:
		fmt.Fprintf(c.out, "move %d is illegal: %s\n", outcome.At, c.people(outcome.Reason))
	case outcome.Won:
		fmt.Fprintf(c.out, "won in %s\n", counted("move", outcome.Moves, outcome.Redeals))
	default:
		fmt.Fprintf(c.out, "%s, and the game is not won\n", counted("legal move", outcome.Moves, outcome.Redeals))
	}
	return nil
}
