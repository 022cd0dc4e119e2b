package search

import (
	"math"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/deadend"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// Engine is the general engine, depth first. It implements solver.Engine. It is not
// safe for concurrent use.
type Engine struct {
	techniques state.Techniques
	arena      *memory.Arena

	// Lifetime: one search.
	state.Walker
	table     *memory.Table
	stack     memory.Path[frame, state.Step]
	states    int64
	deadEnds  deadend.Finder
	tallies   deadend.Tallies
	highCards deadend.HighCards

	// Lifetime: one node. Scratch of dropKnown.
	keys []memory.Key // where the listed steps lead
	read uint64       // keeps reads of the table from being optimized away
}

// frame is a state on the stack.
type frame struct {
	pin  memory.Pin
	path uint32 // length of the path before the step that led here
}

// New returns an engine that searches with the given techniques. It borrows memory from
// a for each search.
func New(a *memory.Arena, t state.Techniques) *Engine {
	t.Supermoves = false // only beams move groups where cards move one by one
	return &Engine{techniques: t, arena: a, tallies: deadend.NewTallies()}
}

// Name is the engine's name in answers.
const Name = "search"

// Incomplete reports whether the engine's search of p would be incomplete, because a streamliner is
// switched on and makes a difference under p's rules.
func (e *Engine) Incomplete(p *solver.Problem) bool {
	position := p.Position()
	return state.Compile(p.Rules(), position.Base, e.techniques).Incomplete
}

// stopEvery is the number of visits between two looks at the clock: some tenths of a
// millisecond.
const stopEvery = 256

// Solve searches depth first, with a table of the states entered (Blake & Gent, section 5). It
// stops when p is decided, when the budget or the memory is spent, or when the clock ends.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	c := state.Compile(p.Rules(), position.Base, e.techniques)
	e.State, e.deadEnds = state.New(c, &position), deadend.New(c)
	table, words := e.arena.Take()
	lost := e.highCards.ProvesLost(clock, e.State, words, b)
	e.table = memory.NewTable(table)
	words = e.tallies.Begin(c, &position, words)
	path := min(len(words)/6, math.MaxInt32)
	e.Path = memory.View[state.Step](words[:path])[:0:path]
	e.stack = memory.NewPath[frame, state.Step](words[path:], 4)
	e.states = 0

	verdict, because := solver.Unwinnable, solver.NoReason
	if !lost {
		verdict, because = e.search(clock, b)
	}
	e.arena.Done(e.table.Touched())
	return e.Result(Name, &position, verdict, because, e.spent())
}

// search is the loop. It enters the state that the last step led to, tries the next
// step out of it, or goes back.
func (e *Engine) search(clock *solver.Clock, b solver.Budget) (solver.Verdict, solver.Reason) {
	s, t := e.State, e.table
	before := 0 // length of the path before the step that led to the state
	for visits := 1; ; visits++ {
		if visits%stopEvery == 0 {
			if because := clock.StopReason(); because != solver.NoReason {
				return solver.Unknown, because
			}
		}

		// Step 1. Make the forced steps. The states on the way are not entered: every
		// path there continues in the same way.
		if !e.Settle() {
			return solver.Unknown, solver.Memory
		}
		if s.Won() {
			return solver.Winnable, solver.NoReason
		}

		// Step 2. Enter the state, and list the steps out of it, if it is new.
		pin, what := t.Enter(s.Key, e.states)
		switch what {
		case memory.Full:
			return solver.Unknown, solver.Memory
		case memory.Fresh:
			if e.states++; b.States > 0 && e.spent() > b.States {
				e.states--
				return solver.Unknown, solver.States
			}
			e.Listed = e.Listed[:0]
			if !e.deadEnds.Lost(s) && !e.tallied(clock, b) {
				e.Listed = s.Generate(e.Listed)
				if e.techniques.Ahead {
					e.Listed = e.dropKnown(e.Listed)
				}
			}
			if e.stack.Full(len(e.Listed)) {
				return solver.Unknown, solver.Memory
			}
			*e.stack.Push() = frame{pin, uint32(before)}
			slices.Reverse(e.Listed) // the stack tries the last step first
			e.stack.Steps = append(e.stack.Steps, e.Listed...)
		case memory.Known:
			e.BackTo(before)
		}

		// Step 3. Leave the states whose steps are exhausted.
		m, left := e.stack.Next()
		for ; !left; m, left = e.stack.Next() {
			f := e.stack.Last()
			t.Unpin(s.Key, f.pin, e.states)
			e.BackTo(int(f.path))
			if e.stack.Pop(); e.stack.Len() == 0 {
				return solver.Unwinnable, solver.NoReason
			}
		}

		// Step 4. Try the next step.
		before = len(e.Path)
		if !e.Make(m) {
			return solver.Unknown, solver.Memory
		}
	}
}

// tallied reports whether its tally proves the state lost.
func (e *Engine) tallied(clock *solver.Clock, b solver.Budget) bool {
	limit := int64(math.MaxInt64)
	if b.States > 0 {
		limit = b.States - e.spent()
	}
	return e.tallies.ProvesLost(clock, e.State, e.states, limit)
}

// spent returns the sum of the states entered and the tallies and positions of high cards listed.
func (e *Engine) spent() int64 { return e.states + e.tallies.States + e.highCards.States }

// dropKnown drops the steps that lead to states in the table. Two thirds of all steps
// and more do. Making such a step, scanning the state and undoing the step costs
// several times as much as computing the key. The table is read for all steps of a
// state before any result is needed, so the processor waits for memory once.
//
// A state with a forced step is never entered, so a step to one is never dropped here.
func (e *Engine) dropKnown(steps []state.Step) []state.Step {
	if len(steps) > len(e.keys) {
		e.keys = make([]memory.Key, 2*len(steps))
	}
	read := uint64(0)
	for i := range steps {
		k := e.State.KeyAfter(&steps[i])
		e.keys[i] = k
		read |= e.table.Touch(k)
	}
	e.read = read // keeps the reads from being optimized away
	left := steps[:0]
	for i := range steps {
		if !e.table.Has(e.keys[i]) {
			left = append(left, steps[i])
		}
	}
	return left
}
