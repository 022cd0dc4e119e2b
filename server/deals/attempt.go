package deals

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// Memory is the size in bytes that the filler's engine has to be made with. It can't be
// configured: with less, a search might run out of memory before it has spent its states, and
// the deal of a day differ from that of other installations.
const Memory = 128 << 20

// Touched is how much of it the filler's searches use at most: golf needs 39 MB, other games 13.
const Touched = 40 << 20

// find is a deal that was won, and the record of its verdict.
type find struct {
	deal   winnable.Deal
	record solver.Record
}

// attempt solves a deal and measures its difficulty; nil if it is not won within
// difficulty.StatesOf. It pauses while requests keep all workers busy. The error is the context's.
func (d *Dealer) attempt(ctx context.Context, g *pooled, seed deal.Seed) (*find, error) {
	began := time.Now()
	position, err := seed.Deal(&g.Rules)
	if err != nil {
		d.Log.Error("seed without a deal", "game", g.Name, "seed", seed.String(), "error", err)
		return nil, nil
	}
	p := solver.NewProblem(g.Rules, position)
	clock, leave := d.Gate.Enter(ctx, 0)
	defer leave()
	if err := clock.Err(); err != nil {
		return nil, err
	}
	found, verdict, err := d.examine(clock, g.Name, seed, p)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		d.logFailure(p, err)
		verdict = solver.Unknown
	}
	d.Observer.Tried(g.Name, verdict, time.Since(began))
	return found, nil
}

// examine solves a problem with the budget that its difficulty is measured with, has the referee
// replay the solution, and measures the difficulty.
// Its results mean nothing if the clock has ended.
func (d *Dealer) examine(clock *solver.Clock, name string, seed deal.Seed, p *solver.Problem) (found *find, v solver.Verdict, err error) {
	if d.engine == nil {
		d.engine = d.NewEngine()
	}
	defer func() {
		if broken := recover(); broken != nil {
			pool.Release(d.engine)
			d.engine = nil // its tables may be in any state
			err = fmt.Errorf("engine panicked: %v\n%s", broken, debug.Stack())
		}
	}()
	began := time.Now()
	result := d.engine.Solve(clock, p, solver.Budget{States: difficulty.StatesOf(name)})
	if err := result.Verify(p); err != nil {
		return nil, solver.Unknown, err
	}
	if result.Verdict != solver.Winnable {
		return nil, result.Verdict, nil
	}
	record := solver.NewRecord(p, result, time.Since(began))
	measured, err := d.Measure(clock, d.engine, name, p, result.Solution)
	if err != nil {
		return nil, solver.Unknown, fmt.Errorf("measuring the difficulty: %w", err)
	}
	if !slices.Contains(d.Grades, measured.Grade) {
		return nil, solver.Unknown, fmt.Errorf("unknown grade %q", measured.Grade)
	}
	return &find{
		deal: winnable.Deal{
			Game: name, ID: p.ID(), Seed: seed.String(), Length: game.Length(result.Solution),
			Grade: measured.Grade, Score: measured.Score, Components: measured.Components, Epoch: solver.Epoch,
		},
		record: record,
	}, solver.Winnable, nil
}

// logFailure logs a fault of an engine, with the problem.
func (d *Dealer) logFailure(p *solver.Problem, err error) {
	if _, rejected := errors.AsType[*solver.BadSolution](err); rejected {
		d.Observer.Rejected()
	}
	d.Log.Error("examining a deal failed", "id", p.ID(), "problem", p.Text(), "error", err)
}
