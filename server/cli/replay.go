package cli

import (
	"encoding/json"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// replayCommand is POST /v1/replay without a server.
type replayCommand struct {
	gameFlags `embed:""`
	cardFlags `embed:""`
	moveFlags `embed:""`
	JSON      bool `name:"json" help:"Print the JSON of the service."`
}

func (r *replayCommand) Run(c console) error {
	request, err := r.request(c)
	if err != nil {
		return err
	}
	if err := r.cardFlags.addTo(request, c); err != nil {
		return err
	}
	if r.Moves == "" {
		return service.Usagef("missing flags: --moves=FILE")
	}
	if err := r.moveFlags.addTo(request, c); err != nil {
		return err
	}
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	outcome, err := api.Replay(text)
	if err != nil {
		return err
	}
	if r.JSON {
		return printJSON(c.out, outcome)
	}
	switch {
	case !outcome.Legal:
		fmt.Fprintf(c.out, "move %d is illegal: %s\n", outcome.At, outcome.Reason)
	case outcome.Won:
		fmt.Fprintf(c.out, "won in %d moves\n", outcome.Moves)
	default:
		fmt.Fprintf(c.out, "%d legal moves, and the game is not won\n", outcome.Moves)
	}
	return nil
}
