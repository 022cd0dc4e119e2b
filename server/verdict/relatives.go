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

// infer derives a record for a call from one of a related game with the same cards: a win under
// stronger rules is a win under weaker ones, and a deal that is unwinnable under weaker rules is
// unwinnable under stronger ones. It returns nil if nothing follows.
//
// The related record is verified for its own problem, and what follows from it for this one, so that the
// referee has replayed a solution under these rules. Such a solution is stored: it is as good as one that
// was searched for. A loss is inferred anew each time, so that it does not outlive the record on which it rests.
func (s *Service) infer(c *call) *remembered {
	relatives := relation.Relatives(c.problem, maxRelatives)
	if len(relatives) == 0 {
		return nil
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
		known := s.read(c.ctx, t, relative.Problem)
		if known == nil || known.record.Verdict != relative.Verdict {
			continue
		}
		r := solver.NewRecord(c.problem, relative.Infer(known.record.Result()), known.record.Elapsed)
		r.Shortening = known.record.Shortening
		// A line of stronger rules can often be shorter under these, even if it was shortened.
		r.Rough = r.Verdict == solver.Winnable
		if err := s.verify(c.problem, &r); err != nil {
			s.Observer.Refused(AtRelatives)
			s.Log.Error("inferred result failed verification", "game", relative.Game, "related", id,
				"id", c.problem.ID(), "problem", c.problem.Text(), "error", err)
			continue
		}
		s.Observer.Looked(AtRelatives, Hit)
		if r.Verdict == solver.Winnable {
			s.backlog.Add(r)
			s.tellRough(c.problem, &r)
		}
		answer := answerOf(&r, solver.FromRelative)
		answer.Origin = solver.Origin{Game: relative.Game, ID: id}
		return &remembered{record: r, answer: answer}
	}
	s.Observer.Looked(AtRelatives, Miss)
	return nil
}

// lookupRelated returns what follows for a call from the record of a related game, if it answers the
// question. A win may be too long for that: it is kept for the search.
func (s *Service) lookupRelated(c *call) *remembered {
	m := s.infer(c)
	if m == nil || m.record.Verdict == solver.Unwinnable || c.question.budget.Objective == solver.FirstSolution {
		return m
	}
	c.keepWin(m)
	return nil
}

// relatedAfter is how long a search has run when related games are looked for. Most searches take less
// time than that, and looking takes a millisecond itself: half the time of a new verdict (loadtest first).
const relatedAfter = 2 * time.Millisecond

// searchBesideRelatives searches, and looks for related games beside the search: after a moment, or when the
// search has ended without a win. What follows from them ends the search, and is returned instead of a result:
// a win also overrules a search that found none.
func (s *Service) searchBesideRelatives(c *call) (*remembered, solver.Result, pool.Time, error) {
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	ended := make(chan bool, 1) // receives, when the search has ended, whether related games are still needed
	looked := make(chan *remembered, 1)
	s.running.Go(func() {
		select {
		case needed := <-ended:
			if !needed {
				return
			}
		case <-time.After(relatedAfter):
		}
		m := s.infer(c)
		if m != nil {
			stop()
		}
		looked <- m
	})
	result, spent, err := s.Solver.Solve(c.clock.Under(ctx), c.problem, c.question.budget)
	_, full := errors.AsType[*pool.Busy](err)
	needed := !full && (err != nil || result.Verdict != solver.Winnable)
	ended <- needed
	if !needed {
		return nil, result, spent, err
	}
	inferred := <-looked
	if inferred == nil || err == nil && result.Verdict == inferred.record.Verdict {
		return nil, result, spent, err
	}
	if err == nil && result.Verdict == solver.Unwinnable {
		s.contradicted(c.problem)
	}
	return inferred, result, spent, err
}
