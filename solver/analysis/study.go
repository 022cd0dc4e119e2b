package analysis

import (
	"context"
	"errors"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// study has one engine search positions of one game, within one budget.
type study struct {
	ctx    context.Context
	engine solver.Engine
	rules  *rules.Rules
	limit  int64  // of states for all searches together; 0 is none
	states int64  // searched so far
	last   string // engine that gave a result
	err    error  // an engine's answer that can't be believed

	// asked has, by their text, the positions that were searched: a card in the first
	// cell or in the second is the same problem, and so is a position that comes again.
	asked map[string]answer
}

// answer is what an engine said when it might search so many states.
type answer struct {
	solver.Result
	most int64
}

// answers reports whether to ask again, with at most so many states, would tell more.
func (a *answer) answers(states int64) bool {
	return a.Verdict != solver.Unknown || a.Reason == solver.Memory || a.Reason == solver.States && a.most >= states
}

// finding is what is known of a position.
type finding struct {
	verdict solver.Verdict
	reason  solver.Reason
	engine  string      // that gave the verdict; empty if it was inferred
	line    []game.Move // with Winnable: wins from the position, in its own places
}

var (
	undecided  = finding{verdict: solver.Unknown}
	unwinnable = finding{verdict: solver.Unwinnable}
)

// open reports whether a position is to be searched: it is not decided, and that it
// could be with the memory that there is.
func (f *finding) open() bool { return f.verdict == solver.Unknown && f.reason != solver.Memory }

// firstRound is how many states a position may take in the first round, and growth
// by how much that grows from round to round. There is no round of lastRound states.
const (
	firstRound = 2000
	growth     = 10
	lastRound  = 1e15
)

// ask has a position searched, with at most so many states.
func (s *study) ask(p *solver.Problem, objective solver.Objective, states int64) finding {
	if s.limit > 0 {
		states = min(states, s.limit-s.states)
	}
	a, again := s.asked[p.Text()]
	if !again || objective != solver.FirstSolution || !a.answers(states) {
		a = answer{s.engine.Solve(s.ctx, p, solver.Budget{States: states, Objective: objective}), states}
		s.states += a.States
		s.last = a.Engine
		record := solver.NewRecord(p, a.Result, 0)
		if s.err = errors.Join(record.CheckFor(p), a.Verify(p)); s.err != nil {
			s.err = fmt.Errorf("the engine's answer is not to be believed: %w", s.err)
			return undecided
		}
		s.asked[p.Text()] = a
	}
	f := finding{a.Verdict, a.Reason, a.Engine, nil}
	if a.Verdict == solver.Winnable {
		f.line = p.ToAsked(a.Solution)
	}
	return f
}

// contradict notes that a position which the engine has called unwinnable can be won:
// one of its proofs is wrong, and nothing that follows from them is to be said.
func (s *study) contradict(line []game.Move) {
	s.err = errors.Join(s.err, fmt.Errorf("the engine %s calls unwinnable what can be won by %v", s.last, line))
}

// over tells why there is to be no more searching: Nothing if there may be.
func (s *study) over() solver.Reason {
	switch {
	case s.err != nil:
		return solver.Cancelled
	case s.limit > 0 && s.states >= s.limit:
		return solver.States
	}
	return solver.StopReason(s.ctx)
}

// replays reports whether the referee can play a line to a win.
func (s *study) replays(from *deal.Position, line []game.Move) bool {
	outcome := game.Replay(s.rules, from, line)
	return outcome.Legal && outcome.Won
}
