package player

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Insight plays Klondike with hidden cards. It asks what it would do if it knew them, as
// hindsight optimisation does (Chong, Givan & Chang 2000; Bjarnason, Fern & Tadepalli,
// "Lower Bounding Klondike Solitaire with Monte-Carlo Planning", ICAPS 2009, section 4):
// it guesses what they are, many times over, and has a search win each guess after each
// plan that it thinks of; it follows the plan after which most guesses are won.
//
// What is new are the plans. Whoever knows the cards of a guess never has to guess, so
// that an average over such players gives the same to a move that wins for certain and
// to one that only puts the decision off (averaging over clairvoyance: Bjarnason et al.,
// figure 2; strategy fusion: Frank & Basin 1998). But nothing is learned before a card is
// turned up: the turns of the stock, if its order is known, and all other moves before that
// are one decision. So a plan is not one move, but goes as far as the next card that is
// turned up, and nothing can be put off within it. Plans come from the first moves of
// whoever wins a guess, and from a list of what can be turned up after few moves.
//
// All plans are tried on the same guesses, one after the other, and a plan is dropped when
// it is clearly behind the best (a race: Maron & Moore, "Hoeffding Races", NIPS 6, 1993,
// here over paired differences). Of plans that win as many the one is better that moves
// fewer cards for good.
//
// Where the stock can be turned again without end it looks through it first, which costs
// nothing, unless it is known from the start. With at most one card hidden nothing is left
// to guess, and a search says how the deal is won.
var Insight = Kind{
	Name:    "insight",
	Summary: "plans as far as the next card that is turned up, and plays what wins most deals of the hidden cards",
	Options: []Option{{
		Name: "stock", Summary: "whether the order of the stock is known from the start, or once it was seen",
		Words: []string{"known", "seen"},
	}},
	Sees: func(o Options) Information {
		if o["stock"] == 1 {
			return StockSeen
		}
		return StockKnown
	},
	Plays: klondike.Plays,
	New: func(seed uint64, _ Options, e solver.Engine) Player {
		return &insight{
			random:   rand.New(rand.NewPCG(seed, 6)),
			fallback: Greedy.New(seed, nil, nil), hindsight: Hindsight.New(seed, nil, e).(*hindsight),
		}
	},
}

// What insight thinks about a plan at most.
const (
	insightGuesses = 60    // deals of the hidden cards
	insightStates  = 1_500 // to win one of them
	insightPlans   = 24    // that are listed; those of whoever wins a guess come on top
	insightBehind  = 2     // standard deviations behind the best, where a plan is dropped
)

type insight struct {
	random    *rand.Rand
	hidden    klondike.Hidden
	plan      []game.Move // what is left of the plan that was chosen
	settled   bool        // it is known that there is nothing left to plan
	fallback  Player      // when nothing can be won that comes to mind
	hindsight *hindsight  // where positions are not the engine's
}

func (p *insight) Choose(ctx context.Context, t *Turn) int {
	if len(p.plan) == 0 && !p.settled {
		p.plan = p.think(ctx, t)
	}
	if len(p.plan) > 0 {
		next := p.plan[0]
		p.plan = p.plan[1:]
		return slices.IndexFunc(t.Moves, func(m game.Move) bool { return same(m, next) })
	}
	return p.fallback.Choose(ctx, t)
}

// think makes a plan.
func (p *insight) think(ctx context.Context, t *Turn) []game.Move {
	switch {
	case t.Rules.Stock.Redeals == rules.Unlimited && slices.Contains(t.Table.Stock, card.None):
		return []game.Move{{Action: game.Draw, Count: min(len(t.Table.Stock), t.Rules.Stock.Count)}}
	case len(t.Unseen) <= 1:
		p.settled = true
		dealt := t.Deal(p.random)
		return p.hindsight.solve(ctx, t.Rules, &dealt, knownStates)
	case !p.hidden.Begin(t.Rules, &t.Table, t.Unseen):
		return p.hindsight.think(ctx, t)
	}
	guesses := p.guess(ctx, t)
	if len(guesses) == 0 {
		return nil
	}
	p.hidden.List(insightPlans)
	if best := p.race(ctx, guesses); best != nil {
		return p.hidden.Moves(best)
	}
	return nil
}

// guess makes guesses at the hidden cards, and gives the numbers of those that can be won.
func (p *insight) guess(ctx context.Context, t *Turn) []int {
	cards := slices.Clone(t.Unseen)
	var guesses []int
	for i := range insightGuesses {
		p.random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		p.hidden.Guess(cards)
		if p.hidden.Propose(ctx, i, insightStates) {
			guesses = append(guesses, i)
		}
	}
	return guesses
}

// tally is which guesses are won after a plan, of those it was tried with.
type tally struct {
	*klondike.Plan
	wins []uint64
	won  int
}

// race tries all plans with one guess after the other. It drops those that are clearly
// worse than the best so far: of the guesses that only one of both wins, fewer are theirs
// than chance would have it if they were equal.
func (p *insight) race(ctx context.Context, guesses []int) *klondike.Plan {
	var left []*tally
	for _, plan := range p.hidden.Plans() {
		left = append(left, &tally{Plan: plan, wins: make([]uint64, len(guesses)/64+1)})
	}
	for n := 0; n < len(guesses) && len(left) > 1; n++ {
		for _, t := range left {
			if p.hidden.Wins(ctx, t.Plan, guesses[n], insightStates) {
				t.wins[n/64] |= 1 << (n % 64)
				t.won++
			}
		}
		best := slices.MaxFunc(left, better)
		left = slices.DeleteFunc(left, func(t *tally) bool {
			apart := 0
			for i := range t.wins {
				apart += bits.OnesCount64(t.wins[i] ^ best.wins[i])
			}
			return float64(best.won-t.won) > insightBehind*math.Sqrt(float64(apart)+1)
		})
	}
	if len(left) == 0 {
		return nil
	}
	return slices.MaxFunc(left, better).Plan
}

// better compares plans by the guesses that they win; of two that win as many that one is
// better that moves fewer cards for good.
func better(a, b *tally) int {
	if a.won != b.won {
		return a.won - b.won
	}
	return b.Final() - a.Final()
}
