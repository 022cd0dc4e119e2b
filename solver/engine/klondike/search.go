package klondike

import "github.com/thoughtful-solitaire/thoughtful/solver"

// searcher searches classes of states depth first.
type searcher struct {
	// Lifetime: one deal. Set before a search.
	board        *board
	techniques   Techniques
	table        *table
	meter        *meter
	relaxed      *searcher           // proves losses with a free stock; nil if there is none
	relaxedAfter int64               // states to search before it is asked
	wins         map[uint64]struct{} // classes won with a turned stock, by board.turned, for repeated questions; nil otherwise
	secret       bool                // wins are not noted: another thread would stop at the note, without a line from there
	firstRun     int64               // states of the first run; 0 means a single run without an end
	thread       uint64              // 0, or a helper's number: the order's noise depends on it
	memberLimit  int                 // bounds the members listed, for repeated questions; 0 means no limit
	trail        *trail              // records steps while a solution is written; nil during a search

	// Lifetime: one search.
	frames  []frame // the classes on the path
	edges   []edge  // out of all classes on the path, one class after the other
	entered int64   // states
	order   order   // of edges
	share   int64   // states of a question to the relaxed search; 0 means no limit
	unclear bool    // a question was cut off in this run

	// Lifetime: one node. Scratch.
	members    []state // of the class that is expanded
	touched    uint64  // by the moves of the present edge
	asleep     moves   // of the class that is expanded
	lost       moves   // found by sift
	prefetched uint64  // keeps the table reads of sift from being optimized away
}

// frame is a class on the path.
type frame struct {
	state
	mixed     uint64
	lost      moves // known to lead to lost classes
	first, at int32 // its first edge, and the next one to try
	wide      bool  // the edges of all its members are listed
	asked     bool  // the relaxed search did not find it lost
	open      bool  // an edge is left for a later run
}

// outcome is the result of a search or a lookup.
type outcome uint8

const (
	stopped outcome = iota // the budget ended the search
	paused                 // the run, or the question, has reached its end
	later                  // the class is left for a later run
	unclear                // nothing is known yet
	isLost
	isWon
)

// run searches from a settled state and notes what it proves in the table.
func (e *searcher) run(s *state) outcome {
	e.frames, e.edges = e.frames[:0], e.edges[:0]
	if s.surelyWon(e.board) {
		return isWon
	}
	root := edge{state: *s, mixed: e.table.mix(e.board.key(s))}
	if r := e.lookUp(&root); r != unclear {
		return r
	}
	return e.descend(&root)
}

// descend searches from a state about which nothing is known. It is the loop: each
// round leaves a class, lists more edges of a class, or follows one edge.
func (e *searcher) descend(root *edge) outcome {
	e.asleep = moves{}
	switch r := e.enter(root); r {
	case stopped, paused, later:
		return r
	case isWon:
		return e.noteWon()
	}
	for len(e.frames) > 0 {
		f := &e.frames[len(e.frames)-1]
		exhausted := int(f.at) == len(e.edges)

		// Step 1. Leave the class on top of the path if it is lost: the relaxed search
		// says so, or the last edge of its last member has failed. If an edge was left
		// for later, so are this class and those on the path to it.
		if lost := e.lostRelaxed(f); lost || exhausted && f.wide {
			e.edges = e.edges[:f.first]
			e.frames = e.frames[:len(e.frames)-1]
			switch n := len(e.frames); {
			case lost || !f.open:
				e.noteLost(&f.state, f.mixed)
				if n > 0 {
					up := &e.frames[n-1]
					up.lost.add(&e.edges[up.at-1])
				}
			case n == 0:
				return later
			default:
				e.frames[n-1].open = true
			}
			continue
		}

		// Step 2. List the edges of its other members once those of the first have
		// failed. Most wins need no other member, so this halves the time of deals that
		// can be won.
		if exhausted {
			f.wide = true
			e.asleep = moves{}
			if e.widen(&f.state) {
				f.at++
				return e.noteWon()
			}
			if e.meter.because != solver.NoReason {
				return stopped
			}
			continue
		}

		// Step 3. Follow the next edge: look up where it leads, and enter that class if
		// nothing is known about it.
		next := e.edges[f.at]
		f.at++
		r := e.lookUp(&next)
		if r == unclear {
			e.asleep = e.board.asleep(f.lost, next.touched)
			at := len(e.frames) - 1
			r = e.enter(&next)
			f = &e.frames[at]
			if r == unclear {
				continue
			}
		}
		switch r {
		case isLost:
			f.lost.add(&next)
		case stopped, paused:
			return r
		case later:
			f.open = true
		case isWon:
			return e.noteWon()
		}
	}
	return isLost
}

