package papers

// lossTable remembers boards from which strategies lose, so that plays that reach one of them
// end there. What a strategy does depends only on the board and on what it knows of it. Older
// entries are overwritten. Two boards collide with probability 2^-61 for each board in the
// table.
type lossTable struct {
	boards []uint64 // a key, with the strategy + 1 in its last three bits
	shift  int      // from keys to slots in one half
}

// lossTableBits has the size of the table for each number of rollouts: 2 to this power for the
// heuristic, and as much for the rollouts. That is 16 MiB at most.
var lossTableBits = [...]int{0, 12, 16, 18, 20, 20}

// newLossTable returns a table with 2^bits boards in each half.
func newLossTable(room int) lossTable {
	return lossTable{make([]uint64, 2<<room), 64 - room}
}

// slot returns where a board is stored. The heuristic has a half of its own, since it visits
// far more boards than rollouts do.
func (l *lossTable) slot(key uint64, n int) *uint64 {
	half := len(l.boards) / 2
	i := int(key >> l.shift)
	if n > 0 {
		i += half
	}
	return &l.boards[i]
}

func (l *lossTable) has(key uint64, n int) bool {
	return *l.slot(key, n) == key&^7|uint64(n+1)
}

func (l *lossTable) add(key uint64, n int) {
	*l.slot(key, n) = key&^7 | uint64(n+1)
}
