package klondike

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// meter counts what a search may spend.
type meter struct {
	ctx     context.Context
	states  int64
	limit   int64 // of states; 0 is none
	because solver.Because
	worked  int // since the last look at the clock
}

// goOn tells whether the search may go on.
func (m *meter) goOn() bool {
	if m.because == solver.Nothing {
		m.because = solver.Stop(m.ctx)
	}
	return m.because == solver.Nothing
}

// stopEvery is how many states lie between two looks at the clock.
const stopEvery = 256

// spend counts a state, and tells whether the search may go on.
func (m *meter) spend() bool {
	if m.because != solver.Nothing {
		return false
	}
	if m.states++; m.limit > 0 && m.states > m.limit {
		m.states--
		m.because = solver.States
	} else if m.states%stopEvery == 0 {
		m.because = solver.Stop(m.ctx)
	}
	return m.because == solver.Nothing
}

// workEvery is how much work lies between two looks at the clock while a class is
// listed, in steps and edges. Most classes have a few dozen; but some have thousands of
// states.
const workEvery = 2048

// work counts work beside the states, and tells whether the search may go on.
func (m *meter) work(n int) bool {
	if m.worked += n; m.worked >= workEvery {
		m.worked = 0
		return m.goOn()
	}
	return m.because == solver.Nothing
}

// searcher searches classes of states depth first.
type searcher struct {
	board *board
	with  Techniques
	table *table
	meter *meter

	members []state // of the class that is expanded
	few     int     // bounds them where not all are wanted; 0 is no bound
	edges   []edge  // out of all classes on the path, one after the other
	frames  []frame
	trail   *trail // nil while a search goes on
	wins    *wins  // what is won where the stock is no heap, if it is asked again
	touched uint64
	entered int64 // states

	oracle *searcher // tells what is lost even if the stock were a heap; nil without
	quiet  int64     // states to search before it is asked
}

// frame is a class on the path.
type frame struct {
	state
	mixed     uint64
	first, at int32 // of its edges the first, and the next to be tried
	wide      bool  // the edges of all its members are listed
	asked     bool  // the oracle does not know that it is lost
}

// outcome is what a search comes to.
type outcome uint8

const (
	stopped outcome = iota // the search must end
	unclear                // nothing is known yet
	isLost
	isWon
)

// run searches from a settled state. What it comes to know it notes in the table.
func (e *searcher) run(s *state) outcome {
	e.frames, e.edges = e.frames[:0], e.edges[:0]
	if s.done(e.board) {
		return isWon
	}
	root := edge{state: *s, mixed: e.table.mix(e.board.key(s))}
	if r := e.recall(&root); r != unclear {
		return r
	}
	return e.descend(&root)
}

// descend searches from a state of which nothing is known.
func (e *searcher) descend(root *edge) outcome {
	switch e.enter(root) {
	case stopped:
		return stopped
	case isWon:
		return e.win()
	}
	for len(e.frames) > 0 {
		f := &e.frames[len(e.frames)-1]
		through := int(f.at) == len(e.edges)
		switch {
		case e.gone(f) || through && f.wide:
			e.note(&f.state, f.mixed)
			e.edges = e.edges[:f.first]
			e.frames = e.frames[:len(e.frames)-1]
			continue
		case through:
			f.wide = true
			if e.widen(&f.state) {
				f.at++
				return e.win()
			}
			if e.meter.because != solver.Nothing {
				return stopped
			}
			continue
		}
		next := e.edges[f.at]
		f.at++
		r := e.recall(&next)
		if r == unclear {
			r = e.enter(&next)
		}
		switch r {
		case stopped:
			return stopped
		case isWon:
			return e.win()
		}
	}
	return isLost
}

// win notes that all classes on the path are won, as far as that is ever asked.
func (e *searcher) win() outcome {
	for i := range e.frames {
		if f := &e.frames[i]; f.heap {
			e.table.set(f.mixed, won)
		} else if e.wins != nil {
			e.wins.add(e.board.turned(&f.state, f.mixed))
		}
	}
	return isWon
}

// recall looks a state up.
func (e *searcher) recall(x *edge) outcome {
	note := e.table.find(x.mixed)
	switch {
	case note == won && x.heap:
		return isWon
	case e.board.isLost(&x.state, note):
		return isLost
	case e.wins != nil && !x.heap && e.wins.has(e.board.turned(&x.state, x.mixed)):
		return isWon
	case !e.board.unlimited && !x.heap && e.isLostWithMore(&x.state):
		return isLost
	}
	return unclear
}

// note notes that a class is lost: all its edges are.
func (e *searcher) note(s *state, mixed uint64) {
	note := e.board.lostAs(s)
	if !s.heap {
		note = e.board.both(note, e.table.find(mixed))
	}
	e.table.set(mixed, note)
}

// enter puts a class on the path, unless it is found to be lost.
func (e *searcher) enter(x *edge) outcome {
	if !e.meter.spend() {
		return stopped
	}
	e.entered++
	asked := false
	if e.oracle != nil && e.meter.states > e.quiet {
		switch e.ask(&x.state) {
		case stopped:
			return stopped
		case isLost:
			e.note(&x.state, x.mixed)
			return isLost
		}
		asked = true
	}
	if x.heap && e.with.Unparking && e.unparkedLost(&x.state) {
		e.note(&x.state, x.mixed)
		return isLost
	}
	first := len(e.edges)
	e.frames = append(e.frames, frame{x.state, x.mixed, int32(first), int32(first), !e.board.worry, asked})
	if e.expand(&x.state) {
		e.frames[len(e.frames)-1].at++
		return isWon
	}
	if e.meter.because != solver.Nothing {
		return stopped
	}
	return unclear
}

// ask asks the oracle whether a state is lost.
func (e *searcher) ask(s *state) outcome {
	heap := *s
	heap.heap = true
	e.oracle.settle(&heap)
	return e.oracle.run(&heap)
}

// gone tells whether a class that was entered before the oracle was asked is lost.
func (e *searcher) gone(f *frame) bool {
	if e.oracle == nil || f.asked || e.meter.states <= e.quiet {
		return false
	}
	r := e.ask(&f.state)
	f.asked = r == isWon
	return r == isLost
}
