package player

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Advisor is a method to evaluate all moves when cards are hidden.
type Advisor struct {
	Name string
	Most int // bound on samples, the deals of the hidden cards; 0 means no limit

	// Plays reports whether the advisor handles a game. It is nil if it handles every game.
	Plays func(r *rules.Rules) bool

	// Evaluate evaluates every legal move, best first, on deals of the hidden cards that all
	// moves share. It stops after this number of samples, 0 for no limit, or when the clock ends.
	// Unless the clock ends, equal random numbers give equal results. Evaluate has exclusive
	// use of the engine until it returns, soon after the clock ends.
	//
	// A player that follows the first moves must not go round in circles. So an evaluation has
	// the plan that its move begins, and the player passes the rest of it with the next call.
	// The plan may be nil.
	Evaluate func(clock *solver.Clock, s *Observation, plan []game.Move, samples int, random *rand.Rand, e solver.Engine) []Evaluation
}

// Evaluation is a move with its results on deals of the hidden cards.
type Evaluation struct {
	game.Move             // without unknown cards
	Samples   int         // deals that it was evaluated on
	Wins      float64     // the share of them that was won
	Plan      []game.Move // from this move to the first irreversible one
}

// Advice is the advice for a table with hidden cards.
type Advice struct {
	Policy  string      // the advisor's name
	Samples int         // deals of the hidden cards that the first move was evaluated on
	Most    int         // the value of Samples if there had been time for all
	Moves   []Advised   // every legal move, best first
	Plan    []game.Move // from the first move to the first irreversible one

	// Certain means that only one arrangement of the hidden cards is possible.
	Certain bool
	// Checked means that Win is calibrated on games of this kind.
	Checked bool
}

// Advised is a move with its probability of winning.
type Advised struct {
	game.Move         // without unknown cards
	Win       float64 // share of games won after it by a player that keeps following advice
	Low, High float64 // the 95 % interval of Win
}

// Advise evaluates the legal moves with the game's advisor, and returns the calibrated probability
// of winning after each. The plan is the rest of an earlier plan, or nil. [Advisor.Evaluate]
// explains the other parameters. The seed and the hidden cards determine the deals of the hidden
// cards. These deals stay the same until a card is turned up, so a turn of the stock does not
// change the advice.
func Advise(clock *solver.Clock, s *Observation, plan []game.Move, samples int, seed uint64, e solver.Engine) Advice {
	random := rand.New(rand.NewPCG(seed, s.hidden()))
	advisor := AdvisorFor(s)
	if advisor.Most > 0 && (samples == 0 || samples > advisor.Most) {
		samples = advisor.Most
	}
	weighed := advisor.Evaluate(clock, s, plan, samples, random, e)
	a := Advice{Policy: advisor.Name, Most: samples, Certain: s.Certain()}
	c, checked := curveOf(advisor.Name, s)
	a.Checked = checked
	for i, w := range weighed {
		if i == 0 {
			a.Samples, a.Plan = w.Samples, w.Plan
		}
		switch {
		case w.Samples == 0, a.Certain && w.Wins == 0: // not evaluated, or not solved
			a.Moves = append(a.Moves, Advised{Move: w.Move, Win: w.Wins, Low: 0, High: 1})
		case a.Certain: // proven by a solution
			a.Moves = append(a.Moves, Advised{Move: w.Move, Win: 1, Low: 1, High: 1})
		default:
			a.Moves = append(a.Moves, c.Advised(&w, len(s.Unseen)))
		}
	}
	if len(a.Moves) > 0 {
		rest := a.Moves[1:]
		for i := range rest {
			// A move that was dropped after few deals, being clearly worse, is not better.
			rest[i].Win = min(rest[i].Win, a.Moves[0].Win)
			rest[i].Low = min(rest[i].Low, rest[i].Win)
		}
		slices.SortStableFunc(rest, func(a, b Advised) int { return cmp.Compare(b.Win, a.Win) })
	}
	return a
}

// hidden returns a hash of the hidden cards and of the number of hidden cards in each column.
// Reversible moves don't change it.
func (s *Observation) hidden() uint64 {
	h := pile(s.Unseen, inStock)
	for _, c := range s.Table.Tableau {
		h = Mix(h ^ uint64(c.Down))
	}
	return Mix(h ^ uint64(s.Table.RedealsLeft))
}

// HindsightAdvisor evaluates moves as [Hindsight] does. An engine that sees all cards tries each
// plan on deals of the hidden cards. A move gets the share of wins of the best plan that begins
// with the move or can still be played after it. So a reversible turn of the stock is as good as
// the best plan after it.
var HindsightAdvisor = Advisor{Name: Hindsight.Name, Evaluate: evaluatePlans}

// Legal returns the legal moves, without unknown cards.
func (s *Observation) Legal() []game.Move {
	moves := game.New(s.Rules, &s.Table).Legal()
	for i := range moves {
		moves[i] = s.redact(moves[i])
	}
	return moves
}

// Certain reports whether only one arrangement of the hidden cards is possible.
func (s *Observation) Certain() bool {
	return !slices.ContainsFunc(s.Unseen, func(c card.Card) bool { return c != s.Unseen[0] })
}
