package klondike

// The search runs again and again over the same table, each time with another order of
// edges and a later end, until a run decides. So no search is stuck for long in a part of
// the tree that has no win. What a run proves stays in the table, and nothing else does
// (docs/inside/klondike.md).

// The first run ends after runStates states. Each run is a twentieth longer than the run before. A
// question to the relaxed search ends after a twentieth of the run's states.
const (
	runStates = 120
	runPart   = 20
)

// interlude is a question that is asked once, between two runs, after a number of states. If it
// returns true the search ends.
type interlude struct {
	after int64
	ask   func() bool
}

// over reports whether an interlude is due and ends the search.
func (i *interlude) over(states int64) bool {
	if i.ask == nil || states < i.after {
		return false
	}
	ask := i.ask
	i.ask = nil
	return ask()
}

// search runs from a settled state until a run decides. It returns the outcome later if the
// interlude ends the search.
func (e *searcher) search(s *state, pause interlude) outcome {
	if e.firstRun == 0 {
		e.order.restart(e.thread)
		return e.runTwice(s, pause)
	}
	first := e.thread << 32 // no search takes as many runs
	e.order.restart(first)
	if e.relaxed != nil {
		e.relaxed.order.restart(first)
	}
	defer func() { e.meter.end, e.share = 0, 0 }()
	states := e.firstRun
	for i, asked := uint64(1), uint64(1); ; i++ {
		e.meter.end, e.share, e.unclear = e.meter.states+states, max(1, states/runPart), false
		if r := e.run(s); r != paused && r != later {
			return r
		}
		if pause.over(e.meter.states) {
			return later
		}
		states += states/runPart + 1
		e.order.restart(first + i)
		if e.unclear {
			// Otherwise the relaxed search keeps its order, since it answered all questions.
			e.relaxed.order.restart(first + asked)
			asked++
		}
	}
}

// runTwice is search without restarts: one run to the end, after a short one if there is
// an interlude.
func (e *searcher) runTwice(s *state, pause interlude) outcome {
	if pause.ask != nil {
		e.meter.end = pause.after
		r := e.run(s)
		if e.meter.end = 0; r != paused {
			return r
		}
		if pause.over(e.meter.states) {
			return later
		}
	}
	return e.run(s)
}
