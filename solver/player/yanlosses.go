package player

// losses remembers boards from which strategies lose, so that a play that comes to one of
// them need not be played on: where it would go is what a strategy makes of the board, and
// what was known of it before. It forgets where there is no room, and takes a board for
// another one by a chance of 2^-61 for each that it holds.
type losses struct {
	boards []uint64 // a key, whose last three bits make room for the strategy and one
	shift  int      // from keys to places in the half for a strategy
}

// roomForLosses says for each number of rollouts how much room there is for boards: 2 to
// this power for the heuristic, and as many for the rollouts. At most that is 16 MiB.
var roomForLosses = [...]int{0, 12, 16, 18, 20, 20}

// newLosses makes room for 2^room boards in each half.
func newLosses(room int) losses {
	return losses{make([]uint64, 2<<room), 64 - room}
}

// place is where a board may be remembered: the heuristic has a half of its own, as it
// looks at far more boards than rollouts do.
func (l *losses) place(key uint64, n int) *uint64 {
	half := len(l.boards) / 2
	i := int(key >> l.shift)
	if n > 0 {
		i += half
	}
	return &l.boards[i]
}

func (l *losses) has(key uint64, n int) bool {
	return *l.place(key, n) == key&^7|uint64(n+1)
}

func (l *losses) add(key uint64, n int) {
	*l.place(key, n) = key&^7 | uint64(n+1)
}
