package search

import (
	"context"
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// Best searches best first: it goes on from whichever state it knows of looks the
// nearest to a win (evaluate.go), so that a bad early choice costs as much as it
// looks good for, where depth first everything below it is searched. Its lines are
// short, too. But a state costs it several times what it costs to go down and up
// again, and all states that are to be gone on from must be kept. It implements
// solver.Engine.
//
// All states generated are in one array of nodes, each with the step that led to
// it and its parent. Going on from a node means walking there from the last one:
// up to where their lines part, and down again. Of the nodes of one value, which
// are linked, the last is the next to be gone on from; it is mostly near.
type Best struct {
	techniques Techniques
	arena      *memory.Arena

	// Changing while a problem is searched.
	walker
	seen   *transposition.Set[transposition.Pair]
	nodes  []node
	used   int32 // of the nodes
	first  [values]int32
	least  int    // no node is worth less
	line   []turn // the nodes from the root to the state
	way    []int32
	states int64
}

// node is a state to go on from, or one that was gone on from.
type node struct {
	m            step
	parent, next int32 // next is one of the same value; 0 for none, like the root's parent
	depth        int32
	_            int32 // a node is three words
}

// turn is a node on the present line.
type turn struct {
	node int32
	path int32 // the length of the path there
}

// values is how many values of nodes are told apart.
const values = 1 << 14

// NewBest makes an engine that searches best first with the given techniques, in
// memory that it borrows for each search.
func NewBest(a *memory.Arena, t Techniques) *Best {
	return &Best{techniques: t, arena: a}
}

// Solve searches best first from the position. It gives up for lack of memory
// when the nodes are used up.
func (e *Best) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	c := compile(p.Rules(), position.Base, e.techniques)
	part, words := e.arena.Take()
	path := min(len(words)/8, math.MaxInt32)
	e.walker = walker{state: newState(c, &position), path: memory.View[step](words[:path])[:0:path], listed: e.listed}
	e.seen = transposition.NewSet[transposition.Pair](part)
	e.nodes = memory.View[node](words[path:])
	e.nodes = e.nodes[:min(len(e.nodes), math.MaxInt32)]
	clear(e.first[:])
	e.used, e.least, e.line, e.states = 0, values, e.line[:0], 0

	verdict, because := e.search(ctx, b)
	e.arena.Done(e.seen.Touched())
	return e.result(&position, verdict, because, e.states)
}

func (e *Best) search(ctx context.Context, b solver.Budget) (solver.Verdict, solver.Because) {
	s := e.state
	if !e.settle() {
		return solver.Unknown, solver.Memory
	}
	if s.won() {
		return solver.Winnable, solver.Nothing
	}
	e.seen.Add(s.key.pair())
	e.used = 2 // node 0 is none, node 1 the root
	e.nodes[1] = node{}
	e.line = append(e.line, turn{1, int32(len(e.path))})
	for at := int32(1); at != 0; at = e.next() {
		if e.states%(stopEvery/8) == 0 { // a state takes many steps here
			if because := solver.Stop(ctx); because != solver.Nothing {
				return solver.Unknown, because
			}
		}
		if b.States > 0 && e.states == b.States {
			return solver.Unknown, solver.States
		}
		e.states++
		if !e.walkTo(at) {
			return solver.Unknown, solver.Memory
		}
		if e.deadEnd() {
			continue
		}
		e.listed = s.generate(e.listed[:0])
		e.dropSeen()
		here := len(e.path)
		// From the last to the first, so that of equals the first is the next.
		for i := len(e.listed) - 1; i >= 0; i-- {
			if !e.make(e.listed[i]) || !e.settle() {
				return solver.Unknown, solver.Memory
			}
			if s.won() {
				return solver.Winnable, solver.Nothing
			}
			if e.seen.Add(s.key.pair()) && !e.keep(at, e.listed[i]) {
				return solver.Unknown, solver.Memory
			}
			e.back(here)
		}
	}
	return solver.Unwinnable, solver.Nothing
}

// dropSeen drops the listed steps to states that were generated before. Where a
// step leads to a state that is not settled, its key is not among those seen.
func (e *Best) dropSeen() {
	left := e.listed[:0]
	for _, m := range e.listed {
		if !e.seen.Has(e.state.after(&m).pair()) {
			left = append(left, m)
		}
	}
	e.listed = left
}

// keep makes a node of the present state, to which a step led from a parent.
func (e *Best) keep(parent int32, m step) bool {
	if int(e.used) == len(e.nodes) {
		return false
	}
	depth := e.nodes[parent].depth + 1
	value := min(max(0, e.state.value()+perStep*int(depth)), values-1)
	e.nodes[e.used] = node{m: m, parent: parent, next: e.first[value], depth: depth}
	e.first[value] = e.used
	e.least = min(e.least, value)
	e.used++
	return true
}

// next takes a node of the least value out of those that are to be gone on from; 0
// if there is none.
func (e *Best) next() int32 {
	for ; e.least < values; e.least++ {
		if at := e.first[e.least]; at != 0 {
			e.first[e.least] = e.nodes[at].next
			return at
		}
	}
	return 0
}

// walkTo walks from the present node to another.
func (e *Best) walkTo(at int32) bool {
	e.way = e.way[:0]
	for d := e.nodes[at].depth; int(d) >= len(e.line) || e.line[d].node != at; d-- {
		e.way = append(e.way, at)
		at = e.nodes[at].parent
	}
	e.line = e.line[:e.nodes[at].depth+1]
	e.back(int(e.line[len(e.line)-1].path))
	for i := len(e.way) - 1; i >= 0; i-- {
		if !e.make(e.nodes[e.way[i]].m) || !e.settle() {
			return false
		}
		e.line = append(e.line, turn{e.way[i], int32(len(e.path))})
	}
	if len(e.way) == 0 {
		e.state.lookAround()
	}
	return true
}
