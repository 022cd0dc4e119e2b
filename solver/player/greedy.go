package player

import (
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Greedy plays like most people who don't think ahead. Of the moves that lead to a new position it
// plays the one with the highest value. If several moves have that value, it plays one of them at
// random. The values, from the highest:
//
//   - a card to a foundation, first if that turns a card up;
//   - a move within the tableau that turns a card up, first from the column with the most
//     face-down cards;
//   - a move that empties a column, if an empty column is useful;
//   - a move that frees a card which can go to a foundation;
//   - a card from a cell, the reserve or the waste to a column;
//   - cards that lie out of order to a place where they lie in order;
//   - a turn or deal of the stock;
//   - cards to a space or a cell, from the column with the fewest cards above one that is
//     needed soon.
//
// Greedy never takes cards back from foundations, and never moves cards that lie in order. It gives
// up when no move of the list is left. The list follows the priorities of Bjarnason, Fern &
// Tadepalli, "Lower Bounding Klondike Solitaire with Monte-Carlo Planning" (ICAPS 2009), section 3.
var Greedy = Kind{
	Name:    "greedy",
	Summary: "plays the move that looks best, without thinking ahead",
	Sees:    AlwaysSees(StockSeen),
	New: func(seed uint64, _ Options, _ solver.Engine) Player {
		return &greedy{random: rand.New(rand.NewPCG(seed, 1))}
	},
}

// Careless plays like Greedy, but sometimes overlooks a move. It overlooks each move that is better
// than turning the stock with a probability of 1/20. So two plays of a deal differ. Greedy wins a
// deal of Klondike nearly always or nearly never; the win rate of Careless says more about the
// deal.
var Careless = Kind{
	Name:    "careless",
	Summary: "plays as greedy does, but overlooks a good move one time in twenty",
	Sees:    AlwaysSees(StockSeen),
	New: func(seed uint64, _ Options, _ solver.Engine) Player {
		return &greedy{random: rand.New(rand.NewPCG(seed, 2)), overlooks: 1. / 20}
	},
}

type greedy struct {
	random    *rand.Rand
	overlooks float64 // probability of overlooking a move that is better than turning the stock
}

// Values of moves. A move of value 0 is not played.
const (
	nothing    = 0
	parking    = 100 // into a cell or a space, less its parkingCost
	turning    = 200
	tidying    = 300
	bringing   = 400
	freeing    = 500
	emptying   = 600
	uncovering = 700 // plus the number of face-down cards
	upward     = 800
	upwards    = 900 // with a card turned up
)

func (p *greedy) Choose(_ *solver.Clock, t *Turn) int {
	all := make([]int, len(t.Moves))
	seen := make([]int, len(t.Moves))
	for i := range t.Moves {
		if t.firstOfEqual(i) {
			all[i] = t.value(t.Moves[i])
		}
		if seen[i] = all[i]; all[i] > turning && p.overlooks > 0 && p.random.Float64() < p.overlooks {
			seen[i] = nothing
		}
	}
	if i := p.best(t, seen); i >= 0 {
		return i
	}
	return p.best(t, all) // overlooks nothing if no other move is left
}

// best returns a move of the highest value that leads to a new position; -1 if there is none.
func (p *greedy) best(t *Turn, value []int) int {
	for {
		best, many := -1, 0
		for i, w := range value {
			switch {
			case w == nothing || best >= 0 && w < value[best]:
			case best < 0 || w > value[best]:
				best, many = i, 1
			default:
				if many++; p.random.IntN(many) == 0 {
					best = i
				}
			}
		}
		if best < 0 || t.Visits(best) == 0 {
			return best
		}
		value[best] = nothing
	}
}

// value returns the value of a move, whether or not it leads to a new position.
func (t *Observation) value(m game.Move) int {
	switch m.Action {
	case game.Draw, game.Redeal, game.Deal:
		return turning
	case game.Remove:
		return bringing
	}
	switch m.To.Pile {
	case game.Foundation:
		if t.uncovers(m) {
			return upwards
		}
		return upward
	case game.Hole:
		if m.From.Pile == game.Stock {
			return turning
		}
		return bringing + t.followers(m)
	case game.Accordion, game.Sequence, game.Waste:
		return bringing
	case game.Cell:
		return parking - t.parkingCost(m)
	}
	space := len(t.Table.Tableau[m.To.N-1].Cards) == 0
	switch m.From.Pile {
	case game.Foundation:
		return nothing
	case game.Tableau:
	default:
		if space && m.From.Pile == game.Cell {
			return parking - 80 // a cell is nearly as good as a space
		}
		if space && t.Rules.Tableau.Spaces == rules.SpacesAny {
			return turning - 50
		}
		return bringing
	}
	from := t.Table.Tableau[m.From.N-1]
	under := len(from.Cards) - len(m.Cards)
	switch {
	case under == 0 && space:
		return nothing
	case t.uncovers(m):
		if space && t.Rules.Tableau.Spaces == rules.SpacesAny {
			return turning + 50
		}
		return uncovering + from.Down
	case under == 0 && t.spaceUseful():
		return emptying
	case under > 0 && t.fitsFoundation(from.Cards[under-1]) && !space:
		return freeing
	case space:
		if t.Rules.Tableau.Spaces == rules.SpacesKings {
			return nothing // no gain: the king lies on a face-up card
		}
		return parking - t.parkingCost(m)
	case under > 0 && t.inOrder(from.Cards[under-1], m.Cards[0]) && !t.better(m, from.Cards[under-1]):
		return nothing
	case under == 0:
		return nothing
	}
	return tidying
}

// firstOfEqual reports whether move i is the first of the moves that differ from it only in
// equivalent places: empty columns, empty cells, foundations of a suit with equal heights.
func (t *Turn) firstOfEqual(i int) bool {
	m := t.Moves[i]
	if m.Action != game.Shift {
		return true
	}
	for j := range i {
		o := t.Moves[j]
		if o.Action != game.Shift || o.From != m.From || len(o.Cards) != len(m.Cards) || o.To.Pile != m.To.Pile {
			continue
		}
		switch m.To.Pile {
		case game.Cell:
			return false // any other empty cell
		case game.Tableau:
			if len(t.Table.Tableau[o.To.N-1].Cards)+len(t.Table.Tableau[m.To.N-1].Cards) == 0 {
				return false
			}
		case game.Foundation:
			if t.Rules.Copies() > 1 {
				return false // the card fits both, so they have the same height
			}
		}
	}
	return true
}

// fitsFoundation reports whether a foundation takes a card now.
func (t *Observation) fitsFoundation(c card.Card) bool {
	return c != card.None && t.Rules.Foundations.Present && !t.Rules.Foundations.CompleteOnly && t.far(c) == 0
}

// inOrder reports whether the upper card may be part of a group with the lower one.
func (t *Observation) inOrder(lower, upper card.Card) bool {
	return lower != card.None && deal.Fits(t.Rules, t.Table.Base, t.Rules.Tableau.GroupPolicy, lower, upper)
}

// better reports whether cards that lie in order would lie better on their target: in suit,
// where the order does not require that.
func (t *Observation) better(m game.Move, now card.Card) bool {
	to := t.Table.Tableau[m.To.N-1].Cards
	return t.Rules.Foundations.CompleteOnly && now.Suit() != m.Cards[0].Suit() && to[len(to)-1].Suit() == m.Cards[0].Suit()
}

// spaceUseful reports whether an empty column is useful. If only kings fill it, there must be a
// king on other cards or on top of the waste.
func (t *Observation) spaceUseful() bool {
	switch t.Rules.Tableau.Spaces {
	case rules.SpacesNone:
		return false
	case rules.SpacesKings:
	default:
		return true
	}
	king := func(c card.Card) bool {
		return c != card.None && deal.AboveBase(t.Rules, t.Table.Base, c) == int(t.Rules.MaxRank)
	}
	for _, c := range t.Table.Tableau {
		for i := max(1, c.Down); i < len(c.Cards); i++ {
			if king(c.Cards[i]) {
				return true
			}
		}
	}
	return len(t.Table.Waste) > 0 && king(t.Table.Waste[len(t.Table.Waste)-1])
}

// parkingCost returns the cost of moving cards to a cell or a space. It is lower if fewer cards
// remain above one that the foundations need soon. It is less than parking.
func (t *Observation) parkingCost(m game.Move) int {
	if m.From.Pile != game.Tableau {
		return 90
	}
	c := t.Table.Tableau[m.From.N-1].Cards
	rest := c[:len(c)-len(m.Cards)]
	least := 80
	for i, x := range rest {
		if x == card.None || !t.Rules.Foundations.Present {
			continue
		}
		above := len(rest) - 1 - i
		if far := t.far(x); far >= 0 {
			least = min(least, 8*far+4*above+len(m.Cards))
		}
	}
	if m.To.Pile == game.Tableau {
		least += 3 // a space is more valuable than a cell
	}
	return min(least, 90)
}

// far returns how many cards a foundation needs before it takes a card; negative if the card
// is on it already.
func (t *Observation) far(c card.Card) int {
	copies := t.Rules.Copies()
	least := -1
	for i := range copies {
		far := deal.AboveBase(t.Rules, t.Table.Base, c) - 1 - t.Table.Foundations[int(c.Suit())*copies+i]
		if far >= 0 && (least < 0 || far < least) {
			least = far
		}
	}
	return least
}

// followers returns how many open cards could go to the hole after a card.
func (t *Observation) followers(m game.Move) int {
	n := 0
	if t.Rules.Hole.DeadKings && m.Cards[0].Rank() == t.Rules.MaxRank {
		return 0
	}
	beside := func(c card.Card) {
		apart := int(c.Rank()) - int(m.Cards[0].Rank())
		loop := int(t.Rules.MaxRank) - 1
		if c != card.None && (apart == 1 || apart == -1 || t.Rules.Hole.Loops && (apart == loop || apart == -loop)) {
			n++
		}
	}
	for i, c := range t.Table.Tableau {
		k := len(c.Cards) - 1
		if m.From.Pile == game.Tableau && m.From.N == i+1 {
			k--
		}
		if k >= 0 {
			beside(c.Cards[k])
		}
	}
	for _, c := range t.Table.Cells {
		beside(c)
	}
	return n
}
