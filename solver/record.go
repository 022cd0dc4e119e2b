package solver

import (
	"errors"
	"fmt"
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
	Because  Because       `json:"because,omitempty"`
	Solution []game.Move   `json:"solution,omitempty"`
	Engine   string        `json:"engine"`
	States   int64         `json:"states"` // really searched
	Passes   []Pass        `json:"passes,omitempty"`
	Elapsed  time.Duration `json:"elapsed_ns"` // really spent searching, not waiting
}

// NewRecord remembers a result.
func NewRecord(p *Problem, r Result, elapsed time.Duration) Record {
	return Record{
		ID: p.ID(), Problem: p.Text(), Epoch: Epoch, Verdict: r.Verdict, Because: r.Because,
		Solution: r.Solution, Engine: r.Engine, States: r.States, Passes: r.Passes, Elapsed: elapsed,
	}
}

// Wanted is a verdict that would be of use, if it is known of this problem.
type Wanted struct {
	ID      ID
	Verdict Verdict // Winnable or Unwinnable
}

// ErrDamaged says that what is remembered of a problem is not what was put there.
// Whoever keeps records gives this error rather than such a record.
var ErrDamaged = errors.New("the remembered record is damaged")

// Check tells what of a record can't be, so that a memory that was damaged is not
// taken for one. Whether the solution wins is the referee's question.
func (r *Record) Check() error {
	switch {
	case IDOf(r.Problem) != r.ID:
		return fmt.Errorf("%s is not the id of the problem %s", r.ID, r.Problem)
	case r.Verdict != Winnable && r.Verdict != Unwinnable && r.Verdict != Unknown:
		return fmt.Errorf("%q is no verdict", r.Verdict)
	case (r.Verdict == Unknown) != (r.Because != Nothing):
		return fmt.Errorf("verdict %q because %q: an unknown verdict has a reason, and only that", r.Verdict, r.Because)
	case r.Verdict != Winnable && len(r.Solution) > 0:
		return fmt.Errorf("verdict %q with a solution", r.Verdict)
	case r.Verdict != Unwinnable && len(r.Passes) > 0:
		return fmt.Errorf("verdict %q with passes that prove it unwinnable", r.Verdict)
	case r.Epoch < 1 || r.States < 0 || r.Elapsed < 0:
		return fmt.Errorf("epoch %d, %d states in %s", r.Epoch, r.States, r.Elapsed)
	}
	return nil
}

// Worth remembering is every result but one that was cut short by whoever asked:
// that says nothing about the problem.
func (r *Record) Worth() bool { return r.Because != Cancelled }

// Better tells whether this record of a problem should replace another one: one
// of the current epoch an older one, a proven verdict an unknown one, a longer
// search a shorter.
func (r *Record) Better(than *Record) bool {
	known, thanKnown := r.Verdict != Unknown, than.Verdict != Unknown
	switch {
	case r.Epoch != than.Epoch:
		return r.Epoch > than.Epoch
	case known || thanKnown:
		return known && !thanKnown
	default:
		return r.States > than.States || r.States == than.States && r.Elapsed > than.Elapsed
	}
}

// Result is the remembered result.
func (r *Record) Result() Result {
	return Result{Verdict: r.Verdict, Because: r.Because, Solution: r.Solution, Engine: r.Engine, States: r.States, Passes: r.Passes}
}

// Answers tells whether the record answers a question with this much time and
// this budget of states left, and with which reason if the verdict is unknown. A
// proven verdict always does; an unknown one only if the budget would not have
// allowed a longer search than the one that failed.
func (r *Record) Answers(left time.Duration, b Budget) (Because, bool) {
	switch {
	case r.Epoch != Epoch:
		return Nothing, false
	case r.Verdict != Unknown:
		return Nothing, true
	case b.States > 0 && b.States <= r.States:
		return States, true
	case left <= r.Elapsed:
		return Deadline, true
	default:
		return Nothing, false
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
			node.ComplainAt(name, "missing")
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
