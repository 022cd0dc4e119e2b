package golf

import (
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// board is the state, done and undone in place.
type board struct {
	// Lifetime: one deal.
	rules   *rules.Rules
	ranks   int
	columns [][]int8 // ranks, deepest first
	stock   []int8   // ranks, next card first
	weight  []uint64 // of a column's height in the key
	above   uint64   // weight of what comes above the heights

	// Lifetime: one node. Changed by do and undo.
	height []int8                 // cards left in each column
	dealt  int                    // cards of the stock
	parked [card.MaxRank + 1]int8 // cards of each rank in the cells
	free   int                    // empty cells
	hole   int8                   // the rank on top
	left   int                    // cards not in the hole
	count  [card.MaxRank + 2]int8 // of them, by rank
	key    uint64                 // the heights as a number
}

// playable reports whether the engine plays games of rules r.
func playable(r *rules.Rules) bool {
	return r.Hole.Present && r.Tableau.Build == rules.NoBuild && r.Tableau.Spaces == rules.SpacesNone && r.Tableau.Packets == 0 &&
		r.Reserve.Size == 0 && (r.Stock.Size == 0 || r.Stock.To == rules.ToHole)
}

// newBoard lays out a position. It returns false if the state does not fit a word.
func newBoard(r *rules.Rules, p *deal.Position) (*board, bool) {
	b := &board{rules: r, ranks: int(r.MaxRank), hole: int8(p.Hole.Rank())}
	add := func(c card.Card) int8 {
		b.count[c.Rank()]++
		b.left++
		return int8(c.Rank())
	}
	states := 1.0
	b.above = 1
	for _, column := range p.Tableau {
		var ranks []int8
		for _, c := range column.Cards {
			ranks = append(ranks, add(c))
		}
		b.columns = append(b.columns, ranks)
		b.height = append(b.height, int8(len(ranks)))
		b.weight = append(b.weight, b.above)
		b.above *= uint64(len(ranks) + 1)
		states *= float64(len(ranks) + 1)
	}
	for i := range p.Stock {
		b.stock = append(b.stock, add(p.Stock[len(p.Stock)-1-i]))
	}
	for _, c := range p.Cells {
		if c == card.None {
			b.free++
		} else {
			b.parked[add(c)]++
		}
		states *= float64(b.ranks + 1)
	}
	states *= float64(len(b.stock)+1) * float64(b.ranks+1)
	for i, h := range b.height {
		b.key += b.weight[i] * uint64(h)
	}
	return b, states < math.MaxInt64
}

// id returns the state as a number.
func (b *board) id() uint64 {
	n := uint64(b.hole)
	n = n*uint64(len(b.stock)+1) + uint64(b.dealt)
	for rank := 1; rank <= b.ranks; rank++ {
		for range b.parked[rank] {
			n = n*uint64(b.ranks+1) + uint64(rank)
		}
	}
	for range b.free {
		n *= uint64(b.ranks + 1)
	}
	return n*b.above + b.key
}

// adjacent reports whether a card of rank y goes onto the hole's of rank x.
func (b *board) adjacent(x, y int8) bool {
	if b.rules.Hole.DeadKings && int(x) == b.ranks {
		return false
	}
	apart := int(x - y)
	return apart == 1 || apart == -1 || b.rules.Hole.Loops && (apart == b.ranks-1 || apart == 1-b.ranks)
}

// step is a play into the hole: of a column's card after parking those above it, of a
// cell's card, or of the next card of the stock.
type step struct {
	column int8 // −1 for a cell or the stock
	parked int8 // cards of the column laid into cells first
	cell   int8 // the rank of a cell's card; 0 for the stock
	before int8 // the hole's rank before; set by do
}

// steps appends the steps out of the state: columns first, then cells. The stock, which
// can always wait, comes last.
func (b *board) steps(to []step) []step {
	for i, h := range b.height {
		for k := int8(0); k <= int8(b.free) && k < h; k++ {
			if b.adjacent(b.hole, b.columns[i][h-1-k]) {
				to = append(to, step{column: int8(i), parked: k})
			}
		}
	}
	for rank := int8(1); rank <= int8(b.ranks); rank++ {
		if b.parked[rank] > 0 && b.adjacent(b.hole, rank) {
			to = append(to, step{column: -1, cell: rank})
		}
	}
	if b.dealt < len(b.stock) {
		to = append(to, step{column: -1})
	}
	return to
}

func (b *board) do(m *step) {
	m.before = b.hole
	switch {
	case m.column >= 0:
		i := m.column
		for range m.parked {
			b.height[i]--
			b.parked[b.columns[i][b.height[i]]]++
			b.free--
		}
		b.height[i]--
		b.key -= b.weight[i] * uint64(m.parked+1)
		b.hole = b.columns[i][b.height[i]]
	case m.cell > 0:
		b.hole = m.cell
		b.parked[m.cell]--
		b.free++
	default:
		b.hole = b.stock[b.dealt]
		b.dealt++
	}
	b.count[b.hole]--
	b.left--
}

func (b *board) undo(m *step) {
	played := b.hole
	b.count[played]++
	b.left++
	b.hole = m.before
	switch {
	case m.column >= 0:
		i := m.column
		b.height[i]++
		b.key += b.weight[i] * uint64(m.parked+1)
		for range m.parked {
			b.parked[b.columns[i][b.height[i]]]--
			b.free++
			b.height[i]++
		}
	case m.cell > 0:
		b.parked[m.cell]++
		b.free--
	default:
		b.dealt--
	}
}

// translate returns a path from a position as the referee's moves, with the cards that
// the ranks stand for.
func translate(r *rules.Rules, p *deal.Position, path []step) []game.Move {
	at := p.Clone()
	var moves []game.Move
	move := func(from, to game.Place, pile *[]card.Card) card.Card {
		top := len(*pile) - 1
		c := (*pile)[top]
		*pile = (*pile)[:top]
		moves = append(moves, game.Move{Action: game.Shift, From: from, To: to, Cards: []card.Card{c}})
		return c
	}
	hole := game.Place{Pile: game.Hole}
	for _, m := range path {
		switch {
		case m.column >= 0:
			from := game.At(game.Tableau, int(m.column)+1)
			column := &at.Tableau[m.column]
			for range m.parked {
				cell := 0
				for at.Cells[cell] != card.None {
					cell++
				}
				at.Cells[cell] = move(from, game.At(game.Cell, cell+1), &column.Cards)
			}
			move(from, hole, &column.Cards)
		case m.cell > 0:
			cell := 0
			for at.Cells[cell].Rank() != card.Rank(m.cell) {
				cell++
			}
			pile := []card.Card{at.Cells[cell]}
			move(game.At(game.Cell, cell+1), hole, &pile)
			at.Cells[cell] = card.None
		default:
			move(game.Place{Pile: game.Stock}, hole, &at.Stock)
		}
	}
	followed, _ := game.New(r, p).Follow(moves) // with the cards that they turn up
	return followed
}
