package cost

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// fcSolve returns S. Fish's fc-solve (5.0.0) under rules r. It runs twice: first with the preset
// lg, which is quick but may give up a deal that can be won; and then, if that found no win, with
// single moves only, which makes the search complete. The time includes the start of the processes.
func fcSolve(program string, r *rules.Rules, states int64) (searcher, error) {
	build := map[rules.Build]string{rules.RedBlack: "alternate_color", rules.SameSuit: "suit", rules.AnySuit: "rank"}[r.Tableau.Build]
	spaces := map[rules.Spaces]string{rules.SpacesAny: "all", rules.SpacesKings: "kings", rules.SpacesNone: "none"}[r.Tableau.Spaces]
	if err := notation.CheckFormat(notation.FCSolve, r); err != nil {
		return nil, err
	}
	if build == "" || spaces == "" || r.Tableau.Groups != rules.GroupsNo || r.Foundations.Removable {
		return nil, fmt.Errorf("fc-solve does not play this game")
	}
	game := []string{
		"--freecells-num", strconv.Itoa(r.Cells.Count), "--stacks-num", strconv.Itoa(r.Tableau.Count),
		"--sequences-are-built-by", build, "--empty-stacks-filled-by", spaces, "-mi", strconv.FormatInt(states, 10),
	}
	return func(ctx context.Context, p *solver.Problem) (total found, err error) {
		position := p.Position()
		board, err := notation.WriteDeal(notation.FCSolve, r, &position)
		if err != nil {
			return total, err
		}
		for _, how := range [][]string{{"-l", "lg"}, {"-to", "01ABCDE"}} {
			run := exec.CommandContext(ctx, program, append(append(how, game...), "-")...)
			run.Stdin = strings.NewReader(board)
			out, err := run.Output()
			if err != nil && ctx.Err() == nil && run.ProcessState == nil {
				return total, err
			}
			checked := regexp.MustCompile(`states checked is (\d+)`).FindSubmatch(out)
			if checked == nil {
				return total, fmt.Errorf("fc-solve: %v: %s", err, out)
			}
			n, err := strconv.ParseInt(string(checked[1]), 10, 64)
			if err != nil {
				return total, err
			}
			total.states += n
			total.took += run.ProcessState.UserTime() + run.ProcessState.SystemTime()
			text := string(out)
			switch {
			case strings.Contains(text, "This game is solveable"):
				total.verdict, total.reason = solver.Winnable, solver.NoReason
				return total, nil
			case strings.Contains(text, "could not solve") && n < states: // it says so at its limit, too
				total.verdict, total.reason = solver.Unwinnable, solver.NoReason // if how is complete
			default:
				total.verdict, total.reason = solver.Unknown, solver.States
			}
		}
		return total, nil
	}, nil
}
