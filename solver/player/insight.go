package player

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Insight plays Klondike with hidden cards by hindsight optimisation (Chong, Givan & Chang 2000;
// Bjarnason, Fern & Tadepalli, "Lower Bounding Klondike Solitaire with Monte-Carlo Planning", ICAPS
// 2009, section 4). It guesses the hidden cards many times. For each plan and each guess, it
// searches for a win after the plan. It follows the plan after which most guesses are won.
//
// The plans are new. A search of one guess knows the hidden cards. So the average of such searches
// can't tell a move that wins for certain from a move that only postpones the decision (averaging
// over clairvoyance: Bjarnason et al., figure 2; strategy fusion: Frank & Basin 1998). But a player
// learns nothing before a card is turned up. All moves before that are one decision, with the turns
// of the stock if its order is known. So a plan extends to the next card that is turned up, and no
// decision can be postponed within it. Some plans are the first moves of winning lines of guesses.
// The others turn up one of the cards that can be turned up after few moves.
//
// All plans are tried on one guess after the other. A plan is dropped when it is clearly behind the
// best (a race: Maron & Moore, "Hoeffding Races", NIPS 6, 1993, here over paired differences). Of
// plans with equal wins, the one that moves fewer cards for good is better.
//
// If redeals are unlimited and the stock is not known from the start, Insight first turns the whole
// stock, which costs nothing. With at most one hidden card there is nothing to guess, and Insight
// plays the solution of a search.
var Insight = Kind{
	Name:    "insight",
	Summary: "plans up to the next card that is turned up, and plays what wins most deals of the hidden cards",
	Options: []Option{
		{
			Name: "stock", Summary: "whether the order of the stock is known from the start, or once it has been seen",
			Words: []string{"known", "seen"},
		},
		{Name: "guesses", Summary: "guesses of the hidden cards for each plan", Least: 4, Most: mostGuesses, Default: 60},
		{Name: "states", Summary: "states searched at most to win a guess", Least: 100, Most: 1_000_000, Default: insightStates},
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

// mostGuesses bounds the memory: a guess takes 150 KiB at most.
const mostGuesses = 500

// Budgets for a plan, beside the options.
const (
	insightStates = 5_000 // states to win a guess, by default
	insightPlans  = 24    // listed plans, beside those of winning lines
	insightBehind = 2     // standard deviations behind the best at which a plan is dropped
	insightExact  = 24    // number of orders of the hidden cards up to which all are searched
	insightAll    = 200   // listed plans in that case
)

type insight struct {
	random    *rand.Rand
	guesses   int   // of the hidden cards, for each plan
	states    int64 // to win a guess
	hidden    klondike.Hidden
	plan      Pending    // the rest of the chosen plan
	settled   bool       // the last search had at most one card hidden, and there is nothing left to plan
	fallback  Player     // used when no plan wins any guess
	hindsight *hindsight // used for positions that the engine does not handle
}

func (p *insight) Choose(clock *solver.Clock, t *Turn) int {
	return p.plan.Choose(clock, t, p.think, p.fallback)
}

// think returns the moves of the best plan.
func (p *insight) think(clock *solver.Clock, t *Turn) []game.Move {
	look := t.exploringTurn()
	switch {
	case p.settled:
		return nil
	case look != nil:
		return []game.Move{*look}
	case len(t.Unseen) <= 1:
		p.settled = true
		dealt := t.Deal(p.random)
		return p.hindsight.solve(clock, t.Rules, &dealt, knownStates)
	case !p.hidden.Begin(t.Rules, &t.Table, t.Unseen):
		return p.hindsight.think(clock, t)
	}
	all := permutations(t.Unseen, min(p.guesses, insightExact))
	root := p.hidden.Root()
	won := p.guess(clock, root, t.Unseen, all)
	if len(won) == 0 {
		return nil
	}
	var best *klondike.Plan
	if all != nil {
		best, _ = p.expectimax(clock, root, won)
	} else {
		p.hidden.List(root, 0, insightPlans)
		best = p.race(clock, root, won)
	}
	if best == nil {
		return nil
	}
	return p.hidden.Moves(best)
}

// permutations returns all orders of the cards; nil if there are more than most.
func permutations(cards []card.Card, most int) [][]card.Card {
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

// guess registers guesses of the hidden cards: all the given ones, or random ones if all is
// nil. It returns the numbers of the guesses that can be won.
func (p *insight) guess(clock *solver.Clock, root *klondike.Node, unseen []card.Card, all [][]card.Card) (won []int) {
	if all == nil {
		for range p.guesses {
			cards := slices.Clone(unseen)
			p.random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
			all = append(all, cards)
		}
	}
	for i, cards := range all {
		p.hidden.Guess(cards)
		if p.hidden.Propose(clock, root, i, p.states) {
			won = append(won, i)
		}
	}
	return won
}

// tally records which guesses are won after a plan.
type tally struct {
	wins []uint64
	won  int
}

func newTally(guesses int) tally { return tally{wins: make([]uint64, guesses/64+1)} }

func (t *tally) win(n int) {
	t.wins[n/64] |= 1 << (n % 64)
	t.won++
}

// behind reports whether a plan is significantly worse than the best so far, on the guesses that only
// one of the two wins.
func (t *tally) behind(best *tally) bool {
	apart := 0
	for i := range t.wins {
		apart += bits.OnesCount64(t.wins[i] ^ best.wins[i])
	}
	return float64(best.won-t.won) > insightBehind*math.Sqrt(float64(apart)+1)
}

// record returns the tally.
func (t *tally) record() *tally { return t }

// race tries all plans on one guess after the other, and returns the best; nil if there are none. It
// drops plans that fall behind.
func race[P interface{ record() *tally }](plans []P, guesses int, wins func(p P, n int) bool, compare func(a, b P) int) (best P) {
	left := slices.Clone(plans)
	for n := 0; n < guesses && len(left) > 1; n++ {
		for _, p := range left {
			if wins(p, n) {
				p.record().win(n)
			}
		}
		best = slices.MaxFunc(left, compare)
		left = slices.DeleteFunc(left, func(p P) bool { return p.record().behind(best.record()) })
	}
	if len(left) > 0 {
		best = slices.MaxFunc(left, compare)
	}
	return best
}

// planWins is a plan with the guesses that are won after it.
type planWins struct {
	*klondike.Plan
	tally
}

// newPlanWins returns an empty record for each plan of a node.
func newPlanWins(n *klondike.Node, guesses []int) []*planWins {
	var all []*planWins
	for _, plan := range n.Plans {
		all = append(all, &planWins{plan, newTally(len(guesses))})
	}
	return all
}

// race returns the plan of a node after which most guesses are won; nil if it has none.
func (p *insight) race(clock *solver.Clock, root *klondike.Node, guesses []int) *klondike.Plan {
	best := race(newPlanWins(root, guesses), len(guesses), func(t *planWins, n int) bool {
		return p.hidden.Wins(clock, root, t.Plan, guesses[n], p.states)
	}, comparePlans)
	if best == nil {
		return nil
	}
	return best.Plan
}

// comparePlans compares plans by their wins; among equal ones, the plan that moves fewer cards
// for good is better.
func comparePlans(a, b *planWins) int {
	if a.won != b.won {
		return a.won - b.won
	}
	return b.Final() - a.Final()
}

// expectimax returns the plan of a node after which a player that learns only the cards that
// are turned up wins most of these guesses, and the number of those. The number of guesses that
// a player who knows the cards wins is the upper bound. If the guesses are all orders of the
// hidden cards, the result is exact, provided that the states suffice and all plans are listed.
func (p *insight) expectimax(clock *solver.Clock, n *klondike.Node, guesses []int) (best *klondike.Plan, most int) {
	var can []int
	for _, i := range guesses {
		if p.hidden.Propose(clock, n, i, p.states) {
			can = append(can, i)
		}
	}
	if n.Hidden() <= 1 || len(can) <= 1 { // the other guesses are lost whatever is done
		if len(n.Plans) > 0 {
			best = n.Plans[0]
		}
		return best, len(can)
	}
	p.hidden.List(n, can[0], insightAll)
	plans := newPlanWins(n, can)
	for _, t := range plans {
		for k, i := range can {
			if p.hidden.Wins(clock, n, t.Plan, i, p.states) {
				t.win(k)
			}
		}
	}
	slices.SortStableFunc(plans, func(a, b *planWins) int { return comparePlans(b, a) })
	for _, t := range plans {
		if t.won <= most {
			break
		}
		won := 0
		for _, group := range p.groupByCard(t, can) {
			_, w := p.expectimax(clock, p.hidden.After(n, t.Plan, group[0]), group)
			won += w
		}
		if won > most {
			best, most = t.Plan, won
		}
	}
	return best, most
}

// groupByCard groups the guesses that a plan wins by the card that it turns up.
func (p *insight) groupByCard(t *planWins, guesses []int) [][]int {
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
