package player

// Remaining exports remaining to tests.
var Remaining = remaining

// OnlyHint returns a player that follows one of the five hints, or none.
func OnlyHint(seed uint64, n int) Player {
	p := Hints.New(seed, nil, nil).(*hintPlayer)
	if p.list = nil; n != 1 {
		p.opening = 0
	}
	if n > 1 {
		p.list = fiveHints[n-2 : n-1]
	}
	return p
}
