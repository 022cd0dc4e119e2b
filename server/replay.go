package main

import (
	"encoding/json"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/solver"
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
	moves, err := readDocument(c, r.Moves, "moves")
	if err != nil {
		return err
	}
	var answer struct {
		Verdict  solver.Verdict
		Solution *struct{ Moves json.RawMessage }
	}
	if json.Unmarshal(moves, &answer) == nil && answer.Verdict != "" {
		if answer.Solution == nil {
			return usage{fmt.Errorf("moves: this is an answer without a solution; its verdict is %q", answer.Verdict)}
		}
		moves = answer.Solution.Moves
	}
	request["moves"] = moves
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
