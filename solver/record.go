package solver

import (
	"fmt"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Record is the stored result of a problem, with the cost of finding it. It has the text of the
// problem too, so that a comparison need not rely on the id. Moves are for the canonical
// position.
type Record struct {
	ID       ID            `json:"id"`
	Problem  string        `json:"problem"` // Problem.Text
	Epoch    int           `json:"epoch"`
	Verdict  Verdict       `json:"verdict"`
	Reason   Reason        `json:"because,omitempty"`
	Solution []game.Move   `json:"solution,omitempty"`
	Bound    int           `json:"bound,omitempty"` // no solution is shorter
	Engine   string        `json:"engine"`
	States   int64         `json:"states"` // actually searched
	Passes   []Pass        `json:"passes,omitempty"`
	Elapsed  time.Duration `json:"elapsed_ns"` // time of the search without waiting; the processor time if the verdict is Unknown

	// Shortening is the time spent on making the solution shorter.
	Shortening time.Duration `json:"shortening_ns,omitempty"`
	// Rough reports whether the solution was not yet shortened as far as AnySolution asks for.
	Rough bool `json:"rough,omitempty"`

	// OptimizedLength reports whether States and Shortening were also spent on a search for a
	// shorter solution. (Elapsed, in records from before there was Shortening.)
	OptimizedLength bool `json:"sought,omitempty"`

	// Unstored reports whether the record is in caches only.
	Unstored bool `json:"unstored,omitempty"`
}

// NewRecord returns the record of a result.
func NewRecord(p *Problem, r Result, elapsed time.Duration) Record {
	return Record{
		ID: p.ID(), Problem: p.Text(), Epoch: Epoch, Verdict: r.Verdict, Reason: r.Reason,
		Solution: r.Solution, Bound: r.Bound, Engine: r.Engine, States: r.States, Passes: r.Passes, Elapsed: elapsed,
	}
}

// Wanted is a problem to look up, and the one verdict of it that would help.
type Wanted struct {
	ID      ID
	Verdict Verdict // Winnable or Unwinnable
}

// ErrDamaged reports that a stored record has changed since it was written. Stores return this
// error instead of the damaged record.
var ErrDamaged error = damaged{}

type damaged struct{}

func (damaged) Error() string { return "stored record is damaged" }

// Damaged reports that the record is at fault, not the connection to the store.
func (damaged) Damaged() bool { return true }

// Check returns an error if the record contradicts itself, so that damaged data is not
// used. It does not replay the solution.
func (r *Record) Check() error {
	if IDOf(r.Problem) != r.ID {
		return fmt.Errorf("%s is not the id of the problem %s", r.ID, r.Problem)
	}
	return r.contradiction()
}

// CheckFor is like [Record.Check], and also checks that the record is of problem p. It computes no
// digest.
func (r *Record) CheckFor(p *Problem) error {
	if r.Problem != p.Text() || r.ID != p.ID() {
		return fmt.Errorf("record is of another problem: %s, %s", r.ID, r.Problem)
	}
	return r.contradiction()
}

// contradiction returns an error if parts of the record can't be true together.
func (r *Record) contradiction() error {
	switch {
	case r.Verdict != Winnable && r.Verdict != Unwinnable && r.Verdict != Unknown:
		return fmt.Errorf("invalid verdict %q", r.Verdict)
	case (r.Verdict == Unknown) != (r.Reason != NoReason):
		return fmt.Errorf("verdict %q with reason %q: an unknown verdict must have a reason, another one none", r.Verdict, r.Reason)
	case r.Verdict != Winnable && len(r.Solution) > 0:
		return fmt.Errorf("verdict %q with a solution", r.Verdict)
	case r.Verdict != Unwinnable && len(r.Passes) > 0:
		return fmt.Errorf("verdict %q with passes that prove it unwinnable", r.Verdict)
	case r.Bound < 0 || r.Bound > game.Length(r.Solution):
		return fmt.Errorf("solution has %d moves, less than its lower bound %d", game.Length(r.Solution), r.Bound)
	case r.Rough && (r.Verdict != Winnable || r.OptimizedLength):
		return fmt.Errorf("verdict %q with a solution that is not shortened, or after a search for shorter ones", r.Verdict)
	case r.OptimizedLength && r.Verdict != Winnable:
		return fmt.Errorf("verdict %q after a search for shorter solutions", r.Verdict)
	case r.Epoch < 1 || r.States < 0 || r.Elapsed < 0 || r.Shortening < 0:
		return fmt.Errorf("a number is too small: epoch %d, %d states in %s and %s", r.Epoch, r.States, r.Elapsed, r.Shortening)
	}
	return nil
}

// Storable reports whether the record should be stored. A cancelled search should not: it
// says nothing about the problem.
func (r *Record) Storable() bool { return r.Reason != Cancelled }

// Better reports whether this record should replace another one of the same problem: a
// later epoch wins, then a higher rank, then one that is stored.
func (r *Record) Better(than *Record) bool {
	if r.Epoch != than.Epoch {
		return r.Epoch > than.Epoch
	}
	rank, other := r.Rank(), than.Rank()
	if by := slices.Compare(rank[:], other[:]); by != 0 {
		return by > 0
	}
	return than.Unstored && !r.Unstored
}

// Rank orders the records of one problem and epoch; the first element counts most, and none is
// negative. A solution, which can be replayed, ranks above a proof, and a proof above unknown. Of
// solutions a shorter one ranks higher, then one with a higher lower bound, then one after a longer
// search for a shorter one. A rough one ranks as if it had one more move. Of unknown results the
// longer search ranks higher.
func (r *Record) Rank() [4]int64 {
	length := int64(game.Length(r.Solution))
	if r.Rough {
		length++
	}
	switch {
	case r.Verdict == Unknown:
		return [4]int64{0, r.States, int64(r.Elapsed)}
	case r.Verdict == Unwinnable:
		return [4]int64{1}
	case r.OptimizedLength:
		return [4]int64{2, mostMoves - length, int64(r.Bound), int64(r.Spent())}
	default:
		return [4]int64{2, mostMoves - length, int64(r.Bound)}
	}
}

// Spent is the time for the verdict and for a shorter solution.
func (r *Record) Spent() time.Duration { return r.Elapsed + r.Shortening }

// mostMoves is more than any solution has.
const mostMoves = 1 << 40

// Result returns the stored result.
func (r *Record) Result() Result {
	return Result{Verdict: r.Verdict, Reason: r.Reason, Solution: r.Solution, Bound: r.Bound, Engine: r.Engine, States: r.States, Passes: r.Passes}
}

// Answers reports whether the record answers a question, so that no search is needed. left is the
// time for a search, and b its budget. A record of another epoch is no answer. An unwinnable
// verdict is an answer. A solution is an answer if the objective asks for no shorter one, or if it
// is proven to be the shortest. Any other record is an answer only if left or b allows no longer
// search than the recorded one. If the verdict is unknown, the reason says whether left or b is the
// limit.
func (r *Record) Answers(left time.Duration, b Budget) (Reason, bool) {
	result := r.Result()
	spent := NoReason
	switch {
	case b.States > 0 && b.States <= r.States:
		spent = States
	case left <= r.Spent():
		spent = Deadline
	}
	switch {
	case r.Epoch != Epoch:
		return NoReason, false
	case r.Verdict == Unknown:
		return spent, spent != NoReason
	case r.Verdict == Unwinnable || !b.Objective.Optimizes() || result.Shortest():
		return NoReason, true
	default:
		return NoReason, r.OptimizedLength && spent != NoReason
	}
}

// ParseProblem reads a problem from its canonical text.
func ParseProblem(text string) (*Problem, error) {
	node, err := strict.Parse([]byte(text), "")
	if err != nil {
		return nil, err
	}
	fields := node.Object("rules", "position")
	for _, name := range []string{"rules", "position"} {
		if fields[name] == nil {
			node.AddErrorAt(name, "missing")
		}
	}
	if err := node.Err(); err != nil {
		return nil, err
	}
	r := rules.Decode(fields["rules"])
	if err := node.Err(); err != nil {
		return nil, err
	}
	p := deal.Decode(fields["position"], &r)
	if err := node.Err(); err != nil {
		return nil, err
	}
	return NewProblem(r, p), nil
}
