package count

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// Run counts. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("count", flag.ContinueOnError)
	c := count{out: os.Stderr, files: map[string]*packed.Appender{}}
	flags.StringVar(&c.dir, "dir", "data/counts", "the directory of the goals and the verdicts")
	flags.StringVar(&c.engine, "engine", "", "the version of the program, for the files: the commit")
	flags.DurationVar(&c.work, "step", time.Minute, "how long a step should take")
	flags.Int64Var(&c.memory, "memory", 512<<20, "bytes of memory for the tables of a worker")
	known := flags.String("known", "../published/packed", "a directory of verdicts that need not be found again")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "deals that are searched at a time")
	limit := flags.Duration("for", 0, "stop after this time; 0 means never")
	game := flags.String("game", "", "count this game only")
	flags.BoolVar(&c.again, "again", false, "try unknown deals again before more are counted: after the engine has become better")
	say := flags.Bool("plan", false, "only print what comes next, and what it will take")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *say {
		c.engine = ""
	} else if c.engine == "" {
		return errors.New("-engine is required, as make count gives it")
	}
	if err := c.open(*known, *game); err != nil {
		return err
	}
	if *say {
		return errors.Join(c.printPlan(), c.close())
	}
	if *limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *limit)
		defer cancel()
	}
	return errors.Join(c.run(ctx, *workers), c.close())
}

// count is a count of many games.
type count struct {
	dir, engine string
	again       bool
	work        time.Duration
	memory      int64
	out         io.Writer

	mu    sync.Mutex
	list  []*row // in the order of the goals
	files map[string]*packed.Appender
	costs map[budget]cost
	told  time.Time // when the last line was printed
}

// open reads the goals, of one game if it is given, and what is known.
func (c *count) open(known, game string) error {
	goals, err := readGoals(c.dir)
	if err != nil {
		return err
	}
	if game != "" {
		goals = slices.DeleteFunc(goals, func(g goal) bool { return g.game != game })
		if len(goals) == 0 {
			return fmt.Errorf("-game: goals.csv has no game %q", game)
		}
	}
	if c.costs, err = readCosts(c.dir); err != nil {
		return err
	}
	for _, g := range goals {
		r, err := newRow(g, c.costs)
		if err != nil {
			return err
		}
		r.again = c.again
		c.list = append(c.list, r)
		if err := c.readKnown(r, filepath.Join(known, g.game+".gz")); err != nil {
			return errors.Join(err, c.close())
		}
		if c.engine == "" { // nothing is counted
			err = c.readKnown(r, c.name(g.game))
		} else if _, missing := os.Stat(c.name(g.game)); missing == nil {
			_, err = c.file(r)
		}
		if err != nil {
			return errors.Join(err, c.close())
		}
		r.findGaps()
	}
	return nil
}

// name returns the name of a game's file.
func (c *count) name(game string) string { return filepath.Join(c.dir, game+".gz") }

// file returns the file of a row, which it opens the first time. A game has no file before its first
// block, so that a kill leaves no empty ones.
func (c *count) file(r *row) (*packed.Appender, error) {
	if file := c.files[r.game]; file != nil {
		return file, nil
	}
	file, err := packed.Append(c.name(r.game), func(found *packed.Range) error { return c.addTo(r, found) })
	if err != nil {
		return nil, err
	}
	c.files[r.game] = file
	return file, nil
}

// addTo adds verdicts of a game that this program found by the same rules.
func (c *count) addTo(r *row, found *packed.Range) error {
	if found.Subject != r.subject {
		return nil // a player's, another program's, or those of another epoch
	}
	return r.add(found)
}

// readKnown reads a file of verdicts, if there is one.
func (c *count) readKnown(r *row, name string) error {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := packed.Each(file, func(found *packed.Range) error { return c.addTo(r, found) }); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// close closes the files.
func (c *count) close() error {
	var errs []error
	for _, file := range c.files {
		errs = append(errs, file.Close())
	}
	return errors.Join(errs...)
}

// run has workers count until all goals are reached, or the context ends.
func (c *count) run(ctx context.Context, workers int) error {
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			engine := portfolio.New(c.memory)
			for work.Err() == nil {
				s, open := c.next()
				if !open {
					return
				}
				if err := c.do(work, engine, s); err != nil {
					stop(err)
				}
			}
		})
	}
	group.Wait()
	if err := context.Cause(work); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// next takes the cheapest step.
func (c *count) next() (step, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, _ := c.cheapest()
	if r == nil {
		return step{}, false
	}
	states, again, _, _ := r.plan()
	return r.take(states, again, c.work), true
}

