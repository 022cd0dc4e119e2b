package peers

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// task is what a program has to solve.
type task struct {
	game  *rules.Game
	seeds []deal.Seed
	limit time.Duration // for a deal
}

// found is the result of a deal. Seconds and states are as the program prints them, and may be
// empty.
type found struct {
	verdict         solver.Verdict
	seconds, states string
}

// outcome has the results of a task in the order of its deals.
type outcome struct {
	deals  []found
	cpu    time.Duration   // user and system time of all processes
	each   []time.Duration // the same of each deal, if each had a process of its own
	memory int64           // bytes that a process held at most
}

// program solves deals in processes with one thread.
type program func(context.Context, task) (outcome, error)

// run runs a process to its end and adds its costs.
func (o *outcome) run(c *exec.Cmd) ([]byte, error) {
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	c.Env = append(os.Environ(), "GOMAXPROCS=1")
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, messages.Bytes())
	}
	o.cpu += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	o.memory = max(o.memory, maxMemory(c.ProcessState))
	return out.Bytes(), nil
}

// bench runs this program's command bench.
func bench(path string) program {
	return func(ctx context.Context, t task) (o outcome, err error) {
		dir, err := os.MkdirTemp("", "peers")
		if err != nil {
			return o, err
		}
		defer os.RemoveAll(dir)
		var list strings.Builder
		list.WriteString("game,seed,verdict\n")
		for _, seed := range t.seeds {
			fmt.Fprintf(&list, "%s,%s,%s\n", t.game.Name, seed, solver.Unknown)
		}
		name := filepath.Join(dir, "deals.csv")
		if err := os.WriteFile(name, []byte(list.String()), 0o644); err != nil {
			return o, err
		}
		text, err := o.run(exec.CommandContext(ctx, path, "bench", "--truth", name, "--deadline", t.limit.String(),
			"--cpu", "--jobs", "1", "--without", "shortening", "--memory", "512MiB"))
		if err != nil {
			return o, err
		}
		lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			return o, err
		}
		for i, line := range lines[min(1, len(lines)):] {
			if len(line) < 6 || i >= len(t.seeds) || line[1] != t.seeds[i].String() {
				return o, fmt.Errorf("unexpected line %q", line)
			}
			o.deals = append(o.deals, found{solver.Verdict(line[2]), line[4], line[5]})
		}
		return o, nil
	}
}

// driver runs a program that reads a deal from each line of standard input, as JSON with its game,
// seed and cards, and writes a line with its verdict, CPU seconds and states. Its argument is the
// limit in seconds.
func driver(path string) program {
	return func(ctx context.Context, t task) (o outcome, err error) {
		var deals bytes.Buffer
		for _, seed := range t.seeds {
			cards, err := seed.Deal(&t.game.Rules)
			if err != nil {
				return o, err
			}
			line, err := json.Marshal(map[string]any{
				"game": t.game.Name, "seed": seed.String(), "deal": cards.Document(&t.game.Rules),
			})
			if err != nil {
				return o, err
			}
			deals.Write(append(line, '\n'))
		}
		run := exec.CommandContext(ctx, path, strconv.Itoa(int(t.limit.Seconds())))
		run.Stdin = &deals
		text, err := o.run(run)
		if err != nil {
			return o, err
		}
		for line := range strings.Lines(string(text)) {
			d, err := readLine(line)
			if err != nil {
				return o, fmt.Errorf("line %q: %w", line, err)
			}
			o.deals = append(o.deals, d)
		}
		return o, nil
	}
}

// readLine reads a driver's result.
func readLine(line string) (d found, err error) {
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return d, errors.New("want verdict, seconds and states")
	}
	d = found{solver.Verdict(fields[0]), fields[1], fields[2]}
	_, secondsErr := strconv.ParseFloat(d.seconds, 64)
	_, statesErr := strconv.ParseInt(d.states, 10, 64)
	switch {
	case !d.verdict.Proven() && d.verdict != solver.Unknown:
		return d, fmt.Errorf("a verdict is %s, %s or %s", solver.Winnable, solver.Unwinnable, solver.Unknown)
	default:
		return d, errors.Join(secondsErr, statesErr)
	}
}
