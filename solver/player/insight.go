package player

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
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
	Options: []Option{
		{
			Name: "stock", Summary: "whether the order of the stock is known from the start, or once it was seen",
			Words: []string{"known", "seen"},
		},
		{Name: "guesses", Summary: "how often the hidden cards are guessed for a plan", Least: 4, Most: mostGuesses, Default: 60},
		{Name: "states", Summary: "how many states are searched at most to win a guess", Least: 100, Most: 1_000_000, Default: insightStates},
	},
	Sees: func(o Options) Information {
		if o["stock"] == 1 {
			return StockSeen
		}
		return StockKnown
	},
	Plays: klondike.Plays,
	New: func(seed uint64, o Options, e solver.Engine) Player {
		return &insight{
			random: rand.New(rand.NewPCG(seed, 6)), guesses: int(o["guesses"]), states: o["states"],
			fallback: Greedy.New(seed, nil, nil), hindsight: Hindsight.New(seed, nil, e).(*hindsight),
		}
	},
}

// mostGuesses bounds the memory, of which a guess takes 150 KiB at most.
const mostGuesses = 500

// What insight thinks about a plan at most, beside what its options say.
const (
	insightStates = 5_000 // to win a guess, unless it is told otherwise
	insightPlans  = 24    // that are listed; those of whoever wins a guess come on top
	insightBehind = 2     // standard deviations behind the best, where a plan is dropped
	insightExact  = 24    // orders of the hidden cards that are all thought through
	insightAll    = 200   // plans that are listed then
)

type insight struct {
	random    *rand.Rand
	guesses   int   // at the hidden cards, for a plan
	states    int64 // to win one of them
	hidden    klondike.Hidden
	plan      rest       // what is left of the plan that was chosen
	settled   bool       // there is nothing left to plan
	fallback  Player     // when nothing can be won that comes to mind
	hindsight *hindsight // where positions are not the engine's
}

func (p *insight) Choose(ctx context.Context, t *Turn) int {
	if len(p.plan) == 0 && !p.settled {
		p.plan = p.think(ctx, t)
	}
	if len(p.plan) > 0 {
		return p.plan.next(t)
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
	all := orders(t.Unseen, min(p.guesses, insightExact))
	root := p.hidden.Root()
	won := p.guess(ctx, root, t.Unseen, all)
	if len(won) == 0 {
		return nil
	}
	var best *klondike.Plan
	if all != nil {
		best, _ = p.expect(ctx, root, won)
	} else {
		p.hidden.List(root, 0, insightPlans)
		best = p.race(ctx, root, won)
	}
	if best == nil {
		return nil
	}
	return p.hidden.Moves(best)
}

// orders are all orders of cards, if there are no more than so many.
func orders(cards []card.Card, most int) [][]card.Card {
	all := [][]card.Card{{}}
	for n := range cards {
		if len(all)*(n+1) > most {
			return nil
		}
		var longer [][]card.Card
		for _, order := range all {
			for i := range n + 1 {
				longer = append(longer, slices.Insert(slices.Clone(order), i, cards[n]))
			}
		}
		all = longer
	}
	return all
}

// guess makes guesses at the hidden cards, those given or else at random, and gives the
// numbers of those that can be won.
func (p *insight) guess(ctx context.Context, root *klondike.Node, unseen []card.Card, all [][]card.Card) (won []int) {
	if all == nil {
		for range p.guesses {
			cards := slices.Clone(unseen)
			p.random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
			all = append(all, cards)
		}
	}
	for i, cards := range all {
		p.hidden.Guess(cards)
		if p.hidden.Propose(ctx, root, i, p.states) {
			won = append(won, i)
		}
	}
	return won
}

// tally is which guesses are won after a plan, of those it was tried with.
type tally struct {
	*klondike.Plan
	wins []uint64
	won  int
}

func (t *tally) win(n int) {
	t.wins[n/64] |= 1 << (n % 64)
	t.won++
}

// start begins a tally for each plan of a node.
func start(n *klondike.Node, guesses []int) []*tally {
	var all []*tally
	for _, plan := range n.Plans {
		all = append(all, &tally{Plan: plan, wins: make([]uint64, len(guesses)/64+1)})
	}
	return all
}

// race tries all plans with one guess after the other, and gives the best. It drops those
// that are clearly worse than the best so far: the guesses that only one of both wins are
// the other's more often than chance would have it.
func (p *insight) race(ctx context.Context, root *klondike.Node, guesses []int) *klondike.Plan {
	left := start(root, guesses)
	for n := 0; n < len(guesses) && len(left) > 1; n++ {
		for _, t := range left {
			if p.hidden.Wins(ctx, root, t.Plan, guesses[n], p.states) {
				t.win(n)
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

// expect is the plan of a node after which most of these guesses are won by somebody who
// sees no more than what is turned up, and how many that are: expectimax, where what is won
// by somebody who knows the cards is a bound. With all orders of the hidden cards for guesses
// it is exact, as far as the states are enough and the plans listed are all that there are.
func (p *insight) expect(ctx context.Context, n *klondike.Node, guesses []int) (best *klondike.Plan, most int) {
	var can []int
	for _, i := range guesses {
		if p.hidden.Propose(ctx, n, i, p.states) {
			can = append(can, i)
		}
	}
	if n.Hidden() <= 1 || len(can) <= 1 { // or the others are lost whatever is done
		if len(n.Plans) > 0 {
			best = n.Plans[0]
		}
		return best, len(can)
	}
	p.hidden.List(n, can[0], insightAll)
	plans := start(n, can)
	for _, t := range plans {
		for k, i := range can {
			if p.hidden.Wins(ctx, n, t.Plan, i, p.states) {
				t.win(k)
			}
		}
	}
	slices.SortStableFunc(plans, func(a, b *tally) int { return better(b, a) })
	for _, t := range plans {
		if t.won <= most {
			break
		}
		won := 0
		for _, group := range p.alike(t, can) {
			_, w := p.expect(ctx, p.hidden.After(n, t.Plan, group[0]), group)
			won += w
		}
		if won > most {
			best, most = t.Plan, won
		}
	}
	return best, most
}

// alike groups the guesses that a plan wins by the card that it turns up.
func (p *insight) alike(t *tally, guesses []int) [][]int {
	var groups [][]int
	for k, i := range guesses {
		if t.wins[k/64]>>(k%64)&1 == 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(g []int) bool { return p.hidden.Turned(t.Plan, g[0]) == p.hidden.Turned(t.Plan, i) })
		if at < 0 {
			groups = append(groups, []int{i})
		} else {
			groups[at] = append(groups[at], i)
		}
	}
	return groups
}
