package search

// urgency says how much more it matters for some cards than for others that they can be reached:
// in sixteenths, the factors of their nearness. A beam that does not win leaves some foundations
// low. The cards that those wait for matter more to the next beams. This is squeaky wheel
// optimization (Joslin & Clements 1999); docs/engines/beam.md has what it gives.
type urgency struct {
	of     [codes]int32
	missed [codes]int32 // by how many cards the foundations that wait for a card are short, in all states seen
	seen   int32        // states
}

const (
	calm       = 16     // the urgency of a card to begin with
	mostUrgent = 8 * 16 // bounds it
	urgencyFor = 2 * 16 // what a foundation without cards adds to that of the card it waits for, after each beam
	// missedOf is the number of states of a level that are looked at.
	missedOf = 16
)

func (u *urgency) begin() {
	*u = urgency{}
	for x := range u.of {
		u.of[x] = calm
	}
}

// see notes what keeps the foundations of a state waiting.
func (u *urgency) see(s *state) {
	u.seen++
	last := s.c.rules.MaxRank
	for f, h := range s.height {
		suit := s.c.suitOf(uint8(f))
		if h < uint8(last) {
			u.missed[(h+1)<<2|suit] += int32(uint8(last) - h)
		}
		if h+1 < uint8(last) {
			u.missed[(h+2)<<2|suit] += int32(uint8(last)-h) / 2
		}
	}
}

// forget drops what was seen in worse states.
func (u *urgency) forget() { u.missed, u.seen = [codes]int32{}, 0 }

// learn makes cards more urgent that were missed, and the others less.
func (u *urgency) learn(ranks int32) {
	for x := range u.of {
		more := (u.of[x] - calm) * 4 / 5
		if u.seen > 0 {
			more += urgencyFor * u.missed[x] / (ranks * u.seen)
		}
		u.of[x] = min(calm+more, mostUrgent)
	}
	u.forget()
}

// missing looks at the best states of the last stratum.
func (f *beam) missing() {
	if f.pool.n > 0 || f.ended() {
		return
	}
	f.urgency.forget()
	for at := range min(f.level.n, missedOf) {
		f.load(&f.level, at)
		f.urgency.see(f.state)
	}
}
