package verdict

import (
	"context"
	"errors"
	"fmt"
	"math"

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
		if _, enough := answers(&r, math.MaxInt64, budget); !enough {
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

// Remember answers a problem as Answer does, but from records only; false if it needs a
// search. The time until the context's deadline is what a search would have: a stored
// Unknown answers only if its search had as much. As after AnswerEarly, AwaitStored is the
// caller's to call.
func (s *Service) Remember(ctx context.Context, p *solver.Problem, budget solver.Budget) (solver.Answer, bool) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return solver.Answer{}, false
	}
	s.running.Add(1) // what it writes has to be written before the Service closes
	s.mu.Unlock()
	defer s.running.Done()
	c, w := s.newCall(ctx, p, question{p.Text(), budget, false})
	c.readOnly = true
	defer c.leave(w)
	stop := context.AfterFunc(ctx, c.end)
	defer stop()
	m, _ := s.lookup(c)
	if m == nil {
		return solver.Answer{}, false
	}
	s.bringNear(m)
	s.Observer.Answered(m.answer.Source, m.answer.Verdict)
	return m.answer, true
}

// Know returns the proven result of a problem, without a search, and whether there is one. Of
// the records of the backlog and the caches it returns the best: the backlog may hold a longer
// solution. Only if neither has one and far is true does it ask the store.
func (s *Service) Know(ctx context.Context, p *solver.Problem, far bool) (solver.Result, bool) {
	best, known := solver.Record{}, false
	for _, t := range s.tiers {
		if t == s.store && (known || !far) {
			continue
		}
		m := s.read(ctx, t, p)
		if m != nil && m.record.Verdict != solver.Unknown && (!known || m.record.Better(&best)) {
			best, known = m.record, true
		}
	}
	return best.Result(), known
}

// Recall returns the problem with an id and what the records say of it: a proven verdict if
// there is one, else the unknown of the longest search. The problem is nil if there is no
// record. An error means that a tier failed, so that there may be one.
func (s *Service) Recall(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error) {
	var (
		problem *solver.Problem
		best    *remembered
		failed  error
	)
	for _, t := range s.tiers {
		var p *solver.Problem
		m, err := s.readID(ctx, t, id, "", func(r *solver.Record) (err error) {
			if p, err = solver.ParseProblem(r.Problem); err != nil {
				return fmt.Errorf("parsing the record's problem: %w", err)
			}
			if p.ID() != id {
				return fmt.Errorf("the record has another problem: %s", r.Problem)
			}
			return s.verify(p, r)
		})
		failed = errors.Join(failed, err)
		if m != nil && (best == nil || m.record.Better(&best.record)) {
			problem, best = p, m
		}
		if m != nil && m.record.Verdict != solver.Unknown {
			break
		}
	}
	if best == nil {
		return nil, solver.Answer{}, failed
	}
	return problem, best.answer, nil
}
