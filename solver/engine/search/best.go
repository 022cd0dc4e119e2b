package search

import (
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/deadend"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// Best searches best first: it expands the state that looks nearest to a win (evaluate.go). After a
// bad early choice it expands only the states below that look good; depth first it would expand all
// of them. Its solutions are short, too. But a state takes about three times as long as depth
// first, and all states still to be expanded are kept. Best implements solver.Engine.
//
// All states generated are in one array of nodes, each with the step that led to it and its parent.
// To expand a node, the search walks there from the last node: up to the node where their paths
// part, and down again. Nodes of equal value are linked, the newest first, because it is usually
// near.
type Best struct {
	techniques state.Techniques
	arena      *memory.Arena

	// Lifetime: one search.
	state.Walker
	deadEnds deadend.Finder
	seen     *memory.Set[memory.Pair]
	nodes    []node
	used     int32         // nodes in use
	first    [values]int32 // the first node to be expanded of each value; 0 for none
	least    int           // no node to be expanded has a smaller value
	line     []waypoint    // the nodes from the root to the state
	states   int64

	// Scratch of walkTo.
	way []int32
}

// node is a generated state.
type node struct {
	m            state.Step
	parent, next int32 // next is the next node of the same value; 0 for none, like the root's parent
	depth        int32
	_            int32 // pads a node to three words
}

// waypoint is a node on the path to the present state.
type waypoint struct {
	node int32
	path int32 // the length of the path there
}

// values is the number of different values of nodes. Greater values count as the greatest of these.
const values = 1 << 14

// NewBest returns an engine that searches best first with the given techniques. It
// borrows memory from a for each search.
func NewBest(a *memory.Arena, t state.Techniques) *Best {
	t.Supermoves = false // only beams move groups where cards move one by one
	return &Best{techniques: t, arena: a}
}

// Solve searches best first until p is decided, the budget is spent, the nodes are used
// up or the clock ends.
func (e *Best) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	c := state.Compile(p.Rules(), position.Base, e.techniques)
	part, words := e.arena.Take()
	path := min(len(words)/8, math.MaxInt32)
	e.State, e.Path = state.New(c, &position), memory.View[state.Step](words[:path])[:0:path]
	e.deadEnds = deadend.New(c)
	e.seen = memory.NewSet[memory.Pair](part)
	e.nodes = memory.View[node](words[path:])
	e.nodes = e.nodes[:min(len(e.nodes), math.MaxInt32)]
	clear(e.first[:])
	e.used, e.least, e.line, e.states = 0, values, e.line[:0], 0

	verdict, because := e.search(clock, b)
	e.arena.Done(e.seen.Touched())
	return e.Result(Name, &position, verdict, because, e.states)
}

// search is the loop: it expands the most promising node until one is won or none is
// left.
func (e *Best) search(clock *solver.Clock, b solver.Budget) (solver.Verdict, solver.Reason) {
	s := e.State
	if !e.Settle() {
		return solver.Unknown, solver.Memory
	}
	if s.Won() {
		return solver.Winnable, solver.NoReason
	}
	e.seen.Add(s.Key.Pair())
	e.used = 2 // node 0 means none, node 1 is the root
	e.nodes[1] = node{}
	e.line = append(e.line, waypoint{1, int32(len(e.Path))})
	for at := int32(1); at != 0; at = e.next() {
		// Step 1. Ask the clock and count the state.
		if e.states%(stopEvery/8) == 0 { // a state takes many steps here
			if because := clock.StopReason(); because != solver.NoReason {
				return solver.Unknown, because
			}
		}
		if b.States > 0 && e.states == b.States {
			return solver.Unknown, solver.States
		}
		e.states++

		// Step 2. Walk to the most promising node and list the steps to new states.
		if !e.walkTo(at) {
			return solver.Unknown, solver.Memory
		}
		if e.deadEnds.Lost(s) {
			continue
		}
		e.Listed = s.Generate(e.Listed[:0])
		e.dropSeen()

		// Step 3. Make each step and keep the state that it leads to, if it is new. In
		// reverse, so that of equal values the first step is expanded first.
		here := len(e.Path)
		for i := len(e.Listed) - 1; i >= 0; i-- {
			if !e.Make(e.Listed[i]) || !e.Settle() {
				return solver.Unknown, solver.Memory
			}
			if s.Won() {
				return solver.Winnable, solver.NoReason
			}
			if e.seen.Add(s.Key.Pair()) && !e.keep(at, e.Listed[i]) {
				return solver.Unknown, solver.Memory
			}
			e.BackTo(here)
		}
	}
	return solver.Unwinnable, solver.NoReason
}

// dropSeen drops the listed steps to states that were generated before. A step to a
// state with a forced step is kept: only settled states have their keys in the set.
func (e *Best) dropSeen() {
	left := e.Listed[:0]
	for _, m := range e.Listed {
		if !e.seen.Has(e.State.KeyAfter(&m).Pair()) {
			left = append(left, m)
		}
	}
	e.Listed = left
}

// keep adds a node for the present state, which step m led to. It returns false if
// there is no node left.
func (e *Best) keep(parent int32, m state.Step) bool {
	if int(e.used) == len(e.nodes) {
		return false
	}
	depth := e.nodes[parent].depth + 1
	value := min(max(0, value(e.State)+perStep*int(depth)), values-1)
	e.nodes[e.used] = node{m: m, parent: parent, next: e.first[value], depth: depth}
	e.first[value] = e.used
	e.least = min(e.least, value)
	e.used++
	return true
}

// next takes a node of least value from those to be expanded; 0 if there is none.
func (e *Best) next() int32 {
	for ; e.least < values; e.least++ {
		if at := e.first[e.least]; at != 0 {
			e.first[e.least] = e.nodes[at].next
			return at
		}
	}
	return 0
}

// walkTo walks from the present node to another. It returns false if the path is full.
func (e *Best) walkTo(at int32) bool {
	e.way = e.way[:0]
	for d := e.nodes[at].depth; int(d) >= len(e.line) || e.line[d].node != at; d-- {
		e.way = append(e.way, at)
		at = e.nodes[at].parent
	}
	e.line = e.line[:e.nodes[at].depth+1]
	e.BackTo(int(e.line[len(e.line)-1].path))
	for i := len(e.way) - 1; i >= 0; i-- {
		if !e.Make(e.nodes[e.way[i]].m) || !e.Settle() {
			return false
		}
		e.line = append(e.line, waypoint{e.way[i], int32(len(e.Path))})
	}
	if len(e.way) == 0 {
		e.State.Scan()
	}
	return true
}
