package seeds

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Run makes packs. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("seeds", flag.ContinueOnError)
	m := making{out: os.Stderr}
	dir := flags.String("dir", "data/seeds", "the directory of the goals and of what is known")
	known := flags.String("known", "../published/packed", "a directory of verdicts that need not be found again")
	packs := flags.String("packs", "../published/seeds", "where the packs are written")
	page := flags.String("page", "results/seeds.md", "the page that lists the packs")
	measured := flags.String("measured", "../published/winnable", "where the measured deals are, and are written")
	components := flags.Int("components", 2000, "how many deals of each game, the first ones, are measured with all components")
	flags.StringVar(&m.engine, "engine", "", "the version of the program, for the tables: the commit; if empty, nothing is solved or graded")
	only := flags.String("game", "", "make the packs of this game only; of all if empty")
	flags.BoolVar(&m.alone, "ungraded", false, "find numbers only, and grade none")
	limit := flags.Duration("for", 0, "stop solving after this time; 0 means never")
	flags.DurationVar(&m.turn, "turn", 30*time.Second, "how long a pack is worked on before the next one")
	memory := flags.Int64("memory", 128<<20, "bytes of memory for tables")
	if err := flags.Parse(args); err != nil {
		return err
	}
	goals, err := readGoals(*dir)
	if err != nil {
		return err
	}
	for _, g := range goals {
		t, err := openTable(*dir, *known, g)
		if err != nil {
			return err
		}
		if err := t.readMeasured(*measured, *components); err != nil {
			return err
		}
		m.tables = append(m.tables, t)
	}
	if m.engine != "" {
		m.solver = portfolio.New(*memory)
		search := ctx
		if *limit > 0 {
			var cancel context.CancelFunc
			search, cancel = context.WithTimeout(ctx, *limit)
			defer cancel()
		}
		if err := m.run(search, *only); err != nil {
			return err
		}
	}
	return m.publish(*packs, *page)
}

// making makes packs.
type making struct {
	engine string
	solver solver.Engine
	tables []*table
	out    io.Writer
	turn   time.Duration
	alone  bool // numbers are found, and none is graded
	saved  time.Time
}

// savePause is the time between two saves.
const savePause = time.Minute

// run gives each pack that is not done a turn, again and again, until the context ends or all are
// done.
func (m *making) run(ctx context.Context, only string) error {
	m.saved = time.Now()
	for open := true; open && !stopped(ctx); {
		open = false
		for _, t := range m.tables {
			if t.done() || m.alone && t.numbered() || only != "" && only != t.game {
				continue
			}
			open = true
			if err := m.take(ctx, t); err != nil {
				return errors.Join(err, m.save())
			}
		}
	}
	return m.save()
}

// take is a pack's turn: numbers for half of it, and components and grades for the rest, or numbers
// alone.
func (m *making) take(ctx context.Context, t *table) error {
	began, found, scored, measured := time.Now(), t.found, t.scored(), len(t.measured)
	whole, cancel := context.WithDeadline(ctx, began.Add(m.turn))
	defer cancel()
	half, cancel := context.WithDeadline(whole, began.Add(m.turn/2))
	defer cancel()
	var err error
	if m.alone {
		err = m.numbers(whole, t)
	} else if err = m.numbers(half, t); err == nil {
		if err = m.components(whole, t); err == nil {
			err = m.grades(whole, t)
		}
	}
	fmt.Fprintf(m.out, "%s %s: %d winnable of %d, %d graded, %d measured; %d, %d and %d of them in %s\n", t.game, t.scheme, t.found, t.next-t.first,
		t.scored(), len(t.measured), t.found-found, t.scored()-scored, len(t.measured)-measured, time.Since(began).Round(time.Second))
	return err
}

// numbers solves deals until the pack has its winnable numbers, and then those that were passed over
// with fewer states: most of them stay open, and take long.
func (m *making) numbers(ctx context.Context, t *table) error {
	for ; t.found < t.winnable && !stopped(ctx); t.advance() {
		if err := m.number(ctx, t, t.next); err != nil {
			return err
		}
	}
	defer t.recount()
	for _, n := range t.undecided() {
		if err := m.number(ctx, t, n); err != nil || stopped(ctx) {
			return err
		}
	}
	return nil
}

// number finds the verdict of a number, unless the context ends before.
func (m *making) number(ctx context.Context, t *table, n uint64) error {
	p, err := t.problem(n)
	if err != nil {
		return err
	}
	r, err := m.solve(ctx, p, t.states)
	if err != nil {
		return fmt.Errorf("%s %s:%d: %w", t.game, t.scheme, n, err)
	}
	if stopped(ctx) {
		return nil
	}
	found := row{verdict: r.Verdict, engine: m.engine}
	if r.Verdict == solver.Unknown {
		found.states = t.states
	}
	t.set(n, found)
	return m.maySave()
}

// solve solves a deal, and has the referee replay the solution.
func (m *making) solve(ctx context.Context, p *solver.Problem, states int64) (solver.Result, error) {
	r := m.solver.Solve(solver.NewClock(ctx), p, solver.Budget{States: states})
	return r, r.Verify(p)
}

// grades measures the deals of the pack that have not been measured.
func (m *making) grades(ctx context.Context, t *table) error {
	for _, n := range t.ungraded() {
		score, err := m.score(ctx, t, n)
		if stopped(ctx) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s %s:%d: %w", t.game, t.scheme, n, err)
		}
		found := row{verdict: solver.Winnable, score: score, engine: m.engine}
		if score == NoLine {
			found.states = difficulty.StatesOf(t.game)
		}
		t.set(n, found)
		if err := m.maySave(); err != nil {
			return err
		}
	}
	return nil
}

// score returns the score of a winnable deal, as the table has it.
func (m *making) score(ctx context.Context, t *table, n uint64) (string, error) {
	p, err := t.problem(n)
	if err != nil {
		return "", err
	}
	method := difficulty.MethodOf(t.game)
	var line []game.Move
	if method == difficulty.LineAndPlayers {
		// The line that difficulty is measured along is one found with that budget.
		r, err := m.solve(ctx, p, difficulty.StatesOf(t.game))
		switch {
		case err != nil:
			return "", err
		case r.Verdict != solver.Winnable:
			return NoLine, nil
		}
		line = r.Solution
	}
	score, err := method.MeasureScore(solver.NewClock(ctx), m.solver, p, line)
	return strconv.FormatFloat(score, 'g', -1, 64), err
}

// stopped reports whether a context has ended. Engines ask the clock: they stop at a deadline before
// the context's timer may have noticed.
func stopped(ctx context.Context) bool { return solver.NewClock(ctx).StopReason() != solver.NoReason }

func (m *making) maySave() error {
	if time.Since(m.saved) < savePause {
		return nil
	}
	m.saved = time.Now()
	return m.save()
}

func (m *making) save() error {
	var errs []error
	for _, t := range m.tables {
		errs = append(errs, t.save(), t.saveMeasured())
	}
	return errors.Join(errs...)
}
