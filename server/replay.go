package main

import (
	"encoding/json"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api"
)

// replayCommand is POST /v1/replay without a server.
type replayCommand struct {
	gameFlags `embed:""`
	cardFlags `embed:""`
	Moves     string `help:"A file with the moves: a JSON list, or an answer of solve --json; - for standard input." required:"" placeholder:"FILE"`
	JSON      bool   `name:"json" help:"Answer with the JSON of the service."`
}

func (r *replayCommand) Run(c console) error {
	request, err := r.request(c)
	if err != nil {
		return err
	}
	if err := r.addTo(request, c); err != nil {
		return err
	}
	moves, err := readFile(c, r.Moves)
	if err != nil {
		return err
	}
	var answer struct {
		Solution *struct{ Moves json.RawMessage }
	}
	if json.Unmarshal(moves, &answer) == nil && answer.Solution != nil {
		moves = answer.Solution.Moves
	}
	request["moves"] = json.RawMessage(moves)
	text, err := json.Marshal(request)
	if err != nil {
		return usage{fmt.Errorf("the rules, the deal or the moves are not JSON: %w", err)}
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
