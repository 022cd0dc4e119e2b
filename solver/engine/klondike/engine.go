package klondike

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Name is the engine's name in answers.
const Name = "klondike"

// Techniques can be switched off one by one, for comparisons and tests. Each comment names the
// switch of bench --without, and the mean cost of a deal without the technique. The cost is in
// states and CPU milliseconds, first for drawing three cards and then for drawing one. With all
// techniques a deal costs 2,468 states and 1.9 ms; 278 states and 0.26 ms. The deals are
// solvitaire:1001-1200, with at most 2,000,000 states each.
type Techniques struct {
	// SafeFoundations sends safe cards up at once (Blake & Gent, Theorem 1; switch
	// safe-foundations). Without it 9,728 states, 6.5 ms; 3,301 states, 2.2 ms.
	SafeFoundations bool

	// NormalForm makes a move that can't be undone only when all cards that can go up
	// and come back are up (switch normal-form). It saves edges, not states: without it
	// 2,437 states, 2.1 ms; 280 states, 0.32 ms.
	NormalForm bool

	// StockChains lays cards down from a free stock only for a use that follows at once
	// (switch ladders). Without it 19,624 states, 16.0 ms; 15,036 states, 13.2 ms; and
	// one deal undecided in each game.
	StockChains bool

	// Unparking looks up a state with a free stock as if its loose cards were back in the stock. It
	// prunes the state if that other state is known to be lost (switch unparking). Without it 2,478
	// states, 1.6 ms; 300 states, 0.28 ms.
	Unparking bool

	// SleepSets leaves out a move that was known to lose before the last move, if the two moves do
	// not affect each other (Godefroid 1996, chapter 5; switch sleep-sets). Without it 2,516
	// states, 1.9 ms; 280 states, 0.28 ms.
	SleepSets bool

	// RelaxedSearch prunes states that are lost even with a free stock (Blake & Gent, section 6;
	// switch oracle). Without it 16,934 states, 9.3 ms and one deal undecided; drawing one card the
	// stock is free anyway.
	RelaxedSearch bool

	// Restarts runs the search again and again, each time longer and with another order
	// of edges (switch restarts). Without it 3,967 states, 3.2 ms; 643 states, 0.54 ms.
	Restarts bool

	// LearnedOrder tries edges in a learned order where the stock is turned (switch
	// learned-order). Without it 2,551 states, 2.0 ms; on solvitaire:1001-2000 wins
	// take 40 % more states.
	LearnedOrder bool
}

// All switches all techniques on.
var All = Techniques{SafeFoundations: true, NormalForm: true, StockChains: true, Unparking: true, SleepSets: true, RelaxedSearch: true, Restarts: true, LearnedOrder: true}

// Engine solves Klondike. It implements solver.Engine. It is not safe for concurrent
// use.
type Engine struct {
	techniques Techniques
	arena      *memory.Arena
	delay      int64 // relaxedDelay, except in tests
	firstRun   int64 // runStates, except in tests

	// Lifetime: one search.
	board         board
	meter         meter
	table         table
	main, relaxed searcher
}

// New returns an engine that borrows memory from a for each search.
func New(a *memory.Arena, t Techniques) *Engine {
	return &Engine{techniques: t, arena: a, delay: relaxedDelay, firstRun: runStates}
}

// Handles reports whether the engine solves p: whether its game is like Klondike and its position
// has a state.
func Handles(p *solver.Problem) bool {
	if !playable(p.Rules()) {
		return false
	}
	position := p.Position()
	var b board
	return b.layColumns(p.Rules(), &position)
}

// relaxedDelay is the number of states searched before the relaxed search is first
// used. It hardly matters: with 300, 1,000, 3,000 and 10,000 states,
// solvitaire:1001-3000 took 12.0, 12.2, 12.3 and 12.5 s.
const relaxedDelay = 500

// Solve searches p until it is decided, the budget is spent or the clock ends. The engine
// must handle p.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, budget solver.Budget) solver.Result {
	return e.SolveWith(clock, p, budget, Options{})
}

