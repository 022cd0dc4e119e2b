package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// solveCommand is POST /v1/solve without a server.
type solveCommand struct {
	gameFlags      `embed:""`
	cardFlags      `embed:""`
	Deadline       time.Duration `help:"Time limit." default:"10s"`
	States         *int64        `help:"Maximum number of states searched." placeholder:"N"`
	Memory         service.Size  `help:"Memory for search tables." default:"1GiB"`
	Objective      string        `help:"Solution to look for: any, short or shortest." placeholder:"OBJECTIVE"`
	SolutionFormat string        `help:"Format of the solution: text, fc-solve, klondike-solver or minimal-klondike." default:"text" placeholder:"FORMAT"`
	JSON           bool          `name:"json" help:"Print the JSON of the service."`
}

func (s *solveCommand) Run(c console) error {
	if err := s.Memory.Fits("--memory"); err != nil {
		return err
	}
	request, err := s.request(c)
	if err != nil {
		return err
	}
	if err := s.addTo(request, c); err != nil {
		return err
	}
	// A part of a millisecond is not nothing, and less than nothing stays wrong.
	request["deadline_ms"] = int64(math.Ceil(float64(s.Deadline) / float64(time.Millisecond)))
	if s.States != nil {
		request["states"] = *s.States
	}
	if s.SolutionFormat != "text" || !s.JSON {
		request["solution_format"] = s.SolutionFormat
	}
	if s.Objective != "" {
		request["objective"] = s.Objective
	}
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	judge := &engineJudge{portfolio.New(int64(s.Memory))}
	start := time.Now()
	bar := showProgress(c, time.Second, func() float64 { return float64(time.Since(start)) / float64(s.Deadline) }, func() string {
		return fmt.Sprintf("%s of %s", time.Since(start).Round(time.Second), s.Deadline)
	})
	var limits api.Limits
	limits.Deadline, limits.DefaultDeadline = math.MaxInt64, s.Deadline
	answer, err := api.Solve(c.ctx, start, text, judge, limits)
	bar.end()
	if err != nil {
		return err
	}
	if s.JSON {
		err = printJSON(c.out, answer)
	} else {
		err = printAnswer(c, answer)
	}
	if err != nil {
		return err
	}
	return outcome(answer.Verdict)
}

// engineJudge answers problems with an engine of its own and nothing else. What
// it answers has passed the referee all the same.
type engineJudge struct{ engine solver.Engine }

func (j *engineJudge) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, _ bool) (solver.Answer, error) {
	start := time.Now()
	result := j.engine.Solve(ctx, p, b)
	elapsed := time.Since(start)
	if err := result.Verify(p); err != nil {
		return solver.Answer{}, err
	}
	portfolio.Explain(p, &result)
	return solver.Answer{Result: result, Elapsed: elapsed, Source: solver.FromSearch}, nil
}

// printAnswer says an answer to a person.
func printAnswer(c console, a api.SolveAnswer) error {
	because := ""
	if a.Because != nil {
		because = fmt.Sprintf(" (%s)", *a.Because)
	}
	fmt.Fprintf(c.out, "%s%s: %d states in %.1f ms\n", a.Verdict, because, a.Search.States, a.Search.ElapsedMS)
	for _, warning := range a.Warnings {
		fmt.Fprintf(c.out, "warning: %s\n", warning)
	}
	if a.Certificate != nil {
		fmt.Fprintln(c.out, a.Certificate.Text)
	}
	if a.Solution != nil {
		fmt.Fprintf(c.out, "%d moves%s:\n", a.Solution.Length, provenLength(a.Solution))
		fmt.Fprint(c.out, a.Solution.Text)
	}
	return nil
}

// provenLength says what is known of the shortest solution.
func provenLength(s *api.Solution) string {
	switch {
	case s.ProvenShortest:
		return ", and there is no shorter solution"
	case s.LowerBound != nil:
		return fmt.Sprintf(", and no solution has fewer than %d", *s.LowerBound)
	default:
		return ""
	}
}
