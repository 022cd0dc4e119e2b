package analysis

import (
	"errors"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Recaller is an engine that may know the verdict of a problem without a search.
type Recaller interface {
	solver.Engine
	// Recall returns the known result of a problem; false if there is none. It does not search, and
	// may be called after the clock has ended.
	Recall(clock *solver.Clock, p *solver.Problem) (solver.Result, bool)
}

// study searches positions of one game with one engine and one budget.
type study struct {
	clock  *solver.Clock
	engine solver.Engine
	rules  *rules.Rules
	limit  int64  // states of all searches together; 0 is no limit
	states int64  // searched so far
	last   string // engine of the last result
	err    error  // a wrong answer of the engine

	// asked has the answers by problem text, so that equivalent positions share one: those that
	// differ in the order of cells, and those that recur.
	asked map[string]answer
}

// answer is an engine's result under a limit of states.
type answer struct {
	solver.Result
	most int64
}

// answers reports whether the answer holds for a limit of states too, so that asking again would
// not tell more.
func (a *answer) answers(states int64) bool {
	return a.Verdict != solver.Unknown || a.Reason == solver.Memory || a.Reason == solver.States && a.most >= states
}

type finding struct {
	verdict solver.Verdict
	reason  solver.Reason
	engine  string      // engine that gave the verdict; empty if it was inferred
	line    []game.Move // with Winnable: wins from the position, in its own places
}

var (
	undecided  = finding{verdict: solver.Unknown}
	unwinnable = finding{verdict: solver.Unwinnable}
)

// open reports whether a position is to be searched: it is undecided, and not because memory was
// too small.
func (f *finding) open() bool { return f.verdict == solver.Unknown && f.reason != solver.Memory }

// firstRound is the limit of states per position in the first round, and growth the factor by
// which it grows from round to round. The rounds end before the limit is lastRound.
const (
	firstRound = 2000
	growth     = 10
	lastRound  = 1e15
)

// ask searches a position with at most the given number of states.
func (s *study) ask(p *solver.Problem, objective solver.Objective, states int64) finding {
	if s.limit > 0 {
		states = min(states, s.limit-s.states)
	}
	a, again := s.asked[p.Text()]
	if !again || objective != solver.FirstSolution || !a.answers(states) {
		a = answer{s.engine.Solve(s.clock, p, solver.Budget{States: states, Objective: objective}), states}
		if !s.keep(p, a) {
			return undecided
		}
	}
	return a.finding(p)
}

// keep records an answer; false if it is wrong.
func (s *study) keep(p *solver.Problem, a answer) bool {
	s.states += a.States
	s.last = a.Engine
	record := solver.NewRecord(p, a.Result, 0)
	if s.err = errors.Join(record.CheckFor(p), a.Verify(p)); s.err != nil {
		s.err = fmt.Errorf("engine result failed verification: %w", s.err)
		return false
	}
	s.asked[p.Text()] = a
	return true
}

// finding returns what an answer says of the position that a problem asks about.
func (a *answer) finding(p *solver.Problem) finding {
	f := finding{a.Verdict, a.Reason, a.Engine, nil}
	if a.Verdict == solver.Winnable {
		f.line = p.ToAsked(a.Solution)
	}
	return f
}

// contradict records that a line wins from a position that the engine has called unwinnable. One
// of its proofs is wrong, so no conclusion from them holds.
func (s *study) contradict(line []game.Move) {
	s.err = errors.Join(s.err, fmt.Errorf("engine %s called a position unwinnable that is won by %v", s.last, line))
}

// over returns the reason to stop searching, or solver.NoReason.
func (s *study) over() solver.Reason {
	switch {
	case s.err != nil:
		return solver.Cancelled
	case s.limit > 0 && s.states >= s.limit:
		return solver.States
	}
	return s.clock.StopReason()
}

// replays reports whether a line wins, by the referee.
func (s *study) replays(from *deal.Position, line []game.Move) bool {
	outcome := game.Replay(s.rules, from, line)
	return outcome.Legal && outcome.Won
}
