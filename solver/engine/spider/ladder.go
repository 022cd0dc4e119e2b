package spider

// Ladder says which beams an engine tries, one after the other. Engines with different ladders
// break ties differently, so one may win by chance what the other does not.
type Ladder uint8

// The ladders.
const (
	// Widening begins 5 wide, and goes on four times as wide each time.
	Widening Ladder = iota
	// Restarting begins 1,200 wide, goes on with 4,800, and then begins again and again with other
	// weights, every fourth time 19,200 wide. More width alone wins little that 4,800 does not.
	Restarting
)

// rung returns the width of a beam, and the noise of its weights (see compiled.weigh).
func (l Ladder) rung(attempt int) (width int, noise uint64) {
	switch {
	case l == Widening:
		return 5 << (2 * attempt), 0
	case attempt == 0:
		return 1200, 0
	case attempt == 1:
		return 4800, 0
	case attempt%4 == 1:
		return 19_200, uint64(attempt)
	default:
		return 4800, uint64(attempt)
	}
}

// tieShift returns where the bits of a key start that break ties.
func (l Ladder) tieShift() uint { return 3 + 6*uint(l) }
