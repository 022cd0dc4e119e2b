package cli

import (
	"encoding/json"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api"
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
	request, err := v.request(c)
	if err != nil {
		return err
	}
	if err := v.cardFlags.addTo(request, c); err != nil {
		return err
	}
	if err := v.moveFlags.addTo(request, c); err != nil {
		return err
	}
	request["to"] = v.To
	if v.MovesTo != "" {
		request["moves_to"] = v.MovesTo
	}
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	answer, err := api.Convert(text)
	if err != nil {
		return err
	}
	if v.JSON {
		return printJSON(c.out, answer)
	}
	if err := printConverted(c, answer.Deal); err != nil || answer.Moves == nil {
		return err
	}
	fmt.Fprintln(c.out)
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
