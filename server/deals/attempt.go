package deals

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// Memory is what the filler's engine is to be made with, in bytes. It is no matter of
// configuration: with less, a search might end for lack of memory before it has spent
// its States, and the deal of a day be another one than elsewhere.
const Memory = 128 << 20

// States are what solving a deal may cost. Of nearly all deals that can be won it is known
// then (docs/deals.md).
const States = 100_000

// find is a deal that was won, and what is to be remembered of it.
type find struct {
	deal   winnable.Deal
	record solver.Record
}

// attempt solves a deal and measures its difficulty; nil if it can't be won or nobody
// knows. It pauses while people keep all workers busy. The error is that the context
// ended.
func (d *Dealer) attempt(ctx context.Context, g *pooled, seed deal.Seed) (*find, error) {
	began := time.Now()
	position, err := seed.Deal(&g.Rules)
	if err != nil {
		d.log.Error("a seed has no deal", "game", g.Name, "seed", seed.String(), "error", err)
		return nil, nil
	}
	p := solver.NewProblem(g.Rules, position)
	turn := d.gate.Enter(ctx, 0)
	defer turn.Leave()
	turn.Yield()
	found, verdict, err := d.examine(turn.Context(0), g.Name, seed, p)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		d.complain(p, err)
		verdict = solver.Unknown
	}
	d.observer.Tried(g.Name, verdict, time.Since(began))
	return found, nil
}

// examine has the engine solve a problem, the referee replay the solution, and the
// difficulty measured. What it gives is worth nothing if the context has ended.
func (d *Dealer) examine(ctx context.Context, name string, seed deal.Seed, p *solver.Problem) (found *find, v solver.Verdict, err error) {
	if d.engine == nil {
		d.engine = d.newEngine()
	}
	defer func() {
		if broken := recover(); broken != nil {
			d.engine = nil // nobody knows in what state its tables are
			err = fmt.Errorf("an engine panicked: %v\n%s", broken, debug.Stack())
		}
	}()
	began := time.Now()
	result := d.engine.Solve(ctx, p, solver.Budget{States: States})
	if err := result.Verify(p); err != nil {
		return nil, solver.Unknown, err
	}
	if result.Verdict != solver.Winnable {
		return nil, result.Verdict, nil
	}
	record := solver.NewRecord(p, result, time.Since(began))
	difficulty, err := d.measure(ctx, d.engine, name, p, result.Solution)
	if err != nil {
		return nil, solver.Unknown, fmt.Errorf("measuring the difficulty: %w", err)
	}
	if !slices.Contains(d.grades, difficulty.Grade) {
		return nil, solver.Unknown, fmt.Errorf("%q is no grade", difficulty.Grade)
	}
	return &find{
		deal: winnable.Deal{
			Game: name, ID: p.ID(), Seed: seed.String(), Length: game.Length(result.Solution),
			Grade: difficulty.Grade, Score: difficulty.Score, Components: difficulty.Components, Epoch: solver.Epoch,
		},
		record: record,
	}, solver.Winnable, nil
}

// complain logs what must never happen, with the problem to which it happened.
func (d *Dealer) complain(p *solver.Problem, err error) {
	if _, rejected := errors.AsType[*solver.BadSolution](err); rejected {
		d.observer.Rejected()
	}
	d.log.Error("a deal for a pool could not be examined", "id", p.ID(), "problem", p.Text(), "error", err)
}
