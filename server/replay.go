package main

import (
	"encoding/json"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// replayCommand is POST /v1/replay without a server.
type replayCommand struct {
	gameFlags   `embed:""`
	cardFlags   `embed:""`
	Moves       string `help:"A file with the moves: a JSON list, or an answer of solve --json; - for standard input." required:"" placeholder:"FILE"`
	MovesFormat string `help:"The format of moves that are not JSON: text, fc-solve, klondike-solver or minimal-klondike; docs/formats.md tells of them." placeholder:"FORMAT"`
	JSON        bool   `name:"json" help:"Answer with the JSON of the service."`
}

func (r *replayCommand) Run(c console) error {
	request, err := r.request(c)
	if err != nil {
		return err
	}
	if err := r.addTo(request, c); err != nil {
		return err
	}
	if request["moves"], err = r.moves(c); err != nil {
		return err
	}
	if r.MovesFormat != "" {
		request["moves_format"] = r.MovesFormat
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

// moves reads the moves as a request has them: a text in the format that is named, a
// JSON list, or what solve --json has answered.
func (r *replayCommand) moves(c console) (any, error) {
	if r.MovesFormat != "" {
		text, err := readFile(c, r.Moves)
		return string(text), err
	}
	text, err := readDocument(c, r.Moves, "moves")
	if err != nil {
		return nil, err
	}
	var answer struct {
		Verdict  solver.Verdict
		Solution *struct{ Moves json.RawMessage }
	}
	switch {
	case json.Unmarshal(text, &answer) != nil || answer.Verdict == "":
		return text, nil
	case answer.Solution == nil:
		return nil, usage{fmt.Errorf("moves: this is an answer without a solution; its verdict is %q", answer.Verdict)}
	default:
		return answer.Solution.Moves, nil
	}
}
