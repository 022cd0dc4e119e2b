package verdict

import (
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
)

// maxRelatives is how many problems of related games a tier is asked about, in one call.
// Klondike's family, the largest, has about as many that are likely to be stored.
const maxRelatives = 32

// infer derives a record for a call from one of a related game with the same cards: a win
// under stronger rules is a win under weaker ones, and what is unwinnable under weaker rules
// is so under stronger ones. It returns nil if nothing follows.
//
// The related record is verified for its own problem, and what follows from it for this one,
// so that the referee has replayed a solution under these rules.
func (s *Service) infer(c *call) (*solver.Record, solver.Origin) {
	relatives := relation.Relatives(c.problem, maxRelatives)
	if len(relatives) == 0 {
		return nil, solver.Origin{}
	}
	wanted := make([]solver.Wanted, len(relatives))
	for i, r := range relatives {
		wanted[i] = solver.Wanted{ID: r.Problem.ID(), Verdict: r.Verdict}
	}
	for _, t := range s.tiers {
		id, found, _ := ask(c.ctx, s, t, func(ctx context.Context) (solver.ID, bool, error) { return t.Find(ctx, wanted) })
		if !found {
			continue
		}
		relative := &relatives[slices.IndexFunc(wanted, func(w solver.Wanted) bool { return w.ID == id })]
		check := func(r *solver.Record) error { return s.verify(relative.Problem, r) }
		known, found, _ := s.read(c.ctx, t, id, relative.Problem.Text(), check)
		if !found || known.Verdict != relative.Verdict {
			continue
		}
		r := solver.NewRecord(c.problem, relative.Infer(known.Result()), known.Elapsed)
		r.Shortening = known.Shortening
		// A line of stronger rules can often be shorter under these, even if it was shortened.
		r.Rough = r.Verdict == solver.Winnable && s.Rough != nil
		if err := s.verify(c.problem, &r); err != nil {
			s.Observer.Refused(AtRelatives)
			s.Log.Error("inferred result failed verification", "game", relative.Game, "related", id,
				"id", c.problem.ID(), "problem", c.problem.Text(), "error", err)
			continue
		}
		s.Observer.Looked(AtRelatives, Hit)
		return &r, solver.Origin{Game: relative.Game, ID: id}
	}
	s.Observer.Looked(AtRelatives, Miss)
	return nil, solver.Origin{}
}

// lookupRelated answers a call from the record of a related game.
func (s *Service) lookupRelated(c *call) *solver.Record {
	c.related = true
	r, origin := s.inferStored(c)
	switch {
	case r == nil:
		return nil
	case r.Verdict == solver.Winnable && (c.question.budget.Objective.Optimizes() || s.unfinished(r, c.question.budget)):
		c.known = r
		return nil // it may be long
	}
	c.answer = answerOf(r, solver.FromRelative)
	c.answer.Origin = origin
	return r
}

// inferStored is infer, and stores a win.
//
// A solution that was replayed is as good as one that was searched for, and is stored as
// such. That a problem is unwinnable is inferred anew each time, so that the claim does not
// outlive the record on which it rests.
func (s *Service) inferStored(c *call) (*solver.Record, solver.Origin) {
	r, origin := s.infer(c)
	if r != nil && r.Verdict == solver.Winnable {
		s.backlog.Add(*r)
		s.tellRough(c.problem, r)
	}
	return r, origin
}
