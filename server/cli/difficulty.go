package cli

import (
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// difficultyCommand is POST /v1/difficulty without a server.
type difficultyCommand struct {
	gameFlags   `embed:""`
	cardFlags   `embed:""`
	schemaFlag  `embed:""`
	searchFlags `embed:""`
	JSON        bool `name:"json" help:"Print the JSON of the service."`
}

func (d *difficultyCommand) Run(c console) error {
	body, err := fields{}.encode(c, &d.gameFlags, &d.cardFlags, &d.schemaFlag, &d.searchFlags)
	if err != nil {
		return err
	}
	answer, err := search(c, &d.searchFlags, func(engine *localEngine, start time.Time, limits request.Limits) (deals.DifficultyAnswer, error) {
		return deals.Difficulty(c.ctx, start, body, deals.Measurer{Judge: engine, Engines: engine}, limits)
	})
	if err != nil {
		return err
	}
	return d.finish(c, &answer)
}

// finish prints an answer, and returns its outcome.
func (d *difficultyCommand) finish(c console, answer *deals.DifficultyAnswer) error {
	for i, warning := range answer.Warnings {
		answer.Warnings[i] = inCommands.Replace(warning)
	}
	if err := c.show(d.JSON, answer, func() { printDifficulty(c, answer) }); err != nil {
		return err
	}
	if answer.Components != nil && !d.JSON {
		if err := printJSON(c.out, answer.Components); err != nil {
			return err
		}
	}
	if answer.Verdict == solver.Winnable && answer.Score == nil { // not measured in time
		return outcome(solver.Unknown)
	}
	return outcome(answer.Verdict)
}

// printDifficulty writes a difficulty as text.
func printDifficulty(c console, a *deals.DifficultyAnswer) {
	fmt.Fprint(c.out, a.Verdict)
	if a.Because != nil {
		fmt.Fprintf(c.out, " (%s)", *a.Because)
	}
	if a.Grade != nil {
		fmt.Fprintf(c.out, ", %s", *a.Grade)
	}
	if a.Score != nil {
		fmt.Fprintf(c.out, ": score %.2f (%s)", *a.Score, *a.Measure)
	}
	fmt.Fprintln(c.out)
	printWarnings(c.out, a.Warnings)
}
