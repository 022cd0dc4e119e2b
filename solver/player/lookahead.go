package player

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Lookahead tries moves out in its head, first what looks best, and plays to the table
// that looks best of all that it has thought of; there it thinks anew. It thinks of a few
// hundred positions each time, and if none of them is better than what lies before it it
// plays as the greedy player does. What hidden cards would show it can't try out: a move
// that turns one up is the last of a plan, and cards of a stock that was not seen are
// turned only when the greedy player turns them.
//
// How far a table is from won it judges by the cards that are not up, those lying face
// down, those that lie above one that is needed before them, those out of order, the
// cells that are taken and the columns that are empty.
var Lookahead = Kind{
	Name:    "lookahead",
	Summary: "tries some hundreds of moves out, and plays to the best table that they lead to",
	Sees:    sees(StockSeen),
	New:     newLookahead(4, 300),
}

// Glance is Lookahead that thinks of some dozens of positions only.
var Glance = Kind{
	Name:    "glance",
	Summary: "tries some dozens of moves out, and plays to the best table that they lead to",
	Sees:    sees(StockSeen),
	New:     newLookahead(5, 40),
}

type lookahead struct {
	random    *rand.Rand
	positions int             // to think of for a plan
	been      map[uint64]bool // keys of the tables that it has seen, as it saw them
	plan      rest            // what is left of the way to a better table
	fallback  Player
}

func newLookahead(stream uint64, positions int) func(uint64, Options, solver.Engine) Player {
	return func(seed uint64, _ Options, _ solver.Engine) Player {
		return &lookahead{
			random: rand.New(rand.NewPCG(seed, stream)), positions: positions,
			been: map[uint64]bool{}, fallback: Greedy.New(seed, nil, nil),
		}
	}
}

func (p *lookahead) Choose(ctx context.Context, t *Turn) int {
	p.been[Key(t.Rules, &t.Table)] = true
	if len(p.plan) == 0 {
		p.plan = p.climb(t)
	}
	if len(p.plan) > 0 {
		return p.plan.next(t)
	}
	return p.fallback.Choose(ctx, t)
}

// node is a position thought of: how far it looks from won, and how one gets there.
type node struct {
	table *game.State
	moves []game.Move
	far   int
	tie   uint64
}

type nodes []*node

func (q nodes) Len() int { return len(q) }
func (q nodes) Less(i, j int) bool {
	return q[i].far < q[j].far || q[i].far == q[j].far && q[i].tie < q[j].tie
}
func (q nodes) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *nodes) Push(n any)   { *q = append(*q, n.(*node)) }
func (q *nodes) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// climb finds moves that lead to the best table that it thinks of; none if that is here.
func (p *lookahead) climb(t *Turn) []game.Move {
	best := &node{table: game.New(t.Rules, &t.Table), far: distance(t.Rules, &t.Table)}
	seen := map[uint64]bool{Key(t.Rules, &t.Table): true}
	queue := nodes{best}
	for n := 0; n < p.positions && len(queue) > 0; {
		from := heap.Pop(&queue).(*node)
		for _, m := range from.table.Legal() {
			at := from.table.Table()
			if !foreseen(at, m) {
				continue
			}
			shows := (&Observation{Rules: t.Rules, Table: *at}).uncovers(m)
			from.table.Do(m)
			if k := Key(t.Rules, at); !seen[k] && !p.been[k] {
				seen[k] = true
				n++
				next := &node{far: distance(t.Rules, at), moves: append(slices.Clone(from.moves), m), tie: p.random.Uint64()}
				if next.far < best.far {
					best = next
				}
				if !shows {
					next.table = game.New(t.Rules, at)
					heap.Push(&queue, next)
				}
			}
			from.table.Undo()
		}
	}
	return best.moves
}

// foreseen tells whether it is known which cards a move of the stock brings.
func foreseen(at *deal.Position, m game.Move) bool {
	switch {
	case m.Action == game.Draw || m.Action == game.Deal:
		return known(at.Stock, m.Count)
	case m.From.Pile == game.Stock:
		return known(at.Stock, 1)
	}
	return true
}

// What makes a table look far from won.
const (
	notUp       = 4 // for each card that is not on a foundation
	faceDown    = 6 // for each card lying face down
	above       = 3 // for each card that lies on one of lower rank
	outOfOrder  = 2 // for each card that does not lie where it could be built
	cellTaken   = 2 // times the square of how many cells are taken
	columnEmpty = 3 // less, for each empty column
	set         = 1 // for each card of the stock, the waste and the reserve
)

// distance is how far a table looks to be from won.
func distance(r *rules.Rules, p *deal.Position) int {
	far := notUp * r.DeckSize()
	for _, h := range p.Foundations {
		far -= notUp * h
	}
	for _, c := range p.Tableau {
		if len(c.Cards) == 0 {
			far -= columnEmpty
		}
		far += faceDown * c.Down
		least := int(r.MaxRank) + 1 // of the cards beneath
		for i := c.Down; i < len(c.Cards); i++ {
			rank := deal.AboveBase(r, p.Base, c.Cards[i])
			if rank > least {
				far += above
			}
			if i > c.Down && (deal.AboveBase(r, p.Base, c.Cards[i-1]) != rank+1 || !r.Tableau.Build.Follows(c.Cards[i-1], c.Cards[i])) {
				far += outOfOrder
			}
			least = min(least, rank)
		}
	}
	taken := count(p.Cells)
	far += cellTaken * taken * taken
	return far + set*(count(p.Reserve)+len(p.Waste)+len(p.Stock))
}

// count counts the places that are taken.
func count(places []card.Card) int {
	n := 0
	for _, c := range places {
		if c != card.None {
			n++
		}
	}
	return n
}
