package klondike

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Name is the engine's name in answers.
const Name = "klondike"

// Techniques are the techniques that can be switched off, for comparisons and tests.
type Techniques struct {
	SafeFoundations bool // safe cards go up without asking
	NormalForm      bool // what can't be undone waits until all that can go up is up
	Ladders         bool // where any card of the stock is at hand, it is laid down only for a use
	Unparking       bool // a heap state is lost if it is with its loose cards back in the stock
	Oracle          bool // what is lost with a heap for a stock is lost
}

// All switches all techniques on.
var All = Techniques{SafeFoundations: true, NormalForm: true, Ladders: true, Unparking: true, Oracle: true}

// Engine solves Klondike. It implements solver.Engine.
type Engine struct {
	techniques   Techniques
	arena        *memory.Arena
	meter        meter
	table        table
	main, oracle searcher
}

// New makes an engine that borrows its memory for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{techniques: t, arena: a} }

// Handles tells whether this engine plays a problem.
func Handles(p *solver.Problem) bool {
	if !playable(p.Rules()) {
		return false
	}
	position := p.Position()
	_, ok := survey(p.Rules(), &position)
	return ok
}

// quiet is how many states are searched before the oracle is asked.
const quiet = 500

// Solve searches; the problem must be one that the engine Handles.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, budget solver.Budget) solver.Result {
	position := p.Position()
	b, _ := newBoard(p.Rules(), &position)
	words, _ := e.arena.Take()
	e.table.reset(words, b.layout.key, e.meter.goOn)
	e.meter = meter{ctx: ctx, limit: budget.States, because: solver.Stop(ctx)}
	e.main.begin(b, e.techniques, &e.table, &e.meter)
	start := b.start(&position)
	if e.techniques.Oracle && !start.heap {
		e.oracle.begin(b, e.techniques, &e.table, &e.meter)
		e.main.oracle, e.main.quiet = &e.oracle, quiet
	}

	result := solver.Result{Engine: Name, Verdict: solver.Unknown}
	if e.meter.because == solver.Nothing {
		settled := start
		e.main.settle(&settled)
		// A table that was left in the middle of growing tells nothing, so nothing is
		// believed that came after the search had to end.
		switch outcome := e.main.run(&settled); {
		case e.meter.because != solver.Nothing:
		case outcome == isWon:
			result.Verdict = solver.Winnable
			result.Solution = e.main.solution(&position, start)
		case outcome == isLost:
			result.Verdict = solver.Unwinnable
			result.Passes = []solver.Pass{{Name: Name, States: e.main.entered}}
			if n := e.meter.states - e.main.entered; n > 0 {
				result.Passes = append(result.Passes, solver.Pass{Name: Name + ", any card of the stock at hand", States: n})
			}
		}
	}
	e.arena.Done(e.table.touched())
	e.main.giveBack()
	e.oracle.giveBack()
	result.States = e.meter.states
	if result.Verdict == solver.Unknown {
		result.Because = e.meter.because
	}
	return result
}

// begin prepares a search.
func (e *searcher) begin(b *board, with Techniques, t *table, m *meter) {
	e.board, e.with, e.table, e.meter, e.oracle = b, with, t, m, nil
	e.entered = 0
}

// mostKept is how many edges there is room for between searches: more than any full
// deal comes to.
const mostKept = 1 << 14

// giveBack gives back what a made-up position has taken beyond the arena.
func (e *searcher) giveBack() {
	if cap(e.edges) > mostKept {
		e.edges = nil
	}
	if cap(e.members) > mostKept {
		e.members = nil
	}
}
