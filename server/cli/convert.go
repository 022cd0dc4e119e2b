package cli

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
)

// convertCommand is POST /v1/convert without a server.
type convertCommand struct {
	gameFlags `embed:""`
	cardFlags `embed:""`
	moveFlags `embed:""`
	To        string `help:"Target format of the deal: json, fc-solve, pysol or klondike-solver." default:"json" placeholder:"FORMAT"`
	MovesTo   string `help:"Target format of the moves: json, text, fc-solve, klondike-solver or minimal-klondike." placeholder:"FORMAT"`
	JSON      bool   `name:"json" help:"Print the JSON of the service."`
}

func (v *convertCommand) Run(c console) error {
	request := fields{"to": v.To}
	request.set("moves_to", v.MovesTo)
	body, err := request.encode(c, &v.gameFlags, &v.cardFlags, &v.moveFlags)
	if err != nil {
		return err
	}
	answer, err := deals.Convert(body)
	if err != nil {
		return err
	}
	if v.JSON {
		return printJSON(c.out, answer)
	}
	printWarnings(c.err, answer.Warnings) // what goes to standard output is read again
	if err := printConverted(c, answer.Deal); err != nil || answer.Moves == nil {
		return err
	}
	fmt.Fprintln(c.out)
	if _, text := answer.Moves.(string); text {
		// Readers of moves skip the text up to this line (notation.ReadMoves).
		fmt.Fprintf(c.out, "%s:\n", counted("move", *answer.Length, *answer.Redeals))
	}
	return printConverted(c, answer.Moves)
}

// printConverted writes a deal or moves: text as it is, anything else as JSON.
func printConverted(c console, v any) error {
	if text, ok := v.(string); ok {
		_, err := fmt.Fprint(c.out, text)
		return err
	}
	return printJSON(c.out, v)
}