// enter puts a class on the path and lists the edges of its first member, unless the
// class is lost by what is already proven.
func (e *searcher) enter(x *edge) outcome {
	// Step 1. Count the state.
	if e.meter.paused() {
		return paused
	}
	if !e.meter.spend() {
		return stopped
	}
	e.entered++

	// Step 2. Ask the relaxed search.
	asked := false
	if e.relaxed != nil && e.meter.states > e.relaxedAfter {
		switch r := e.searchRelaxed(&x.state); r {
		case stopped, paused, later:
			return r
		case isLost:
			e.noteLost(&x.state, x.mixed)
			return isLost
		}
		asked = true
	}

	// Step 3. List the edges. With a free stock, look up the state with its loose cards
	// put back; meanwhile the table's entry comes from memory.
	first := int32(len(e.edges))
	unparked, loose := uint64(0), false
	if x.freeStock && e.techniques.Unparking {
		unparked, loose = e.unparked(&x.state)
	}
	e.expand(&x.state)
	if loose && e.table.find(unparked) == lost {
		e.edges = e.edges[:first]
		e.noteLost(&x.state, x.mixed)
		return isLost
	}

	// Step 4. Put the class on the path.
	e.frames = append(e.frames, frame{state: x.state, mixed: x.mixed, first: first, at: first, wide: !e.board.worry, asked: asked})
	e.lost = e.asleep
	if e.sift(int(first)) {
		e.frames[len(e.frames)-1].at++
		return isWon
	}
	e.frames[len(e.frames)-1].lost = e.lost
	if e.meter.because != solver.NoReason {
		return stopped
	}
	return unclear
}

// lookUp returns what is known about a state.
func (e *searcher) lookUp(x *edge) outcome {
	note := e.table.find(x.mixed)
	switch {
	case note == won && x.freeStock:
		return isWon
	case e.board.isLost(&x.state, note):
		return isLost
	case len(e.wins) > 0 && !x.freeStock && e.knownWon(x):
		return isWon
	case !e.board.unlimited && !x.freeStock && e.isLostWithMore(&x.state):
		return isLost
	}
	return unclear
}

// knownWon reports whether a class with a turned stock is known to be won.
func (e *searcher) knownWon(x *edge) bool {
	_, known := e.wins[e.board.turned(&x.state, x.mixed)]
	return known
}

// noteLost notes that a class is lost.
func (e *searcher) noteLost(s *state, mixed uint64) {
	note := e.board.lostAs(s)
	if !s.freeStock {
		note = e.board.mergeNotes(note, e.table.find(mixed))
	}
	e.table.set(mixed, note)
}

// noteWon notes that all classes on the path are won, if searches may ask for it again.
func (e *searcher) noteWon() outcome {
	for i := range e.frames {
		if f := &e.frames[i]; f.freeStock {
			if !e.secret {
				e.table.set(f.mixed, won)
			}
		} else if e.wins != nil {
			e.wins[e.board.turned(&f.state, f.mixed)] = struct{}{}
		}
	}
	return isWon
}

// searchRelaxed searches the same state with a free stock. If the state is lost there, it is lost:
// each move that takes a card from a turned stock can be made with a free one (Blake & Gent,
// section 6). A win proves nothing. If the question takes more than its share of the run, the
// answer is later.
func (e *searcher) searchRelaxed(s *state) outcome {
	relaxed := *s
	relaxed.freeStock = true
	e.relaxed.settle(&relaxed)
	end := e.meter.end
	if e.share > 0 {
		e.meter.end = min(end, e.meter.states+e.share)
	}
	r := e.relaxed.run(&relaxed)
	e.meter.end = end
	if r == paused {
		e.unclear = true
		if !e.meter.paused() {
			return later
		}
	}
	return r
}

// lostRelaxed reports whether the relaxed search proves a class lost that was entered
// before the relaxed search was first used.
func (e *searcher) lostRelaxed(f *frame) bool {
	if e.relaxed == nil || f.asked || e.meter.states <= e.relaxedAfter {
		return false
	}
	r := e.searchRelaxed(&f.state)
	f.asked = r == isWon || r == later
	return r == isLost
}
