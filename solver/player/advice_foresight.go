package player

import (
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// ForesightAdvisor evaluates moves as [Foresight] does: by plans that extend to the next card that
// is turned up. For a move that begins no such plan, it searches the position after the move, on
// fewer deals. Such moves are ranked after the others.
var ForesightAdvisor = Advisor{Name: Foresight.Name, Evaluate: evaluateByForesight}

// incompleteEvery is how many deals that can be won are dealt for each one that a move is tried
// on which begins no plan. Such a move is never the first advised, and time is short.
const incompleteEvery = 4

// spiderStates is how many states are searched at most to win a guess where only complete runs go
// to the foundations. The engine's narrow beams get a part of them, a quarter in Spiderette, and
// need about a thousand: a smaller budget takes nearly as long there, and wins nothing.
const spiderStates = 5_000

func evaluateByForesight(clock *solver.Clock, s *Observation, plan []game.Move, samples int, random *rand.Rand, e solver.Engine) []Evaluation {
	if s.Certain() || s.exploringTurn() != nil {
		return evaluatePlans(clock, s, plan, samples, random, e)
	}
	w := newEvaluator(s, random, e)
	w.foresees, w.states = true, foresightStates
	if s.Rules.Foundations.CompleteOnly {
		w.states = spiderStates
	}
	w.planStates = w.states
	w.addSingleMoves(func(m game.Move) bool {
		_, known := s.After(m)
		return !known
	})
	return w.evaluate(clock, plan, samples, random)
}
