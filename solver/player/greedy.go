package player

import (
	"context"
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Greedy plays as most people do who don't think ahead. Of the moves that lead where
// the table has not been it takes one that is worth most, any of those if there are
// several:
//
//   - up to a foundation, and first what turns a card up;
//   - within the tableau what turns a card up, and first from the column with most cards
//     lying face down;
//   - what empties a column, if there is a use for it;
//   - what frees a card that goes to a foundation;
//   - from a cell, the reserve or the waste onto a column;
//   - cards that lie out of order to where they lie in order;
//   - turn or deal the stock;
//   - into a space and into a cell, from the column with the fewest cards above one that
//     is needed soon.
//
// It never takes cards back from foundations and never moves cards about that lie well.
// It gives up when nothing of this is left. The list is after the priorities of
// Bjarnason, Fern & Tadepalli, "Lower Bounding Klondike Solitaire with Monte-Carlo
// Planning" (ICAPS 2009), section 3.
var Greedy = Kind{
	Name:    "greedy",
	Summary: "plays the move that looks best, without thinking ahead",
	Sees:    sees(StockSeen),
	New: func(seed uint64, _ Options, _ solver.Engine) Player {
		return &greedy{random: rand.New(rand.NewPCG(seed, 1))}
	},
}

// Careless is Greedy with eyes that are not open all the time: it overlooks each move
// that is better than turning the stock one time in twenty, so that no two plays are the
// same. Greedy wins a deal of Klondike nearly always or never; how often Careless does
// tells more about the deal.
var Careless = Kind{
	Name:    "careless",
	Summary: "plays as greedy does, but overlooks a good move one time in twenty",
	Sees:    sees(StockSeen),
	New: func(seed uint64, _ Options, _ solver.Engine) Player {
		return &greedy{random: rand.New(rand.NewPCG(seed, 2)), overlooks: 1. / 20}
	},
}

type greedy struct {
	random    *rand.Rand
	overlooks float64 // how often it does not see a move, of those better than turning the stock
}

// Worths of moves. A move that is worth nothing is not played.
const (
	nothing    = 0
	parking    = 100 // into a cell or a space: less the trouble that it makes
	turning    = 200
	tidying    = 300
	bringing   = 400
	freeing    = 500
	emptying   = 600
	uncovering = 700 // and the cards lying face down
	upward     = 800
	upwards    = 900 // and a card turned up
)

func (p *greedy) Choose(_ context.Context, t *Turn) int {
	all := make([]int, len(t.Moves))
	seen := make([]int, len(t.Moves))
	for i := range t.Moves {
		if t.first(i) {
			all[i] = t.worth(t.Moves[i])
		}
		if seen[i] = all[i]; all[i] > turning && p.overlooks > 0 && p.random.Float64() < p.overlooks {
			seen[i] = nothing
		}
	}
	if i := p.best(t, seen); i >= 0 {
		return i
	}
	return p.best(t, all) // who sees nothing to do looks again
}

// best is a new move of the greatest worth, if there is any that is worth something.
func (p *greedy) best(t *Turn, worth []int) int {
	for {
		best, many := -1, 0
		for i, w := range worth {
			switch {
			case w == nothing || best >= 0 && w < worth[best]:
			case best < 0 || w > worth[best]:
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
		worth[best] = nothing
	}
}

// worth is what a move looks to be worth, whether or not it leads somewhere new.
func (t *Observation) worth(m game.Move) int {
	switch m.Action {
	case game.Draw, game.Redeal, game.Deal:
		return turning
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
	case game.Accordion, game.Sequence:
		return bringing
	case game.Cell:
		return parking - t.trouble(m)
	}
	space := len(t.Table.Tableau[m.To.N-1].Cards) == 0
	switch m.From.Pile {
	case game.Foundation:
		return nothing
	case game.Tableau:
	default:
		if space && m.From.Pile == game.Cell {
			return parking - 80 // a cell is worth a space nearly
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
	case under == 0 && t.spaceWanted():
		return emptying
	case under > 0 && t.fits(from.Cards[under-1]) && !space:
		return freeing
	case space:
		if t.Rules.Tableau.Spaces == rules.SpacesKings {
			return nothing // nothing is won: the king lies on a card face up
		}
		return parking - t.trouble(m)
	case under > 0 && t.inOrder(from.Cards[under-1], m.Cards[0]) && !t.better(m, from.Cards[under-1]):
		return nothing
	case under == 0:
		return nothing
	}
	return tidying
}

// first tells whether a move is the first of those that differ only in places that make
// no difference: empty columns, empty cells, foundations of a suit with as many cards.
func (t *Turn) first(i int) bool {
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
				return false // the card fits both, so they are as high
			}
		}
	}
	return true
}

// fits tells whether a foundation would take a card now.
func (t *Observation) fits(c card.Card) bool {
	if c == card.None || !t.Rules.Foundations.Present || t.Rules.Foundations.CompleteOnly {
		return false
	}
	copies := t.Rules.Copies()
	for i := range copies {
		if t.Table.Foundations[int(c.Suit())*copies+i]+1 == deal.AboveBase(t.Rules, t.Table.Base, c) {
			return true
		}
	}
	return false
}

// inOrder tells whether a card lies on another one as groups do.
func (t *Observation) inOrder(lower, upper card.Card) bool {
	return lower != card.None && t.next(lower, upper) && t.Rules.Tableau.GroupPolicy.Follows(lower, upper)
}

// next tells whether a card is one rank below another one.
func (t *Observation) next(lower, upper card.Card) bool {
	return deal.AboveBase(t.Rules, t.Table.Base, lower) == deal.AboveBase(t.Rules, t.Table.Base, upper)+1
}

// better tells whether cards that lie in order on one card would lie better on another:
// in suit, where that is more than the order asks.
func (t *Observation) better(m game.Move, now card.Card) bool {
	to := t.Table.Tableau[m.To.N-1].Cards
	return t.Rules.Foundations.CompleteOnly && now.Suit() != m.Cards[0].Suit() && to[len(to)-1].Suit() == m.Cards[0].Suit()
}

// spaceWanted tells whether an empty column is of use: where only kings fill it, if one
// lies on other cards or on the waste.
func (t *Observation) spaceWanted() bool {
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

// trouble is what it costs to lay cards into a cell or a space: less the fewer cards then
// lie above one that the foundations need soon. It is below parking.
func (t *Observation) trouble(m game.Move) int {
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
		least += 3 // a space is worth more than a cell
	}
	return min(least, 90)
}

// far is how many cards a foundation needs before it takes a card; negative if it lies
// there already.
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

// followers is how many open cards could go into the hole after a card.
func (t *Observation) followers(m game.Move) int {
	n := 0
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