// cheapest returns the row that reaches its goal at the least cost, in seconds; nil if all have.
func (c *count) cheapest() (best *row, least float64) {
	for _, r := range c.list {
		if _, _, seconds, open := r.plan(); open && (best == nil || seconds < least) {
			best, least = r, seconds
		}
	}
	return best, least
}

// do searches the deals of a step, and writes the verdicts, also if the context ends before the last.
func (c *count) do(ctx context.Context, engine solver.Engine, s step) error {
	found := &packed.Range{Subject: s.subject, Method: packed.Method{Engine: c.engine, States: s.states, Memory: c.memory}}
	began := time.Now()
	done := 0
	for _, number := range s.seeds {
		v, err := search(ctx, engine, &s, number)
		if solver.NewClock(ctx).StopReason() != solver.NoReason { // at its deadline a search ends before the context does
			break
		}
		if err != nil {
			return fmt.Errorf("%s %s:%d: %w", s.game, scheme, number, err)
		}
		if err := found.AppendAt(number, v); err != nil {
			return err
		}
		done++
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if done == 0 {
		return nil
	}
	if err := s.add(found); err != nil {
		return err
	}
	s.done(s.states, done, time.Since(began))
	file, err := c.file(s.row)
	if err != nil {
		return err
	}
	if err := file.Write(found); err != nil {
		return err
	}
	if time.Since(c.told) > 10*time.Second {
		c.told = time.Now()
		c.tell(s.row)
	}
	return writeCosts(c.dir, c.costs)
}

// search finds the verdict of a deal.
func search(ctx context.Context, engine solver.Engine, s *step, number int64) (packed.Verdict, error) {
	cards, err := deal.Seed{Scheme: scheme, Number: uint64(number)}.Deal(&s.rules)
	if err != nil {
		return 0, err
	}
	p := solver.NewProblem(s.rules, cards)
	result := engine.Solve(solver.NewClock(ctx), p, solver.Budget{States: s.states, Objective: solver.FirstSolution})
	if err := result.Verify(p); err != nil {
		return 0, err
	}
	return packed.VerdictOf(result.Verdict), nil
}

// tell prints a line: what was counted, what is next, and how far all of it is.
func (c *count) tell(r *row) {
	fmt.Fprintf(c.out, "%s; %s", r, c.progress())
	if next, least := c.cheapest(); next != nil {
		fmt.Fprintf(c.out, "; next %s, in %s", next.game, days(least))
	}
	fmt.Fprintln(c.out)
}

// narrow is half of an interval that is narrow enough to publish, in percentage points.
const narrow = 0.1

// progress returns in words how many games are counted to within narrow, how many have reached
// their last goal, and how long the others take, as far as they can reach it.
func (c *count) progress() string {
	var enough, reached int
	var seconds float64
	for _, r := range c.list {
		if r.tally.Deals() >= r.deals && r.halfRange() <= narrow {
			enough++
		}
		_, _, needs, open := r.plan()
		switch {
		case !open:
			reached++
		case needs < never:
			seconds += needs
		}
	}
	return fmt.Sprintf("%d of %d games at ± %g %%, %d at their last goal, the others that can be take %s of a processor",
		enough, len(c.list), narrow, reached, days(seconds))
}

// printPlan prints every game, the cheapest goal first.
func (c *count) printPlan() error {
	fmt.Fprintln(c.out, c.progress())
	list := slices.Clone(c.list)
	slices.SortStableFunc(list, func(a, b *row) int {
		_, _, first, _ := a.plan()
		_, _, second, _ := b.plan()
		return cmp.Compare(first, second)
	})
	for _, r := range list {
		states, again, needs, open := r.plan()
		switch {
		case !open:
			fmt.Fprintf(c.out, "%s: reached\n", r)
		case needs >= never:
			fmt.Fprintf(c.out, "%s: out of reach with %d states\n", r, r.mostStates)
		case again:
			fmt.Fprintf(c.out, "%s: %s to try unknown deals with %d states\n", r, days(needs), states)
		default:
			fmt.Fprintf(c.out, "%s: %s\n", r, days(needs))
		}
	}
	return nil
}

// days returns seconds in a unit that suits them.
func days(seconds float64) string {
	switch {
	case seconds < 120:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 2*3600:
		return fmt.Sprintf("%.0f min", seconds/60)
	case seconds < 48*3600:
		return fmt.Sprintf("%.1f h", seconds/3600)
	}
	return fmt.Sprintf("%.1f days", seconds/86400)
}
