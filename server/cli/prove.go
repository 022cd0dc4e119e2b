package cli

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// mostProven is the default limit of states of a proof.
const mostProven = 2_000_000

// heapGrowth is by how many percent the heap grows before it is collected: the states are most of
// it, unlike in other commands.
const heapGrowth = 100

// proveCommand writes a proof.
type proveCommand struct {
	gameFlags `embed:""`
	cardFlags `embed:""`
	moveFlags `embed:""`
	Out       string        `help:"File to write; standard output if not given." placeholder:"FILE" predictor:"file"`
	Deadline  time.Duration `help:"Time limit." default:"10m"`
	Memory    service.Size  `help:"Memory for the search that finds out whether there is something to prove." default:"1GiB"`
	States    int           `help:"Maximum number of states that the proof lists; a million take a quarter of a gigabyte." default:"${mostproven}" placeholder:"N"`
}

func (p *proveCommand) Run(c console) error {
	defer debug.SetGCPercent(debug.SetGCPercent(heapGrowth))
	if p.States < 1 {
		return service.Usagef("--states: must be at least 1")
	}
	if p.Out == "" && c.terminal {
		return service.Usagef("--out: a proof is a compressed file; name it, or redirect the output")
	}
	body, err := fields{}.encode(c, &p.gameFlags, &p.cardFlags, &p.moveFlags)
	if err != nil {
		return err
	}
	problem, err := verdicts.Asked(body)
	if err != nil {
		return err
	}
	clock := solver.NewClock(c.ctx).Within(p.Deadline)
	found := portfolio.New(int64(p.Memory)).Solve(clock, problem, solver.Budget{Objective: solver.FirstSolution})
	switch found.Verdict {
	case solver.Winnable:
		return service.Usagef("%s can be won, so there is no proof of a loss", problem.ID())
	case solver.Unknown:
		fmt.Fprintf(c.err, "thoughtful: unknown (%s): it could not be decided whether %s can be won%s\n", found.Reason, problem.ID(), more[found.Reason])
		return outcome(solver.Unknown)
	}
	listed, bytes := 0, int64(0)
	write := func(to io.Writer) error {
		written := &counter{to: to}
		compressed, err := gzip.NewWriterLevel(written, gzip.BestCompression)
		if err != nil {
			return err
		}
		listed, err = prove.Write(clock, compressed, problem, found.Certificate, p.States)
		if err == nil {
			err = compressed.Close()
		}
		bytes = written.bytes
		return err
	}
	if p.Out == "" {
		err = write(c.out)
	} else {
		err = writeWhole(p.Out, write)
	}
	switch {
	case err == nil:
		fmt.Fprintf(c.err, "proven: %s can't be won; %d states, %d bytes\n", problem.ID(), listed, bytes)
	case c.ctx.Err() != nil:
		return interrupted(fmt.Sprintf("no proof: stopped after %d states", listed))
	case errors.Is(err, prove.ErrTooManyStates):
		fmt.Fprintf(c.err, "thoughtful: no proof: %v, after %d states%s\n", err, listed, more[solver.States])
		return outcome(solver.Unknown)
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Fprintf(c.err, "thoughtful: no proof: %v, after %d states%s\n", err, listed, more[solver.Deadline])
		return outcome(solver.Unknown)
	}
	return err
}

// more names the flag that raises a limit, by the reason why a search or a proof ended.
var more = map[solver.Reason]string{
	solver.Deadline: "; allow more time with --deadline",
	solver.Memory:   "; allow more memory with --memory",
	solver.States:   "; allow more states with --states, a quarter of a gigabyte for each million",
}

// counter counts the bytes that are written.
type counter struct {
	to    io.Writer
	bytes int64
}

func (c *counter) Write(text []byte) (int, error) {
	n, err := c.to.Write(text)
	c.bytes += int64(n)
	return n, err
}

// checkCommand checks a proof.
type checkCommand struct {
	File   string `arg:"" help:"The proof; - for standard input." predictor:"file"`
	States int    `help:"Maximum number of states; a million take a quarter of a gigabyte." default:"${mostproven}" placeholder:"N"`
	JSON   bool   `name:"json" help:"Print the figures as JSON."`
}

func (k *checkCommand) Run(c console) error {
	defer debug.SetGCPercent(debug.SetGCPercent(heapGrowth))
	if k.States < 1 {
		return service.Usagef("--states: must be at least 1")
	}
	from := c.in
	if k.File != "-" {
		file, err := os.Open(k.File)
		if err != nil {
			return service.Usagef("%w", err)
		}
		defer file.Close()
		from = file
	}
	file := bufio.NewReader(from)
	strict.SkipMark(file)
	unzipped, err := gzip.NewReader(file)
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) { // a directory, say
		return service.Usagef("%w", err)
	}
	if err != nil {
		return &proof.Refused{Line: 1, Why: "not compressed with gzip: " + err.Error()}
	}
	text := bufio.NewReader(unzipped)
	strict.SkipMark(text)
	report, err := proof.Check(text, k.States)
	if errors.Is(err, proof.ErrTooManyStates) {
		fmt.Fprintf(c.err, "thoughtful: not checked: %v, which are %d; see --states\n", err, k.States)
		return outcome(solver.Unknown)
	}
	if err != nil {
		return err
	}
	if k.JSON {
		return printJSON(c.out, map[string]any{
			"id": report.Problem.ID(), "verdict": solver.Unwinnable, "states": report.States,
			"safe": report.Safe, "stuck": report.Stuck, "ways": report.Ways, "problem": json.RawMessage(report.Problem.Text()),
		})
	}
	fmt.Fprintf(c.out, `%s can't be won: proven.
%d states, of which %d have a safe card and %d are lost at sight; %d ways were checked.
Trusted: the referee's rules, and the lemmas of docs/inside/proofs.md and the pages that it names. No engine took part.
The problem: %s
`, report.Problem.ID(), report.States, report.Safe, report.Stuck, report.Ways, report.Problem.Text())
	return nil
}
