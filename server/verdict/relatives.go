package verdict

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
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

// relatedAfter is how long a search has run when related games are looked for. Most searches take less
// time than that, and looking takes a millisecond itself: half the time of a new verdict (loadtest first).
const relatedAfter = 2 * time.Millisecond

// relatedLater reports whether a call begins its search before related games are looked for.
func (s *Service) relatedLater(c *call) bool {
	objective := c.question.budget.Objective
	anyWill := objective == solver.FirstSolution || objective == solver.AnySolution && s.Rough == nil
	return anyWill && c.done != nil && s.Solver.Idle()
}

// lookBeside looks for related games beside a search, unless that was done before: after a moment, or
// when the search has ended without a win. What follows from them ends the clock that it returns. Then
// returns the answer that follows instead of a result, if one does: a win also overrules a search that
// found none.
func (s *Service) lookBeside(c *call) (clock *solver.Clock, then func(solver.Result, error) (solver.Answer, bool)) {
	if c.related || c.question.fresh || c.known != nil {
		return c.clock, func(solver.Result, error) (solver.Answer, bool) { return solver.Answer{}, false }
	}
	c.related = true
	ctx, stop := context.WithCancel(c.ctx)
	var r *solver.Record
	var origin solver.Origin
	looked := make(chan struct{})
	look := func() {
		defer s.running.Done()
		defer close(looked)
		if r, origin = s.inferStored(c); r != nil {
			stop()
		}
	}
	s.running.Add(1)
	timer := time.AfterFunc(relatedAfter, look)
	return c.clock.Under(ctx), func(result solver.Result, err error) (solver.Answer, bool) {
		defer stop()
		_, full := errors.AsType[*pool.Busy](err)
		needless := full || err == nil && result.Verdict == solver.Winnable
		before := timer.Stop()
		if before && needless {
			s.running.Done()
		} else if before {
			look()
		}
		if needless {
			return solver.Answer{}, false
		}
		if <-looked; r == nil || err == nil && result.Verdict == r.Verdict {
			return solver.Answer{}, false
		}
		if err == nil && result.Verdict == solver.Unwinnable {
			s.contradicted(c.problem)
		}
		return inferred(r, origin), true
	}
}

// lookupRelated answers a call from the record of a related game.
func (s *Service) lookupRelated(c *call) *solver.Record {
	c.related = true
	r, origin := s.inferStored(c)
	switch {
	case r == nil:
		return nil
	case r.Verdict == solver.Winnable && (c.question.budget.Objective.Optimizes() || s.unfinished(r, c.question.budget)):
		c.knows(r, inferred(r, origin))
		return nil // it may be long
	}
	c.answer = inferred(r, origin)
	return r
}

func inferred(r *solver.Record, origin solver.Origin) solver.Answer {
	answer := answerOf(r, solver.FromRelative)
	answer.Origin = origin
	return answer
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
