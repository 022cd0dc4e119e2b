package verdict

import (
	"context"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// lookupLocal answers from the tiers in this process, if they have a proven record that is
// enough. It waits for nothing. What is here was verified when it came, and is not replayed again.
func (s *Service) lookupLocal(ctx context.Context, p *solver.Problem, budget solver.Budget) (solver.Answer, bool) {
	if ctx.Err() != nil {
		return solver.Answer{}, false
	}
	for _, t := range s.local {
		r, found, err := t.Get(ctx, p.ID())
		if err != nil || !found || r.Verdict == solver.Unknown {
			continue
		}
		if _, enough := r.Answers(math.MaxInt64, budget); !enough || s.unfinished(&r, budget) {
			continue
		}
		if r.CheckFor(p) != nil || s.isFalse(&r) {
			break
		}
		s.Observer.Looked(t.place, Hit)
		s.storeCached(&r)
		s.tellRough(p, &r)
		return answerOf(&r, t.source), true
	}
	return solver.Answer{}, false
}

// Know returns what is proven of a problem, without a search, and whether anything is. Of
// the records of the backlog and the caches it returns the best: the backlog may hold a longer
// solution. Only if neither has one and far is true does it ask the store.
func (s *Service) Know(ctx context.Context, p *solver.Problem, far bool) (solver.Result, bool) {
	best, known := solver.Record{}, false
	for _, t := range s.tiers {
		if t == s.store && (known || !far) {
			continue
		}
		r, found, _ := s.read(ctx, t, p.ID(), p.Text(), func(r *solver.Record) error { return s.verify(p, r) })
		if found && r.Verdict != solver.Unknown && (!known || r.Better(&best)) {
			best, known = r, true
		}
	}
	return best.Result(), known
}

// Keep puts a proven result into the caches, unless they have one as good, whose figures are more
// accurate. The store gets it when somebody asks for it. The error is that of its verification.
func (s *Service) Keep(p *solver.Problem, result solver.Result, elapsed time.Duration) error {
	r := solver.NewRecord(p, result, elapsed)
	// It is not known how much was done for a shorter solution.
	r.Rough = r.Verdict == solver.Winnable && s.Rough != nil
	r.Unstored = true
	if err := s.check(p, &r); err != nil {
		return err
	}
	s.offer(&r)
	return nil
}
