package solver

// Meter counts the states of a search against its budget.
type Meter struct {
	States int64 // counted so far
	clock  *Clock
	most   int64 // states; 0 for no limit
}

// NewMeter returns a meter for a search under a clock and a budget of states.
func NewMeter(clock *Clock, b Budget) Meter { return Meter{clock: clock, most: b.States} }

// LookEvery is the number of states that a meter counts between two looks at the clock.
const LookEvery = 256

// Spend counts a state. If the search has to stop instead, it returns the reason.
func (m *Meter) Spend() Reason {
	if m.most > 0 && m.States == m.most {
		return States
	}
	if m.States%LookEvery == 0 {
		if reason := m.clock.StopReason(); reason != NoReason {
			return reason
		}
	}
	m.States++
	return NoReason
}
