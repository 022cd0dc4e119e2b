package memory

import (
	"unsafe"
)

// Path is the path of a depth-first search: the states on it, and the steps that are still to be
// tried from each of them. The steps from a state are tried from the last to the first. A zero Path
// is empty and grows as needed.
type Path[S, M any] struct {
	// Steps has the steps of all states on the path, one state after the other. The caller appends
	// the steps of the last state to it.
	Steps  []M
	visits []visit[S, M]
}

// visit is a state on the path.
type visit[S, M any] struct {
	state S
	tried M      // the step that was last tried
	base  uint32 // index of its first step
}

// NewPath returns an empty path in the memory of words, because a path can have as many states as
// the game. each is the number of words for the steps of one state.
func NewPath[S, M any](words []uint64, each int) Path[S, M] {
	visitWords := (int(unsafe.Sizeof(visit[S, M]{})) + 7) / 8
	split := len(words) / (visitWords + each) * visitWords
	return Path[S, M]{Steps: View[M](words[split:])[:0], visits: View[visit[S, M]](words[:split])[:0]}
}

// Full reports whether the memory has no room for one more state with the given number of steps.
func (p *Path[S, M]) Full(steps int) bool {
	return len(p.visits) == cap(p.visits) || cap(p.Steps)-len(p.Steps) < steps
}

// Reset empties the path.
func (p *Path[S, M]) Reset() { p.visits, p.Steps = p.visits[:0], p.Steps[:0] }

// Len returns the number of states on the path.
func (p *Path[S, M]) Len() int { return len(p.visits) }

// At returns the i-th state on the path.
func (p *Path[S, M]) At(i int) *S { return &p.visits[i].state }

// Last returns the last state.
func (p *Path[S, M]) Last() *S { return p.At(len(p.visits) - 1) }

// Push adds a state and returns it. The caller sets the state and appends its steps.
func (p *Path[S, M]) Push() *S {
	p.visits = append(p.visits, visit[S, M]{base: uint32(len(p.Steps))})
	return p.Last()
}

// Next removes and returns the next step to try from the last state. It returns false if none is
// left.
func (p *Path[S, M]) Next() (m M, left bool) {
	v, last := &p.visits[len(p.visits)-1], len(p.Steps)-1
	if int(v.base) > last {
		return m, false
	}
	m = p.Steps[last]
	v.tried, p.Steps = m, p.Steps[:last]
	return m, true
}

// By returns the step that was last tried from the last state.
func (p *Path[S, M]) By() M { return p.visits[len(p.visits)-1].tried }

// Pop removes the last state, which has no step left.
func (p *Path[S, M]) Pop() { p.visits = p.visits[:len(p.visits)-1] }

// Tried returns the step that was last tried from each state on the path, in the order of the path.
func (p *Path[S, M]) Tried() []M {
	steps := make([]M, len(p.visits))
	for i := range p.visits {
		steps[i] = p.visits[i].tried
	}
	return steps
}
