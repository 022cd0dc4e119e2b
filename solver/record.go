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

// Record is what is remembered of a problem: the whole problem, so that it can be
// compared and not only its id, the result, and what finding it took. Moves are
// those of the canonical position.
type Record struct {
	ID       ID            `json:"id"`
	Problem  string        `json:"problem"` // Problem.Text
	Epoch    int           `json:"epoch"`
	Verdict  Verdict       `json:"verdict"`
	Reason   Reason        `json:"because,omitempty"`
	Solution []game.Move   `json:"solution,omitempty"`
	Bound    int           `json:"bound,omitempty"` // no solution is shorter
	Engine   string        `json:"engine"`
	States   int64         `json:"states"` // really searched
	Passes   []Pass        `json:"passes,omitempty"`
	Elapsed  time.Duration `json:"elapsed_ns"` // really spent searching, not waiting

	// OptimizedLength says that States and Elapsed were spent on a shorter solution too.
	OptimizedLength bool `json:"sought,omitempty"`
}

// NewRecord remembers a result.
func NewRecord(p *Problem, r Result, elapsed time.Duration) Record {
	return Record{
		ID: p.ID(), Problem: p.Text(), Epoch: Epoch, Verdict: r.Verdict, Reason: r.Reason,
		Solution: r.Solution, Bound: r.Bound, Engine: r.Engine, States: r.States, Passes: r.Passes, Elapsed: elapsed,
	}
}

// Wanted is a verdict that would be of use, if it is known of this problem.
type Wanted struct {
	ID      ID
	Verdict Verdict // Winnable or Unwinnable
}

// ErrDamaged says that what is remembered of a problem is not what was put there.
// Whoever keeps records gives this error rather than such a record.
var ErrDamaged error = damaged{}

type damaged struct{}

func (damaged) Error() string { return "the remembered record is damaged" }

// Damaged reports that it is a fault, and that the store is not out of reach.
func (damaged) Damaged() bool { return true }

// Check tells what of a record can't be, so that a memory that was damaged is not
// taken for one. Whether the solution wins is the referee's question.
func (r *Record) Check() error {
	if IDOf(r.Problem) != r.ID {
		return fmt.Errorf("%s is not the id of the problem %s", r.ID, r.Problem)
	}
	return r.contradiction()
}

// CheckFor is Check of a record that is taken for that of a problem, whose digest has
// been made already.
func (r *Record) CheckFor(p *Problem) error {
	if r.Problem != p.Text() || r.ID != p.ID() {
		return fmt.Errorf("the record is of another problem: %s, %s", r.ID, r.Problem)
	}
	return r.contradiction()
}

// contradiction tells what in a record can't be true together.
func (r *Record) contradiction() error {
	switch {
	case r.Verdict != Winnable && r.Verdict != Unwinnable && r.Verdict != Unknown:
		return fmt.Errorf("%q is no verdict", r.Verdict)
	case (r.Verdict == Unknown) != (r.Reason != NoReason):
		return fmt.Errorf("verdict %q because %q: an unknown verdict has a reason, and only that", r.Verdict, r.Reason)
	case r.Verdict != Winnable && len(r.Solution) > 0:
		return fmt.Errorf("verdict %q with a solution", r.Verdict)
	case r.Verdict != Unwinnable && len(r.Passes) > 0:
		return fmt.Errorf("verdict %q with passes that prove it unwinnable", r.Verdict)
	case r.Bound < 0 || r.Bound > game.Length(r.Solution):
		return fmt.Errorf("a solution of %d moves, and none of fewer than %d", game.Length(r.Solution), r.Bound)
	case r.OptimizedLength && r.Verdict != Winnable:
		return fmt.Errorf("verdict %q after a search for shorter solutions", r.Verdict)
	case r.Epoch < 1 || r.States < 0 || r.Elapsed < 0:
		return fmt.Errorf("epoch %d, %d states in %s", r.Epoch, r.States, r.Elapsed)
	}
	return nil
}

// Storable reports whether the record should be stored. A cancelled search should not:
// that says nothing about the problem.
func (r *Record) Storable() bool { return r.Reason != Cancelled }

// Better tells whether this record of a problem should replace another one: one
// of the current epoch an older one, and else one of higher rank.
func (r *Record) Better(than *Record) bool {
	if r.Epoch != than.Epoch {
		return r.Epoch > than.Epoch
	}
	rank, other := r.Rank(), than.Rank()
	return slices.Compare(rank[:], other[:]) > 0
}

// Rank says how much a record is worth among those of one problem and epoch, the most
// important thing first. A proven verdict is worth more than an unknown one, and one
// with a solution, which can be replayed, most of all; a shorter solution more than a
// longer one, and of two as long the one that more is proven of, and then the one to
// which the longer search for a shorter came; of unknown ones that of the longer search.
// No number is negative.
func (r *Record) Rank() [4]int64 {
	switch {
	case r.Verdict == Unknown:
		return [4]int64{0, r.States, int64(r.Elapsed)}
	case r.Verdict == Unwinnable:
		return [4]int64{1}
	case r.OptimizedLength:
		return [4]int64{2, mostMoves - int64(game.Length(r.Solution)), int64(r.Bound), int64(r.Elapsed)}
	default:
		return [4]int64{2, mostMoves - int64(game.Length(r.Solution)), int64(r.Bound)}
	}
}

// mostMoves is more than any solution has.
const mostMoves = 1 << 40

// Result is the remembered result.
func (r *Record) Result() Result {
	return Result{Verdict: r.Verdict, Reason: r.Reason, Solution: r.Solution, Bound: r.Bound, Engine: r.Engine, States: r.States, Passes: r.Passes}
}

// Answers tells whether the record answers a question with this much time and
// this budget left, and with which reason if the verdict is unknown. A proven verdict
// always does if any solution will do, and so does a solution than which none is
// shorter. An unknown one, and a solution that should be short, do only if the budget
// would not have allowed a longer search than the one that was made.
func (r *Record) Answers(left time.Duration, b Budget) (Reason, bool) {
	result := r.Result()
	spent := NoReason
	switch {
	case b.States > 0 && b.States <= r.States:
		spent = States
	case left <= r.Elapsed:
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
