package player

import (
	"context"
	"math/rand/v2"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// InsightAdvisor judges moves as [Insight] chooses them, by plans that go as far as the next card
// that is turned up, so that less of what a deal's winner knows goes into a plan's share. A
// move that begins no such plan is judged by who wins after it alone, and comes after
// those that do.
var InsightAdvisor = Advisor{Name: Insight.Name, Most: mostAdvised, Plays: klondike.Plays, Evaluate: weighByInsight}

// mostAdvised is how many guesses insight's advice makes at most, as each has a table.
const mostAdvised = 128

// hiddens are positions whose memory is used again.
var hiddens = sync.Pool{New: func() any { return &klondike.Hidden{} }}

func weighByInsight(ctx context.Context, s *Observation, inMind []game.Move, samples int, random *rand.Rand, e solver.Engine) []Evaluation {
	h := hiddens.Get().(*klondike.Hidden)
	defer hiddens.Put(h)
	if s.Certain() || s.look() != nil || !h.Begin(s.Rules, &s.Table, s.Unseen) {
		return weighPlans(ctx, s, inMind, samples, random, e)
	}
	w := newWeighing(s, random, e)
	w.insight = &guesser{hidden: h, root: h.Root(), plans: map[*klondike.Plan]int{}}
	w.insight.solo(w)
	if orders(s.Unseen, insightExact) != nil { // which are all thought through
		p := insight{random: random, guesses: insightExact, states: insightStates, hindsight: &w.hindsight}
		if i := w.consider(p.think(ctx, w.turn)); i >= 0 {
			w.plans[i].leads, w.plans[i].short = true, false
		}
	}
	return w.weigh(ctx, inMind, samples, random)
}

// guesser is what insight thinks of.
type guesser struct {
	hidden  *klondike.Hidden
	root    *klondike.Node // the sight
	guesses int
	numbers []int                  // of those that can be won
	plans   map[*klondike.Plan]int // their places among the plans that are judged
	of      []*klondike.Plan       // by these places; nil for plans of moves
}

// solo has every move that can't be taken back judged by itself, until a plan is found that
// is no more than it.
func (f *guesser) solo(w *weighing) {
	s := &w.turn.Observation
	table := game.New(s.Rules, &s.Table)
	for _, m := range table.Legal() {
		if Reversible(s.Rules, table, m) {
			continue
		}
		if i := w.consider([]game.Move{m}); i >= 0 {
			w.plans[i].short = true
		}
	}
}

func (f *guesser) begins(ctx context.Context, w *weighing, dealt *deal.Position) (lead int, can bool) {
	h := f.hidden
	n := f.guesses
	f.guesses++
	h.Guess(w.turn.hiddenIn(dealt))
	before := len(f.root.Plans)
	can = h.Propose(ctx, f.root, n, insightStates)
	if n == 0 {
		h.List(f.root, 0, insightPlans)
	}
	lead = -1
	for i, p := range f.root.Plans {
		if _, known := f.plans[p]; known {
			continue
		}
		at := w.consider(h.Moves(p))
		if at < 0 {
			continue
		}
		f.plans[p] = at
		w.plans[at].short, w.plans[at].final = false, p.Final()
		for len(f.of) <= at {
			f.of = append(f.of, nil)
		}
		f.of[at] = p
		if can && i == before {
			lead = at
		}
	}
	if can {
		f.numbers = append(f.numbers, n)
	}
	return lead, can
}

// hiddenIn are the cards of a deal that lie in the places of hidden ones.
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

func (f *guesser) wins(ctx context.Context, i, n int) (known, wins bool) {
	if i >= len(f.of) || f.of[i] == nil {
		return false, false
	}
	return true, f.hidden.Wins(ctx, f.root, f.of[i], f.numbers[n], insightStates)
}

// AdvisorFor is who advises somebody who sees this.
func AdvisorFor(s *Observation) *Advisor {
	if !InsightAdvisor.Plays(s.Rules) || s.look() != nil {
		return &HindsightAdvisor
	}
	h := hiddens.Get().(*klondike.Hidden)
	defer hiddens.Put(h)
	if !s.Certain() && !h.Begin(s.Rules, &s.Table, s.Unseen) {
		return &HindsightAdvisor
	}
	return &InsightAdvisor
}
