package search

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Beam looks for wins with beams: level by level it keeps only the best states. It never
// answers unwinnable. docs/engines/beam.md has the idea and what it gives. Beam
// implements solver.Engine.
type Beam struct {
	arena *memory.Arena

	// Lifetime: one search.
	walker
	packer
	root    []uint64 // the first state, packed
	opening []step   // the forced steps that led to it
	states  int64
}

// BeamName is the name of the beam in answers.
const BeamName = "beam"

// NewBeam returns an engine that borrows memory from a for each search.
func NewBeam(a *memory.Arena) *Beam { return &Beam{arena: a} }

// settling bounds the forced steps after a step.
const settling = 256

// BeamHandles reports whether beams play a game: one whose cards go up one by one, with
// columns and a waste that is not turned over without limit.
func BeamHandles(r *rules.Rules) bool {
	return r.Foundations.Present && !r.Foundations.CompleteOnly && !r.Hole.Present && r.Tableau.Count > 0 &&
		r.Waste() && r.Stock.Redeals != rules.Unlimited
}

// Solve searches for a win with one beam after the other, until the budget is spent or
// ctx ends. The verdict is unknown without a reason if every state that can be reached
// was seen and none is won.
func (e *Beam) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	c := compile(p.Rules(), position.Base, beamTechniques(p.Rules()))
	e.state, e.path, e.states = newState(c, &position), make([]step, 0, settling), 0
	e.packer = newPacker(e.state)
	words, stack := e.arena.Take()
	defer e.arena.Done(0) // beams leave the table clear

	base := weightsFor(p.Rules())
	result := solver.Result{Verdict: solver.Unknown, Engine: BeamName}
	most := e.widest(words, stack)
	e.settle()
	e.root, e.opening = make([]uint64, e.words()), e.path
	e.store(e.root, 0, 0)
	e.path = make([]step, 0, 2*settling)
	for n := 0; result.Reason == solver.NoReason; n++ {
		next := rungAt(n)
		if next.width > most {
			next = rung{width: most, noise: noise, seed: uint64(n)}
		}
		f := newBeam(ctx, e, next, base, words, stack)
		f.kept, f.budget = e.states, b.States
		f.search()
		kept := f.kept - e.states
		e.states = f.kept
		if f.won {
			result = e.result(&position, solver.Winnable, solver.NoReason, e.states)
			result.Engine = BeamName
			return result
		}
		result.Reason = f.because
		if result.Reason == solver.Memory && kept > 0 {
			result.Reason = solver.NoReason // the log was full: another beam
		} else if result.Reason == solver.NoReason && !f.discarded {
			break // every state was seen
		}
	}
	result.States = e.states
	return result
}

// words returns the words of a kept state.
func (p *packer) words() int { return 1 + (p.bytes+7)/8 }

// beamTechniques are the techniques of the states of a beam.
func beamTechniques(r *rules.Rules) Techniques {
	t := Techniques{Symmetry: true, SafeFoundations: true, PartialGroups: true, Strata: true}
	t.AutoFoundations = r.Foundations.Removable && r.Copies() > 1
	return t
}

// rung is one beam of the ladder.
type rung struct {
	width int
	noise int // of its weights
	seed  uint64
}

// ladder has the widths of the first beams; 0 repeats the one before with other weights.
var ladder = [...]int{50, 200, 0, 800, 0, 0, 3200, 0}

// noise is the greatest change of a weight for a restart, in hundredths.
const noise = 40

// rungAt returns the n-th beam.
func rungAt(n int) rung {
	if n >= len(ladder) {
		return rung{width: 800 << (2 * (n & 1)), noise: noise, seed: uint64(n)}
	}
	if ladder[n] > 0 {
		return rung{width: ladder[n]}
	}
	r := rungAt(n - 1)
	r.noise, r.seed = noise, uint64(n)
	return r
}
