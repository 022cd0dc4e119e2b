package cost

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/threadtime"
)

// Run measures. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("cost", flag.ContinueOnError)
	var s study
	flags.StringVar(&s.dir, "dir", "docs/data/techniques", "the directory of settings.csv and of the tables")
	flags.StringVar(&s.fcSolve, "fc-solve", "", "measure this program, fc-solve, instead; its tables are NAME-fc-solve.csv.gz")
	workers := flags.Int("workers", 1, "settings that are measured at a time")
	if err := flags.Parse(args); err != nil {
		return err
	}
	lines, err := rows.Table(os.DirFS(s.dir), "settings.csv", "name", "setting", "game", "without", "memory", "seeds", "states")
	if err != nil {
		return err
	}
	todo := make(chan []string, len(lines))
	for _, line := range lines {
		todo <- line
	}
	close(todo)
	failed := make([]error, *workers)
	var group sync.WaitGroup
	for i := range *workers {
		group.Go(func() {
			runtime.LockOSThread() // whose time is measured
			for line := range todo {
				if ctx.Err() != nil {
					return
				}
				if err := s.measure(ctx, line); err != nil {
					failed[i] = fmt.Errorf("%s: %w", line[0], err)
					return
				}
			}
		})
	}
	group.Wait()
	return errors.Join(failed...)
}

// study is where the tables are, and whose they are.
type study struct{ dir, fcSolve string }

// found is the result of a deal.
type found struct {
	verdict solver.Verdict
	reason  solver.Reason
	took    time.Duration // of a processor
	states  int64
}

// searcher solves a deal.
type searcher func(context.Context, *solver.Problem) (found, error)

// ours returns the portfolio without some techniques, their names joined by plus signs.
func ours(without string, memory, states int64) (searcher, error) {
	var off []portfolio.Technique
	for _, name := range strings.FieldsFunc(without, func(c rune) bool { return c == '+' }) {
		var t portfolio.Technique
		if err := t.UnmarshalText([]byte(name)); err != nil {
			return nil, err
		}
		off = append(off, t)
	}
	engine := portfolio.New(memory, off...)
	return func(ctx context.Context, p *solver.Problem) (found, error) {
		began := processorTime()
		r := engine.Search(ctx, p, solver.Budget{States: states})
		took := processorTime() - began
		return found{r.Verdict, r.Reason, took, r.States}, r.Verify(p)
	}, nil
}

var start = time.Now()

// processorTime returns how long the calling thread has kept a processor busy, or the time that has
// passed where that is not known.
func processorTime() time.Duration {
	if t, known := threadtime.Now(); known {
		return t
	}
	return time.Since(start)
}

// measure searches the deals of a setting that its table does not have.
func (s *study) measure(ctx context.Context, line []string) error {
	name := filepath.Join(s.dir, line[0]+".csv")
	if s.fcSolve != "" {
		name = filepath.Join(s.dir, line[0]+"-fc-solve.csv")
	}
	if _, err := os.Stat(name + ".gz"); err == nil {
		return nil
	}
	g, known := rules.Lookup(line[2])
	if !known {
		return fmt.Errorf("unknown game %q", line[2])
	}
	mebibytes, memoryErr := strconv.ParseFloat(line[4], 64)
	seeds, seedsErr := deal.ParseSeeds(line[5])
	states, statesErr := strconv.ParseInt(line[6], 10, 64)
	if err := errors.Join(memoryErr, seedsErr, statesErr); err != nil {
		return err
	}
	search, err := ours(line[3], int64(mebibytes*(1<<20)), states)
	if s.fcSolve != "" {
		search, err = fcSolve(s.fcSolve, &g.Rules, states)
	}
	if err != nil {
		return err
	}
	file, done, err := rows.Open(name, []string{"game", "seed", "verdict", "because", "cpu_us", "states"})
	if err != nil {
		return err
	}
	table := csv.NewWriter(file)
	for _, seed := range seeds {
		if done[seed.String()] {
			continue
		}
		cards, err := seed.Deal(&g.Rules)
		if err != nil {
			return errors.Join(err, file.Close())
		}
		r, err := search(ctx, solver.NewProblem(g.Rules, cards))
		if ctx.Err() != nil {
			return file.Close()
		}
		if err != nil {
			return errors.Join(fmt.Errorf("%s: %w", seed, err), file.Close())
		}
		_ = table.Write([]string{
			g.Name, seed.String(), string(r.verdict), string(r.reason),
			strconv.FormatInt(r.took.Microseconds(), 10), strconv.FormatInt(r.states, 10),
		})
		if table.Flush(); table.Error() != nil {
			return errors.Join(table.Error(), file.Close())
		}
	}
	if err := file.Close(); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %d deals\n", name, len(seeds))
	return rows.Compress(name)
}
