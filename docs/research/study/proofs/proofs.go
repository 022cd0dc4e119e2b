package proofs

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// headings are those of the table: a row is a lost deal. States and what follows are 0 if the proof
// would have been too large. Times are microseconds of a processor.
var headings = []string{"game", "seed", "epoch", "search_us", "search_states", "states", "bytes", "prove_us", "check_us"}

// The names of the tables in the directory.
const (
	settingsName = "settings.csv"
	resultsName  = "proofs.csv"
)

// Run proves. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("proofs", flag.ContinueOnError)
	var s study
	dir := flags.String("dir", "data/proofs", "the directory of settings.csv and of the table")
	flags.IntVar(&s.states, "states", 1_000_000, "the most states of a proof")
	limit := flags.Duration("for", 0, "end after this time; the next run goes on")
	markdown := flags.Bool("markdown", false, "write the table of results.md from the results, and prove nothing")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *markdown {
		return writeTable(os.Stdout, os.DirFS(*dir))
	}
	if *limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *limit)
		defer cancel()
	}
	runtime.LockOSThread() // whose time is measured
	settings, err := rows.Table(os.DirFS(*dir), settingsName, "game", "seeds", "losses")
	if err != nil {
		return err
	}
	name := filepath.Join(*dir, resultsName)
	file, _, err := rows.Open(name, headings)
	if err != nil {
		return err
	}
	defer file.Close()
	done, err := rows.Table(os.DirFS(*dir), resultsName, headings...)
	if err != nil {
		return err
	}
	s.engines, s.table = portfolio.New(1<<28), csv.NewWriter(file)
	for _, setting := range settings {
		if err := s.game(ctx, setting, done); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("%s: %w", setting[0], err)
		}
	}
	return rows.Compress(name)
}

// study proves deals.
type study struct {
	engines *portfolio.Portfolio
	table   *csv.Writer
	states  int
}

// hopeless is how many deals of a game that can't be proven lost are too many, if not more are proven.
const hopeless = 10

// game proves the lost deals of a game that the table does not have, until it has as many as the
// setting asks for.
func (s *study) game(ctx context.Context, setting []string, done [][]string) error {
	g, known := rules.Lookup(setting[0])
	if !known {
		return errors.New("unknown game")
	}
	seeds, err := deal.ParseSeeds(setting[1])
	if err != nil {
		return err
	}
	losses, err := strconv.Atoi(setting[2])
	if err != nil {
		return err
	}
	lost, proven, last := 0, 0, ""
	for _, row := range done {
		if row[0] == setting[0] {
			lost, last = lost+1, row[1]
			if row[5] != "0" {
				proven++
			}
		}
	}
	for _, seed := range seeds {
		if last != "" {
			if seed.String() == last {
				last = ""
			}
			continue
		}
		if proven >= losses || lost-proven > max(hopeless, proven) {
			break
		}
		p, err := solver.Numbered(g.Name, seed.String())
		if err != nil {
			return err
		}
		row, err := s.deal(ctx, p)
		if err != nil {
			return fmt.Errorf("%s: %w", seed, err)
		}
		if row == nil {
			continue
		}
		if lost++; row[2] != "0" {
			proven++
		}
		s.table.Write(append([]string{g.Name, seed.String(), fmt.Sprint(solver.Epoch)}, row...))
		if s.table.Flush(); s.table.Error() != nil {
			return s.table.Error()
		}
	}
	fmt.Fprintf(os.Stderr, "%s: %d of %d\n", g.Name, proven, lost)
	return nil
}

// The bounds of a deal: a deal that the engines don't decide within the first is left out.
const (
	searchTime = 5 * time.Second
	proveTime  = 100 * time.Second
)

// deal proves that a deal is lost and checks the proof. It returns the row without the first
// columns, nil for a deal that is not found lost.
func (s *study) deal(ctx context.Context, p *solver.Problem) ([]string, error) {
	began := processorTime()
	found := s.engines.Solve(solver.NewClock(ctx).Within(searchTime), p, solver.Budget{})
	searched := processorTime() - began
	if err := found.Verify(p); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if found.Verdict != solver.Unwinnable {
		return nil, nil
	}
	row := []string{micros(searched), strconv.FormatInt(found.States, 10), "0", "0", "0", "0"}
	var file bytes.Buffer
	packed, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	began = processorTime()
	listed, err := prove.Write(solver.NewClock(ctx).Within(proveTime), packed, p, found.Certificate, s.states)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, prove.ErrTooManyStates) || errors.Is(err, context.DeadlineExceeded):
		return row, nil
	case err != nil:
		return nil, err
	}
	if err := packed.Close(); err != nil {
		return nil, err
	}
	proved, size := processorTime()-began, file.Len()
	began = processorTime()
	text, err := gzip.NewReader(&file)
	if err != nil {
		return nil, err
	}
	report, err := proof.Check(text, listed)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the proof is refused: %w", err)
	case report.Problem.ID() != p.ID():
		return nil, errors.New("the proof is that of another deal")
	}
	copy(row[2:], []string{strconv.Itoa(listed), strconv.Itoa(size), micros(proved), micros(processorTime() - began)})
	return row, nil
}

func micros(d time.Duration) string { return strconv.FormatInt(d.Microseconds(), 10) }

// processorTime returns how long the calling thread has kept a processor busy, as Linux measures it.
func processorTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var use syscall.Rusage
	if err := syscall.Getrusage(thread, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
