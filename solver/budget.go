package solver

// Budget bounds what an engine may spend on a problem. Time is bounded by a
// [Clock] instead, and memory by the engine itself. States 0 means unlimited.
type Budget struct {
	States    int64 // positions searched, as the engine counts them (see [Meter])
	Objective Objective
}

// Objective says which solution to look for.
type Objective string

// The objectives. All of them settle the verdict first.
const (
	FirstSolution    Objective = "first"    // the first one found, unchanged
	AnySolution      Objective = ""         // the first one found, shortened a little
	ShortSolution    Objective = "short"    // shorter and shorter ones until the budget is spent
	ShortestSolution Objective = "shortest" // the same, with a proven lower bound of the length
)

// Optimizes reports whether the search continues for shorter solutions after it has found one.
func (o Objective) Optimizes() bool { return o == ShortSolution || o == ShortestSolution }
