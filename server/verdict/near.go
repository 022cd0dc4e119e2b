package verdict

import (
	"context"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// glance answers from what this process has in its own memory, if that is proven and
// enough, and passes the gate: where nothing is waited for, there is nothing to share.
// What is wrong with something found there is left to the flight to see.
func (b *Book) glance(ctx context.Context, p *solver.Problem, budget solver.Budget) (solver.Answer, bool) {
	if ctx.Err() != nil {
		return solver.Answer{}, false
	}
	for _, m := range b.atHand {
		r, found, err := m.get(ctx, p.ID())
		if err != nil || !found || r.Verdict == solver.Unknown {
			continue
		}
		if _, enough := r.Answers(math.MaxInt64, budget); !enough {
			continue
		}
		if pass(p, &r) != nil {
			break
		}
		b.observer.Looked(m.place, Hit)
		return solver.Answer{Result: r.Result(), Elapsed: r.Elapsed, Source: m.source}, true
	}
	return solver.Answer{}, false
}

// Know gives what is proven of a problem, without any search, if that passes the gate;
// false if nothing is. Of what is near it gives the best: a backlog may hold a longer
// line than the cache does. The store is asked if nothing is, and what is wanted may be
// far.
func (b *Book) Know(ctx context.Context, p *solver.Problem, far bool) (solver.Result, bool) {
	best, known := solver.Record{}, false
	for _, m := range b.memories {
		if m == b.store && (known || !far) {
			continue
		}
		r, found, _ := b.read(ctx, m, p.ID(), p.Text(), func(r *solver.Record) error { return pass(p, r) })
		if found && r.Verdict != solver.Unknown && (!known || r.Better(&best)) {
			best, known = r, true
		}
	}
	return best.Result(), known
}

// Keep remembers a proven result near at hand only, unless something as good is known
// there, which tells better what finding it took. The error says that it does not pass the gate.
func (b *Book) Keep(p *solver.Problem, result solver.Result, elapsed time.Duration) error {
	r := solver.NewRecord(p, result, elapsed)
	if err := pass(p, &r); err != nil {
		b.observer.Refused(AtEngine)
		b.complain(p, err)
		return err
	}
	b.offer(&r, r.Better)
	return nil
}
