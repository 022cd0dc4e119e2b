package player

import (
	"container/heap"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Lookahead searches a few hundred positions, best-first from the table. It plays to the best of
// them and searches again. If no position is better than the table, it plays as the greedy player
// does. The search can't see beyond hidden cards: a plan ends with a move that turns one up. Only
// the greedy player turns cards of an unseen stock.
//
// The evaluation of a position counts cards that are not on foundations, face-down cards, cards
// that lie above a card needed before them, cards out of order, occupied cells and empty columns.
var Lookahead = Kind{
	Name:    "lookahead",
	Summary: "searches a few hundred moves, and plays to the best position",
	Sees:    AlwaysSees(StockSeen),
	New:     newLookahead(4, 300),
}

// Glance is Lookahead with a few dozen positions.
var Glance = Kind{
	Name:    "glance",
	Summary: "searches a few dozen moves, and plays to the best position",
	Sees:    AlwaysSees(StockSeen),
	New:     newLookahead(5, 40),
}

type lookahead struct {
	random    *rand.Rand
	positions int             // bound of a search
	visited   map[uint64]bool // keys of the observed tables of this play
	plan      Pending         // the rest of the moves to the best position
	fallback  Player
}

func newLookahead(stream uint64, positions int) func(uint64, Options, solver.Engine) Player {
	return func(seed uint64, _ Options, _ solver.Engine) Player {
		return &lookahead{
			random: rand.New(rand.NewPCG(seed, stream)), positions: positions,
			visited: map[uint64]bool{}, fallback: Greedy.New(seed, nil, nil),
		}
	}
}

func (p *lookahead) Choose(clock *solver.Clock, t *Turn) int {
	p.visited[Key(t.Rules, &t.Table)] = true
	return p.plan.Choose(clock, t, p.search, p.fallback)
}

// node is a position of the search, with its distance from a win and the moves that lead to it.
type node struct {
	moves    []game.Move
	distance int
	tie      uint64
}

type nodes []*node

func (q nodes) Len() int { return len(q) }
func (q nodes) Less(i, j int) bool {
	return q[i].distance < q[j].distance || q[i].distance == q[j].distance && q[i].tie < q[j].tie
}
func (q nodes) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *nodes) Push(n any)   { *q = append(*q, n.(*node)) }
func (q *nodes) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// visit is the one table of a search, at the position to which some moves have led. Most nodes are
// never visited, so none has a table of its own.
type visit struct {
	table *game.State
	moves []game.Move
}

// to visits the position to which other moves lead from the same beginning.
func (v *visit) to(moves []game.Move) {
	for range v.moves {
		v.table.Undo()
	}
	for _, m := range moves {
		v.table.Do(m)
	}
	v.moves = moves
}

// search returns the moves to the best position that it finds; none if that is the table itself.
func (p *lookahead) search(_ *solver.Clock, t *Turn) []game.Move {
	best := &node{distance: distance(t.Rules, &t.Table)}
	seen := map[uint64]bool{Key(t.Rules, &t.Table): true}
	queue := nodes{best}
	here := visit{table: game.New(t.Rules, &t.Table)}
	at := here.table.Table()
	for n := 0; n < p.positions && len(queue) > 0; {
		from := heap.Pop(&queue).(*node)
		here.to(from.moves)
		for _, m := range here.table.Legal() {
			if !outcomeKnown(at, m) {
				continue
			}
			shows := (&Observation{Rules: t.Rules, Table: *at}).uncovers(m)
			here.table.Do(m)
			if k := Key(t.Rules, at); !seen[k] && !p.visited[k] {
				seen[k] = true
				n++
				next := &node{distance: distance(t.Rules, at), moves: append(slices.Clip(from.moves), m), tie: p.random.Uint64()}
				if next.distance < best.distance {
					best = next
				}
				if !shows {
					heap.Push(&queue, next)
				}
			}
			here.table.Undo()
		}
	}
	return best.moves
}

// outcomeKnown reports whether the cards that a move takes from the stock are known.
func outcomeKnown(at *deal.Position, m game.Move) bool {
	switch {
	case m.Action == game.Draw || m.Action == game.Deal:
		return allKnown(at.Stock, m.Count)
	case m.From.Pile == game.Stock:
		return allKnown(at.Stock, 1)
	}
	return true
}

// Terms of the distance from a win.
const (
	notUp       = 4 // for each card that is not on a foundation
	faceDown    = 6 // for each face-down card
	above       = 3 // for each card above one of lower rank
	outOfOrder  = 2 // for each card on one that it can't be built on
	cellTaken   = 2 // times the square of the number of occupied cells
	columnEmpty = 3 // subtracted for each empty column
	elsewhere   = 1 // for each card of the stock, the waste and the reserve
)

// distance returns the estimated distance of a position from a win.
func distance(r *rules.Rules, p *deal.Position) int {
	far := notUp * (r.DeckSize() - p.Founded())
	for _, c := range p.Tableau {
		if len(c.Cards) == 0 {
			far -= columnEmpty
		}
		far += faceDown * c.Down
		least := int(r.MaxRank) + 1 // lowest rank of the cards beneath
		for i := c.Down; i < len(c.Cards); i++ {
			rank := deal.AboveBase(r, p.Base, c.Cards[i])
			if rank > least {
				far += above
			}
			if i > c.Down && !deal.Fits(r, p.Base, r.Tableau.Build, c.Cards[i-1], c.Cards[i]) {
				far += outOfOrder
			}
			least = min(least, rank)
		}
	}
	taken := card.Filled(p.Cells)
	far += cellTaken * taken * taken
	return far + elsewhere*(card.Filled(p.Reserve)+len(p.Waste)+len(p.Stock))
}
