package cli

import (
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
)

// solveCommand is POST /v1/solve without a server.
type solveCommand struct {
	gameFlags      `embed:""`
	cardFlags      `embed:""`
	moveFlags      `embed:""`
	schemaFlag     `embed:""`
	searchFlags    `embed:""`
	States         *int64 `help:"Maximum number of states searched." placeholder:"N"`
	Objective      string `help:"Solution to look for: any, short or shortest." placeholder:"OBJECTIVE"`
	SolutionFormat string `help:"Format of the solution: text (the default), fc-solve, klondike-solver or minimal-klondike." placeholder:"FORMAT"`
	JSON           bool   `name:"json" help:"Print the JSON of the service."`
}

func (s *solveCommand) Run(c console) error {
	asked := fields{}
	if s.States != nil {
		asked["states"] = *s.States
	}
	asked.set("objective", s.Objective)
	asked.set("solution_format", textUnless(s.JSON, s.SolutionFormat))
	body, err := asked.encode(c, &s.gameFlags, &s.cardFlags, &s.moveFlags, &s.schemaFlag, &s.searchFlags)
	if err != nil {
		return err
	}
	answer, err := search(c, &s.searchFlags, func(engine *localEngine, start time.Time, limits request.Limits) (verdicts.SolveAnswer, error) {
		return verdicts.Solve(c.ctx, start, body, engine, limits)
	})
	if err != nil {
		return err
	}
	if err := c.show(s.JSON, answer, func() { printAnswer(c, answer) }); err != nil {
		return err
	}
	return outcome(answer.Verdict)
}

// textUnless returns the format of moves that a flag names. Without the flag it is text, or none with --json.
func textUnless(asJSON bool, format string) string {
	if format == "" && !asJSON {
		return "text"
	}
	return format
}

// printAnswer writes an answer as text.
func printAnswer(c console, a verdicts.SolveAnswer) {
	because := ""
	if a.Because != nil {
		because = fmt.Sprintf(" (%s)", *a.Because)
	}
	fmt.Fprintf(c.out, "%s%s: %d states in %.1f ms\n", a.Verdict, because, a.Search.States, a.Search.ElapsedMS+a.Search.ShorteningMS)
	printWarnings(c.out, a.Warnings)
	if a.Certificate != nil {
		fmt.Fprintln(c.out, c.people(a.Certificate.Text))
		if a.Certificate.Kind == "search" {
			fmt.Fprintln(c.out, "The command prove writes a proof that others can check.")
		}
	}
	if a.Solution != nil {
		// Readers of moves skip the text up to this line (notation.ReadMoves).
		fmt.Fprintf(c.out, "%s%s:\n", counted("move", a.Solution.Length, a.Solution.Redeals), provenLength(a.Solution))
		fmt.Fprint(c.out, c.people(a.Solution.Text))
	}
}

// counted returns how many moves and redeals there are, as all answers count them; one names a move.
func counted(one string, moves, redeals int) string {
	n := func(n int, one string) string {
		if n == 1 {
			return "1 " + one
		}
		return fmt.Sprintf("%d %ss", n, one)
	}
	if redeals == 0 {
		return n(moves, one)
	}
	return n(moves, one) + " and " + n(redeals, "redeal")
}

// provenLength returns what is proven of the shortest solution.
func provenLength(s *reply.Solution) string {
	switch {
	case s.ProvenShortest:
		return ", and there is no shorter solution"
	case s.LowerBound != nil:
		return fmt.Sprintf(", and no solution has fewer than %d", *s.LowerBound)
	default:
		return ""
	}
}
