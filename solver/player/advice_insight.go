package player

import (
	"math/rand/v2"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// InsightAdvisor evaluates moves as [Insight] does: by plans that extend to the next card that is
// turned up. So the shares of wins depend less on knowing the hidden cards. For a move that begins
// no such plan, it searches the position after the move. Such moves are ranked after the others.
var InsightAdvisor = Advisor{Name: Insight.Name, Most: mostAdvised, Plays: klondike.Plays, Evaluate: evaluateByInsight}

// mostAdvised bounds the guesses for advice. Each guess has a table of its own.
const mostAdvised = 128

// hiddenPool reuses the memory of positions.
var hiddenPool = sync.Pool{New: func() any { return &klondike.Hidden{} }}

func evaluateByInsight(clock *solver.Clock, s *Observation, plan []game.Move, samples int, random *rand.Rand, e solver.Engine) []Evaluation {
	h := hiddenPool.Get().(*klondike.Hidden)
	defer hiddenPool.Put(h)
	if s.Certain() || s.exploringTurn() != nil || !h.Begin(s.Rules, &s.Table, s.Unseen) {
		return evaluatePlans(clock, s, plan, samples, random, e)
	}
	w := newEvaluator(s, random, e)
	w.insight = &insightSearch{hidden: h, root: h.Root(), plans: map[*klondike.Plan]int{}, byIndex: map[int]*klondike.Plan{}}
	w.addSingleMoves(func(game.Move) bool { return false })
	if permutations(s.Unseen, insightExact) != nil { // all orders are searched
		p := insight{random: random, guesses: insightExact, states: insightStates, hindsight: &w.hindsight}
		if i := w.addCandidate(p.think(clock, w.turn)); i >= 0 {
			w.plans[i].exact, w.plans[i].incomplete = true, false
		}
	}
	return w.evaluate(clock, plan, samples, random)
}

// insightSearch proposes plans by guessing the hidden cards, and tries them.
type insightSearch struct {
	hidden  *klondike.Hidden
	root    *klondike.Node // the observed table
	guesses int
	numbers []int                  // of the guesses that can be won
	plans   map[*klondike.Plan]int // indices of the evaluator's plans
	byIndex map[int]*klondike.Plan // the same the other way round
}

// solveDeal guesses the cards of a deal. It adds the plans that this proposes, and reports
// whether the deal can be won. The lead is the index of the winning line's plan if that is new,
// or else -1.
func (f *insightSearch) solveDeal(clock *solver.Clock, w *evaluator, dealt *deal.Position) (lead int, can bool) {
	h := f.hidden
	n := f.guesses
	f.guesses++
	h.Guess(w.turn.hiddenIn(dealt))
	before := len(f.root.Plans)
	can = h.Propose(clock, f.root, n, insightStates)
	if n == 0 {
		h.List(f.root, 0, insightPlans)
	}
	lead = -1
	for i, p := range f.root.Plans {
		if _, known := f.plans[p]; known {
			continue
		}
		at := w.addCandidate(h.Moves(p))
		if at < 0 {
			continue
		}
		f.plans[p] = at
		w.plans[at].incomplete, w.plans[at].final = false, p.Final()
		f.byIndex[at] = p
		if can && i == before {
			lead = at
		}
	}
	if can {
		f.numbers = append(f.numbers, n)
	}
	return lead, can
}

// hiddenIn returns the cards that a deal has in the hidden places of columns.
func (s *Observation) hiddenIn(dealt *deal.Position) []card.Card {
	var cards []card.Card
	for i, c := range s.Table.Tableau {
		for j, x := range c.Cards {
			if x == card.None {
				cards = append(cards, dealt.Tableau[i].Cards[j])
			}
		}
	}
	return cards
}

// wins reports whether plan i wins deal n. If the plan is not from here, known is false.
func (f *insightSearch) wins(clock *solver.Clock, i, n int) (known, wins bool) {
	p, known := f.byIndex[i]
	return known, known && f.hidden.Wins(clock, f.root, p, f.numbers[n], insightStates)
}

// AdvisorFor returns the advisor for an observed table.
func AdvisorFor(s *Observation) *Advisor {
	if s.exploringTurn() != nil {
		return &HindsightAdvisor
	}
	if !InsightAdvisor.Plays(s.Rules) || s.hidesCovered() {
		return &ForesightAdvisor
	}
	h := hiddenPool.Get().(*klondike.Hidden)
	defer hiddenPool.Put(h)
	if !s.Certain() && !h.Begin(s.Rules, &s.Table, s.Unseen) {
		return &ForesightAdvisor
	}
	return &InsightAdvisor
}
