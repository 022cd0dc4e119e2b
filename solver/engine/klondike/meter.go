package klondike

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// meter counts what a search has spent of its budget.
type meter struct {
	clock   *solver.Clock
	states  int64
	limit   int64 // of states; 0 means none
	end     int64 // of the run or question, in states; 0 means none
	because solver.Reason
	worked  int     // since the last look at the clock
	team    *member // nil for a search on one thread
}

// goOn asks the clock and reports whether the search may go on.
func (m *meter) goOn() bool {
	if m.because == solver.NoReason {
		m.because = m.clock.StopReason()
	}
	return m.because == solver.NoReason
}

// stopEvery is the number of states between two looks at the clock.
const stopEvery = 256

// spend counts a state and reports whether the search may go on.
func (m *meter) spend() bool {
	if m.because != solver.NoReason {
		return false
	}
	if m.team != nil && !m.team.attend() {
		return false
	}
	if m.states++; m.limit > 0 && m.states > m.limit && (m.team == nil || !m.team.more()) {
		m.states--
		m.because = solver.States
	} else if m.states%stopEvery == 0 {
		m.because = m.clock.StopReason()
		if m.team != nil && !m.team.helper {
			m.team.progress.Store(m.states)
		}
	}
	return m.because == solver.NoReason
}

// paused reports whether the run or question has reached its end.
func (m *meter) paused() bool { return m.end > 0 && m.states >= m.end }

// workEvery is the amount of work, in steps and edges, between two looks at the clock
// while a class is listed. Most classes have a few dozen states; some have thousands.
const workEvery = 2048

// work counts n units of work within a state and reports whether the search may go on.
func (m *meter) work(n int) bool {
	if m.worked += n; m.worked >= workEvery {
		return m.rest()
	}
	return m.because == solver.NoReason
}

func (m *meter) rest() bool {
	m.worked = 0
	return m.goOn() && (m.team == nil || m.team.attend())
}
