package cli

import (
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// dealCommand is GET /v1/games/{game}/deals/{seed} without a server.
type dealCommand struct {
	gameFlags  `embed:""`
	schemaFlag `embed:""`
	Seed       string `help:"Numbered deal, for example solvitaire:2 or microsoft:11982; see docs/build/positions.md." required:"" placeholder:"SCHEME:NUMBER"`
	Format     string `help:"Format of the deal: ${enum}; see docs/build/formats.md." enum:"json,fc-solve,pysol,klondike-solver,rows" default:"json" placeholder:"FORMAT"`
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
	case d.Schema != request.Schemas[0] && d.Format != "json":
		return service.Usagef("--schema: can't be combined with --format")
	default:
		asked := problem.Asked()
		deal.Deal = request.Write(problem.Rules(), &asked, d.Schema)
	}
	switch {
	case d.JSON:
		return printJSON(c.out, deal)
	case d.Format != "json":
		text, err := deals.DealText(problem, d.Format)
		fmt.Fprint(c.out, text)
		return err
	}
	if c.terminal && d.Schema == request.Schemas[0] {
		return c.drawDeal(deal.Deal)
	}
	text := string(deal.Deal)
	if d.Schema == "line" {
		text = strings.Trim(text, `"`)
	}
	_, err = fmt.Fprintln(c.out, text)
	return err
}

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
