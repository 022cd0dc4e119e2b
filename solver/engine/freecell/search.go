package freecell

import (
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Name is the engine's name in answers.
const Name = "freecell"

// Techniques can be switched off one by one, for comparisons. Each comment names the switch of
// bench --without, and the mean number of states of Microsoft's deals 1 to 1,000 without the
// technique.
type Techniques struct {
	// SafeFoundations sends safe cards up as forced moves, not only aces (Blake & Gent,
	// Theorem 1; switch safe-foundations). Without it 967 states instead of 661.
	SafeFoundations bool

	// Runs moves a run of cards in one step (switch runs). Without it 1,427 states.
	Runs bool

	// LazyExpansion goes on with a step as soon as it leads to a better state, and takes
	// the other steps later (switch lazy-expansion). Without it 885 states.
	LazyExpansion bool

	// SecondQueue takes every fourth state from a second queue with another order, after the first
	// states of a search (switch second-queue). Without it 7,561 states.
	SecondQueue bool
}

// All switches all techniques on.
var All = Techniques{SafeFoundations: true, Runs: true, LazyExpansion: true, SecondQueue: true}

// Engine solves FreeCell and its relatives. It implements solver.Engine. It is not safe
// for concurrent use.
type Engine struct {
	techniques Techniques
	manyPlaces int    // columns and cells from which on the search is greedy
	secondFrom uint32 // nodes from which on there is a second queue
	arena      *memory.Arena

	// Lifetime: one search.
	board *board
	nodes nodes

	recent recent

	// Lifetime: one expanded state.
	evaluator evaluator // its from is that state
	choices   choices   // the steps out of it

	// Lifetime: one step.
	next    *state  // the state that it leads to
	settled settled // what settling that state has done

	// Lifetime: writing one solution.
	path     []step
	tabletop tabletop
}

// New returns an engine that borrows memory from a for each search.
func New(a *memory.Arena, t Techniques) *Engine {
	return &Engine{techniques: t, manyPlaces: 10, secondFrom: 550, arena: a}
}

// Handles reports whether the engine solves p: whether its game is like FreeCell.
func Handles(p *solver.Problem) bool { return playable(p.Rules()) }

// stopEvery is the number of expanded states between two looks at the clock: some
// tenths of a millisecond.
const stopEvery = 128

// Solve searches best first until p is decided, the budget or the memory is spent, or
// the clock ends. The engine must handle p.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	e.board = newBoard(p.Rules(), &position, e.techniques, e.manyPlaces)
	table, stack := e.arena.Take()
	e.nodes.reset(table, stack)

	won, because := e.search(clock, e.board.start(&position), b.States)
	e.arena.Done(e.nodes.touched())
	result := solver.Result{Verdict: solver.Unwinnable, Engine: Name, States: int64(e.nodes.count)}
	switch {
	case won != 0:
		result.Verdict, result.Solution = solver.Winnable, e.solution(&position, won)
	case because != solver.NoReason:
		result.Verdict, result.Reason = solver.Unknown, because
	}
	return result
}

// search is the loop: it expands the most promising state until one is won, whose
// number it returns, or none is left.
func (e *Engine) search(clock *solver.Clock, start state, budget int64) (won uint32, because solver.Reason) {
	goOn := func() bool {
		because = clock.StopReason()
		return because == solver.NoReason
	}
	if !goOn() {
		return 0, because
	}
	b, n, eval, recent := e.board, &e.nodes, &e.evaluator, &e.recent
	b.settle(&start, &e.settled)
	lasting := b.lasting(&start)
	eval.set(b, &start, lasting)
	n.find(&start.key)
	n.add(node{key: start.key, cost: int16(lasting)}, b.value(&start, eval.cost, 0))
	recent.of(1).state, recent.of(1).covering = start, eval.cost.covering
	if b.won(&start) {
		return 1, solver.NoReason
	}
	lazily, twice := e.techniques.LazyExpansion && b.greedy, e.techniques.SecondQueue && b.greedy
	for expanded := 1; ; expanded++ {
		if expanded%stopEvery == 0 && !goOn() {
			return 0, because
		}
		if twice && !n.hasSecond && n.count >= e.secondFrom {
			n.startSecond()
		}

		// Step 1. Take the most promising state. When none is left, all have been seen.
		parent, value, second := n.take(expanded)
		if parent == 0 {
			return 0, solver.NoReason
		}
		at := n.list[parent-1]
		n.list[parent-1].cursor = done
		if r := recent.of(parent); n.count-parent < keptStates {
			eval.from, eval.wanted, eval.cost = &r.state, b.wanted(&r.state), cost{int(at.cost), r.covering}
		} else {
			b.read(at.key, &recent.read)
			eval.set(b, &recent.read, int(at.cost))
		}
		lazy := lazily && !second && at.cursor == 0

		// Step 2. Take the steps out of it, but those that were taken before.
		e.choices.find(b, eval.from)
		for i := int(at.cursor); i < len(e.choices.list); i++ {
			if n.crowded() && !n.grow(goOn) {
				return 0, because
			}
			m := &e.choices.list[i]
			if !e.take(m) {
				continue
			}

			// Step 3. Enter the state that it leads to.
			switch {
			case budget > 0 && int64(n.count) >= budget:
				return 0, solver.States
			case n.full():
				return 0, solver.Memory
			}
			length := min(int(at.length)+m.length(), math.MaxUint16)
			cost := eval.costOf(b, e.next, m, &e.settled)
			better := b.value(e.next, cost, length)
			recent.of(n.count + 1).covering = cost.covering
			n.add(node{key: e.next.key, parent: parent, step: m.step, length: uint16(length), cost: int16(cost.lasting)}, better)
			if b.won(e.next) {
				return n.count, solver.NoReason
			}

			// Step 4. If it is better, go on from there, and take the other steps later.
			if lazy && better < value {
				if i+1 < len(e.choices.list) {
					n.putBack(parent, uint16(i+1), value+later)
				}
				break
			}
		}
	}
}

// take makes a step out of the evaluator's state. It returns false if the step leads to a known
// state.
func (e *Engine) take(m *choice) bool {
	b, n, from, s := e.board, &e.nodes, e.evaluator.from, &e.recent.of(e.nodes.count+1).state
	e.next = s
	k, can := b.keyAfter(from, m.step)
	if !can {
		*s = *from
		b.do(s, m.step)
		b.settle(s, &e.settled)
		return !n.find(&s.key)
	}
	// Most steps of a proof lead to known states, and are not made.
	if n.find(&k) {
		return false
	}
	*s = *from
	b.move(s, m.step, m.top)
	s.key = k
	e.settled.ups, e.settled.loosened = e.settled.ups[:0], 0
	if below := from.under[m.head]; !b.kings && below < none && s.under[below] == none {
		s.loosen(1 << below)
		e.settled.loosened = 1 << below
	}
	return true
}
