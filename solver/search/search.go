package search

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Engine is the general engine, with the table and the stacks it searches with.
// It implements solver.Engine.
type Engine struct {
	techniques Techniques
	memory     *Memory

	// Changing while a problem is searched.
	state  *state
	path   []step  // from the root to the state
	frames []frame // the states on the path whose alternatives are not exhausted
	steps  []step  // those alternatives, one frame's after the other's
	states int64
}

// frame is a state on the path, with the steps out of it.
type frame struct {
	base, next int   // its steps in Engine.steps: the first, and the next to be tried
	path       int   // length of the path before the step that led here
	entered    int64 // states before this one
	index      int   // its entry in the table
	bits       uint  // the size of the table at that time
}

// Memory is what searches are made with. A worker has one for all its engines.
type Memory struct {
	table *table
	steps int // most steps on the stacks
}

// NewMemory takes at most so many bytes: three quarters for the table, the rest
// for the stacks of deep searches.
func NewMemory(bytes int64) *Memory {
	const frameAndSteps = 8
	return &Memory{newTable(bytes / 4 * 3), int(bytes / 4 / frameAndSteps)}
}

// New makes an engine that searches with the given techniques.
func New(m *Memory, t Techniques) *Engine {
	return &Engine{techniques: t, memory: m}
}

// Name is the engine's name in answers.
const Name = "search"

// Incomplete tells whether this engine's search of a problem would be incomplete:
// whether a streamliner that is switched on makes a difference under its rules.
func (e *Engine) Incomplete(p *solver.Problem) bool {
	position := p.Position()
	return compile(p.Rules(), position.Base, e.techniques).incomplete
}

// stopEvery is how many visits of states lie between two looks at the budget:
// some tenths of a millisecond.
const stopEvery = 256

// Solve searches depth first from the position, with a table of the states that
// were entered (Blake & Gent, section 5).
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	c := compile(p.Rules(), position.Base, e.techniques)
	e.state = newState(c, &position)
	e.path, e.frames, e.steps, e.states = e.path[:0], e.frames[:0], e.steps[:0], 0
	e.memory.table.reset()

	verdict, because := e.search(ctx, b)
	result := solver.Result{Verdict: verdict, Because: because, Engine: Name, States: e.states}
	switch {
	case verdict == solver.Winnable:
		result.Solution = translate(c, &position, shorten(ctx, c, &position, e.path))
	case verdict == solver.Unwinnable && c.incomplete:
		result.Verdict, result.Because = solver.Unknown, solver.Nothing
	}
	return result
}

// search is the loop. It enters the state that the last step led to, tries the
// next untried step, or goes back.
func (e *Engine) search(ctx context.Context, b solver.Budget) (solver.Verdict, solver.Because) {
	s, t := e.state, e.memory.table
	before := 0 // length of the path before the step that led to the state
	for visits := 1; ; visits++ {
		if visits%stopEvery == 0 {
			if because := solver.Stop(ctx); because != solver.Nothing {
				return solver.Unknown, because
			}
		}

		// Step 1. Make the steps that are made without asking. The states on the
		// way are not entered: whoever comes there goes the same way.
		s.lookAround()
		for {
			m, ok := s.forced()
			if !ok {
				break
			}
			e.make(m)
			s.lookAround()
		}
		if s.won() {
			return solver.Winnable, solver.Nothing
		}

		// Step 2. Enter the state, and list the steps out of it, if it is new.
		index, what := t.enter(s.key)
		switch what {
		case full:
			return solver.Unknown, solver.Memory
		case fresh:
			e.states++
			if b.States > 0 && e.states > b.States {
				e.states--
				return solver.Unknown, solver.States
			}
			if !e.push(frame{base: len(e.steps), next: len(e.steps), path: before, entered: e.states - 1, index: index, bits: t.bits}) {
				return solver.Unknown, solver.Memory
			}
		case known:
			e.back(before)
		}

		// Step 3. Leave the states whose steps are exhausted.
		for {
			if len(e.frames) == 0 {
				return solver.Unwinnable, solver.Nothing
			}
			f := &e.frames[len(e.frames)-1]
			if f.next < len(e.steps) {
				break
			}
			t.unpin(s.key, f.index, f.bits, e.states-f.entered)
			e.steps = e.steps[:f.base]
			e.back(f.path)
			e.frames = e.frames[:len(e.frames)-1]
		}

		// Step 4. Try the next step.
		f := &e.frames[len(e.frames)-1]
		before = len(e.path)
		f.next++
		e.make(e.steps[f.next-1])
	}
}

// push opens a frame for the state and lists its steps; it fails if there is no
// memory left for them.
func (e *Engine) push(f frame) bool {
	e.steps = e.state.generate(e.steps)
	e.frames = append(e.frames, f)
	return len(e.steps)+len(e.frames)*6+len(e.path) <= e.memory.steps
}

// make makes a step.
func (e *Engine) make(m step) {
	e.state.do(&m)
	e.path = append(e.path, m)
}

// back takes steps back until the path has the given length.
func (e *Engine) back(length int) {
	for len(e.path) > length {
		last := len(e.path) - 1
		e.state.undo(&e.path[last])
		e.path = e.path[:last]
	}
}
