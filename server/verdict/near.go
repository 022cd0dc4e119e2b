package verdict

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Know gives what is proven of a problem, without any search, if that passes the gate;
// false if nothing is. The store is asked only if what is wanted may be far.
func (b *Book) Know(ctx context.Context, p *solver.Problem, far bool) (solver.Result, bool) {
	for _, m := range b.memories {
		if m == b.store && !far {
			continue
		}
		r, found, _ := b.read(ctx, m, p.ID(), p.Text(), func(r *solver.Record) error { return pass(p, r) })
		if found && r.Verdict != solver.Unknown {
			return r.Result(), true
		}
	}
	return solver.Result{}, false
}

// Keep remembers a proven result near at hand only, unless something better is known
// there. The error says that it does not pass the gate.
func (b *Book) Keep(p *solver.Problem, result solver.Result, elapsed time.Duration) error {
	r := solver.NewRecord(p, result, elapsed)
	if err := pass(p, &r); err != nil {
		b.observer.Refused(AtEngine)
		b.complain(p, err)
		return err
	}
	b.putNear(&r)
	return nil
}