// Options are the options of a search.
type Options struct {
	// Decided, if set, reports whether p was decided in another way. It is called once, at the end
	// of the first run that reaches After states. If it returns true, the search ends without a
	// verdict.
	Decided func() bool
	After   int64

	// Offer, if set, is called with a team when the search begins. Until the search ends, other
	// engines can call [Engine.Help] with the team, each on a thread of its own.
	Offer func(*Team)
}

// SolveWith is [Engine.Solve] with options.
func (e *Engine) SolveWith(clock *solver.Clock, p *solver.Problem, budget solver.Budget, o Options) solver.Result {
	position := p.Position()
	b := &e.board
	b.lay(p.Rules(), &position)
	words, _ := e.arena.Take()
	e.table.reset(words, b.layout.key, e.meter.goOn)
	e.meter = meter{clock: clock, limit: budget.States, because: clock.StopReason()}
	start := b.start(&position)
	e.begin(e.techniques, start.freeStock)
	var team *Team
	if o.Offer != nil {
		team = e.lead(p, budget)
		defer team.close() // also if the search panics: the words are this engine's
		o.Offer(team)
	}

	result := solver.Result{Engine: Name, Verdict: solver.Unknown}
	if e.meter.because == solver.NoReason {
		result = e.decide(&position, start, interlude{o.After, o.Decided})
	}
	result.States = e.meter.states
	entered := e.main.entered
	if team != nil {
		team.close()
		entered += team.entered
		team.add(&result)
	}
	if result.Verdict == solver.Unwinnable {
		result.Passes = []solver.Pass{{Name: Name, States: entered}}
		if n := result.States - entered; n > 0 {
			result.Passes = append(result.Passes, solver.Pass{Name: Name + ", any card of the stock at hand", States: n})
		}
	}
	e.arena.Done(e.table.touched())
	e.main.trim()
	e.relaxed.trim()
	if result.Verdict == solver.Unknown {
		result.Reason = e.meter.because
	}
	return result
}

// decide searches from the state of a position.
func (e *Engine) decide(p *deal.Position, start state, pause interlude) solver.Result {
	result := solver.Result{Engine: Name, Verdict: solver.Unknown}
	settled := start
	e.main.settle(&settled)
	// When the budget ends the search, the table may be left in the middle of
	// growing. Then nothing that came after is trusted.
	switch outcome := e.main.search(&settled, pause); {
	case e.meter.because != solver.NoReason:
	case outcome == isWon:
		result.Verdict, result.Solution = solver.Winnable, e.main.solution(p, start)
	case outcome == isLost:
		result.Verdict = solver.Unwinnable
	}
	return result
}

// begin prepares a search from a position with or without a free stock.
func (e *Engine) begin(with Techniques, freeStock bool) {
	e.main.begin(&e.board, with, &e.table, &e.meter)
	if with.Restarts {
		e.main.firstRun = e.firstRun
	}
	e.main.order = newOrder(with.LearnedOrder && !freeStock)
	if with.RelaxedSearch && !freeStock {
		e.relaxed.begin(&e.board, with, &e.table, &e.meter)
		e.main.relaxed, e.main.relaxedAfter = &e.relaxed, e.delay
	}
}

// begin prepares a search.
func (e *searcher) begin(b *board, with Techniques, t *table, m *meter) {
	e.board, e.techniques, e.table, e.meter, e.relaxed = b, with, t, m, nil
	e.entered, e.asleep = 0, moves{}
	e.share, e.firstRun, e.thread, e.secret = 0, 0, 0, false
	if with.Restarts {
		e.firstRun = runStates
	}
	e.order = newOrder(false)
}

// maxKeptEdges bounds the capacity kept between searches, in edges and in members. No
// full deal needs more.
const maxKeptEdges = 1 << 14

// trim frees what an unusual position has allocated outside the arena.
func (e *searcher) trim() {
	if cap(e.edges) > maxKeptEdges {
		e.edges = nil
	}
	if cap(e.members) > maxKeptEdges {
		e.members = nil
	}
}
