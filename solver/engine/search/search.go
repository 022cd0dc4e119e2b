package search

import (
	"math"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// Engine is the general engine, depth first. It implements solver.Engine. It is not
// safe for concurrent use.
type Engine struct {
	techniques Techniques
	arena      *memory.Arena

	// Lifetime: one search.
	walker
	table   *transposition.Table
	stack   transposition.Path[frame, step]
	states  int64
	tallies tallies
	high    high

	// Lifetime: one node. Scratch of dropKnown.
	keys []transposition.Key // where the listed steps lead
	read uint64              // keeps reads of the table from being optimized away
}

// frame is a state on the stack.
type frame struct {
	pin  transposition.Pin
	path uint32 // length of the path before the step that led here
}

// New returns an engine that searches with the given techniques. It borrows memory from
// a for each search.
func New(a *memory.Arena, t Techniques) *Engine {
	t.Supermoves = false // only beams move groups where cards move one by one
	return &Engine{techniques: t, arena: a, tallies: tallies{limit: tallyLimit, ratio: tallyRatio}}
}

// Name is the engine's name in answers.
const Name = "search"

// Incomplete reports whether the engine's search of p would be incomplete: whether a
// streamliner that is on makes a difference under p's rules.
func (e *Engine) Incomplete(p *solver.Problem) bool {
	position := p.Position()
	return compile(p.Rules(), position.Base, e.techniques).incomplete
}

// stopEvery is the number of visits between two looks at the clock: some tenths of a
// millisecond.
const stopEvery = 256

// Solve searches depth first, with a table of the states entered (Blake & Gent, section
// 5), until p is decided, the budget or the memory is spent, or the clock ends.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	c := compile(p.Rules(), position.Base, e.techniques)
	e.state, e.relaxed = newState(c, &position), relaxation{}
	table, words := e.arena.Take()
	lost := e.high.lost(clock, e.state, words, b)
	e.table = transposition.New(table)
	words = e.tallies.begin(c, &position, words)
	path := min(len(words)/6, math.MaxInt32)
	e.path = memory.View[step](words[:path])[:0:path]
	e.stack = transposition.NewPath[frame, step](words[path:], 4)
	e.states = 0

	verdict, because := solver.Unwinnable, solver.NoReason
	if !lost {
		verdict, because = e.search(clock, b)
	}
	e.arena.Done(e.table.Touched())
	return e.result(&position, verdict, because, e.spent())
}

// search is the loop. It enters the state that the last step led to, tries the next
// step out of it, or goes back.
func (e *Engine) search(clock *solver.Clock, b solver.Budget) (solver.Verdict, solver.Reason) {
	s, t := e.state, e.table
	before := 0 // length of the path before the step that led to the state
	for visits := 1; ; visits++ {
		if visits%stopEvery == 0 {
			if because := clock.StopReason(); because != solver.NoReason {
				return solver.Unknown, because
			}
		}

		// Step 1. Make the forced steps. The states on the way are not entered: every
		// path there continues in the same way.
		if !e.settle() {
			return solver.Unknown, solver.Memory
		}
		if s.won() {
			return solver.Winnable, solver.NoReason
		}

		// Step 2. Enter the state, and list the steps out of it, if it is new.
		pin, what := t.Enter(transposition.Key(s.key), e.states)
		switch what {
		case transposition.Full:
			return solver.Unknown, solver.Memory
		case transposition.Fresh:
			if e.states++; b.States > 0 && e.spent() > b.States {
				e.states--
				return solver.Unknown, solver.States
			}
			e.listed = e.listed[:0]
			if !e.deadEnd() && !e.tallied(clock, b) {
				e.listed = s.generate(e.listed)
				if e.techniques.Ahead {
					e.listed = e.dropKnown(e.listed)
				}
			}
			if e.stack.Full(len(e.listed)) {
				return solver.Unknown, solver.Memory
			}
			*e.stack.Push() = frame{pin, uint32(before)}
			slices.Reverse(e.listed) // the stack tries the last step first
			e.stack.Steps = append(e.stack.Steps, e.listed...)
		case transposition.Known:
			e.back(before)
		}

		// Step 3. Leave the states whose steps are exhausted.
		m, left := e.stack.Next()
		for ; !left; m, left = e.stack.Next() {
			f := e.stack.Last()
			t.Unpin(transposition.Key(s.key), f.pin, e.states)
			e.back(int(f.path))
			if e.stack.Pop(); e.stack.Len() == 0 {
				return solver.Unwinnable, solver.NoReason
			}
		}

		// Step 4. Try the next step.
		before = len(e.path)
		if !e.make(m) {
			return solver.Unknown, solver.Memory
		}
	}
}

// tallied reports whether the state is lost by its tally.
func (e *Engine) tallied(clock *solver.Clock, b solver.Budget) bool {
	most := int64(math.MaxInt64)
	if b.States > 0 {
		most = b.States - e.spent()
	}
	return e.tallies.lost(clock, e.state, e.states, most)
}

// spent returns the states entered, and the tallies and positions of high cards listed.
func (e *Engine) spent() int64 { return e.states + e.tallies.states + e.high.states }
